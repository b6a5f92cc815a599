"""Films as files: they last as long as they should, and what is no picture is refused before the file is replaced."""

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from knuckle.render.film import write_film

GOOD = [np.full((48, 64, 3), 20 * number, np.uint8) for number in range(10)]


def noise(count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.integers(0, 255, (8, 8, 3), dtype=np.uint8) for _ in range(count)]


def durations(path) -> list[int]:
    """Of each picture of a GIF file, in milliseconds."""
    with Image.open(path) as image:
        found = []
        for number in range(image.n_frames):
            image.seek(number)
            found.append(image.info["duration"])
        return found


@pytest.mark.parametrize(("fps", "count"), [(0.5, 2), (24, 48), (29.97, 30), (30, 90), (50, 50)])
def test_a_gif_lasts_as_long_as_its_pictures(tmp_path, fps, count):
    assert write_film(tmp_path / "film.gif", noise(count), fps) == count
    shown = durations(tmp_path / "film.gif")
    assert len(shown) == count and sum(shown) == pytest.approx(1000 * count / fps, abs=5)
    begins = np.cumsum([0, *shown[:-1]])
    assert begins == pytest.approx(1000 * np.arange(count) / fps, abs=5)


@pytest.mark.parametrize(("fps", "count"), [(60, 60), (70, 217), (200, 100), (1000, 100)])
def test_a_gif_leaves_pictures_out_rather_than_show_them_for_too_short(tmp_path, fps, count):
    pictures = noise(count)
    written = write_film(tmp_path / "film.gif", pictures, fps)
    shown = durations(tmp_path / "film.gif")
    assert len(shown) == written and set(shown) == {20}
    assert sum(shown) == pytest.approx(1000 * count / fps, abs=20)


def test_a_picture_that_a_gif_cannot_show_for_so_long_is_an_error_in_words(tmp_path):
    with pytest.raises(OSError, match="no picture longer than 655 s"):
        write_film(tmp_path / "film.gif", GOOD, 0.001)
    assert not list(tmp_path.iterdir())


WRONG = {
    "reals": ([picture / 255 for picture in GOOD], "picture 0: expected uint8, from 0 to 255, found float64"),
    "four channels": ([np.dstack([p, p[..., :1]]) for p in GOOD], r"picture 0: .*, 3\), found \(48, 64, 4\)"),
    "one channel": ([p[..., :1] for p in GOOD], r"found \(48, 64, 1\)"),
    "no channels": ([p[..., 0] for p in GOOD], r"found \(48, 64\)"),
    "no rows": ([p[:0] for p in GOOD], r"found \(0, 64, 3\)"),
    "sizes that differ": ([GOOD[0], GOOD[1][:47]], r"picture 1: expected shape \(48, 64, 3\) as before, found \(47,"),
    "nothing": ([], "there is no picture to write"),
}


@pytest.mark.parametrize("suffix", ["gif", "mp4", "png"])
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_picture_is_refused_and_the_former_film_stays(tmp_path, wrong, suffix):
    file = tmp_path / f"film.{suffix}"
    file.write_bytes(b"the former one")
    pictures, words = WRONG[wrong]
    with pytest.raises(ValueError, match=words):
        write_film(file, pictures, 10)
    assert file.read_bytes() == b"the former one" and list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("suffix", ["gif", "mp4"])
@pytest.mark.parametrize("fps", [0, -1, float("nan"), float("inf"), 1001, "30"])
def test_a_rate_that_is_none_is_refused(tmp_path, fps, suffix):
    with pytest.raises((TypeError, ValueError), match="fps: expected a number"):
        write_film(tmp_path / f"film.{suffix}", GOOD, fps)
    assert not list(tmp_path.iterdir())


def test_an_mp4_has_every_picture_at_the_rate_it_was_given(tmp_path):
    assert write_film(tmp_path / "film.mp4", iter(GOOD), np.float32(20)) == 10
    count, seconds = imageio_ffmpeg.count_frames_and_secs(tmp_path / "film.mp4")
    assert count == 10 and seconds == pytest.approx(0.5, abs=0.06)


def test_a_film_that_the_encoder_refuses_is_an_error(tmp_path):
    with pytest.raises(OSError, match="ffmpeg ended before the film did"):
        write_film(tmp_path / "film.mp4", [np.zeros((2, 16400, 3), np.uint8)], 30)
    assert not list(tmp_path.iterdir())
