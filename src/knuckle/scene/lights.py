"""Lights of a scene: the headlight first, then those of the model that are on."""

from dataclasses import dataclass

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.schema.enums import LightType

MOST_LIGHTS = 100


@dataclass(frozen=True, slots=True)
class Light:
    """A light in the sense of OpenGL: its kind (LightType), place, direction, colours, how it fades and ends."""

    id: int  # in the model; -1 for the headlight
    type: LightType
    pos: np.ndarray
    dir: np.ndarray
    ambient: np.ndarray
    diffuse: np.ndarray
    specular: np.ndarray
    attenuation: np.ndarray
    cutoff: float  # [degrees]
    exponent: float
    castshadow: bool
    headlight: bool = False


def lights(m: Model, d: Data, pos: np.ndarray, forward: np.ndarray) -> list[Light]:
    """All lights; the headlight is at `pos`, where the camera is, and points `forward`."""
    found, head = [], m.vis.headlight
    if head.active:
        colours = (head.ambient, head.diffuse, head.specular)
        none = np.array((1.0, 0.0, 0.0))
        found.append(Light(-1, LightType.DIRECTIONAL, pos, forward, *colours, none, 0.0, 0.0, False, True))
    for i in np.flatnonzero(m.light_active)[: MOST_LIGHTS - len(found)]:
        kind = LightType(m.light_type[i])
        if kind == LightType.IMAGE:
            continue
        colours = (m.light_ambient[i], m.light_diffuse[i], m.light_specular[i])
        shape = (m.light_attenuation[i], float(m.light_cutoff[i]), float(m.light_exponent[i]))
        found.append(
            Light(int(i), kind, d.light_xpos[i], d.light_xdir[i], *colours, *shape, bool(m.light_castshadow[i]))
        )
    return found
