"""Marks of joints and actuators."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.elements import extents, mix_in_violation, visible
from knuckle.scene.enums import Category, Shape, VisFlag
from knuckle.scene.frames import bars, pointing
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.scene.tendons import tendon_capsules
from knuckle.schema.enums import ConstraintType, JointType, ObjType, TrnType

BLOB = 0.3  # size of the mark of a free or ball joint, in lengths of an axis
SWELL = 1.05  # actuators of sites and bodies are shown a little larger than what they act on
SHAPES = {
    JointType.FREE: Shape.BOX,
    JointType.BALL: Shape.SPHERE,
    JointType.SLIDE: Shape.ARROW,
    JointType.HINGE: Shape.ARROW1,
}


def joint_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Axes of joints; a joint beyond its limit has the colour of violated constraints."""
    if not option.flags[VisFlag.JOINT] or not m.njnt:
        return []
    chosen = np.flatnonzero(visible(m.jnt_group, option.jointgroup))
    colour = np.repeat(np.array(m.vis.rgba.joint)[None], m.njnt, axis=0)
    mix_in_violation(m, d, ConstraintType.LIMIT_JOINT, colour)
    length, width = m.vis.scale.jointlength * m.stat.meansize, m.vis.scale.jointwidth * m.stat.meansize
    shape = joint_shapes(m, d, chosen, length, width)
    return [
        rows(len(chosen), **shape, rgba=colour[chosen], objtype=ObjType.JOINT, objid=chosen, category=Category.DECOR)
    ]


def joint_shapes(m: Model, d: Data, joints: np.ndarray, length: float, width: float) -> Block:
    """Arrows along axes; a box for a free joint, a sphere for a ball joint."""
    kinds = m.jnt_type[joints]
    size = np.tile((width, width, length), (len(joints), 1))
    turning = kinds <= JointType.BALL
    size[turning] = BLOB * length
    mat = pointing(d.xaxis[joints])
    mat[turning] = d.xmat.reshape(-1, 3, 3)[m.jnt_bodyid[joints[turning]]]
    kind = np.array([SHAPES[JointType(kind)] for kind in kinds], np.int32)
    return {"kind": kind, "size": size, "pos": d.xanchor[joints], "mat": mat}


def actuator_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Marks of actuators at what they act on, in the colour of their control."""
    if not option.flags[VisFlag.ACTUATOR] or not m.nu:
        return []
    blocks = []
    shown = visible(m.actuator_group, option.actuatorgroup)
    for i in np.flatnonzero(shown).tolist():
        look = {"rgba": _colour(m, d, i, option), "objtype": ObjType.ACTUATOR, "objid": i, "category": Category.DECOR}
        blocks += _actuator(m, d, i, int(m.actuator_trnid.reshape(-1, 2)[i, 0]), look)
    return blocks


def crank_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Slider-cranks: a cylinder along the axis of the slider, and a rod from its end to the crank.

    The end p lies on the axis n of the slider's site s, a rod's length r from the crank's site c:

        p = s + a n,   a = v·n − √((v·n)² + r² − v²),   v = c − s

    Where the rod is too short, p is the point of the axis next to the crank, and the rod has the colour of broken ones.
    """
    blocks = []
    width = m.vis.scale.slidercrank * m.stat.meansize
    cranks = (m.actuator_trntype == TrnType.SLIDERCRANK) & visible(m.actuator_group, option.actuatorgroup)
    for i in np.flatnonzero(cranks).tolist():
        crank, slider = m.actuator_trnid.reshape(-1, 2)[i]
        start, end, axis = d.site_xpos[slider], d.site_xpos[crank], d.site_xmat[slider].reshape(3, 3)[:, 2]
        offset = end - start
        along = offset @ axis
        left = along**2 + m.actuator_cranklength[i] ** 2 - offset @ offset
        joint = start + (along - np.sqrt(max(left, 0.0))) * axis
        look = {"objtype": ObjType.ACTUATOR, "objid": i, "category": Category.DYNAMIC}
        rod = m.vis.rgba.slidercrank if left >= 0 else m.vis.rgba.crankbroken
        for kind, a, b, share, colour in (
            (Shape.CYLINDER, start, joint, 1.0, m.vis.rgba.slidercrank),
            (Shape.CAPSULE, joint, end, 0.5, rod),
        ):
            blocks.append(rows(1, kind=kind, **bars(a[None], b[None], share * width), rgba=colour, **look))
    return blocks


def _colour(m: Model, d: Data, i: int, option: SceneOption) -> np.ndarray:
    """Between neutral and the colours of the most positive and the most negative value."""
    value, bounds, limited = float(d.ctrl[i]), m.actuator_ctrlrange[i], bool(m.actuator_ctrllimited[i])
    if option.flags[VisFlag.ACTIVATION] and m.actuator_actadr[i] >= 0:
        value = float(d.act[m.actuator_actadr[i]])
    most = float(bounds[1] if value > 0 else -bounds[0]) if limited else 1.0
    share = min(1.0, abs(value) / most) if most > 0 else 0.0
    extreme = m.vis.rgba.actuatorpositive if value > 0 else m.vis.rgba.actuatornegative
    return (1 - share) * m.vis.rgba.actuator + share * extreme


def _actuator(m: Model, d: Data, i: int, target: int, look: Block) -> list[Block]:
    kind = m.actuator_trntype[i]
    if kind in (TrnType.JOINT, TrnType.JOINTINPARENT):
        scale = m.stat.meansize
        length, width = m.vis.scale.actuatorlength * scale, m.vis.scale.actuatorwidth * scale
        shape = joint_shapes(m, d, np.array([target]), length, width)
        if m.jnt_type[target] <= JointType.BALL:
            shape["size"][:] = 1.1 * BLOB * m.vis.scale.jointlength * scale
        return [rows(1, **shape, **look)]
    if kind == TrnType.TENDON and d.ten_wrapnum[target] > 0:
        return tendon_capsules(m, d, target, float(m.tendon_width[target]) * m.vis.map.actuatortendon, look)
    if kind == TrnType.SITE:
        shape = {"pos": d.site_xpos[target], "mat": d.site_xmat[target].reshape(3, 3)}
        size = SWELL * extents(m.site_type[target : target + 1], m.site_size[target : target + 1])
        return [rows(1, kind=m.site_type[target], size=size, **shape, **look)]
    if kind == TrnType.BODY:
        geoms = np.flatnonzero((m.geom_bodyid == target) & (m.geom_type > 1) & (m.geom_type < Shape.MESH))
        shape = {"kind": m.geom_type[geoms], "size": SWELL * extents(m.geom_type[geoms], m.geom_size[geoms])}
        shape |= {"pos": d.geom_xpos[geoms], "mat": d.geom_xmat.reshape(-1, 3, 3)[geoms]}
        return [rows(len(geoms), **shape, **look)]
    return []
