"""Impacts: the velocity after, by Newton's or Poisson's law of restitution.

newton    0 ≤ Λ_n ⟂ n v⁺ + e n v⁻ ≥ 0
poisson   Λ of e = 0 stops the contact; its normal part is then multiplied by 1 + e
"""

from typing import Any

import numpy as np

from knuckle.lab.faults import Status
from knuckle.lab.hybrid.events import Event
from knuckle.lab.hybrid.laws import Block, contact_forces
from knuckle.lab.hybrid.touches import Scene, Touch
from knuckle.lab.world import World


def friction_of(scheme: Any, touch: Touch) -> float:
    """μ of a touch as a scheme has it: that of the model, none, or infinite."""
    if len(touch.J) == 1 or scheme.friction == "none":
        return 0.0
    return np.inf if scheme.friction == "stick" else touch.mu


def collide(
    world: World, scheme: Any, scene: Scene, touching: list[Touch], bounce: list[float]
) -> tuple[np.ndarray, list[np.ndarray], Status]:
    """(v⁺, Λ, status) of an impact of all that touches; `bounce` has the e of each."""
    poisson = scheme.law == "poisson"
    blocks = []
    for touch, e in zip(touching, bounce, strict=True):
        mu = friction_of(scheme, touch)
        J = touch.J if mu > 0 else touch.J[:1]
        c = J @ scene.p.v
        if not poisson:
            c[0] += e * min(c[0], 0.0)
        blocks.append(Block(J, c, mu))
    inverse, _ = scene.inverse_inertia()
    impulses, status = contact_forces(blocks, inverse)
    if poisson:
        for impulse, e in zip(impulses, bounce, strict=True):
            impulse[0] *= 1.0 + e
    after = scene.p.v.copy()
    for block, impulse in zip(blocks, impulses, strict=True):
        after += inverse @ (block.J.T @ impulse)
    return after, impulses, status


def records(world: World, scene: Scene, touching: list[Touch], after: np.ndarray, impulses: list[np.ndarray]) -> list:
    """An Event for each touch that took an impulse; the energy lost is that of all together."""
    M, before = scene.p.M, scene.p.v
    lost = 0.5 * float(before @ M @ before - after @ M @ after)
    out = []
    for touch, impulse in zip(touching, impulses, strict=True):
        if impulse[0] > 0:
            names = owner_names(world, touch)
            out.append(
                Event(float(world.d.time), "impact", names, touch.J @ before, touch.J @ after, impulse.copy(), lost)
            )
    return out


def owner_names(world: World, touch: Touch) -> tuple[str, ...]:
    """The geoms or the joint of a touch, by name."""
    kind, *which = touch.owner
    elements = which if kind == "geom" else which[:1]
    return tuple(world.m.names(kind)[k] or str(k) for k in elements)
