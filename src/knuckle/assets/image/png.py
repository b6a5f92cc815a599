"""Heights from a PNG file: the first channel of each pixel, red or grey, in steps of one byte."""

import zlib

import numpy as np

from knuckle.assets.image.chunks import BadImage, png_parts
from knuckle.assets.image.header import PALETTE, decoded_header

MOST_PIXELS = 1 << 24


def read_png_red(data: bytes, name: str) -> np.ndarray:
    """The first channel of every pixel, rows from top to bottom, from 0 to 255."""
    chunks = _chunks(data, name)
    head = decoded_header(chunks[b"IHDR"], name)
    width, height, depth = head.width, head.height, head.depth
    if head.is_interlaced:
        raise BadImage(f"{name} is an interlaced PNG file, which is not supported: save it without interlacing")
    if not 0 < width * height <= MOST_PIXELS:
        raise BadImage(f"{name} has {width}×{height} pixels, expected 1 to {MOST_PIXELS} in all")
    line = (width * head.bits + 7) // 8
    raw = _inflated(chunks.get(b"IDAT", b""), height * (1 + line), name)
    lines = np.frombuffer(raw, np.uint8).reshape(height, 1 + line)
    # bytes of a pixel are stored as differences from the same bytes of its neighbours, so the first stand alone
    rows = _unfiltered(lines[:, 0].tolist(), lines[:, 1 :: max(1, head.bits // 8)], name)
    if depth >= 8:
        values = rows  # of two bytes the first is the greater part
    else:
        per_byte = np.unpackbits(rows, axis=1)[:, : width * depth].reshape(height, width, depth)
        values = (per_byte << np.arange(depth)[::-1]).sum(axis=2)
    if head.colour == PALETTE:
        reds = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8)[::3]
        if values.max() >= len(reds):
            raise BadImage(f"{name} names a colour that is not in its palette")
        return reds[values].astype(float)
    return values * (255 / ((1 << min(depth, 8)) - 1))


def _chunks(data: bytes, name: str) -> dict[bytes, bytes]:
    """The parts of the file by kind, those of the picture joined."""
    found: dict[bytes, list[bytes]] = {}
    for kind, content in png_parts(data, name):
        found.setdefault(kind, []).append(content)
        if kind == b"IEND":
            return {key: b"".join(parts) for key, parts in found.items()}
    raise BadImage(f"{name} is cut off: its last part is missing")


def _inflated(packed: bytes, size: int, name: str) -> bytes:
    """Exactly as many bytes as the picture has, with their checksum; a bomb is not unpacked further."""
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(packed, size)
        more = stream.decompress(stream.unconsumed_tail, 1)
    except zlib.error as error:
        raise BadImage(f"{name} is damaged: {error}") from None
    if len(raw) != size or more:
        raise BadImage(f"{name} is damaged: it holds {'more' if more else len(raw)} bytes of pixels, expected {size}")
    if not stream.eof or stream.unused_data:
        raise BadImage(f"{name} is damaged: its pixels do not end where they should")
    return raw


def _unfiltered(kinds: list[int], lines: np.ndarray, name: str) -> np.ndarray:
    """The bytes of each row, which are stored as differences from the one to the left and the row above."""
    rows = np.zeros((len(lines) + 1, lines.shape[1]), np.uint8)
    for i, (kind, values) in enumerate(zip(kinds, lines, strict=True)):
        if kind == 0:
            rows[i + 1] = values
        elif kind == 1:
            rows[i + 1] = values.cumsum(dtype=np.uint8)
        elif kind == 2:
            rows[i + 1] = values + rows[i]
        elif kind == 3:
            rows[i + 1] = _averaged(values.tolist(), rows[i].tolist())
        elif kind == 4:
            rows[i + 1] = _predicted(values.tolist(), rows[i].tolist())
        else:
            raise BadImage(f"{name} is damaged: unknown filter {kind} in row {i}")
    return rows[1:]


def _averaged(values: list[int], above: list[int]) -> list[int]:
    """Each byte plus the mean of left and above."""
    row, left = [], 0
    for value, up in zip(values, above, strict=True):
        left = (value + (left + up) // 2) & 255
        row.append(left)
    return row


def _predicted(values: list[int], above: list[int]) -> list[int]:
    """Each byte plus that of left, above and corner which is nearest to left + above − corner."""
    row, left, corner = [], 0, 0
    for value, up in zip(values, above, strict=True):
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        nearer = up if to_up <= to_corner else corner
        guess = left if to_left <= to_up and to_left <= to_corner else nearer
        left, corner = (value + guess) & 255, up
        row.append(left)
    return row
