"""How the values of keyframes follow the scale of frames: as offset and factor of each entry."""

import numpy as np

from knuckle.compile.parts import Assembly, BodyPart
from knuckle.compile.rotation import Vector, subtract, times
from knuckle.compile.structure import joint_type
from knuckle.schema.enums import JointType

Scale = tuple[np.ndarray, np.ndarray]


def key_scales(a: Assembly) -> dict[str, Scale]:
    """Offset and factor of the entries of qpos, qvel, plastic and mpos; empty where no frame is scaled."""
    if all(body.scaling.length == 1.0 for body in a.bodies) and all(j.scaling.length == 1.0 for j in a.joints):
        return {}
    nq, nv, nplastic = (a.counts[name] for name in ("nq", "nv", "nplastic"))
    qpos, qvel, plastic = (np.zeros(nq), np.ones(nq)), np.ones(nv), np.ones(nplastic)
    for j, joint in enumerate(a.joints):
        q, v, p = (int(a.arrays[name][j]) for name in ("jnt_qposadr", "jnt_dofadr", "jnt_plasticadr"))
        if joint_type(joint) == JointType.FREE:
            body = a.bodies[joint.body]
            qpos[0][q : q + 3], qpos[1][q : q + 3] = _offset(body), body.scaling.length
            qvel[v : v + 3] = body.scaling.length
        elif joint_type(joint) == JointType.SLIDE:
            qpos[1][q] = qvel[v] = joint.scaling.length
            if p >= 0:
                plastic[p] = joint.scaling.length
    mocap = [body for body in a.bodies[1:] if body.node.mocap]
    mpos = (
        np.array([_offset(body) for body in mocap]).reshape(-1),
        np.repeat([body.scaling.length for body in mocap], 3),
    )
    return {"qpos": qpos, "qvel": (np.zeros(nv), qvel), "plastic": (np.zeros(nplastic), plastic), "mpos": mpos}


def _offset(body: BodyPart) -> Vector:
    """A world position p of a scaled body becomes o + s (p − o₀), with its frame's origin now o and o₀ before."""
    return subtract(body.origin, times(body.scaling.length, body.authored_origin))
