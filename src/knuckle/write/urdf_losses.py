"""What URDF cannot say about a model: each loss with the element behind it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from knuckle.hostmath.rotation import from_zaxis, rotate
from knuckle.schema.enums import EqType, GeomType, JointType
from knuckle.spec.tree import Geom, Joint, JointEquality

if TYPE_CHECKING:
    from knuckle.model.model import Model

SHAPES = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.CYLINDER, GeomType.BOX, GeomType.MESH)
SCALAR = (JointType.HINGE, JointType.SLIDE)
PLANAR = [JointType.SLIDE, JointType.SLIDE, JointType.HINGE]
SAME_AXIS = 1e-9
PLAIN_GEOM, PLAIN_JOINT, PLAIN_EQUALITY = Geom(), Joint(), JointEquality()

# field of an element -> the only value that URDF knows
GEOM_FIELDS: dict[str, Any] = {
    "condim": PLAIN_GEOM.condim,
    "friction": PLAIN_GEOM.friction,
    "solref": PLAIN_GEOM.solref,
    "solimp": PLAIN_GEOM.solimp,
    "solmix": PLAIN_GEOM.solmix,
    "priority": PLAIN_GEOM.priority,
    "margin": 0,
    "gap": 0,
    "surfacevel": 0,
    "adhesion": 0,
    "fluid": 0,
}
JOINT_FIELDS: dict[str, Any] = {
    "stiffness": 0,
    "stiffnesspoly": 0,
    "springyield": 0,
    "margin": 0,
    "actgravcomp": False,
    "solref": PLAIN_JOINT.solreflimit,
    "solimp": PLAIN_JOINT.solimplimit,
}
DOF_FIELDS: dict[str, Any] = {
    "armature": 0,
    "dampingpoly": 0,
    "solref": PLAIN_JOINT.solreffriction,
    "solimp": PLAIN_JOINT.solimpfriction,
}
# sizes of elements that URDF does not have
WITHOUT = {"nsite": "sites", "ncam": "cameras", "nlight": "lights", "nsensor": "sensors", "nkey": "keyframes"}
WITHOUT |= {"ntendon": "tendons", "nu": "actuators", "npair": "pairs of geoms", "nexclude": "excluded pairs"}
WITHOUT |= {"nmocap": "mocap bodies", "ntuple": "tuples", "nnumeric": "custom numbers", "ntext": "custom texts"}


def losses(m: "Model") -> list[str]:
    """Everything that URDF cannot say, in words; empty where it can say all of the model."""
    found = bodies_of_many_joints(m)
    found += [f"{what} ({getattr(m, size)})" for size, what in WITHOUT.items() if getattr(m, size)]
    for b in np.flatnonzero(m.body_gravcomp):
        found.append(f"body {_name(m, 'body', int(b))}: it is relieved of its weight (gravcomp)")
    for j in range(m.njnt):
        found += [f"joint {_name(m, 'joint', j)}: {what}" for what in _of_joint(m, j)]
    for g in range(m.ngeom):
        found += [f"geom {_name(m, 'geom', g)}: {what}" for what in _of_geom(m, g)]
    for e in range(m.neq):
        if not mimic_of(m, e):
            found.append(f"equality {_name(m, 'equality', e)}: only one joint can follow another, along a line")
    followers = [int(m.eq_obj1id[e]) for e in range(m.neq) if mimic_of(m, e)]
    found += [
        f"joint {_name(m, 'joint', j)}: it follows two joints" for j in {j for j in followers if followers.count(j) > 1}
    ]
    return found


def bodies_of_many_joints(m: "Model") -> list[str]:
    """Bodies that no link can stand for, in words: without them there is no model."""
    several = [b for b in range(1, m.nbody) if m.body_jntnum[b] > 1 and not is_planar(m, b)]
    return [f"body {_name(m, 'body', b)}: {m.body_jntnum[b]} joints move it, a link has one" for b in several]


def mimic_of(m: "Model", e: int) -> bool:
    """Whether an equality is one that `<mimic>` can say: q₁ = a + b q₂, with plain softness."""
    plain = np.array_equal(m.eq_solref[e], PLAIN_EQUALITY.solref) and np.array_equal(
        m.eq_solimp[e], PLAIN_EQUALITY.solimp
    )
    joints = m.eq_type[e] == EqType.JOINT and m.eq_obj2id[e] >= 0
    return bool(joints and plain and m.eq_active0[e] and not m.eq_data[e, 2:5].any())


def is_planar(m: "Model", b: int) -> bool:
    """Whether the joints of a body are those of a planar joint, as a reader of URDF makes them."""
    first, count = int(m.body_jntadr[b]), int(m.body_jntnum[b])
    if [JointType(int(kind)) for kind in m.jnt_type[first : first + count]] != PLANAR:
        return False
    names = m.names("joint")[first : first + 3]
    stem = names[0].removesuffix("_TX")
    turn = from_zaxis(m.jnt_axis[first + 2])
    axes = [rotate(turn, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))]
    dofs = slice(int(m.jnt_dofadr[first]), int(m.jnt_dofadr[first]) + 3)
    return bool(
        names == [f"{stem}_TX", f"{stem}_TY", f"{stem}_RZ"]
        and np.abs(m.jnt_axis[first : first + 2] - axes).max() < SAME_AXIS
        and not m.jnt_limited[first + 1 : first + 3].any()
        and not m.jnt_actfrclimited[first + 1 : first + 3].any()
        and not np.ptp(m.jnt_pos[first : first + 3], axis=0).any()
        and not np.ptp(m.dof_damping[dofs])
        and not np.ptp(m.dof_frictionloss[dofs])
    )


def _of_joint(m: "Model", j: int) -> Iterator[str]:
    dof, kind = int(m.jnt_dofadr[j]), JointType(int(m.jnt_type[j]))
    yield from _changed(m, "jnt", j, JOINT_FIELDS)
    yield from _changed(m, "dof", dof, DOF_FIELDS)
    if kind in SCALAR and m.qpos0[m.jnt_qposadr[j]]:
        yield "its reference position is not zero (ref)"
    low, high = m.jnt_actfrcrange[j]
    if m.jnt_actfrclimited[j] and (low != -high or high <= 0):
        yield "actfrcrange is not symmetric"
    if m.jnt_limited[j] and kind == JointType.HINGE and not np.isfinite(m.jnt_range[j]).all():
        yield "its range is limited on one side alone"


def _of_geom(m: "Model", g: int) -> Iterator[str]:
    kind = GeomType(int(m.geom_type[g]))
    if kind not in SHAPES:
        yield f"URDF has no {kind.name.lower()}"
    bits = (int(m.geom_contype[g]), int(m.geom_conaffinity[g]))
    if bits not in ((0, 0), (1, 1)):
        yield f"contype and conaffinity are {bits[0]} and {bits[1]}"
    if bits != (0, 0):
        yield from _changed(m, "geom", g, GEOM_FIELDS)


def _changed(m: "Model", kind: str, i: int, known: dict[str, Any]) -> Iterator[str]:
    for field, only in known.items():
        value = getattr(m, f"{kind}_{field}")[i]
        if not np.array_equal(value, np.broadcast_to(only, np.shape(value))):
            yield f"{field} is {np.array2string(np.asarray(value), separator=' ').strip('[]')}"


def _name(m: "Model", kind: str, i: int) -> str:
    return repr(m.names(kind)[i]) if m.names(kind)[i] else str(i)
