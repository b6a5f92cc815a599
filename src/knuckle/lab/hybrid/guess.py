"""Modes of resting contacts by guess and check: all stick, then those that cannot hold slide, those that pull let go.

Where contacts are redundant this finds the same forces of least norm as the phase that follows.
"""

from dataclasses import replace

import numpy as np

from knuckle.lab.hybrid.laws import Block

TRIES = 12
SLACK = 1e-9


def guess_forces(blocks: list[Block], inverse: np.ndarray) -> list[np.ndarray] | None:
    """Forces along the rows of each contact that satisfy Coulomb's law on accelerations; None where none was found.

    A contact that is about to slide has its friction on the cone.
    """
    tried = list(blocks)
    held = [True] * len(blocks)
    for _ in range(TRIES):
        forces, rates = bilateral_forces(tried, held, inverse)
        if not revise(blocks, tried, held, forces):
            return forces if consistent(blocks, tried, held, rates) else None
    return None


def bilateral_forces(
    blocks: list[Block], held: list[bool], inverse: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """(forces, accelerations of rows): rows of what is held stay, sliding ones along their normals only."""
    rows = [b.J[:1] if b.slide is not None else b.J for b in blocks]
    B = np.concatenate([r for r, h in zip(rows, held, strict=True) if h] or [np.zeros((0, len(inverse)))])
    F = np.concatenate([b.push for b, h in zip(blocks, held, strict=True) if h] or [np.zeros((0, len(inverse)))])
    c = np.concatenate([b.c[: len(r)] for b, r, h in zip(blocks, rows, held, strict=True) if h] or [np.zeros(0)])
    lam = np.linalg.lstsq(B @ inverse @ F.T, -c, rcond=1e-11)[0] if len(B) else np.zeros(0)
    qacc = inverse @ (F.T @ lam)
    forces, k = [], 0
    for b, r, h in zip(blocks, rows, held, strict=True):
        own = lam[k : k + len(r)] if h else np.zeros(len(r))
        k += len(r) if h else 0
        forces.append(np.concatenate([own, -b.mu * own[0] * b.slide]) if b.slide is not None else own)
    return forces, [b.J @ qacc + b.c for b in blocks]


def revise(blocks: list[Block], tried: list[Block], held: list[bool], forces: list[np.ndarray]) -> bool:
    """Let go of contacts that pull, else let slide those that cannot hold; whether anything changed."""
    pulls = [k for k, force in enumerate(forces) if held[k] and force[0] < -SLACK * (1.0 + abs(force[0]))]
    if pulls:
        held[min(pulls, key=lambda k: forces[k][0])] = False
        return True
    changed = False
    for k, (block, force) in enumerate(zip(tried, forces, strict=True)):
        if not held[k] or block.slide is not None or len(force) == 1 or np.isinf(block.mu):
            continue
        friction = float(np.linalg.norm(force[1:]))
        if friction > block.mu * force[0] * (1 + SLACK) + 1e-14:
            tried[k] = replace(blocks[k], slide=-force[1:] / friction)
            changed = True
    return changed


def consistent(blocks: list[Block], tried: list[Block], held: list[bool], rates: list[np.ndarray]) -> bool:
    """Whether what was let go leaves, and what begins to slide goes where it was said to."""
    for first, block, kept, rate in zip(blocks, tried, held, rates, strict=True):
        if not kept and rate[0] < -SLACK:
            return False
        begins = kept and first.slide is None and block.slide is not None
        if begins and float(rate[1:] @ block.slide) < -SLACK:
            return False
    return True
