"""The model in its initial pose: positions of everything, and the inertia matrix tree by tree.

In qpos0 no joint is displaced, so the pose of a body is the product of the poses on its way to the world. Frames that
count as the same (see `coincidence`) are the same here, as they are in the kinematics of the simulation.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from knuckle.compile.derived.structure import joint_type
from knuckle.compile.parts import Assembly, BodyPart, GeomPart
from knuckle.hostmath.products import block, gram, product
from knuckle.hostmath.rotation import IDENTITY, Quaternion, Vector, compose, matrix, rotate
from knuckle.schema.enums import JointType, SameFrame
from knuckle.schema.joints import DOF_WIDTH


@dataclass(slots=True)
class ReferencePose:
    """World coordinates in qpos0: bodies, their inertial frames, joint anchors and axes, subtree centres of mass."""

    xpos: list[Vector]
    xquat: list[Quaternion]
    xipos: list[Vector]
    xiquat: list[Quaternion]
    anchor: list[Vector]
    axis: list[Vector]
    subtree_com: np.ndarray


def reference_pose(a: Assembly) -> ReferencePose:
    xpos: list[Vector] = []
    xquat: list[Quaternion] = []
    for body in a.bodies:
        if body.body == 0:
            pos, quat = body.pos, body.quat
        else:
            pos, quat = compose(xpos[body.parent], xquat[body.parent], body.pos, body.quat)
        xpos.append(pos)
        xquat.append(quat)
    inertial = [_inertial_frame(a, body, xpos[body.body], xquat[body.body]) for body in a.bodies]
    xipos, xiquat = [pos for pos, _ in inertial], [quat for _, quat in inertial]
    anchor = [compose(xpos[j.body], xquat[j.body], j.pos, IDENTITY)[0] for j in a.joints]
    axis = [rotate(xquat[j.body], j.axis) for j in a.joints]
    return ReferencePose(xpos, xquat, xipos, xiquat, anchor, axis, _subtree_com(a, xipos))


def _inertial_frame(a: Assembly, body: BodyPart, pos: Vector, quat: Quaternion) -> tuple[Vector, Quaternion]:
    same = a.arrays["body_sameframe"][body.body]
    xipos, xiquat = compose(pos, quat, body.ipos, body.iquat)
    return pos if same == SameFrame.BODY else xipos, quat if same != SameFrame.NONE else xiquat


def part_positions(pose: ReferencePose, parts: list[GeomPart], same: list[SameFrame]) -> list[Vector]:
    """World positions of geoms or sites, `same` being their coincidence with their bodies."""
    positions = []
    for part, kind in zip(parts, same, strict=True):
        if kind == SameFrame.BODY:
            positions.append(pose.xpos[part.body])
        elif kind == SameFrame.INERTIA:
            positions.append(pose.xipos[part.body])
        else:
            positions.append(compose(pose.xpos[part.body], pose.xquat[part.body], part.pos, part.quat)[0])
    return positions


def _subtree_com(a: Assembly, xipos: list[Vector]) -> np.ndarray:
    """Σ m x / Σ m over the bodies below each one; the body's own centre where there is no mass."""
    moment = np.array(xipos) * np.array([[body.mass] for body in a.bodies])
    mass = np.array([body.mass for body in a.bodies])
    for body in reversed(a.bodies[1:]):
        moment[body.parent] += moment[body.body]
        mass[body.parent] += mass[body.body]
    safe = np.where(mass < 1e-15, 1.0, mass)[:, None]
    return np.where(mass[:, None] < 1e-15, np.array(xipos), moment / safe)


def motion_axes(a: Assembly, pose: ReferencePose) -> np.ndarray:
    """One row (ω, v, point) per dof: a unit velocity turns with ω about the point and moves it with v."""
    rows = np.zeros((a.counts["nv"], 9))
    i = 0
    for j, joint in enumerate(a.joints):
        kind = joint_type(joint)
        columns = np.array(matrix(pose.xquat[joint.body])).T
        if kind == JointType.FREE:
            rows[i : i + 3, 3:6] = np.eye(3)
            rows[i + 3 : i + 6, 0:3] = columns
            rows[i : i + 6, 6:9] = pose.xpos[joint.body]
            i += 6
        elif kind == JointType.BALL:
            rows[i : i + 3, 0:3] = columns
            rows[i : i + 3, 6:9] = pose.anchor[j]
            i += 3
        else:
            part = slice(0, 3) if kind == JointType.HINGE else slice(3, 6)
            rows[i, part] = pose.axis[j]
            rows[i, 6:9] = pose.anchor[j]
            i += 1
    return rows


@dataclass(slots=True)
class TreeInertia:
    """One kinematic tree: its bodies and dofs, the Jacobians of its bodies' centres of mass, and M."""

    bodies: range
    dofs: range
    chains: list[np.ndarray]  # for each body the dofs that move it, by their place in the tree
    turn: np.ndarray  # (body, 3, dof) angular velocity
    move: np.ndarray  # (body, 3, dof) velocity of the centre of mass
    M: np.ndarray


def tree_inertias(a: Assembly, pose: ReferencePose) -> list[TreeInertia]:
    """M = Σ m Jᵀ J + Jωᵀ I Jω + armature, dense for each tree; trees do not see each other in M."""
    axes, armature = motion_axes(a, pose), _armature(a)
    arrays = a.arrays
    found = []
    for t in range(a.counts["ntree"]):
        first_body, first_dof = arrays["tree_bodyadr"][t], arrays["tree_dofadr"][t]
        bodies = range(first_body, first_body + int(arrays["tree_bodynum"][t]))
        dofs = range(first_dof, first_dof + int(arrays["tree_dofnum"][t]))
        tree = _jacobians(a, pose, axes, bodies, dofs)
        tree.M[np.diag_indices(len(dofs))] = armature[dofs.start : dofs.stop]
        _add_inertia(a, pose, tree)
        found.append(tree)
    return found


def _jacobians(a: Assembly, pose: ReferencePose, axes: np.ndarray, bodies: range, dofs: range) -> TreeInertia:
    """Jacobians of all bodies of a tree at once: ω_i, and v_i + ω_i × (x_b − p_i) where i moves b; M is zero."""
    mine = axes[dofs.start : dofs.stop]
    moves = _moves(a, bodies, dofs)
    omega, v, point = mine[:, 0:3].T, mine[:, 3:6].T, mine[:, 6:9].T
    arm = np.array(pose.xipos[bodies.start : bodies.stop])[:, :, None] - point
    turn = np.where(moves[:, None, :], omega, 0.0)
    move = np.where(moves[:, None, :], v + _cross(omega, arm), 0.0)
    return TreeInertia(bodies, dofs, [np.flatnonzero(row) for row in moves], turn, move, np.zeros((len(dofs),) * 2))


def _add_inertia(a: Assembly, pose: ReferencePose, tree: TreeInertia) -> None:
    """Add to M what each body has in the rows and columns of the dofs that move it."""
    for b, chain, move, turn in zip(tree.bodies, tree.chains, tree.move, tree.turn, strict=True):
        R = np.array(matrix(pose.xiquat[b]))
        spin = product(R.T, turn[:, chain])
        moments = np.array(a.bodies[b].inertia)[:, None]
        linear, angular = gram(move[:, chain]), np.einsum("ki,kj->ij", moments * spin, spin)
        tree.M[block(chain)] += a.bodies[b].mass * linear + angular


def _armature(a: Assembly) -> np.ndarray:
    """The armature of each dof, and what actuators lend its joint: gear² times their own."""
    total = np.array(a.arrays["dof_armature"], dtype=float)
    for k, part in enumerate(a.actuators):
        gear, armature = a.arrays["actuator_gear"][k][0], a.arrays["actuator_armature"][k]
        lent = gear * gear * armature if armature else 0.0
        if not isfinite(lent):
            a.problems.about(part.node, f"gear² · armature, {gear:g}² · {armature:g}, is too large to compute with")
            continue
        start = int(a.arrays["jnt_dofadr"][part.joint])
        total[start : start + DOF_WIDTH[joint_type(part.target)]] += lent
    return total


def _cross(omega: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """ω × r, with the components along the second axis from the end."""
    x, y, z = omega
    rx, ry, rz = arm[:, 0], arm[:, 1], arm[:, 2]
    return np.stack([y * rz - z * ry, z * rx - x * rz, x * ry - y * rx], axis=1)


def _moves(a: Assembly, bodies: range, dofs: range) -> np.ndarray:
    """Which dofs of a tree move which of its bodies."""
    moves = np.zeros((len(bodies), len(dofs)), dtype=bool)
    for k, b in enumerate(bodies):
        parent = a.bodies[b].parent
        if parent >= bodies.start:
            moves[k] = moves[parent - bodies.start]
        start = a.arrays["body_dofadr"][b]
        if start >= 0:
            moves[k, start - dofs.start : start - dofs.start + a.arrays["body_dofnum"][b]] = True
    return moves
