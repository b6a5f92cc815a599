"""What happened in a rollout: the state and what was asked for beside it, as arrays over time."""

from collections.abc import Iterable
from io import BytesIO
from os import PathLike
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.errors import closest
from knuckle.files import target_of, write_whole
from knuckle.functions.calls import machine
from knuckle.lab.faults import LabError, check_real, within_numbers
from knuckle.lab.first_look import first_look
from knuckle.lab.materials import NO_MATERIALS, Materials
from knuckle.lab.scheme import Scheme
from knuckle.lab.stepping import check_memory
from knuckle.lab.world import World, check_support
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model
from knuckle.schema.fields import data_fields

DERIVED = ("energy", "contact", "deformation")  # what is no field of Data
NO_CONTACTS = {
    "dist": np.zeros(0),
    "pos": np.zeros((0, 3)),
    "frame": np.zeros((0, 9)),
    "geom": np.zeros((0, 2), np.int32),
    "impulse": np.zeros((0, 6)),
}
CONTACT = tuple(NO_CONTACTS)


class Trace:
    """Arrays over time, by name: `time`, `qpos`, `qvel` and what was recorded; the first row is the start.

    `energy` has kinetic and potential energy, `deformation` what contacts hold. [J] `contact` is a list with a
    dictionary for each step: distances, points, frames, geoms, and impulses along the axes of each frame, six numbers
    for each contact.
    """

    def __init__(self, arrays: dict[str, np.ndarray], contact: list[dict[str, np.ndarray]] | None = None):
        if not isinstance(arrays, dict) or "time" not in arrays:
            raise LabError(f"Trace: expected arrays by name, 'time' among them, found {shown(arrays)}")
        self.arrays, self.contact = arrays, contact

    def __getattr__(self, name: str) -> np.ndarray:
        if name != "arrays" and name in self.arrays:
            return self.arrays[name]
        raise AttributeError(f"Trace has no {name!r}; it recorded: {', '.join(self.__dict__.get('arrays', ()))}")

    def __len__(self) -> int:
        return len(self.arrays["time"])

    def __repr__(self) -> str:
        return (
            f"<Trace of {len(self)} frames: {', '.join(self.arrays)}{', contact' if self.contact is not None else ''}>"
        )

    def frame(self, t: float) -> dict[str, Any]:
        """What was recorded at the time nearest to t."""
        check_real("frame", "t", t, -np.inf)
        k = int(np.argmin(np.abs(self.arrays["time"] - t)))
        found = {name: array[k] for name, array in self.arrays.items()}
        if self.contact is None:
            return found
        return found | {"contact": self.contact[min(k, len(self.contact) - 1)] if self.contact else NO_CONTACTS}

    def save(self, path: str | PathLike[str]) -> None:
        """Write everything to an npz file; contacts of all steps in a row, `contact_count` of them in each."""
        arrays = dict(self.arrays)
        if self.contact is not None:
            arrays["contact_count"] = np.array([len(each["dist"]) for each in self.contact])
            for name in CONTACT:
                arrays[f"contact_{name}"] = np.concatenate([NO_CONTACTS[name], *(each[name] for each in self.contact)])
        content = BytesIO()
        np.savez_compressed(content, allow_pickle=False, **arrays)
        name = target_of(path)
        write_whole(name if name.endswith(".npz") else f"{name}.npz", content.getvalue())


def rollout(
    m: Model,
    d: Data,
    scheme: Scheme,
    nstep: int,
    record: Iterable[str] = ("energy",),
    memory: Any = None,
    *,
    materials: Materials = NO_MATERIALS,
    on_failure: str = "raise",
) -> Trace:
    """Steps of a world, and what happened in them; `d` is at the end afterwards.

    `record` names fields of Data, "energy", "contact" and "deformation"; time, qpos and qvel are always there.
    """
    check_support(m, scheme)
    wanted = check_names(record)
    world = World(m, d, scheme, materials=materials, on_failure=on_failure)
    check_memory(m, d, scheme, memory)
    first_look(world)
    names = dict.fromkeys(("time", "qpos", "qvel", *(name for name in wanted if name not in DERIVED)))
    rows: dict[str, list] = {name: [np.copy(getattr(d, name))] for name in names}
    contact: list[dict[str, np.ndarray]] = []
    held = [0.0]
    for _ in range(whole_number(nstep, "nstep")):
        with within_numbers(scheme):
            scheme.steps(world, 1, memory)
        for name, values in rows.items():
            values.append(np.copy(getattr(d, name)))
        if "contact" in wanted:
            contact.append(contacts_now(m, d))
        if "deformation" in wanted:
            held.append(scheme.stored(world, memory))
    arrays = {name: np.array(values) for name, values in rows.items()}
    if "energy" in wanted:
        arrays["energy"] = energies(m, d, arrays["qpos"], arrays["qvel"])
    if "deformation" in wanted:
        arrays["deformation"] = np.array(held)
    return Trace(arrays, contact if "contact" in wanted else None)


def check_names(record: Iterable[str]) -> tuple[str, ...]:
    """The names of what is to be recorded; LabError where one is neither a field of fixed size nor derived."""
    fixed = {f.name for f in data_fields() if f.stage != "scratch" and not str(*f.shape[:1]).startswith("max")}
    if not isinstance(record, Iterable):
        raise TypeError(f"record: expected names of fields, found {type(record).__name__}")
    wanted = (record,) if isinstance(record, str) else tuple(record)
    for name in wanted:
        if not isinstance(name, str) or (name not in fixed and name not in DERIVED):
            near = ", ".join(closest(str(name), (*fixed, *DERIVED))) or "none"
            raise LabError(f"record: {shown(name)} cannot be recorded; nearest: {near}")
    return wanted


def contacts_now(m: Model, d: Data) -> dict[str, np.ndarray]:
    """All contacts that carry force, with their impulses."""
    held = np.flatnonzero(d.contact_efc_address >= 0)
    impulse = np.zeros((len(held), 6))
    for k, c in enumerate(held):
        impulse[k] = machine().contact_force(m, d, int(c)) * m.opt.timestep
    parts = (d.contact_dist, d.contact_pos, d.contact_frame, d.contact_geom)
    return dict(zip(CONTACT, (*(part[held].copy() for part in parts), impulse), strict=True))


def energies(m: Model, d: Data, qpos: np.ndarray, qvel: np.ndarray) -> np.ndarray:
    """(kinetic, potential) energy of states, whatever scheme they come from. [J]"""
    stages = machine()
    other, found = d.copy(), np.zeros((len(qpos), 2))
    for k in range(len(qpos)):
        other.qpos[:], other.qvel[:] = qpos[k], qvel[k]
        for name in ("kinematics", "com_pos", "tendon", "crb", "energy_pos", "com_vel", "energy_vel"):
            getattr(stages, name)(m, other)
        potential, kinetic = other.energy
        found[k] = kinetic, potential
    return found
