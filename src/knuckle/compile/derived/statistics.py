"""Pass: mean size, mass and inertia of a model, its extent and centre, and the length scale of each dof."""

import numpy as np

from knuckle.compile.derived.reference_pose import ReferencePose, part_positions
from knuckle.compile.derived.structure import joint_type
from knuckle.compile.parts import Assembly
from knuckle.hostmath.rotation import length, subtract
from knuckle.schema.enums import GeomType, JointType
from knuckle.schema.joints import DOF_WIDTH

SMALLEST_SIZE = 1e-5  # [m] of a body
WITHOUT_BODIES = {"meansize": 0.2, "meanmass": 1.0, "meaninertia": 1.0}
POINT_EXTENT = 2.0  # [m] of a model without extent along x
PLANE_SHARE, PLANE_EXTENT = 0.1, 0.01  # of a plane's size; of an infinite plane [m]


def fill_statistics(a: Assembly, pose: ReferencePose) -> None:
    """What the user did not set in <statistic>; the user's values replace the result and nothing else."""
    geom_pos = part_positions(pose, a.geoms, a.arrays["geom_sameframe"])
    sizes = _body_sizes(a, pose, geom_pos)
    computed = dict(WITHOUT_BODIES)
    if len(a.bodies) > 1:
        computed["meansize"] = float(np.mean(sizes[1:]))
        computed["meanmass"] = float(np.mean([body.mass for body in a.bodies[1:]]))
    if a.counts["nv"]:
        computed["meaninertia"] = float(np.mean(a.arrays["dof_M0"]))
    low, high = _bounds(a, pose, geom_pos)
    sides = high - low
    flat = sides[0] < 1e-15  # the reference compiler looks at x alone
    computed["extent"] = POINT_EXTENT if flat else max(float(sides.max()), 2 * computed["meansize"])
    computed["center"] = 0.5 * (low + high)
    for name, value in computed.items():
        given = getattr(a.spec.statistic, name)
        a.arrays[f"stat_{name}"] = value if given is None else given
    _check(a)
    _fill_lengths(a, sizes)


def _check(a: Assembly) -> None:
    given = a.spec.statistic
    if given.extent is not None and given.extent <= 0:
        a.problems.about(given, f'extent="{given.extent:g}" must be positive')
    if given.meaninertia is not None:
        a.warnings.append("statistic: meaninertia is deprecated and has no effect on the simulation")


def _body_sizes(a: Assembly, pose: ReferencePose, geom_pos: list) -> list[float]:
    """How far a body reaches from its centre of mass: to its geoms' bounds, to its joints and to its children's."""
    reach = [SMALLEST_SIZE] * len(a.bodies)
    for geom, pos in zip(a.geoms, geom_pos, strict=True):
        if geom.radius > 0:
            reach[geom.body] = max(reach[geom.body], length(subtract(pos, pose.xipos[geom.body])) + geom.radius)
    for joint, anchor in zip(a.joints, pose.anchor, strict=True):
        for b in (joint.body, a.bodies[joint.body].parent):
            reach[b] = max(reach[b], length(subtract(anchor, pose.xipos[b])))
    return reach


def _bounds(a: Assembly, pose: ReferencePose, geom_pos: list) -> tuple[np.ndarray, np.ndarray]:
    """The box around bodies, centres of mass, joints, sites and the bounding spheres of geoms."""
    points = [*pose.xpos[1:], *pose.xipos[1:], *pose.anchor]
    points += part_positions(pose, a.sites, a.arrays["site_sameframe"])
    radii = [0.0] * len(points) + [_display_radius(geom) for geom in a.geoms]
    points += geom_pos
    if not points:
        return np.zeros(3), np.zeros(3)
    centers, r = np.array(points), np.array(radii)[:, None]
    return (centers - r).min(axis=0), (centers + r).max(axis=0)


def _display_radius(geom) -> float:
    if geom.node.type != GeomType.PLANE:
        return geom.radius
    return PLANE_SHARE * max(geom.size[:2]) if max(geom.size[:2]) > 0 else PLANE_EXTENT


def _fill_lengths(a: Assembly, sizes: list[float]) -> None:
    """1 for a dof that moves the body, the size of the body for one that turns it."""
    lengths: list[float] = []
    for joint in a.joints:
        kind = joint_type(joint)
        moving = {JointType.FREE: 3, JointType.SLIDE: 1}.get(kind, 0)
        lengths += [1.0] * moving + [sizes[joint.body]] * (DOF_WIDTH[kind] - moving)
    a.arrays["dof_length"] = lengths
