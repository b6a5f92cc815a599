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
    rows = _unfiltered(np.frombuffer(raw, np.uint8).reshape(height, 1 + line), max(1, head.bits // 8), name)
    if depth >= 8:
        values = rows[:, :: head.bits // 8]  # of two bytes the first is the greater part
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


def _unfiltered(lines: np.ndarray, step: int, name: str) -> np.ndarray:
    """The bytes of each row, which are stored as differences from the pixel to the left and the row above."""
    rows = np.zeros((len(lines) + 1, lines.shape[1] - 1), np.uint8)
    for i, line in enumerate(lines):
        kind, values, above = int(line[0]), line[1:], rows[i]
        if kind == 0:
            rows[i + 1] = values
        elif kind == 1:
            rows[i + 1] = _summed(values, step)
        elif kind == 2:
            rows[i + 1] = values + above
        elif kind in (3, 4):
            rows[i + 1] = _predicted(values.tolist(), above.tolist(), step, kind == 4)
        else:
            raise BadImage(f"{name} is damaged: unknown filter {kind} in row {i}")
    return rows[1:]


def _summed(values: np.ndarray, step: int) -> np.ndarray:
    padded = np.zeros(-(-len(values) // step) * step, np.uint8)
    padded[: len(values)] = values
    return np.cumsum(padded.reshape(-1, step), axis=0, dtype=np.uint8).ravel()[: len(values)]


def _predicted(values: list[int], above: list[int], step: int, nearest: bool) -> list[int]:
    """Each byte plus the mean of left and above, or plus the nearest to left + above − corner of the three."""
    row = [0] * len(values)
    for i, value in enumerate(values):
        a, b = row[i - step] if i >= step else 0, above[i]
        c = above[i - step] if i >= step else 0
        guess = (a + b) // 2
        if nearest:
            p = a + b - c
            guess = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        row[i] = (value + guess) & 255
    return row
