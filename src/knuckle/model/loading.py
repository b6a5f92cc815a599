"""One way in: a model from whatever holds it."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from os.path import isfile

from knuckle.errors import ModelError
from knuckle.model.file_format import COMPILED_SUFFIX, MAGIC
from knuckle.model.model import Model


def load(
    source: str | PathLike[str],
    assets: Mapping[str, bytes] | None = None,
    omit: Iterable[str] = (),
    *,
    transmissions: bool = False,
) -> Model:
    """Load a model from an MJCF or URDF file, from its text, from an archive (.mjz), or from a compiled model (.knm).

    A string that starts with `<` is taken as text, any other as a path. `assets` holds the contents of files that a
    text names. `omit` names features to leave out, such as `omit=("plugin",)`. With `transmissions`, those of a URDF
    become motors.
    """
    if not isinstance(source, str | PathLike):
        raise TypeError(f"load: expected a path, or a text in MJCF or URDF, found {type(source).__name__}")
    text = str(fspath(source))
    if not text.strip():
        raise ModelError("load: expected a path, or a text in MJCF or URDF, found an empty one")
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return Model.from_xml_string(text, assets=assets, omit=omit, transmissions=transmissions)
    if is_compiled(text):
        return Model.load(text)
    return Model.from_xml_path(text, omit=omit, transmissions=transmissions)


def is_compiled(path: str) -> bool:
    """Whether a file is a compiled model, by its name or, of any name, by its content."""
    if path.endswith(COMPILED_SUFFIX):
        return True
    if not isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
