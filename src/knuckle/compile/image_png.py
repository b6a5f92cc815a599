"""Heights from a PNG file: the first channel of each pixel, red or grey, in steps of one byte."""

import struct
import zlib

import numpy as np

from knuckle.compile.image_header import SIGNATURE, BadImage

MOST_PIXELS = 1 << 24
CHANNELS = {
    0: 1,
    2: 3,
    3: 1,
    4: 2,
    6: 4,
}  # by colour type: grey, colours, palette, grey and opacity, colours and opacity
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}  # bits per channel
PALETTE = 3


def read_png_red(data: bytes, name: str) -> np.ndarray:
    """The first channel of every pixel, rows from top to bottom, from 0 to 255."""
    chunks = _chunks(data, name)
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"][:13].ljust(13, b"\0"))
    if depth not in DEPTHS.get(colour, ()) or interlaced:
        raise BadImage(f"{name} is a PNG file of an unsupported kind (interlaced, or an unknown depth)")
    if not 0 < width * height <= MOST_PIXELS:
        raise BadImage(f"{name} has {width}×{height} pixels, expected 1 to {MOST_PIXELS} in all")
    bits = depth * CHANNELS[colour]
    line = (width * bits + 7) // 8
    raw = _inflated(chunks.get(b"IDAT", b""), height * (1 + line), name)
    rows = _unfiltered(np.frombuffer(raw, np.uint8).reshape(height, 1 + line), max(1, bits // 8), name)
    if depth >= 8:
        values = rows[:, :: bits // 8]  # of two bytes the first is the greater part
    else:
        per_byte = np.unpackbits(rows, axis=1)[:, : width * depth].reshape(height, width, depth)
        values = per_byte @ (1 << np.arange(depth)[::-1])
    if colour == PALETTE:
        reds = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8)[::3]
        if values.max() >= len(reds):
            raise BadImage(f"{name} names a colour that is not in its palette")
        return reds[values].astype(float)
    return values * (255 / ((1 << min(depth, 8)) - 1))


def _chunks(data: bytes, name: str) -> dict[bytes, bytes]:
    """The parts of the file by kind, those of the picture joined."""
    if data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        raise BadImage(f"{name} is not a PNG file")
    found: dict[bytes, list[bytes]] = {}
    position = 8
    while position + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[position : position + 8])
        found.setdefault(kind, []).append(data[position + 8 : position + 8 + size])
        position += 12 + size
        if kind == b"IEND":
            return {key: b"".join(parts) for key, parts in found.items()}
    raise BadImage(f"{name} is cut off: its last part is missing")


def _inflated(packed: bytes, size: int, name: str) -> bytes:
    """Exactly as many bytes as the picture has; a bomb is not unpacked further."""
    try:
        raw = zlib.decompressobj().decompress(packed, size)
    except zlib.error as error:
        raise BadImage(f"{name} is damaged: {error}") from None
    if len(raw) != size:
        raise BadImage(f"{name} is damaged: it holds {len(raw)} bytes of pixels, expected {size}")
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
