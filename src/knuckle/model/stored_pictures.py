"""What textures were made from, in a file behind the arrays of a model, so that it looks as before.

A texture that the compiler draws is a few attributes; of others the files are kept as they were, PNG for PNG. Nothing
of it is read before a picture is asked for. What is not as it should be then counts as not known.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from knuckle.assets.image.origin import FILES, PictureOrigin
from knuckle.model.stored_fields import BadFields
from knuckle.schema.mjcf import elements
from knuckle.spec.assigned import BadValue, checked


def kept_attributes() -> list[str]:
    """The attributes of a texture that say how it looks, in the order of the alphabet."""
    known = elements()["texture"].attributes
    return sorted(name for name in known if known[name].kind != "class" and name not in ("name", *FILES))


def stored_pictures(origins: Sequence[PictureOrigin | None]) -> tuple[list[Any], bytes]:
    """The table of the origins of all textures, and their files in its order."""
    table: list[Any] = []
    parts: list[bytes] = []
    for origin in origins:
        contents = None if origin is None else origin.contents()
        if origin is None or contents is None:
            table.append(None)
            continue
        parts += contents.values()
        table.append(
            {
                "attributes": {name: _plain(origin.attributes.get(name)) for name in kept_attributes()},
                "files": {name: len(content) for name, content in contents.items()},
            }
        )
    return table, b"".join(parts)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def needed_bytes(table: Any) -> int:
    """How long the files of a table are; BadFields where it has not the form of one that we wrote."""
    total = 0
    for entry in table:
        if entry is None:
            continue
        files = entry.get("files") if isinstance(entry, dict) else None
        if not isinstance(files, dict) or not set(files) <= set(FILES):
            raise BadFields("the table of pictures has no files")
        if not all(type(length) is int and 0 <= length < 1 << 40 for length in files.values()):
            raise BadFields("a picture has no length")
        total += sum(files.values())
    return total


class StoredPictures(Sequence["PictureOrigin | None"]):
    """The origins of the textures of a file, which are made when they are asked for."""

    def __init__(self, table: list[Any], payload: bytes):
        self._table = table
        self._payload = payload

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[PictureOrigin | None]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i: Any) -> Any:
        start = needed_bytes(self._table[:i])
        try:
            return None if self._table[i] is None else self._origin(self._table[i], start)
        except (BadFields, BadValue):
            return None

    def _origin(self, entry: dict[str, Any], start: int) -> PictureOrigin:
        stored, known = entry.get("attributes"), elements()["texture"].attributes
        if not isinstance(stored, dict) or set(stored) != set(kept_attributes()):
            raise BadFields("a picture has no attributes")
        attributes = {
            name: value if value is None else checked(known[name], value, None) for name, value in stored.items()
        }
        files: dict[str, Any] = {}
        for name, length in entry["files"].items():
            files[name] = self._payload[start : start + length]
            start += length
        return PictureOrigin(attributes, files)
