"""Labels in pictures: texts at points of the world, drawn over what is there."""

from typing import Any

import numpy as np

from knuckle.render.context import PACKAGES, GraphicsError
from knuckle.scene.camera import View
from knuckle.scene.labels import Text

INK, EDGE = (255, 255, 255), (0, 0, 0)
SIZE = 11  # of letters, in a picture of 240 rows [pixels]
LEAST, MOST = 10, 40


def draw_labels(picture: np.ndarray, view: View, texts: list[Text]) -> None:
    """Write texts into a picture (height, width, 3) where its camera sees their points, and only those."""
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError as error:
        raise GraphicsError(f"{error.name} is not installed; {PACKAGES}") from error
    height, width = picture.shape[:2]
    image = Image.fromarray(picture)
    pen, font = ImageDraw.Draw(image), _font(height)
    for (text, _), place in zip(texts, on_picture(view, [point for _, point in texts], width, height), strict=True):
        if place is not None:
            pen.text(place, text, INK, font, anchor="mm", stroke_width=1, stroke_fill=EDGE)
    picture[:] = np.asarray(image)


def on_picture(view: View, points: Any, width: int, height: int) -> list[tuple[float, float] | None]:
    """Columns and rows at which points of the world are seen; None where they are not."""
    places = np.asarray(points, float).reshape(-1, 3)
    clip = np.c_[places, np.ones(len(places))] @ (view.projection(width / height) @ view.world_to_eye()).T
    found: list[tuple[float, float] | None] = []
    for x, y, _, w in clip:
        seen = w > 0 and abs(x) <= w and abs(y) <= w
        found.append((0.5 * width * (1 + x / w), 0.5 * height * (1 - y / w)) if seen else None)
    return found


def _font(height: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size=min(max(SIZE * height / 240, LEAST), MOST))
