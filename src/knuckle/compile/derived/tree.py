"""Passes: the numbers that tie bodies, joints, degrees of freedom and trees to each other, and sparse patterns."""

import numpy as np

from knuckle.compile.parts import Assembly
from knuckle.schema.enums import SleepPolicy
from knuckle.schema.fields import sizes
from knuckle.validate.structure import dof_parents, joint_structure, patterns, trees

SLEEP = {
    "auto": SleepPolicy.AUTO_ALLOWED,
    "never": SleepPolicy.NEVER,
    "allowed": SleepPolicy.ALLOWED,
    "init": SleepPolicy.INIT,
}


def number_tree(a: Assembly) -> None:
    """Sizes, parents and addresses of bodies, joints, dofs and trees."""
    _number_bodies(a)
    a.counts["njnt"] = len(a.joints)
    a.arrays["jnt_type"] = np.array([joint.kind for joint in a.joints], dtype=np.int64)
    a.arrays["jnt_bodyid"] = np.array([joint.body for joint in a.joints], dtype=np.int64)
    for derive in (joint_structure, dof_parents, trees):
        take_over(a, derive(a.arrays, len(a.bodies)))
    a.arrays["tree_sleep_policy"] = [SLEEP[a.bodies[b].node.sleep] for b in a.arrays["tree_bodyadr"]]


def build_patterns(a: Assembly) -> None:
    """Patterns of M (lower triangle), D (both triangles), B (bodies by dofs), and the maps between M and D."""
    a.arrays["dof_simplenum"] = np.array(a.arrays["dof_simplenum"], dtype=np.int64)
    take_over(a, patterns(a.arrays, len(a.bodies)))


def take_over(a: Assembly, derived: dict) -> None:
    """Keep what was derived: sizes among the sizes, arrays among the arrays."""
    for name, value in derived.items():
        (a.counts if name in sizes() else a.arrays)[name] = value


def _number_bodies(a: Assembly) -> None:
    n = len(a.bodies)
    root, weld, mocap = [0] * n, [0] * n, [-1] * n
    for body in a.bodies[1:]:
        b = body.body
        root[b] = root[body.parent] if body.parent else b
        if body.node.mocap:
            mocap[b] = max(mocap) + 1
        weld[b] = b if body.joints or body.node.mocap else weld[body.parent]
    a.counts["nbody"] = n
    a.counts["nmocap"] = max(mocap) + 1
    a.arrays |= {
        "body_parentid": np.array([body.parent for body in a.bodies], dtype=np.int64),
        "body_rootid": root,
        "body_weldid": weld,
        "body_mocapid": mocap,
    }
    geom_numbers = [len(body.geoms) for body in a.bodies]
    a.arrays["body_geomnum"] = geom_numbers
    a.arrays["body_geomadr"] = _addresses(geom_numbers)


def _addresses(numbers: list[int]) -> list[int]:
    """Where each body's items start in the list of all; -1 where it has none."""
    starts = np.cumsum([0, *numbers])
    return [int(start) if number else -1 for start, number in zip(starts, numbers, strict=False)]
