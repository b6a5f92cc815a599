"""Passes: what follows from the reference pose, and what is tuned by it."""

from collections.abc import Mapping

import numpy as np

from knuckle.compile.derived.reference import Reference, reference
from knuckle.compile.elements.tendons import is_inferred
from knuckle.compile.parts import Assembly
from knuckle.memory.arena import Arena
from knuckle.schema.enums import GainType
from knuckle.schema.fields import model_fields
from knuckle.schema.joints import DOF_WIDTH

OWN = frozenset(field.name for field in model_fields())


def fill_constants(a: Assembly, counts: dict[str, int], arena: Arena) -> Reference | None:
    """Constants of qpos0, springs given by time constant, dampers given by ratio; None where M cannot be computed."""
    found, arrays = reference(counts, arena), arena.arrays
    endless = np.flatnonzero(~np.isfinite(found.constants["dof_M0"] + found.constants["dof_invweight0"]))
    for dof in {int(arrays["dof_treeid"][dof]): int(dof) for dof in reversed(endless)}.values():  # the first of a tree
        node = a.bodies[arrays["dof_bodyid"][dof]].node
        a.problems.about(node, "its tree has masses, sizes or positions too large to compute inertia with")
    if len(endless):
        return None
    for name, value in found.constants.items():
        if name in OWN:
            arrays[name][...] = value
    _warn_of_singular_inertia(a, found, arrays)
    _tune_springs(a, arrays)
    _infer_spring_lengths(a, counts, arena, found)
    _tune_dampers(a, found, arrays)
    return found


def _warn_of_singular_inertia(a: Assembly, found: Reference, arrays: Mapping[str, np.ndarray]) -> None:
    """One warning for each tree, about the dof that was met first: the others may be its consequence."""
    last_in_tree = {int(arrays["dof_treeid"][dof]): int(dof) for dof in found.raised}
    for dof in last_in_tree.values():
        node = a.joints[arrays["dof_jntid"][dof]].node
        a.warnings.append(f"{node.place}: {node.label}: the inertia matrix is too close to singular")


def _tune_springs(a: Assembly, arrays: Mapping[str, np.ndarray]) -> None:
    """springdamper = (τ, ζ): with I = n / Σ dof_invweight0, stiffness = I/(τζ)² and damping = 2I/τ."""
    for j, joint in enumerate(a.joints):
        tau, zeta = getattr(joint.node, "springdamper", (0.0, 0.0))
        if tau <= 0 or zeta <= 0:
            continue
        start = int(arrays["jnt_dofadr"][j])
        dofs = slice(start, start + DOF_WIDTH[joint.kind])
        inertia = (dofs.stop - dofs.start) / arrays["dof_invweight0"][dofs].sum()
        arrays["jnt_stiffness"][j] = inertia / (tau * zeta * (tau * zeta))
        arrays["dof_damping"][dofs] = 2 * inertia / tau


def _infer_spring_lengths(a: Assembly, counts: dict[str, int], arena: Arena, found: Reference) -> None:
    """The rest length of a tendon's spring, where none is given: that in the rest pose of joint springs."""
    arrays = arena.arrays
    inferred = [t for t, tendon in enumerate(a.tendons) if is_inferred(tendon.node)]
    if inferred and not np.array_equal(arrays["qpos_spring"], arrays["qpos0"]):
        found = reference(counts, arena, arrays["qpos_spring"])
    arrays["tendon_lengthspring"][inferred] = found.pose["ten_length"][inferred, None]


def _tune_dampers(a: Assembly, found: Reference, arrays: Mapping[str, np.ndarray]) -> None:
    """A positive bias by velocity of a position servo is a damping ratio ζ: kv = 2ζ √(kp m), m = 1 / (J M⁻¹ Jᵀ).

    Of an orientation, the mean of J M⁻¹ Jᵀ over its axes counts.
    """
    for k, part in enumerate(a.actuators):
        gain, bias = arrays["actuator_gainprm"][k, 0], arrays["actuator_biasprm"][k]
        if bias[2] <= 0 or (bias[1] != -gain and arrays["actuator_gaintype"][k] != GainType.PID):
            continue
        gain = -bias[1]
        if gain < 0:
            a.problems.about(part.node, f"a damping ratio needs a gain that is not negative, got {gain:g}")
        start, count = int(arrays["actuator_outadr"][k]), int(arrays["actuator_outnum"][k])
        weight = found.constants["actuator_invweight0"][start : start + count].mean()
        mass = 1 / weight if weight else 0.0
        bias[2] = -2 * bias[2] * np.sqrt(max(gain, 0.0) * mass)
