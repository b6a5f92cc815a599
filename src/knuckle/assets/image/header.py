"""What the head of a PNG file says: size, kind of pixels and colour space, without decoding the picture."""

import struct
from dataclasses import dataclass

from knuckle.assets.image.chunks import BadImage, png_parts

PALETTE = 3
CHANNELS = {
    0: 1,
    2: 3,
    PALETTE: 1,
    4: 2,
    6: 4,
}  # by colour type: grey, colours, palette, grey and opacity, colours and opacity
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), PALETTE: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}  # bits per channel


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """Width and height in pixels, bits per channel, colour type, and whether the file declares the space sRGB."""

    width: int
    height: int
    depth: int
    colour: int
    is_interlaced: bool
    is_srgb: bool = False

    @property
    def bits(self) -> int:
        """Bits of one pixel."""
        return self.depth * CHANNELS[self.colour]


def read_png_header(data: bytes, name: str) -> ImageHeader:
    """Read the parts before the picture itself."""
    kinds, head = [], b""
    for kind, content in png_parts(data, name):
        if kind in (b"IDAT", b"IEND"):
            break
        kinds.append(kind)
        head = head or content
    return decoded_header(head, name, is_srgb=b"sRGB" in kinds)


def decoded_header(head: bytes, name: str, is_srgb: bool = False) -> ImageHeader:
    """The header out of the first part of a file."""
    if len(head) != 13:
        raise BadImage(f"{name} is damaged: its header has {len(head)} bytes, expected 13")
    width, height, depth, colour, compression, filtering, interlacing = struct.unpack(">IIBBBBB", head)
    if depth not in DEPTHS.get(colour, ()) or compression or filtering or interlacing > 1:
        raise BadImage(f"{name} is a PNG file of an unknown kind: its header says {list(head[8:])}")
    return ImageHeader(width, height, depth, colour, bool(interlacing), is_srgb)
