"""Data: the state of one world of a model, and everything computed from it."""

import numpy as np

from knuckle.calls.in_use import alone, exclusive, require_free
from knuckle.calls.slices import Pace
from knuckle.data.contacts import ContactList, SolverStatistics, per_island
from knuckle.data.sleep import sleep_at_start
from knuckle.data.status import report
from knuckle.memory.arena import Arena
from knuckle.memory.arguments import whole_number
from knuckle.memory.capacity import (
    capacities_of,
    explain_shortage,
    first_capacities,
    grown,
    row_counts,
    take_request,
)
from knuckle.memory.records import Record, convert, read_only
from knuckle.memory.shown import counted, html_table
from knuckle.memory.worlds import DataMemory, data_names, set_reference_state
from knuckle.model.model import Model
from knuckle.model.names import NamedData, find
from knuckle.schema.fields import data_fields
from knuckle.schema.status import Status
from knuckle.validate.values import check_values

# fields that are single values read as Python numbers; scratch fields are not public
SCALARS = frozenset(field.name for field in data_fields() if not field.shape)
SCRATCH = frozenset(field.name for field in data_fields() if field.stage == "scratch")
HIDDEN = SCALARS | SCRATCH
ROWS = {name: count for name, count in row_counts().items() if name not in SCRATCH}
COUNTS = SCALARS - SCRATCH - {"time", "status"}
# integers that kernels find their way by: a wrong one would lead out of memory, so users only read them
KERNEL_INDICES = frozenset(
    field.name for field in data_fields() if field.dtype.kind == "i" and field.name not in ("status", "contact_exclude")
)

# how many rows there are, and how much was made from them (see physics/constraint/rows.py)
COUNTS_OF_ROWS = ("ne", "nf", "nl", "nefc", "nref", "ncone", "nJ", "nY", "nA", "nblock", "nisland", "nidof")
# what every stage that reads it writes first, and may be large: a pickle does without
WRITTEN_ANEW = frozenset(
    field.name
    for field in data_fields()
    if str(*field.shape[:1]) in ("maxH", "maxfront", "maxspan", "maxccd", "maxpoly")
)

# fields of a keyframe and where they go
KEYFRAME = {
    "key_time": "time",
    "key_qpos": "qpos",
    "key_qvel": "qvel",
    "key_act": "act",
    "key_mpos": "mocap_pos",
    "key_mquat": "mocap_quat",
    "key_ctrl": "ctrl",
    "key_plastic": "plastic",
}


class Data(Record, NamedData, DataMemory):
    """One world of a model: its state, its inputs, and everything computed from them, as arrays with MuJoCo's names.

    A new Data is in the reference pose, at rest, and nothing is computed yet: call `forward` or `step`. Assigning to an
    array writes into it. `d.body("torso").xpos` is the part of an array that belongs to one element. Arrays of contacts
    and constraint rows (`d.contact_…`, `d.efc_…`) have as many rows as there are now, so read them again after a step.
    Only one thread may use a Data at a time; a second one gets a KnuckleError.
    """

    model: Model

    def __init__(self, model: Model):
        if not isinstance(model, Model):
            raise TypeError(f"Data: expected a Model, found {type(model).__name__}")
        check_values(model._arena)
        self._adopt(model)
        set_reference_state(model, self)
        sleep_at_start(model, self)

    def _adopt(self, model: Model, capacity: dict[str, int] | None = None) -> None:
        self._hold(model, capacity)
        instance = self.__dict__
        instance.update(self._arena.arrays)
        for name in HIDDEN & instance.keys():
            del instance[name]
        for name in KERNEL_INDICES & instance.keys():
            instance[name] = read_only(instance[name])
        object.__setattr__(self, "model", model)
        self._free = self._table.data
        self._reported = 0  # problems the user knows of
        self._pace = Pace()

    def _named(self, rows: Arena) -> dict[str, np.ndarray]:
        """All arrays by name, found as quickly as can be."""
        both = self._arena.arrays.all_made() | rows.arrays.all_made()
        return {name: both[name] for name in data_names()}

    @exclusive
    def grow(self) -> bool:
        """Make the room for contacts and constraint rows that the last call lacked; returns whether there is more now.

        Steps and stages do this by themselves. MemoryError where the machine has too little memory; the data is then as
        it was, and can be used for what needs less.
        """
        capacity, needed = capacities_of(self._arrays), take_request(self._arrays)
        larger = grown(capacity, needed)
        try:
            self._resize(larger)
        except MemoryError as error:
            raise explain_shortage(capacity, needed, error) from None
        return larger != capacity

    def _forget_rows(self) -> None:
        """No constraint rows, as where contacts are replaced: those there were point at contacts of another list."""
        for name in COUNTS_OF_ROWS:
            self._arrays[name][()] = 0
        self._arrays["contact_efc_address"][:] = -1

    def __getattr__(self, name: str):
        if name in ROWS:
            rows = self._arrays[name][: self._arrays[ROWS[name]].item()]
            return read_only(rows) if name in KERNEL_INDICES else rows
        if name in COUNTS:
            return self._arrays[name].item()
        return super().__getattr__(name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *ROWS, *COUNTS})

    @property
    def time(self) -> float:
        """Simulated time. [s]"""
        return self._arrays["time"].item()

    @time.setter
    def time(self, value: float) -> None:
        seconds = convert(value, np.dtype(np.float64), (), "time")
        if not np.isfinite(seconds):
            raise ValueError(f"time: expected a finite value, found {value!r}")
        self._arrays["time"][()] = seconds

    @property
    def contact(self) -> ContactList:
        """All contacts as they are now: `d.contact[3].dist` of one, `d.contact.dist` of all."""
        return ContactList(self)

    @property
    def solver(self) -> SolverStatistics:
        """Statistics of the iterations of the last constraint solve, such as `d.solver.improvement`."""
        return SolverStatistics(self)

    @property
    def solver_niter(self) -> np.ndarray:
        """Iterations of the constraint solver in each of the first twenty islands."""
        return per_island(self, "block_niter")

    @property
    def solver_nnz(self) -> np.ndarray:
        """Entries of the solver's matrix in each of the first twenty islands."""
        return per_island(self, "block_nnz")

    @property
    def status(self) -> Status:
        """The problems met since the last reset; set it to 0 to forget them."""
        return Status(self._arrays["status"].item())

    @status.setter
    def status(self, value: int) -> None:
        bits = whole_number(value, "status", most=int(~Status(0)))
        self._arrays["status"][()] = bits
        if not bits:
            self._arrays["bad_kind"][()] = 0
        self._reported = bits

    def report_status(self, stacklevel: int = 3) -> None:
        """Warn of new problems; raise DivergenceError where the world diverged and the flag `autoreset` is off."""
        report(self, stacklevel=stacklevel)

    def require(self, model: Model) -> None:
        """Raise ValueError where this data belongs to a model of other sizes."""
        own, other = self.model._counts, model._counts
        if own is not other and own != other:
            differing = ", ".join(
                f"{name} {own[name]} instead of {other[name]}" for name in own if own[name] != other[name]
            )
            raise ValueError(f"this Data was made for another model: it has {differing}")

    def copy(self) -> "Data":
        """An independent copy with the same values, of the same model."""
        return self._twin(self.model)

    def _twin(self, model: Model) -> "Data":
        require_free(self)
        twin = Data.__new__(Data)
        twin._adopt(model, capacities_of(self._arrays))
        twin._arena.copy_from(self._arena)
        twin._rows.copy_from(self._rows)
        twin._reported = self._reported
        return twin

    def __copy__(self) -> "Data":
        return self.copy()

    def __deepcopy__(self, memo: dict) -> "Data":
        """A copy with a model of its own: the copy of this data's model."""
        from copy import deepcopy

        return self._twin(deepcopy(self.model, memo))

    def __reduce__(self):
        require_free(self)
        carried = {name: array.copy() for name, array in self._arrays.items() if name not in WRITTEN_ANEW}
        return _restore, (self.model, carried, self._reported)

    def __repr__(self) -> str:
        contacts = counted([(self.ncon, "contact", "contacts")])
        problems = f"status {self.status}" if self.status else ""
        notes = [f"time {self.time:g} s", *filter(None, (contacts, problems))]
        return f"<Data of {self.model!r}: {', '.join(notes)}>"

    def _repr_html_(self) -> str:
        names = ("time", "qpos", "qvel", "ctrl", "ncon", "nefc", "status")
        return html_table(f"Data of {self.model!r}", {name: getattr(self, name) for name in names})


def _restore(model: Model, arrays: dict[str, np.ndarray], reported: int) -> Data:
    """Data from its pickled arrays, each checked by shape; it goes on as the one that was pickled."""
    d = Data.__new__(Data)
    have = capacities_of(arrays)
    d._adopt(model, {name: max(count, have[name]) for name, count in first_capacities(model._counts).items()})
    d._reported = reported
    expected = {name: array for name, array in d._arrays.items() if name not in WRITTEN_ANEW}
    if arrays.keys() != expected.keys():
        raise ValueError(f"pickled Data: {', '.join(sorted(arrays.keys() ^ expected.keys()))} missing or unknown")
    for name, target in expected.items():
        rows = target[: len(arrays[name])] if name in row_counts() else target
        rows[...] = convert(arrays[name], target.dtype, rows.shape, f"pickled Data: {name}")
    return d


def check_model(m: Model) -> None:
    """Raise TypeError where this is not a Model."""
    if not isinstance(m, Model):
        raise TypeError(f"m: expected a Model as first argument, found {type(m).__name__}")


def check_pair(m: Model, d: Data) -> None:
    """Raise TypeError where these are not a Model and a Data, ValueError where they do not belong together."""
    check_model(m)
    if not isinstance(d, Data):
        raise TypeError(f"d: expected a Data as second argument, found {type(d).__name__}")
    d.require(m)


def reset(m: Model, d: Data, keyframe: int | str | None = None) -> None:
    """Set the data to the reference state, or to a keyframe given by name or index; everything else becomes zero."""
    check_pair(m, d)
    index = None if keyframe is None else find(m, "key", keyframe)
    alone(d, _reset, m, d)
    sleep_at_start(m, d)
    if index is not None:
        alone(d, _take_keyframe, m, d, index)


def _reset(m: Model, d: Data) -> None:
    d._arena.clear()
    d._rows.clear()
    d._reported = 0
    set_reference_state(m, d)


def _take_keyframe(m: Model, d: Data, index: int) -> None:
    for source, target in KEYFRAME.items():
        array = d._arrays[target]
        array[...] = m._arrays[source][index].reshape(array.shape)
