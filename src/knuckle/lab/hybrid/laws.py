"""Coulomb's law for several rigid contacts at once, on velocities (impacts) or on accelerations (between them).

    0 ≤ f_n ⟂ y_n + b_n ≥ 0,   y = A f + c;   ‖f_t‖ ≤ μ f_n against y_t

by sweeps over the contacts. A contact that slides already has its friction along a given direction u: its force is
f_n (n − μ u t), and one number is looked for.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.lab.faults import Status

SWEEPS = 20_000
ACCURACY = 1e-13
RIGID = 1e-12  # relative inverse inertia below which a direction cannot move


@dataclass
class Block:
    """Rows of one contact: how it may push, and the direction in which it slides already, if it does."""

    J: np.ndarray  # rows × nv
    c: np.ndarray  # what its rows would be without forces, bounce included
    mu: float
    slide: np.ndarray | None = None  # u

    @property
    def push(self) -> np.ndarray:
        """The directions of its forces in dofs: rows, or the one row of a contact that slides."""
        if self.slide is None:
            return self.J
        return self.J[:1] - self.mu * (self.slide @ self.J[1:])[None]


def contact_forces(blocks: list[Block], inverse: np.ndarray) -> tuple[list[np.ndarray], Status]:
    """Forces along the rows of each contact; `inverse` is M_E⁻¹.

    INCONSISTENT where a contact that slides would be pulled in by its own friction (Painlevé), MAXITER where the sweeps
    come to no end.
    """
    pushes = [block.push for block in blocks]
    forces = [np.zeros(len(push)) for push in pushes]
    if any(paradox(block, push, inverse) for block, push in zip(blocks, pushes, strict=True)):
        return [full_force(b, f) for b, f in zip(blocks, forces, strict=True)], Status.INCONSISTENT
    responses = [inverse @ push.T for push in pushes]
    total = np.zeros(len(inverse))
    scale = max((float(np.abs(block.c).max()) for block in blocks), default=0.0) or 1.0
    status = Status.MAXITER if blocks else Status.OK
    for _ in range(SWEEPS):
        change = 0.0
        for block, force, response in zip(blocks, forces, responses, strict=True):
            new = update(block, force, block.J @ total + block.c, block.J @ response)
            move = response @ (new - force)
            total += move
            change = max(change, float(np.abs(block.J @ move).max()))
            force[:] = new
        if change <= ACCURACY * scale:
            status = Status.OK
            break
    return [full_force(b, f) for b, f in zip(blocks, forces, strict=True)], status


def paradox(block: Block, push: np.ndarray, inverse: np.ndarray) -> bool:
    """Whether a contact that slides and is pressed accelerates inward under its own force."""
    return block.slide is not None and block.c[0] < 0 and float(block.J[0] @ inverse @ push[0]) <= 0


def update(block: Block, force: np.ndarray, y: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Better forces of one contact, whose rows are at y with the present ones."""
    new = force.copy()
    new[0] = max(0.0, force[0] - y[0] / A[0, 0])
    if len(force) == 1:
        return new
    radius = block.mu * new[0] if new[0] > 0 else 0.0
    y_t = y[1:] + A[1:, 0] * (new[0] - force[0])
    size = float(np.linalg.norm(A[1:, 1:], 2))
    if size <= RIGID * A[0, 0]:  # nothing moves along the tangents
        return new
    tried = force[1:] - (np.linalg.pinv(A[1:, 1:], rcond=RIGID) @ y_t if np.isinf(block.mu) else y_t / size)
    length = float(np.linalg.norm(tried))
    new[1:] = tried * (radius / length) if length > radius else tried
    return new


def full_force(block: Block, force: np.ndarray) -> np.ndarray:
    """The force along all rows."""
    if block.slide is None:
        return force
    return np.concatenate([force, -block.mu * force[0] * block.slide])
