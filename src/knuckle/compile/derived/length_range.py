"""Pass: the range of lengths of actuators that need one, and have none."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import exp, inf, isfinite
from typing import Any

import numpy as np

from knuckle.compile.parts import ActuatorPart, Assembly
from knuckle.errors import KnuckleError, nearest
from knuckle.machine.answer import answer, machine_in_use
from knuckle.machine.progress import Progress
from knuckle.memory.capacity import capacities_of, count_idle, grown, take_request
from knuckle.memory.worlds import DataMemory, ModelMemory
from knuckle.program import length_sweep
from knuckle.schema.enums import BiasType, DisableBit, EnableBit, GainType, TrnType
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import LengthRange

STEPS = 200  # of the simulation in one call
MOST_STEPS = 1_000_000  # of the simulation
# what would keep an actuator from its ends, or move it by itself
SILENT = (
    *(DisableBit.CONTACT, DisableBit.SPRING, DisableBit.DAMPER, DisableBit.GRAVITY),
    *(DisableBit.FRICTIONLOSS, DisableBit.ACTUATION),
)


@dataclass(frozen=True, slots=True)
class Sweep:
    """The lengths at the end of a simulation that pushed an actuator to one side."""

    low: float
    high: float


class NotConverged(KnuckleError):
    """No range of lengths was found; the message tells why."""


def fill_length_ranges(a: Assembly, counts: Mapping[str, int], arrays: Mapping[str, np.ndarray]) -> None:
    """Ranges that are not given: of the joint or tendon, or found by simulation, as the compiler is told."""
    settings: Any = a.spec.compiler.lengthrange
    searched: dict[str, tuple[int, int]] = {}
    for k, part in enumerate(a.actuators):
        output = int(arrays["actuator_outadr"][k])
        row = arrays["actuator_lengthrange"][output]
        if not _wanted(settings.mode, part) or (settings.useexisting and row[0] < row[1]):
            continue
        limits = _limits(part, arrays) if settings.uselimit else None
        if limits is not None:
            row[:] = limits
        else:
            searched[str(k)] = k, output
    if searched and _are_sound(a, settings, float(arrays["opt_timestep"])):
        _search_all(a, arrays, LengthSearch(counts, arrays, settings), searched)


def _search_all(
    a: Assembly, arrays: Mapping[str, np.ndarray], search: "LengthSearch", searched: dict[str, tuple[int, int]]
) -> None:
    """One search for each actuator, on all cores; an interruption ends all of them."""
    with (
        Progress("finding length ranges of actuators", dict.fromkeys(searched, 1), "actuators", quiet=True) as told,
        ThreadPoolExecutor(_threads()) as pool,
    ):
        try:
            for key, found in zip(searched, pool.map(partial(_search, search), searched.values()), strict=True):
                _take(a, arrays, *searched[key], found)
                told.done(key)
        except BaseException:
            search.ended = True
            pool.shutdown(cancel_futures=True)
            raise


def _threads() -> int:
    """Compiled code runs beside other threads; the machines for finding faults work alone."""
    return (os.cpu_count() or 1) if machine_in_use() == "single" else 1


def _are_sound(a: Assembly, settings: Any, timestep: float) -> bool:
    """Whether a search ends with these settings; reports those with which it does not."""
    told = unsound_settings(settings, timestep)
    if told:
        a.problems.about(settings, told)
    return not told


def unsound_settings(settings: Any, timestep: float) -> str:
    """What keeps a search with these settings from its end, in words; nothing where all is well."""
    step = settings.timestep if settings.timestep > 0 else timestep
    numbers = (settings.accel, settings.maxforce, settings.timeconst, settings.inttotal, settings.interval, step)
    if not all(map(isfinite, numbers)) or not min(settings.timeconst, settings.inttotal, step) > 0:
        return "lengthrange needs finite numbers, and a positive timeconst, inttotal and timestep"
    if settings.inttotal > MOST_STEPS * step:
        return f"lengthrange: inttotal={settings.inttotal:g} at steps of {step:g} s is more than {MOST_STEPS} steps"
    return ""


def _search(search: "LengthSearch", which: tuple[int, int]) -> tuple[float, float] | NotConverged:
    try:
        return search.range_of(which[1])
    except NotConverged as error:
        return error


def _take(a: Assembly, arrays: Mapping[str, np.ndarray], k: int, output: int, found: Any) -> None:
    if isinstance(found, NotConverged):
        a.problems.about(a.actuators[k].node, str(found))
    else:
        arrays["actuator_lengthrange"][output] = found


def _wanted(mode: str, part: ActuatorPart) -> bool:
    kinds = part.node.gaintype, part.node.biastype
    muscle = kinds[0] == GainType.MUSCLE or kinds[1] == BiasType.MUSCLE
    user = kinds[0] == GainType.USER or kinds[1] == BiasType.USER
    return {"none": False, "muscle": muscle, "muscleuser": muscle or user, "all": True}[mode]


def _limits(part: ActuatorPart, arrays: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """The limits of the joint or tendon that an actuator acts on; None where it has none."""
    if part.kind in (TrnType.JOINT, TrnType.JOINTINPARENT) and arrays["jnt_limited"][part.number]:
        return arrays["jnt_range"][part.number]
    if part.kind == TrnType.TENDON and arrays["tendon_limited"][part.number]:
        return arrays["tendon_range"][part.number]
    return None


def search_settings(given: Mapping[str, float]) -> Any:
    """Settings of a search: those of an element <lengthrange/> of the compiler, with some given."""
    known = [
        name for name, attribute in elements()["compiler.lengthrange"].attributes.items() if attribute.kind == "real"
    ]
    settings: Any = LengthRange()
    for name, value in given.items():
        if name not in known:
            raise TypeError(f"unknown setting {name!r}{nearest(name, known)}")
        setattr(settings, name, float(value))
    return settings


class LengthSearch:
    """A model without contacts, gravity and passive forces, in which actuators are pushed to their ends."""

    def __init__(self, counts: Mapping[str, int], arrays: Mapping[str, np.ndarray], settings: Any):
        disabled = int(arrays["opt_disableflags"]) | sum(int(bit) for bit in SILENT)
        enabled = int(arrays["opt_enableflags"]) & ~int(EnableBit.SLEEP)
        changed: dict[str, Any] = {"opt_disableflags": disabled, "opt_enableflags": enabled}
        if settings.timestep > 0:
            changed["opt_timestep"] = settings.timestep
        options = {name: np.array(value, arrays[name].dtype) for name, value in changed.items()}
        self.model, self.settings = ModelMemory(counts, {**arrays, **options}), settings
        self.ended = False  # by an interruption, while threads are at work

    def range_of(self, output: int) -> tuple[float, float]:
        """The shortest and the longest length of an output; raises NotConverged where they do not settle."""
        least, most = (self._sweep(output, side) for side in (-1.0, 1.0))
        low, high = least.low, most.high
        if not low < high:
            raise NotConverged(f"no range of lengths was found: the length is always {low:g}; give lengthrange")
        for sweep in (least, most):
            if not sweep.high - sweep.low <= self.settings.tolrange * (high - low):
                raise NotConverged(
                    "the search for the range of lengths did not settle: pushed to one side, the length still moves "
                    f"from {sweep.low:g} to {sweep.high:g}, of a range from {low:g} to {high:g}; limit the joints or "
                    "tendons that change it, give lengthrange, or change <compiler><lengthrange/>"
                )
        return low, high

    def _sweep(self, output: int, side: float) -> Sweep:
        settings, d, idle = self.settings, DataMemory(self.model), 0
        step = float(self.model._arrays["opt_timestep"])
        values: dict[str, Any] = {"output": output, "steps": STEPS}
        numbers = {"push": side * settings.accel, "most": settings.maxforce, "damp": exp(-step / settings.timeconst)}
        numbers |= {
            "since": settings.inttotal - settings.interval,
            "total": settings.inttotal,
            "low": inf,
            "high": -inf,
        }
        values |= {name: np.array(number) for name, number in numbers.items()}
        while d._arrays["time"] < settings.inttotal and not self.ended:
            refused = answer(length_sweep(), self.model, d, values)
            if refused or not np.isfinite(d._arrays["qpos"]).all():
                raise NotConverged("the search for the range of lengths became unstable: give lengthrange")
            if d._arrays["overflow"] > 0:
                capacity = capacities_of(d._arrays)
                larger = grown(capacity, take_request(d._arrays))
                d._resize(larger)
                idle = count_idle(idle, larger != capacity)
        return Sweep(float(values["low"]), float(values["high"]))
