"""Cameras, and what they see: where from, in which direction, and through which frustum."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.errors import nearest
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model
from knuckle.scene.enums import CameraType
from knuckle.schema.enums import Projection

FARTHEST = 1e10  # numbers of a camera: of coordinates beyond it no simulation goes on either
DISTANCE = 1.5  # of the free camera at the start, in extents of the model


@dataclass(slots=True)
class Camera:
    """A camera of the viewer; MuJoCo's MjvCamera.

    Free: it looks at the point `lookat` from `distance` away, `azimuth` and `elevation` in degrees say from where
    (azimuth 90 looks along +y, elevation −90 straight down). Tracking: the same, around the mass centre of the subtree
    of body `trackbodyid`. Fixed: the camera `fixedcamid` of the model.
    """

    type: CameraType = CameraType.FREE
    fixedcamid: int = -1
    trackbodyid: int = -1
    lookat: np.ndarray = field(default_factory=lambda: np.zeros(3))
    distance: float = 2.0
    azimuth: float = 90.0
    elevation: float = -45.0
    orthographic: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What a camera sees: place, directions, and the frustum at the near plane, without regard to the picture's shape.

    `width` is the frustum's half width where the camera's sensor tells it, else 0; `left` and `right` of a picture
    follow from `edges(aspect)`.
    """

    pos: np.ndarray
    forward: np.ndarray
    up: np.ndarray
    near: float
    far: float
    bottom: float
    top: float
    center: float = 0.0
    width: float = 0.0
    orthographic: bool = False

    @property
    def right(self) -> np.ndarray:
        """The direction to the right of the picture."""
        return np.cross(self.forward, self.up)

    def edges(self, aspect: float) -> tuple[float, float, float, float]:
        """(left, right, bottom, top) of the frustum at the near plane, for a picture as wide as `aspect` heights."""
        half = self.width or 0.5 * aspect * (self.top - self.bottom)
        return self.center - half, self.center + half, self.bottom, self.top

    def world_to_eye(self) -> np.ndarray:
        """The matrix (4, 4) from the world to the frame of the camera, which looks along its −z."""
        axes = np.stack((self.right, self.up, -np.asarray(self.forward)))
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = axes, -axes @ self.pos
        return matrix

    def projection(self, aspect: float) -> np.ndarray:
        """The matrix (4, 4) from the frame of the camera to OpenGL's clip space."""
        left, right, bottom, top = self.edges(aspect)
        n, f, p = self.near, self.far, np.zeros((4, 4))
        if self.orthographic:
            p[0, 0], p[1, 1], p[2, 2], p[3, 3] = 2 / (right - left), 2 / (top - bottom), -2 / (f - n), 1.0
            p[0, 3], p[1, 3] = -(right + left) / (right - left), -(top + bottom) / (top - bottom)
            p[2, 3] = -(f + n) / (f - n)
            return p
        p[0, 0], p[0, 2] = 2 * n / (right - left), (right + left) / (right - left)
        p[1, 1], p[1, 2] = 2 * n / (top - bottom), (top + bottom) / (top - bottom)
        p[2, 2], p[2, 3], p[3, 2] = -(f + n) / (f - n), -2 * f * n / (f - n), -1.0
        return p


def default_camera(m: Model) -> Camera:
    """The camera that a viewer starts with: that of `vis.global.cameraid`, else a free one that sees all."""
    settings = m.vis.global_
    camera = Camera(
        lookat=np.array(m.stat.center),
        distance=DISTANCE * m.stat.extent,
        azimuth=float(settings.azimuth),
        elevation=float(settings.elevation),
        orthographic=bool(settings.orthographic),
    )
    if 0 <= settings.cameraid < m.ncam:
        camera.type, camera.fixedcamid = CameraType.FIXED, int(settings.cameraid)
    return camera


def camera_of(m: Model, camera: Any) -> Camera:
    """The camera that a user means: −1 for the free one, a number, a name, or a camera object, MuJoCo's included."""
    if isinstance(camera, Camera):
        return camera
    if isinstance(camera, str):
        names = [m.camera(i).name for i in range(m.ncam)]
        if camera not in names:
            have = f"the model has: {', '.join(names)}" if any(names) else "the model has no named camera"
            raise ValueError(f"camera: there is no camera {camera!r}{nearest(camera, names)}; {have}")
        camera = names.index(camera)
    if hasattr(camera, "lookat") and hasattr(camera, "azimuth"):
        kept = {
            name: getattr(camera, name) for name in ("fixedcamid", "trackbodyid", "distance", "azimuth", "elevation")
        }
        kind = CameraType(getattr(camera, "type", CameraType.FREE))
        return Camera(type=kind, lookat=np.array(camera.lookat, float), **kept)
    if not hasattr(camera, "__index__"):
        raise TypeError(f"camera: expected a number, a name or a kn.Camera, found {shown(camera)}")
    number = whole_number(camera, "camera", -1, max(m.ncam - 1, -1))
    if number == -1:
        free = default_camera(m)
        free.type = CameraType.FREE
        return free
    return Camera(type=CameraType.FIXED, fixedcamid=number)


def camera_between(position: np.ndarray, lookat: np.ndarray) -> Camera:
    """The free camera that looks from a place at a point."""
    along = np.asarray(lookat, float) - np.asarray(position, float)
    distance = max(float(np.linalg.norm(along)), 1e-9)
    azimuth = np.degrees(np.arctan2(along[1], along[0]))
    elevation = np.degrees(np.arcsin(np.clip(along[2] / distance, -1.0, 1.0)))
    return Camera(lookat=np.array(lookat, float), distance=distance, azimuth=float(azimuth), elevation=float(elevation))


def view_of(m: Model, d: Data, camera: Camera) -> View:
    """What a camera sees in a world; ValueError where it hangs on what the model does not have."""
    near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
    if not 0.0 < near < far < np.inf:
        found = f"znear={m.vis.map.znear:g}, zfar={m.vis.map.zfar:g} and m.stat.extent={m.stat.extent:g}"
        raise ValueError(f"m.vis.map: expected 0 < znear < zfar, times the extent of the model, found {found}")
    if camera.type not in tuple(CameraType):
        raise ValueError(f"camera: type: expected a kn.CameraType, found {shown(camera.type)}")
    if camera.type == CameraType.FIXED:
        return fixed_view(m, d, _element(camera.fixedcamid, "fixedcamid", m.ncam, "cameras"), near, far)
    lookat = _numbers(camera.lookat, "lookat", (3,))
    if camera.type == CameraType.TRACKING:
        lookat = d.subtree_com[_element(camera.trackbodyid, "trackbodyid", m.nbody, "bodies")]
    for name in ("distance", "azimuth", "elevation"):
        _numbers(getattr(camera, name), name, ())
    az, el = np.radians((camera.azimuth, camera.elevation))
    forward = np.array((np.cos(el) * np.cos(az), np.cos(el) * np.sin(az), np.sin(el)))
    up = np.array((-np.sin(el) * np.cos(az), -np.sin(el) * np.sin(az), np.cos(el)))
    half = _half_height("m.vis.global_.fovy", float(m.vis.global_.fovy), near, bool(camera.orthographic))
    return View(
        lookat - camera.distance * forward, forward, up, near, far, -half, half, orthographic=bool(camera.orthographic)
    )


def _element(number: Any, name: str, count: int, what: str) -> int:
    """A number of a camera or a body that the model has."""
    if not hasattr(number, "__index__") or not 0 <= number < count:
        raise ValueError(f"camera: {name} {shown(number)} is none of the {count} {what} of the model")
    return int(number)


def _numbers(value: Any, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers of a camera, finite and not beyond all worlds."""
    try:
        numbers = np.asarray(value, float)
    except (TypeError, ValueError):
        numbers = np.full(shape, np.nan)
    if numbers.shape != shape or not (np.abs(numbers) <= FARTHEST).all():
        wanted = "three finite numbers" if shape else "a finite number"
        raise ValueError(f"camera: {name}: expected {wanted} of at most {FARTHEST:g}, found {shown(value)}")
    return numbers


def fixed_view(m: Model, d: Data, c: int, near: float, far: float) -> View:
    """The view of a camera of the model, by its field of view or by its sensor and focal lengths."""
    axes = d.cam_xmat[c].reshape(3, 3)
    place = (np.array(d.cam_xpos[c]), -axes[:, 2], np.array(axes[:, 1]), near, far)
    orthographic = m.cam_projection[c] == Projection.ORTHOGRAPHIC
    sensor = m.cam_sensorsize[c].astype(float)
    if sensor[1] > 0 and not orthographic:
        fx, fy, px, py = m.cam_intrinsic[c].astype(float)
        bottom, top = -near / fy * (0.5 * sensor[1] + py), near / fy * (0.5 * sensor[1] - py)
        return View(*place, bottom, top, near / fx * px, near / fx * 0.5 * sensor[0])
    half = _half_height(f"m.cam_fovy[{c}]", float(m.cam_fovy[c]), near, orthographic)
    return View(*place, -half, half, orthographic=orthographic)


def _half_height(name: str, fovy: float, near: float, orthographic: bool) -> float:
    if not 0.0 < fovy < (np.inf if orthographic else 180.0):
        raise ValueError(
            f"{name}: expected {'a length above 0' if orthographic else '0 to 180 degrees'}, found {fovy:g}"
        )
    return 0.5 * fovy if orthographic else near * float(np.tan(np.radians(0.5 * fovy)))


def camera_names(m: Model) -> list[str]:
    """Names of the model's cameras, in order; an empty one where a camera has none."""
    return [m.camera(i).name for i in range(m.ncam)]
