"""Pass: what follows from the inertia matrix in qpos0: inverse weights, spring-dampers, mean inertia."""

import numpy as np

from knuckle.compile.parts import Assembly
from knuckle.compile.reference_pose import ReferencePose, TreeInertia, tree_inertias
from knuckle.compile.structure import DOFS, joint_type
from knuckle.schema.enums import JointType

SLIDERS_ONLY = 2


def fill_weights(a: Assembly, pose: ReferencePose) -> None:
    """body_invweight0, dof_invweight0, dof_M0, and the springs and dampers given by time constant."""
    nv = a.counts["nv"]
    a.arrays |= {
        "dof_M0": np.zeros(nv),
        "dof_invweight0": np.zeros(nv),
        "body_invweight0": np.zeros((a.counts["nbody"], 2)),
    }
    for tree in tree_inertias(a, pose):
        _weigh_tree(a, tree)
    _average_joints(a)
    _tune_springs(a)


def _weigh_tree(a: Assembly, tree: TreeInertia) -> None:
    """Diagonals of M and M⁻¹, and for each body the mean diagonals of J M⁻¹ Jᵀ, moving and turning."""
    inverse = _inverse(tree.M)
    dofs = slice(tree.dofs.start, tree.dofs.stop)
    a.arrays["dof_M0"][dofs] = np.diag(tree.M)
    a.arrays["dof_invweight0"][dofs] = np.diag(inverse)
    move = np.einsum("bri,ij,brj->b", tree.move, inverse, tree.move, optimize=True) / 3
    turn = np.einsum("bri,ij,brj->b", tree.turn, inverse, tree.turn, optimize=True) / 3
    for k, b in enumerate(tree.bodies):
        a.arrays["body_invweight0"][b] = move[k], turn[k]
        if a.arrays["body_simple"][b] == SLIDERS_ONLY:
            a.arrays["body_invweight0"][b] = 1 / a.bodies[b].mass, 0.0
            a.arrays["dof_invweight0"][dofs] = 1 / a.bodies[b].mass


def _inverse(M: np.ndarray) -> np.ndarray:
    """M⁻¹, symmetric; of a singular matrix as good as it gets."""
    try:
        inverse = np.linalg.inv(M)
    except np.linalg.LinAlgError:
        inverse = np.linalg.pinv(M)
    return 0.5 * (inverse + inverse.T)


def _average_joints(a: Assembly) -> None:
    """The dofs of a ball share the mean of their inverse weights, those of a free joint in two groups of three."""
    weights = a.arrays["dof_invweight0"]
    for joint, start in zip(a.joints, a.arrays["jnt_dofadr"], strict=True):
        kind = joint_type(joint)
        if DOFS[kind] >= 3:
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
        stop = start + DOFS[joint_type(joint)]
        inertia = (stop - start) / a.arrays["dof_invweight0"][start:stop].sum()
        a.arrays["jnt_stiffness"][j] = inertia / (tau * zeta) ** 2
        a.arrays["dof_damping"][start:stop] = [2 * inertia / tau] * (stop - start)
