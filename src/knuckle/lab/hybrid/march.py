"""From event to event until the end of a step."""

from dataclasses import replace
from typing import Any

import numpy as np

from knuckle.lab.faults import SolverError, Status
from knuckle.lab.hybrid.events import Event, HybridMemory
from knuckle.lab.hybrid.impact import collide, owner_names, records
from knuckle.lab.hybrid.phase import GUARDS, Answer, Phase, choose_modes
from knuckle.lab.hybrid.touches import Scene, Touch, look, matches, top_speed
from knuckle.lab.world import World

TOUCHING = 1e-13  # [m] below this distance a contact touches
RESTING = 1e-7  # [m] below this distance one goes on to touch that was held
SHORTEST = 1e-12  # [s]
MOST_STRIDES = 1e6  # of an integrator in one phase
SHORT = 1e-3  # [s] up to here a step is one of an integrator of lower order with fewer stages, at the same tolerance


def march(world: World, scheme: Any, memory: HybridMemory) -> tuple[Answer, Status]:
    """Move the world by h; what holds at the end, and how it ended.

    The status is that of the first failure, whose time is in `d`; the caller puts the state back.
    """
    d = world.d
    end, count = float(d.time) + world.h, 0
    going = world.kept.pop("phase", None)  # that of the end of the last step, and what was seen there
    while True:
        if going is None:
            scene = look(world)
            touching = touching_now(scene, memory)
            if any(float(touch.J[0] @ scene.p.v) < -scheme.v_stop for touch in touching):
                status = hit(world, scheme, scene, touching, memory)
                count += 1
                if count > scheme.max_events:
                    status |= Status.ZENO
                if status:
                    return Phase(world, scheme, []).answer(), status
                continue
            resting = [touch for touch in touching if float(touch.J[0] @ scene.p.v) <= scheme.v_stop]
            held, status = choose_modes(world, scheme, scene, resting)
            phase = Phase(world, scheme, held)
        else:
            (phase, scene), status, going = going, Status.OK, None
        memory.held = [h.touch for h in phase.held]
        if status or end - d.time <= SHORTEST:
            answer = phase.result(scene)
            if not (status or world.hooks):
                world.kept["phase"] = phase, scene
            return answer, status
        ended, going = flow(world, scheme, scene, phase, end, memory)
        count += ended
        if count > scheme.max_events:
            return phase.answer(), Status.ZENO


def touching_now(scene: Scene, memory: HybridMemory) -> list[Touch]:
    """What touches; contacts that rest may drift a little in between."""
    kept = {id(touch) for touch in matches(memory.held, scene.touches)}
    return [t for t in scene.touches if t.phi <= TOUCHING or (t.phi <= RESTING and id(t) in kept)]


def hit(world: World, scheme: Any, scene: Scene, touching: list[Touch], memory: HybridMemory) -> Status:
    """An impact; e = 0 where it is weak or follows the last one at once."""
    now = float(world.d.time)
    bounce, soft = [], []
    for touch in touching:
        e = scheme.restitution if touch.restitution < 0 else touch.restitution
        soon = now - memory.last_hit.get(touch.owner, -np.inf) < scheme.zeno
        weak = soon or e * abs(float(touch.J[0] @ scene.p.v)) < scheme.v_stop
        bounce.append(0.0 if weak else e)
        soft.append(weak and e > 0)
    after, impulses, status = collide(world, scheme, scene, touching, bounce)
    if not status:
        happened = [t for t, impulse in zip(touching, impulses, strict=True) if impulse[0] > 0]
        found = records(world, scene, touching, after, impulses)
        gentle = {id(t): s for t, s in zip(touching, soft, strict=True)}
        for touch, event in zip(happened, found, strict=True):
            memory.log.append(replace(event, kind="rest") if gentle[id(touch)] else event)
            memory.last_hit[touch.owner] = now
        world.d.qvel[:] = after
    return status


def flow(
    world: World, scheme: Any, scene: Scene, phase: Phase, end: float, memory: HybridMemory
) -> tuple[int, tuple[Phase, Scene] | None]:
    """Integrate a phase until a guard, the apex of a contact that leaves, or the end.

    Returns 1 if a guard ended it; and the phase and what is seen at the end, where nothing keeps it from going on.
    """
    from scipy.integrate import solve_ivp

    d, t = world.d, float(world.d.time)
    speed = top_speed(world)
    start = phase.start(scene)
    until = min(end, t + apex(phase, phase.at(t, start).qacc, scene))
    longest = 0.5 * scheme.sight / speed if speed > 0 else np.inf
    if until - t > MOST_STRIDES * longest:
        raise SolverError(
            f"{scheme!r}, step {world.done}, t = {t:g} s: at {speed:g} m/s a step of {world.h:g} s is too long: "
            f"strides are not longer than half of sight = {scheme.sight:g} m; take a smaller time step"
        )
    found: Any = solve_ivp(
        phase.rate,
        (t, until),
        start,
        "RK45" if world.h <= SHORT else "DOP853",
        rtol=scheme.rtol,
        atol=scheme.atol,
        events=phase.guards(),
        max_step=longest,
        first_step=min(memory.stride, longest, until - t),
    )
    if found.status < 0 or not np.isfinite(found.y[:, -1]).all():
        raise SolverError(f"{scheme!r}, step {world.done}, t = {found.t[-1]:g} s: {found.message}")
    if len(found.t) > 2 or found.status == 0:
        memory.stride = 2 * float(np.diff(found.t).max())
    phase.motion.put(until if found.status == 0 else float(found.t[-1]), found.y[:, -1])
    if found.status == 0:
        if until < end:
            return 0, None
        scene = look(world)
        going = phase.continued(scene, until, found.y[:, -1])
        return 0, None if going is None else (going, scene)
    kinds = [name for name, times in zip(GUARDS, found.t_events, strict=False) if len(times)]
    note(world, phase, kinds, memory)
    if d.time <= t:  # no progress: a guard that is zero from the start
        phase.motion.put(t + SHORTEST, found.y[:, -1])
    return 1, None


def apex(phase: Phase, qacc: np.ndarray, scene: Scene) -> float:
    """Time for which no contact that leaves can come back: v_n / |a_n| of the nearest to its apex. [s]

    What is held does not leave, whatever rounding says.
    """
    times, held = [np.inf], {id(h.touch) for h in phase.held}
    for touch in scene.touches:
        if touch.phi > RESTING or id(touch) in held:
            continue
        v, a = float(touch.J[0] @ scene.p.v), float(touch.J[0] @ qacc)
        if v > 0 and a < 0:
            times.append(max(v / -a, SHORTEST))
    return min(times)


def note(world: World, phase: Phase, kinds: list[str], memory: HybridMemory) -> None:
    """Log what ended a phase; impacts log themselves."""
    for kind in kinds:
        if kind == "impact":
            continue
        for h in phase.held:
            if kind == "release" or (kind == "slip") == (h.slide is None):
                memory.log.append(Event(float(world.d.time), kind, owner_names(world, h.touch)))
