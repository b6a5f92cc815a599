"""Pass: what follows from the inertia matrix in qpos0: inverse weights, spring-dampers, mean inertia."""

import numpy as np

from knuckle.compile.derived.actuator_weights import reference_length, weigh_actuators
from knuckle.compile.derived.reference_pose import ReferencePose, TreeInertia, tree_inertias
from knuckle.compile.derived.structure import joint_type
from knuckle.compile.parts import Assembly
from knuckle.hostmath.products import block, product
from knuckle.schema.enums import JointType
from knuckle.schema.joints import DOF_WIDTH

SLIDERS_ONLY = 2
SMALLEST_PIVOT = 1e-15


def fill_weights(a: Assembly, pose: ReferencePose) -> None:
    """body_invweight0, dof_invweight0, dof_M0, and the springs and dampers given by time constant."""
    nv = a.counts["nv"]
    a.arrays |= {
        "dof_M0": np.zeros(nv),
        "dof_invweight0": np.zeros(nv),
        "body_invweight0": np.zeros((a.counts["nbody"], 2)),
    }
    a.arrays["actuator_acc0"] = [0.0] * len(a.actuators)
    a.arrays["actuator_length0"] = [reference_length(a, k, part) for k, part in enumerate(a.actuators)]
    for tree in tree_inertias(a, pose):
        _weigh_tree(a, pose, tree)
    _average_joints(a)
    _tune_springs(a)


def _weigh_tree(a: Assembly, pose: ReferencePose, tree: TreeInertia) -> None:
    """Diagonals of M and M⁻¹, and for each body the mean diagonals of J M⁻¹ Jᵀ, moving and turning.

    With M⁻¹ = WᵀW, such a diagonal entry is the squared length of a column of W Jᵀ.
    """
    if not np.isfinite(tree.M).all():
        node = a.bodies[tree.bodies.start].node
        a.problems.about(node, "its tree has masses, sizes or positions too large to compute inertia with")
        return
    W = _inverse_root(a, tree)
    weigh_actuators(a, pose, tree, W)
    dofs = slice(tree.dofs.start, tree.dofs.stop)
    a.arrays["dof_M0"][dofs] = np.diag(tree.M)
    a.arrays["dof_invweight0"][dofs] = (W * W).sum(axis=0)
    for b, chain, *jacobians in zip(tree.bodies, tree.chains, tree.move, tree.turn, strict=True):
        part = W[block(chain)]  # W has nothing else in the columns of these dofs
        for column, jacobian in enumerate(jacobians):
            rows = product(part, jacobian[:, chain].T)
            a.arrays["body_invweight0"][b, column] = (rows * rows).sum(axis=0).mean()
    root = tree.bodies.start
    if a.arrays["body_simple"][root] == SLIDERS_ONLY:
        a.arrays["body_invweight0"][root] = 1 / a.bodies[root].mass, 0.0
        a.arrays["dof_invweight0"][dofs] = 1 / a.bodies[root].mass


def _inverse_root(a: Assembly, tree: TreeInertia) -> np.ndarray:
    """W with WᵀW = M⁻¹, from M = LᵀDL: W = D^-½ L⁻ᵀ.

    Where M is not positive definite, its pivots are raised to the smallest one allowed.
    """
    L, D = _factor(tree.M)
    raised = np.flatnonzero(D <= SMALLEST_PIVOT)
    if len(raised):  # the last was met first: the others may be its consequence
        node = a.joints[a.arrays["dof_jntid"][tree.dofs.start + int(raised[-1])]].node
        a.warnings.append(f"{node.place}: {node.label}: the inertia matrix is too close to singular")
    return _inverse(L).T / np.sqrt(D)[:, None]


def _factor(M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """L, D of M = LᵀDL, L lower triangular with unit diagonal, eliminating the last dof first."""
    rest, L = M.copy(), np.eye(len(M))
    D = np.zeros(len(M))
    for i in reversed(range(len(M))):
        D[i] = max(rest[i, i], SMALLEST_PIVOT)
        chain = np.flatnonzero(rest[i, :i])
        row = rest[i, chain] / D[i]
        L[i, chain] = row
        rest[block(chain)] -= np.outer(row, row) * D[i]
    return L, D


def _inverse(L: np.ndarray) -> np.ndarray:
    """L⁻¹ of a lower triangular matrix with unit diagonal, row by row."""
    inverse = np.eye(len(L))
    for i in range(len(L)):
        chain = np.flatnonzero(L[i, :i])
        inverse[i, :i] -= np.einsum("j,jk->k", L[i, chain], inverse[chain, :i])
    return inverse


def _average_joints(a: Assembly) -> None:
    """The dofs of a ball share the mean of their inverse weights, those of a free joint in two groups of three."""
    weights = a.arrays["dof_invweight0"]
    for joint, start in zip(a.joints, a.arrays["jnt_dofadr"], strict=True):
        kind = joint_type(joint)
        if DOF_WIDTH[kind] >= 3:
            weights[start : start + 3] = weights[start : start + 3].mean()
        if kind == JointType.FREE:
            weights[start + 3 : start + 6] = weights[start + 3 : start + 6].mean()


def _tune_springs(a: Assembly) -> None:
    """springdamper = (τ, ζ): with I = n / Σ dof_invweight0, stiffness = I/(τζ)² and damping = 2I/τ."""
    for j, joint in enumerate(a.joints):
        tau, zeta = getattr(joint.node, "springdamper", (0.0, 0.0))
        if tau <= 0 or zeta <= 0:
            continue
        start = int(a.arrays["jnt_dofadr"][j])
        stop = start + DOF_WIDTH[joint_type(joint)]
        inertia = (stop - start) / a.arrays["dof_invweight0"][start:stop].sum()
        a.arrays["jnt_stiffness"][j] = inertia / (tau * zeta * (tau * zeta))
        a.arrays["dof_damping"][start:stop] = [2 * inertia / tau] * (stop - start)
