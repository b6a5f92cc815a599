"""The lights of a model in the page."""

from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.lights import Light
from knuckle.schema.enums import LightType

MOST_LIGHTS = 4


class Lamps:
    """Nodes of viser for the lights of a model; `shadows` says whether the first that can casts them."""

    def __init__(self, api: Any, m: Model):
        self.api, self.m = api, m
        self.lights: list[Any] = []
        self.shadows = True

    def clear(self) -> None:
        """Forget them: they were taken out of the page."""
        self.lights.clear()

    def show(self, lights: list[Light]) -> None:
        """The lights of the model, made once and moved with their bodies; the headlight is a light from all sides."""
        own = [light for light in lights if not light.headlight][:MOST_LIGHTS]
        for number, light in enumerate(own):
            if number >= len(self.lights):
                self.lights.append(self._make(number, light))
            handle, place = self.lights[number], self._place(light)
            if np.linalg.norm(handle.position - place) > 1e-3 * self.m.stat.extent:
                handle.position = place
        casting = next((number for number, light in enumerate(own) if light.castshadow), -1)  # one is enough, and dear
        for number, handle in enumerate(self.lights):
            if handle.cast_shadow != (self.shadows and number == casting):
                handle.cast_shadow = self.shadows and number == casting

    def _make(self, number: int, light: Light) -> Any:
        colour = tuple(int(255 * min(1.0, channel / max(1e-6, max(light.diffuse)))) for channel in light.diffuse)
        strength = 1.6 * float(max(light.diffuse))
        name, place = f"/lights/{number}", self._place(light)
        if light.type == LightType.DIRECTIONAL:
            return self.api.add_light_directional(
                name, color=colour, intensity=strength, cast_shadow=False, position=place
            )
        return self.api.add_light_spot(
            name,
            color=colour,
            intensity=strength,
            decay=0.0,
            angle=float(np.radians(np.clip(light.cutoff or 90.0, 1.0, 89.0))),
            penumbra=0.5,
            cast_shadow=False,
            direction=tuple(float(x) for x in light.dir),
            position=place,
        )

    def _place(self, light: Light) -> Any:
        """Where a light stands; viser's directional ones shine from there to the origin."""
        if light.type == LightType.DIRECTIONAL:
            return tuple(float(x) for x in -10.0 * self.m.stat.extent * np.asarray(light.dir))
        return tuple(float(x) for x in light.pos)
