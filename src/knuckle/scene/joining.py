"""Several scenes as one: worlds side by side."""

from dataclasses import fields
from typing import Any

import numpy as np

from knuckle.scene.scene import COLUMNS, Scene


def joined(scenes: list[Scene]) -> Scene:
    """The drawables of all scenes, in order; lights and view of the first."""
    if len(scenes) == 1:
        return scenes[0]
    columns: dict[str, Any] = {name: np.concatenate([getattr(scene, name) for scene in scenes]) for name in COLUMNS}
    others = {field.name: getattr(scenes[0], field.name) for field in fields(Scene) if field.name not in COLUMNS}
    return Scene(**columns, **others)
