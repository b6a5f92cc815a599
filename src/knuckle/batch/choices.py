"""How a batch computes: in lanes or world by world, in lock step or not, and which frames nobody needs.

It follows from the model, which may be edited between two calls. So what is read of it is noted, and all is decided
anew only where one of these fields has changed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import numpy as np

from knuckle.batch.hooked import BY_NAME, check_kept, fields_of_kernels
from knuckle.batch.kept import SENSED, unwanted_sizes
from knuckle.batch.lockstep import OF_ROWS, goes_alone, lockstep, may_have_rows
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit, Lockstep, TrnType

AT_SITES = (int(TrnType.SITE), int(TrnType.SLIDERCRANK), int(TrnType.SO3))
NO_CONTACTS = int(DisableBit.CONSTRAINT | DisableBit.CONTACT)


class Choices:
    """What is decided for a batch of so many lanes that keeps these fields, after `follow`.

    `alone` says whether worlds are computed one after the other, `way` how they go through contact and constraints: not
    in lock step where no row can come to act, either. `needs_geoms` says whether frames of geoms are needed though
    nobody keeps them.
    """

    alone: bool
    way: Lockstep
    needs_geoms: bool

    def __init__(self, model: Model, lanes: int, kept: Collection[str] | None, exact: bool):
        self._model, self._lanes, self._kept, self._exact = model, lanes, kept, exact
        self.unwanted = unwanted_sizes(kept)
        self._read: list[np.ndarray] = []
        self._values: list[bytes] | None = None
        self._given: dict[str, Callable] = {}
        self._hooked: frozenset[str] = frozenset()
        self.follow()

    def follow(self) -> "Choices":
        """Decide, anew where what it depends on was edited."""
        given = self._model.callbacks.given
        if given != self._given:
            check_kept(given, self._kept)
            self._given, self._hooked, self._values = given, fields_of_kernels(given), None
        if [array.tobytes() for array in self._read] != self._values:
            m = Noted(self._model)
            own_way = self._exact or not OF_ROWS.isdisjoint(self._hooked)
            self.alone = (own_way and may_have_rows(m)) or goes_alone(m, self._lanes, self.senses())
            self.way = Lockstep.NO if self.alone else lockstep(m, self._lanes, self._kept, self.senses())
            self.needs_geoms = self._needs_geoms(m)
            self._read = list(m._arrays.read.values())
            self._values = [array.tobytes() for array in self._read]
        return self

    def needed(self, size: str) -> int:
        """How many elements of an unwanted size need their frames after all: all or none."""
        return getattr(self._model, size) if self._is_needed(size, self._model._arrays) else 0

    def senses(self) -> bool:
        """Whether sensors are computed: they are kept, remembered, or read by a kernel of the user."""
        m = self._model
        wanted = "nsensor" not in self.unwanted or not SENSED.isdisjoint(self._hooked)
        return m.nsensor > 0 and bool(wanted or (m._arrays["sensor_historyadr"] >= 0).any())

    def _is_needed(self, size: str, arrays: Mapping[str, np.ndarray]) -> bool:
        """Whether frames are needed though nobody keeps them: by equalities, tendons, actuators, sensors, kernels."""
        for_sensors = self.senses() and size != "nlight"
        for_kernels = any(size in BY_NAME[name].shape[:1] for name in self._hooked)
        for_actuators = size == "nsite" and np.isin(arrays["actuator_trntype"], AT_SITES).any()
        m = self._model
        for_rows = size in ("nsite", "ngeom") and m.neq + m.ntendon > 0
        return bool(for_rows or for_actuators or for_sensors or for_kernels)

    def _needs_geoms(self, m: "Noted") -> bool:
        arrays = m._arrays
        if self._is_needed("ngeom", arrays) or not arrays["opt_disableflags"] & NO_CONTACTS:
            return True
        return bool((arrays["opt_density"] > 0 or arrays["opt_viscosity"] > 0) and arrays["geom_fluid"][:, 0].any())


class Noted:
    """A model of which it is noted what is read; sizes never change."""

    def __init__(self, model: Model):
        self._model, self._arrays = model, NotedArrays(model._arrays)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)


class NotedArrays(Mapping[str, np.ndarray]):
    """Arrays by name; `read` has those that were asked for."""

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._arrays = arrays
        self.read: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        self.read[name] = self._arrays[name]
        return self.read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)
