"""What a texture was made from, so that it can be written again: a model holds no pixels."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knuckle.assets.files import find_asset, known_path
from knuckle.parse.include import read_bounded
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Origin

FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


@dataclass(frozen=True, slots=True, eq=False)
class PictureOrigin:
    """The attributes of a texture and its files, as they are in memory or where they are on disk."""

    attributes: dict[str, Any]
    files: dict[str, bytes | Path]  # by attribute

    def contents(self) -> dict[str, bytes] | None:
        """The files by attribute; None where one is gone."""
        try:
            return {name: file if isinstance(file, bytes) else read_bounded(file) for name, file in self.files.items()}
        except (OSError, ValueError):
            return None


def picture_origin(node: Any, origin: Origin) -> PictureOrigin | None:
    """The origin of a texture; None where it stays in its file, of which the model knows nothing."""
    if node.embed is False:
        return None
    names = {name for name, attribute in elements()["texture"].attributes.items() if attribute.kind != "class"}
    attributes = {name: getattr(node, name) for name in names - {"name", *FILES}}
    files: dict[str, bytes | Path] = {}
    for name in FILES if node.builtin in (None, "none") else ():
        if not (file := getattr(node, name)):
            continue
        where = node.place, file, origin.compiler.texturedir
        files[name] = origin.assets[known_path(origin, *where)] if origin.folder is None else find_asset(origin, *where)
    return PictureOrigin(attributes, files)
