"""A smooth phase: contacts that rest are bilateral, sticking or sliding, until a guard says otherwise.

B (a_free + M⁻¹Fᵀλ) + Ḃv + 2αBv + α²φ = 0,   B: normals, tangents of those that stick;   F: n − μ u t where one slides
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.chart import Motion, centred_events
from knuckle.lab.faults import Status
from knuckle.lab.hybrid.guess import guess_forces
from knuckle.lab.hybrid.impact import friction_of
from knuckle.lab.hybrid.laws import Block, contact_forces, paradox
from knuckle.lab.hybrid.touches import Scene, Touch, drifts, look
from knuckle.lab.world import World

GRAZING = 1e-14  # [m] below the surface, so that rounding of a contact that only touches is no impact
STILL = 1e-9  # [m/s] slower contacts may stick
ON_THE_CONE = 1 - 1e-9


@dataclass
class Held:
    """A contact that rests: it sticks, or slides along u (that of the start of the phase)."""

    touch: Touch
    mu: float
    slide: np.ndarray | None


def choose_modes(world: World, scheme: Any, scene: Scene, resting: list[Touch]) -> tuple[list[Held], Status]:
    """Which contacts stay, and whether they stick or slide: Coulomb's law on accelerations."""
    if not resting:
        return [], Status.OK
    inverse, lift = scene.inverse_inertia()
    p = scene.p
    aim = -(scene.fixed_drift + 2 * scheme.alpha * (p.J_E @ p.v) + scheme.alpha**2 * p.e)
    start = inverse @ (p.M @ scene.free) + lift @ aim
    blocks = []
    for touch, drift in zip(resting, drifts(world, scene, resting), strict=True):
        mu = friction_of(scheme, touch)
        J, slip = (touch.J if mu > 0 else touch.J[:1]), scene.v(touch)[1:]
        speed = float(np.linalg.norm(slip))
        slides = mu > 0 and speed > STILL and np.isfinite(mu)
        blocks.append(Block(J, J @ start + drift[: len(J)], mu, slip / speed if slides else None))
    if any(paradox(block, block.push, inverse) for block in blocks):
        return [], Status.INCONSISTENT
    guessed = guess_forces(blocks, inverse)
    forces, status = contact_forces(blocks, inverse) if guessed is None else (guessed, Status.OK)
    held = [
        mode_of(touch, block, force)
        for touch, block, force in zip(resting, blocks, forces, strict=True)
        if force[0] > 0
    ]
    return held, status


def mode_of(touch: Touch, block: Block, force: np.ndarray) -> Held:
    """Sliding, about to slide, or sticking."""
    if len(block.J) == 1 or block.slide is not None:
        return Held(touch, block.mu, block.slide)
    friction = float(np.linalg.norm(force[1:]))
    if friction < ON_THE_CONE * block.mu * force[0]:
        return Held(touch, block.mu, None)
    return Held(touch, block.mu, -force[1:] / friction if friction > 0 else np.zeros(2))


@dataclass
class Answer:
    """Accelerations and forces of a state, and the values of all guards: each is positive while the phase lasts."""

    qacc: np.ndarray
    forces: list[np.ndarray]  # of what is held, along all rows
    equality: np.ndarray
    guards: dict[str, float]
    scene: Scene
    held: list[Touch]


class Phase:
    """The right-hand side and the guards of one phase, each state computed once."""

    def __init__(self, world: World, scheme: Any, held: list[Held]):
        self.world, self.scheme, self.held = world, scheme, held
        self.motion = Motion(world)
        self._known: tuple[bytes, Answer] | None = None

    def at(self, t: float, y: np.ndarray) -> Answer:
        """All about a state; what was asked last is not computed again."""
        key = np.concatenate([[t], y]).tobytes()
        if self._known is None or self._known[0] != key:
            self.motion.put(t, y)
            self._known = key, self.answer()
        return self._known[1]

    def rate(self, t: float, y: np.ndarray) -> np.ndarray:
        """ẏ."""
        return self.motion.rate(y, self.at(t, y).qacc)

    def guards(self) -> list[Any]:
        """Events of solve_ivp, in the order of GUARDS, and the one of the chart."""

        def guard(name: str) -> Any:
            def value(t: float, y: np.ndarray) -> float:
                return self.at(t, y).guards[name]

            value.terminal, value.direction = True, -1  # type: ignore[attr-defined]
            return value

        return [*(guard(name) for name in GUARDS), centred_events(self.motion)]

    def answer(self) -> Answer:
        """Solve the bilateral problem of the phase at the state that is in `d`."""
        scene = look(self.world)
        if not self.held and not scene.p.ne:
            return Answer(scene.free, [], np.zeros(0), guard_values(self.scheme, scene, [], [], []), scene, [])
        touches = [found if (found := h.touch.same(scene.touches)) else h.touch for h in self.held]
        p, alpha, rows, pushes, aims = scene.p, self.scheme.alpha, [scene.p.J_E], [scene.p.J_E], []
        aims.append(scene.fixed_drift + 2 * alpha * (p.J_E @ p.v) + alpha**2 * p.e)
        for h, touch, drift in zip(self.held, touches, drifts(self.world, scene, touches), strict=True):
            row, push, aim = held_rows(h, touch, drift, p.v, alpha)
            rows.append(row)
            pushes.append(push)
            aims.append(aim)
        B, F = np.concatenate(rows), np.concatenate(pushes)
        lam, qacc = np.zeros(0), scene.free
        if len(B):
            response = np.linalg.solve(p.M, F.T)
            lam = np.linalg.lstsq(B @ response, -(B @ scene.free + np.concatenate(aims)), rcond=1e-11)[0]
            qacc = scene.free + response @ lam
        forces, k = [], p.ne
        for h, touch in zip(self.held, touches, strict=True):
            force, k = held_force(h, touch, lam, k, p.v)
            forces.append(force)
        guards = guard_values(self.scheme, scene, self.held, touches, forces)
        return Answer(qacc, forces, lam[: p.ne], guards, scene, touches)


def slip_direction(h: Held, slip: np.ndarray) -> np.ndarray:
    """u of a contact that slides: along its slip, or where it is about to go."""
    assert h.slide is not None
    speed = float(np.linalg.norm(slip))
    return slip / speed if speed > STILL else h.slide


def held_rows(
    h: Held, touch: Touch, drift: np.ndarray, v: np.ndarray, alpha: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(rows, directions of force, aims) of one contact."""
    n = touch.J[:1]
    aim = drift[:1] + 2 * alpha * (n @ v) + alpha**2 * touch.phi
    if h.mu == 0.0 or len(touch.J) == 1:
        return n, n, aim
    if h.slide is None:
        t = touch.J[1:]
        return touch.J, touch.J, np.concatenate([aim, drift[1:] + alpha * (t @ v)])
    u = slip_direction(h, touch.J[1:] @ v)
    return n, n - h.mu * (u @ touch.J[1:])[None], aim


def held_force(h: Held, touch: Touch, lam: np.ndarray, k: int, v: np.ndarray) -> tuple[np.ndarray, int]:
    """The force along all rows of one contact, and where the next one's multipliers begin."""
    n = len(touch.J)
    if h.mu == 0.0 or n == 1:
        return np.concatenate([lam[k : k + 1], np.zeros(n - 1)]), k + 1
    if h.slide is None:
        return lam[k : k + n], k + n
    u = slip_direction(h, touch.J[1:] @ v)
    return np.concatenate([lam[k : k + 1], -h.mu * lam[k] * u]), k + 1


GUARDS = ("impact", "release", "slip", "stick")


def guard_values(
    scheme: Any, scene: Scene, held: list[Held], touches: list[Touch], forces: list[np.ndarray]
) -> dict[str, float]:
    """The least of each kind: distance of what does not rest, λ, μλ − ‖f_t‖ of what sticks, slip along u."""
    resting = {id(touch) for touch in touches}
    out = dict.fromkeys(GUARDS, 1.0)
    out["impact"] = min((t.phi for t in scene.touches if id(t) not in resting), default=scheme.sight) + GRAZING
    for h, touch, force in zip(held, touches, forces, strict=True):
        out["release"] = min(out["release"], float(force[0]))
        if h.mu > 0 and len(touch.J) > 1 and np.isfinite(h.mu):
            if h.slide is None:
                out["slip"] = min(out["slip"], h.mu * float(force[0]) - float(np.linalg.norm(force[1:])))
            else:
                out["stick"] = min(out["stick"], float(touch.J[1:] @ scene.p.v @ h.slide))
    return out
