"""Pictures as files: PNG, GIF and MP4."""

import io
import os
from collections.abc import Iterable, Iterator
from itertools import pairwise
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.files import target_of, temporary_beside, write_whole
from knuckle.memory.arguments import shown
from knuckle.render.context import PACKAGES, GraphicsError

STILL, MOVING = (".png",), (".gif", ".mp4")
FASTEST = 1000.0  # pictures in a second
GIF_FASTEST = 50.0  # what a GIF file shows for less than two hundredths of a second, viewers show for ten


def kind_of(path: str | PathLike[str]) -> str:
    """The ending of a file that pictures can be written to; ValueError for another."""
    suffix = Path(path).suffix.lower()
    if suffix not in (*STILL, *MOVING):
        known = ", ".join((*STILL, *MOVING))
        raise ValueError(
            f"cannot write {os.fspath(path)!r}: expected one of {known}{nearest(suffix, (*STILL, *MOVING))}"
        )
    return suffix


def write_film(path: str | PathLike[str], frames: Iterable[np.ndarray], fps: float) -> int:
    """Write pictures, uint8 (height, width, 3), to a GIF or MP4 file, or the last one to a PNG file.

    Returns how many pictures the file has. A GIF file has at most 50 in a second: some of a faster film are left out.
    """
    suffix = kind_of(path)
    target_of(path)
    if not isinstance(fps, Real):
        raise TypeError(f"fps: expected a number, found {shown(fps)}")
    if not 0 < fps <= FASTEST:
        raise ValueError(f"fps: expected a number of pictures in a second, at most {FASTEST:g}, found {fps}")
    return {".png": _write_still, ".gif": _write_gif, ".mp4": _write_mp4}[suffix](
        Path(path), _alike(frames), float(fps)
    )


def _alike(frames: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """The pictures; ValueError at the first that is none, or that has another size than those before."""
    size = None
    for number, frame in enumerate(map(np.asarray, frames)):
        if frame.dtype != np.uint8:
            raise ValueError(f"picture {number}: expected uint8, from 0 to 255, found {frame.dtype}")
        if frame.ndim != 3 or frame.shape[2] != 3 or 0 in frame.shape:
            raise ValueError(f"picture {number}: expected shape (height, width, 3), found {frame.shape}")
        if frame.shape != (size := size or frame.shape):
            raise ValueError(f"picture {number}: expected shape {size} as before, found {frame.shape}")
        yield frame


def _pillow() -> Any:
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise GraphicsError(f"{error.name} is not installed; {PACKAGES}") from error
    return Image


def _write_still(path: Path, frames: Iterator[np.ndarray], fps: float) -> int:
    last = None
    for frame in frames:
        last = frame
    if last is None:
        raise ValueError("there is no picture to write")
    file = io.BytesIO()
    _pillow().fromarray(last).save(file, "PNG")
    write_whole(path, file.getvalue())
    return 1


def _write_gif(path: Path, frames: Iterator[np.ndarray], fps: float) -> int:
    """One palette of colours for each picture, without the noise that mixes them.

    Such files count time in hundredths of a second; each picture begins at the one that is nearest to its time.
    """
    image, rate = _pillow(), min(fps, GIF_FASTEST)
    pictures: list[Any] = []
    for number, frame in enumerate(frames):
        if int(number * (rate / fps)) == len(pictures):
            pictures.append(image.fromarray(frame).quantize(256, dither=image.Dither.NONE))
    if not pictures:
        raise ValueError("there is no picture to write")
    starts = (round(100 * number / rate) for number in range(len(pictures) + 1))
    durations = [10 * (after - before) for before, after in pairwise(starts)]
    file = io.BytesIO()
    try:
        pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0)
    except OverflowError:
        raise OSError(f"cannot write {str(path)!r}: GIF files show no picture longer than 655 s; write .mp4") from None
    write_whole(path, file.getvalue())
    return len(pictures)


def _write_mp4(path: Path, frames: Iterator[np.ndarray], fps: float) -> int:
    """H.264 by the ffmpeg that comes with imageio-ffmpeg; written beside the file, then moved there."""
    try:
        import imageio_ffmpeg
    except ModuleNotFoundError as error:
        raise GraphicsError(f"MP4 files need imageio-ffmpeg: pip install 'knuckle[render]' ({error.name})") from error
    first = next(frames, None)
    if first is None:
        raise ValueError("there is no picture to write")
    height, width = (side + side % 2 for side in first.shape[:2])  # the format wants even numbers
    temporary, descriptor = temporary_beside(path, suffix=".mp4")
    os.close(descriptor)
    writer = imageio_ffmpeg.write_frames(
        temporary, (width, height), fps=fps, macro_block_size=2, quality=8, ffmpeg_log_level="error"
    )
    count = 1
    try:
        writer.send(None)
        writer.send(_even(first))
        for frame in frames:
            writer.send(_even(frame))
            count += 1
        writer.close()
        if not os.path.getsize(temporary):
            raise OSError
        os.replace(temporary, target_of(path))
    except OSError as error:
        raise OSError(f"cannot write {str(path)!r}: {error.strerror or 'ffmpeg ended before the film did'}") from None
    finally:
        writer.close()
        Path(temporary).unlink(missing_ok=True)
    return count


def _even(frame: np.ndarray) -> np.ndarray:
    """The picture with a row or column more, where it has an odd number of them."""
    odd = [(0, side % 2) for side in frame.shape[:2]]
    return np.ascontiguousarray(np.pad(frame, [*odd, (0, 0)], mode="edge"))
