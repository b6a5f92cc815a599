"""What the head of a PNG file says: size and colour space, without decoding the picture."""

import struct
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class BadImage(Exception):
    """Bytes that are not the picture they should be."""


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """Width and height in pixels, and whether the file declares the colour space sRGB."""

    width: int
    height: int
    is_srgb: bool


def read_png_header(data: bytes, name: str) -> ImageHeader:
    """Read the chunks before the picture itself."""
    if len(data) < 33 or data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        raise BadImage(f"{name} is not a PNG file")
    width, height = struct.unpack(">II", data[16:24])
    position, is_srgb = 8, False
    while position + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[position : position + 8])
        if kind in (b"IDAT", b"IEND"):
            break
        is_srgb = is_srgb or kind == b"sRGB"
        position += 12 + size
    return ImageHeader(width, height, is_srgb)
