"""Pass: the arrays of cameras and lights."""

from collections.abc import Sequence
from math import atan2, degrees

import numpy as np

from knuckle.compile.parts import Assembly, LightPart, Part

COPIED_CAMERA = ("mode", "projection", "resolution", "output")
COPIED_LIGHT = (
    *("mode", "type", "castshadow", "intensity", "active", "cutoff", "softness", "exponent"),
    *("ambient", "diffuse", "specular"),
)


def fill_cameras(a: Assembly) -> None:
    cameras = a.cameras
    optics = [_optics(a, camera) for camera in cameras]
    a.counts["ncam"] = len(cameras)
    a.arrays |= {f"cam_{name}": [getattr(camera.node, name) for camera in cameras] for name in COPIED_CAMERA}
    a.arrays |= {
        "cam_bodyid": [camera.body for camera in cameras],
        "cam_targetbodyid": targets(a, cameras),
        "cam_pos": [camera.pos for camera in cameras],
        "cam_quat": [camera.quat for camera in cameras],
        "cam_ipd": [camera.scaling.length * camera.node.ipd for camera in cameras],
        "cam_sensorsize": [tuple(_single(camera.node.sensorsize, camera.scaling.length)) for camera in cameras],
        "cam_fovy": [fovy for fovy, _ in optics],
        "cam_intrinsic": [intrinsic for _, intrinsic in optics],
    }


def fill_lights(a: Assembly) -> None:
    lights = a.lights
    for light in lights:
        if not 0 <= light.node.softness <= 1:
            a.problems.about(light.node, f'softness="{light.node.softness:g}" must be between 0 and 1')
    textures = {texture.name: i for i, texture in enumerate(a.spec.textures)}
    a.counts["nlight"] = len(lights)
    a.arrays |= {f"light_{name}": [getattr(light.node, name) for light in lights] for name in COPIED_LIGHT}
    a.arrays |= {
        "light_bodyid": [light.body for light in lights],
        "light_targetbodyid": targets(a, lights),
        "light_texid": [textures[x.node.texture] if x.node.texture and a.keeps_visuals else -1 for x in lights],
        "light_pos": [light.pos for light in lights],
        "light_dir": [light.dir for light in lights],
        "light_bulbradius": [light.scaling.length * light.node.bulbradius for light in lights],
        "light_range": [light.scaling.length * light.node.range for light in lights],
        "light_attenuation": [_attenuation(light) for light in lights],
    }


def targets(a: Assembly, parts: Sequence[Part]) -> list[int]:
    """The body each camera or light names as its target; -1 for none."""
    numbers = {body.node.name: body.body for body in a.bodies}
    return [numbers[part.node.target] if part.node.target else -1 for part in parts]


def _attenuation(light: LightPart) -> tuple[float, ...]:
    """Constant, linear and quadratic in the distance, so that a scaled light fades over a scaled distance."""
    constant, linear, quadratic = light.node.attenuation
    return constant, linear / light.scaling.length, quadratic / light.scaling.length**2


def _optics(a: Assembly, camera: Part) -> tuple[float, tuple[float, ...]]:
    """Field of view [deg] and (focal length, principal point), the latter in single precision like its array.

    With a sensor of height h and focal length f, fovy = 2 atan(h / 2f). Without one, the focal length is `znear`.
    """
    node, scale = camera.node, camera.scaling.length
    if node.fovy >= 180:
        a.problems.about(node, f'fovy="{node.fovy:g}" must be below 180')
    sensor = _single(node.sensorsize, scale)
    if not min(sensor) > 0:
        if any((*node.focal, *node.focalpixel, *node.principal, *node.principalpixel)):
            a.problems.about(node, "focal and principal need sensorsize, the size of the sensor")
        near = a.spec.visual.map.znear
        return node.fovy, (near, near, 0.0, 0.0)
    density = np.array(node.resolution, dtype=np.float32) / sensor
    focal = _on_sensor(_single(node.focal, scale), node.focalpixel, density)
    principal = _on_sensor(_single(node.principal, scale), node.principalpixel, density)
    return degrees(2 * atan2(sensor[1] / 2, focal[1])), (*focal, *principal)


def _single(values, scale: float) -> np.ndarray:
    """Scaled values in single precision, rounded before and after."""
    return (np.array(values, dtype=np.float32) * np.float64(scale)).astype(np.float32)


def _on_sensor(lengths: np.ndarray, pixels, density: np.ndarray) -> np.ndarray:
    """Lengths on the sensor, taken from pixels where those are given; `density` is in pixels per length."""
    converted = np.array(pixels, dtype=np.float32) / density
    return np.where(converted != 0, converted, lengths)
