"""Pictures of both engines from the same camera at the same state."""

from dataclasses import dataclass

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.schema.enums import GeomType, ObjType


@dataclass
class Shot:
    """Colours, depths and elements that one renderer shows."""

    colour: np.ndarray | None = None
    depth: np.ndarray | None = None
    segments: np.ndarray | None = None


def require_graphics() -> None:
    """Skip a test, and say why, where there is no OpenGL."""
    try:
        from knuckle.render.context import make_context

        make_context().release()
    except kn.GraphicsError as error:
        pytest.skip(f"no pictures here: {error}", allow_module_level=True)


def shot(renderer, data, camera, kinds, **options) -> Shot:
    """What `kn.Renderer` or `mujoco.Renderer` shows of a world: they have the same calls."""
    renderer.update_scene(data, camera, **options)
    found = Shot()
    if "colour" in kinds:
        found.colour = renderer.render().copy()
    if "depth" in kinds:
        renderer.enable_depth_rendering()
        found.depth = renderer.render().copy()
        renderer.disable_depth_rendering()
    if "segments" in kinds:
        renderer.enable_segmentation_rendering()
        found.segments = renderer.render().copy()
        renderer.disable_segmentation_rendering()
    return found


def same_state(m: kn.Model, d: kn.Data, reference: mujoco.MjModel) -> mujoco.MjData:
    """MuJoCo's data at the state of ours."""
    data = mujoco.MjData(reference)
    data.qpos[:], data.mocap_pos[:], data.mocap_quat[:] = d.qpos, d.mocap_pos, d.mocap_quat
    data.ctrl[:] = d.ctrl
    mujoco.mj_forward(reference, data)
    return data


def outline(m: kn.Model, segments: np.ndarray) -> np.ndarray:
    """Where something is seen that is no plane."""
    ids, kinds = segments[..., 0], segments[..., 1]
    plane = (kinds == ObjType.GEOM) & (m.geom_type[np.clip(ids, 0, max(m.ngeom - 1, 0))] == GeomType.PLANE)
    return (kinds >= 0) & ~plane


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two masks; 1 for two empty ones."""
    union = (a | b).sum()
    return float((a & b).sum() / union) if union else 1.0


def distances_agree(a: np.ndarray, b: np.ndarray) -> float:
    """The share of pixels whose distances agree within 1 %."""
    return float((np.abs(a - b) <= 0.01 * b).mean())
