"""Pictures as files: PNG, GIF and MP4."""

import io
import os
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.files import target_of, temporary_beside, write_whole
from knuckle.render.context import PACKAGES, GraphicsError

STILL, MOVING = (".png",), (".gif", ".mp4")
CENTISECOND = 100.0  # GIF files count time in hundredths of a second


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
    """Write pictures (height, width, 3) to a GIF or MP4 file, or the last one to a PNG file; returns how many."""
    suffix = kind_of(path)
    target_of(path)
    return {".png": _write_still, ".gif": _write_gif, ".mp4": _write_mp4}[suffix](Path(path), iter(frames), fps)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise GraphicsError(f"{error.name} is not installed; {PACKAGES}") from error
    return Image


def _write_still(path: Path, frames: Iterator[np.ndarray], fps: float) -> int:
    last, count = None, 0
    for frame in frames:
        last, count = frame, count + 1
    if last is None:
        raise ValueError("there is no picture to write")
    file = io.BytesIO()
    _pillow().fromarray(last).save(file, "PNG")
    write_whole(path, file.getvalue())
    return count


def _write_gif(path: Path, frames: Iterator[np.ndarray], fps: float) -> int:
    """One palette of colours for each picture, without the noise that mixes them."""
    image = _pillow()
    pictures = [image.fromarray(frame).quantize(256, dither=image.Dither.NONE) for frame in frames]
    if not pictures:
        raise ValueError("there is no picture to write")
    file = io.BytesIO()
    duration = max(1, round(CENTISECOND / fps)) * 10
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=duration, loop=0)
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
