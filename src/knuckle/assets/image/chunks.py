"""The parts of a PNG file, each checked by its checksum."""

import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
NECESSARY = (b"IHDR", b"PLTE", b"IDAT", b"IEND")  # no picture can be made without knowing these kinds of parts


class BadImage(Exception):
    """Bytes that are not the picture they should be."""


def png_parts(data: bytes, name: str) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of the parts, as far as the data go; BadImage where one is damaged."""
    if data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        raise BadImage(f"{name} is not a PNG file")
    position = len(SIGNATURE)
    while position + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[position : position + 8])
        content, end = data[position + 8 : position + 8 + size], position + 12 + size
        if end > len(data):
            return
        if _is_public(kind) and zlib.crc32(kind + content) != int.from_bytes(data[end - 4 : end], "big"):
            raise BadImage(f"{name} is damaged: the checksum of its part {_shown(kind)} does not match")
        if _is_critical(kind) and (kind not in NECESSARY or (kind == b"IHDR" and position > len(SIGNATURE))):
            raise BadImage(f"{name} has a part {_shown(kind)} that cannot be read")
        yield kind, content
        position = end


def _is_critical(kind: bytes) -> bool:
    """Whether a picture cannot be made without this part; the case of the first letter says so."""
    return kind[:1].isupper()


def _is_public(kind: bytes) -> bool:
    """Whether the meaning of a part is that of the standard; private parts are nobody's business, checksum and all."""
    return kind[1:2].isupper()


def _shown(kind: bytes) -> str:
    return kind.decode("ascii", errors="backslashreplace")
