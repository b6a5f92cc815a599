"""A smooth phase: contacts that rest are bilateral, sticking or sliding, until a guard says otherwise.

B (a_free + M⁻¹Fᵀλ) + Ḃv + 2αBv + α²φ = 0,   B: normals, tangents of those that stick;   F: n − μ u t where one slides
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.chart import Motion, centred_events
from knuckle.lab.faults import SolverError, Status
from knuckle.lab.hybrid.guess import guess_forces
from knuckle.lab.hybrid.held import STILL, Held, HeldRows, Values
from knuckle.lab.hybrid.impact import friction_of
from knuckle.lab.hybrid.laws import Block, contact_forces, paradox
from knuckle.lab.hybrid.quick import Quick, can_be_quick
from knuckle.lab.hybrid.touches import Scene, Touch, drifts, look, matches
from knuckle.lab.world import World

GRAZING = 1e-14  # [m] below the surface, so that rounding of a contact that only touches is no impact
ON_THE_CONE = 1 - 1e-9
MOST_STATES = 20_000  # that an integrator may ask for in one phase of a step


def choose_modes(world: World, scheme: Any, scene: Scene, resting: list[Touch]) -> tuple[list[Held], Status]:
    """Which contacts stay, and whether they stick or slide: Coulomb's law on accelerations."""
    if not resting:
        return [], Status.OK
    inverse, lift = scene.inverse_inertia()
    p = scene.p
    start = inverse @ (p.M @ scene.free) - lift @ fixed_aims(scene, scheme.alpha)
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


GUARDS = ("impact", "release", "slip", "stick")


class Phase:
    """The right-hand side and the guards of one phase, each state computed once."""

    def __init__(self, world: World, scheme: Any, held: list[Held]):
        self.world, self.scheme, self.held = world, scheme, held
        self.rows = HeldRows(held, scheme.alpha)
        self.motion = Motion(world)
        quick = can_be_quick(world, held)
        self.quick = Quick(world, held, self.rows, scheme.alpha, scheme.sight) if quick else None
        self._asked = 0
        self._known: tuple[tuple[float, bytes], Answer | Values] | None = None

    def at(self, t: float, y: np.ndarray) -> "Answer | Values":
        """Accelerations and guards of a state; what was asked last is not computed again."""
        key = t, y.tobytes()
        if self._known is None or self._known[0] != key:
            self._asked += 1
            if self._asked > MOST_STATES:
                step = f"step {self.world.done}, t = {t:g} s"
                raise SolverError(f"{self.scheme!r}, {step}: {MOST_STATES} states were not enough for one phase of it")
            self.motion.put(t, y)
            values = None if self.quick is None else self.quick.values()
            self._known = key, self.answer() if values is None else values
        return self._known[1]

    def start(self, scene: Scene) -> np.ndarray:
        """y of the state that the phase begins at, which was observed already."""
        y = self.motion.now()
        if self._known is None:
            self._known = (float(self.world.d.time), y.tobytes()), self.answer(scene)
        return y

    def continued(self, scene: Scene, t: float, y: np.ndarray) -> "Phase | None":
        """The same phase from the state y on, which is in `d`; None where a guard has come or a contact is lost."""
        values, found = self.at(t, y), self.same(scene)
        touches = [touch for touch in found if touch is not None]
        if min(values.guards.values()) <= 0 or len(touches) < len(found):
            return None
        held = [Held(touch, h.mu, slide_now(h, touch, scene)) for h, touch in zip(self.held, touches, strict=True)]
        forces = values.forces if isinstance(values, Answer) else self.rows.split(values.forces)
        phase = Phase(self.world, self.scheme, held)
        answer = Answer(values.qacc, forces, values.equality, values.guards, scene, touches)
        phase._known = (t, phase.motion.now().tobytes()), answer
        return phase

    def result(self, scene: Scene) -> Answer:
        """All that holds at the start of the phase."""
        self.start(scene)
        assert self._known is not None and isinstance(self._known[1], Answer)
        return self._known[1]

    def rate(self, t: float, y: np.ndarray) -> np.ndarray:
        """ẏ."""
        return self.motion.rate(y, self.at(t, y).qacc)

    def guards(self) -> list[Any]:
        """Events of solve_ivp, in the order of GUARDS, and the one of the chart."""

        def guard(name: str) -> Any:
            def value(t: float, y: np.ndarray) -> float:
                return self.at(t, y).guards[name] + GRAZING * (name == "impact")

            value.terminal, value.direction = True, -1  # type: ignore[attr-defined]
            return value

        return [*(guard(name) for name in GUARDS), centred_events(self.motion)]

    def answer(self, scene: Scene | None = None) -> Answer:
        """Solve the bilateral problem of the phase at the state that is in `d`, or that a scene was made of."""
        scene = look(self.world) if scene is None else scene
        p, touches = scene.p, self.touches(scene)
        J = np.concatenate([np.zeros((0, p.nv)), *(touch.J for touch in touches)])
        drift = np.concatenate([np.zeros(0), *drifts(self.world, scene, touches)])
        phi, fixed = np.array([touch.phi for touch in touches]), fixed_aims(scene, self.scheme.alpha)
        found = self.rows.solve(p.M, p.v, scene.free, p.J_E, fixed, J, drift, phi)
        found.guards["impact"] = least_distance(self.scheme, scene, touches)
        return Answer(found.qacc, self.rows.split(found.forces), found.equality, found.guards, scene, touches)

    def same(self, scene: Scene) -> list[Touch | None]:
        """What is held, where it is in a scene."""
        found = matches([h.touch for h in self.held], scene.touches)
        return [t if t and len(t.J) == len(h.touch.J) else None for h, t in zip(self.held, found, strict=True)]

    def touches(self, scene: Scene) -> list[Touch]:
        """What is held, as it is in a scene, or was."""
        return [h.touch if found is None else found for h, found in zip(self.held, self.same(scene), strict=True)]


def slide_now(h: Held, touch: Touch, scene: Scene) -> np.ndarray | None:
    """u of a contact that slides, as it is now."""
    if h.slide is None:
        return None
    slip = touch.J[1:] @ scene.p.v
    speed = float(np.linalg.norm(slip))
    return slip / speed if speed > STILL else h.slide


def fixed_aims(scene: Scene, alpha: float) -> np.ndarray:
    """Ḣv + 2αHv + α²e of equalities."""
    p = scene.p
    return scene.fixed_drift + 2 * alpha * (p.J_E @ p.v) + alpha * alpha * p.e


def least_distance(scheme: Any, scene: Scene, resting: list[Touch]) -> float:
    """The least distance of what does not rest."""
    held = {id(touch) for touch in resting}
    return min((t.phi for t in scene.touches if id(t) not in held), default=scheme.sight)
