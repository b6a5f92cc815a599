"""Pass: the numbers that tie bodies, joints, degrees of freedom and trees to each other."""

import numpy as np

from knuckle.compile.derived.structure import joint_type
from knuckle.compile.parts import Assembly, BodyPart
from knuckle.schema.enums import SleepPolicy
from knuckle.schema.joints import DOF_WIDTH, QPOS_WIDTH

SLEEP = {
    "auto": SleepPolicy.AUTO_ALLOWED,
    "never": SleepPolicy.NEVER,
    "allowed": SleepPolicy.ALLOWED,
    "init": SleepPolicy.INIT,
}


def number_tree(a: Assembly) -> None:
    """Sizes, parents and addresses of bodies, joints and dofs."""
    _number_bodies(a)
    _number_joints(a)
    _number_dofs(a)
    _number_trees(a)


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
        "body_parentid": [body.parent for body in a.bodies],
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


def _number_joints(a: Assembly) -> None:
    types = [joint_type(joint) for joint in a.joints]
    qpos = np.cumsum([0] + [QPOS_WIDTH[kind] for kind in types])
    dofs = np.cumsum([0] + [DOF_WIDTH[kind] for kind in types])
    a.counts |= {"njnt": len(types), "nq": int(qpos[-1]), "nv": int(dofs[-1])}
    joint_numbers = [len(body.joints) for body in a.bodies]
    dof_numbers = [sum(DOF_WIDTH[joint_type(joint)] for joint in body.joints) for body in a.bodies]
    a.arrays |= {
        "jnt_type": types,
        "jnt_qposadr": qpos[:-1],
        "jnt_dofadr": dofs[:-1],
        "jnt_bodyid": [joint.body for joint in a.joints],
        "body_jntnum": joint_numbers,
        "body_jntadr": _addresses(joint_numbers),
        "body_dofnum": dof_numbers,
        "body_dofadr": _addresses(dof_numbers),
    }


def _number_dofs(a: Assembly) -> None:
    """The parent of a dof is the one before it in its body, else the last one of the nearest moving ancestor."""
    last = [-1] * len(a.bodies)  # the last dof on the way from the world to each body
    bodies: list[int] = []
    joints: list[int] = []
    parents: list[int] = []
    j = 0
    for body in a.bodies:
        current = last[body.parent] if body.body else -1
        for joint in body.joints:
            for _ in range(DOF_WIDTH[joint_type(joint)]):
                parents.append(current)
                current = len(bodies)
                bodies.append(body.body)
                joints.append(j)
            j += 1
        last[body.body] = current
    a.arrays |= {"dof_bodyid": bodies, "dof_jntid": joints, "dof_parentid": parents}


def _number_trees(a: Assembly) -> None:
    """A tree is a body with joints under static ancestors, with all that hangs below it."""
    tree = [-1] * len(a.bodies)
    roots: list[BodyPart] = []
    for body in a.bodies[1:]:
        tree[body.body] = tree[body.parent]
        if body.joints and tree[body.parent] < 0:
            tree[body.body] = len(roots)
            roots.append(body)
    dof_tree = [tree[b] for b in a.arrays["dof_bodyid"]]
    n = len(roots)
    a.counts["ntree"] = n
    a.arrays |= {
        "body_treeid": tree,
        "dof_treeid": dof_tree,
        "tree_bodyadr": [body.body for body in roots],
        "tree_bodynum": np.bincount([t for t in tree if t >= 0], minlength=n),
        "tree_dofadr": [a.arrays["body_dofadr"][body.body] for body in roots],
        "tree_dofnum": np.bincount(dof_tree, minlength=n) if n else [],
        "tree_sleep_policy": [SLEEP[body.node.sleep] for body in roots],
    }
