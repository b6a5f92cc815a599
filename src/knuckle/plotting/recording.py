"""What a world does over a while, step by step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import copy_state
from knuckle.errors import nearest
from knuckle.functions.stages import forward, step
from knuckle.memory.arguments import LARGEST_COUNT, shown
from knuckle.model.model import Model
from knuckle.scene.marks_contact import contact_forces
from knuckle.schema.fields import data_fields

SPECIAL = ("energy", "contact", "solver")
MOST_STEPS = 1_000_000


@dataclass
class Recording:
    """Times, and what was recorded at each: rows of fields, energies, contact forces by pairs of geoms, solver
    statistics.

    `solver` is the statistics of the last step.
    """

    time: np.ndarray
    fields: dict[str, np.ndarray] = field(default_factory=dict)
    energy: np.ndarray | None = None
    contact: dict[tuple[int, int], np.ndarray] = field(default_factory=dict)
    solver: dict[str, np.ndarray] = field(default_factory=dict)


def plottable() -> list[str]:
    """What can be recorded: fields of Data with numbers for each step, and the special ones."""
    plain = [
        f.name
        for f in data_fields()
        if f.kind == "real" and f.shape and f.stage != "scratch" and "max" not in str(f.shape[0])
    ]
    return [*SPECIAL, *plain]


def record(
    m: Model,
    d: Data,
    what: Sequence[str],
    seconds: float,
    control: Callable[[Model, Data], None] | None = None,
) -> Recording:
    """Simulate a copy of a world and note what is asked for before every step; the world itself stays as it is."""
    steps = _step_count(m, seconds)
    known = plottable()
    for name in what:
        if name not in known:
            raise ValueError(
                f"cannot plot {shown(name)}{nearest(str(name), known)}; {', '.join(SPECIAL)}, or a field of Data"
            )
    world = Data(m)
    copy_state(m, d, world)
    energies_before = m.opt.flags.energy
    m.opt.flags.energy = energies_before or "energy" in what
    try:
        return _run(m, world, what, steps, control)
    finally:
        m.opt.flags.energy = energies_before


def _run(m: Model, d: Data, what: Sequence[str], steps: int, control: Callable | None) -> Recording:
    plain = [name for name in what if name not in SPECIAL]
    recording = Recording(np.empty(steps + 1))
    rows: dict[str, list[np.ndarray]] = {name: [] for name in (*plain, "energy")}
    pairs: list[dict[tuple[int, int], float]] = []
    for i in range(steps + 1):
        if control is not None:
            control(m, d)
        forward(m, d)
        recording.time[i] = d.time
        for name in plain:
            rows[name].append(np.array(getattr(d, name)).ravel())
        if "energy" in what:
            rows["energy"].append(np.array(d.energy))
        if "contact" in what:
            pairs.append(_pair_forces(m, d))
        if "solver" in what:
            recording.solver = {name: np.array(getattr(d.solver, name)) for name in ("improvement", "gradient", "cost")}
        if i < steps:
            step(m, d)
    recording.fields = {name: np.array(rows[name]) for name in plain}
    recording.energy = np.array(rows["energy"]) if "energy" in what else None
    for pair in sorted({pair for moment in pairs for pair in moment}):
        recording.contact[pair] = np.array([moment.get(pair, 0.0) for moment in pairs])
    return recording


def _pair_forces(m: Model, d: Data) -> dict[tuple[int, int], float]:
    """The strength of all contact forces between each two geoms. [N]"""
    if not d.ncon:
        return {}
    total: dict[tuple[int, int], np.ndarray] = {}
    for force, (a, b) in zip(contact_forces(m, d), np.array(d.contact.geom), strict=True):
        key = int(a), int(b)
        total[key] = total.get(key, np.zeros(3)) + force
    return {pair: float(np.linalg.norm(force)) for pair, force in total.items()}


def _step_count(m: Model, seconds: float) -> int:
    if not isinstance(seconds, int | float | np.number) or not np.isfinite(seconds) or seconds < 0:
        raise ValueError(f"seconds: expected a number of seconds, found {shown(seconds)}")
    steps = seconds / m.opt.timestep
    if steps > min(MOST_STEPS, LARGEST_COUNT):
        raise ValueError(f"seconds: {seconds:g} s are more than {MOST_STEPS} steps of {m.opt.timestep:g} s")
    return round(steps)
