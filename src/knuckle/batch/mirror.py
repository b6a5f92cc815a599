"""A model's arrays in the precision of a batch, kept up to date with the model's own."""

from collections.abc import Collection
from math import prod

import numpy as np

from knuckle.batch.lockstep import lockstep
from knuckle.kernel import is_kernel
from knuckle.machine.layout import model_layout
from knuckle.memory.arena import Arena
from knuckle.memory.worlds import write_hooks
from knuckle.schema.enums import DisableBit, Lockstep, TrnType
from knuckle.schema.hooks import CALL_NUMBER, INTERRUPTED, LOCKSTEP

MACHINES = {"float64": "lanes64", "float32": "lanes32"}
IN_STEP = ("step", "forward")  # entries that may go in lock step
AUTORESET = int(DisableBit.AUTORESET)
AT_SITES = (int(TrnType.SITE), int(TrnType.SLIDERCRANK), int(TrnType.SO3))
NO_CONTACTS = int(DisableBit.CONSTRAINT | DisableBit.CONTACT)


class ModelMirror:
    """The table that kernels of a batch read; sizes in `unwanted` are zero in it, so kernels pass over those frames.

    In float64 its reals are the model's own; in float32 they are converted copies, and so they are where it is `alone`,
    for one thread. `autoreset` says whether worlds that diverge are reset; where it is None the model's flag does.
    `in_step` names the entries in which worlds may go in lock step."""

    autoreset: bool | None = None
    in_step: tuple[str, ...] = IN_STEP

    def __init__(
        self,
        model,
        real: np.dtype,
        unwanted: Collection[str] = (),
        kept: Collection[str] | None = None,
        alone: bool = False,
        exact: bool = False,
    ):
        self._model, self._unwanted, self._kept, self._exact = model, tuple(unwanted), kept, exact
        self._call_number = 0
        self._machine = "single" if alone else MACHINES[str(np.dtype(real))]
        arena: Arena = model._arena
        self._table = np.array(np.ctypeslib.as_array(_pointer(model._address), (_slots(),)))
        is_copy = alone or real != np.float64
        self._reals = arena.buffers["real"].view(np.float64).astype(real) if is_copy else None
        self.arrays: dict[str, np.ndarray] = {}  # the reals, where they are copies
        if self._reals is not None:
            self._point_at(self._reals, arena)
        self._flags = np.zeros(1, np.int32)
        self._table[model_layout().slot("opt_disableflags")] = self._flags.ctypes.data
        for size in self._unwanted:
            self._table[model_layout().slot(size)] = getattr(model, size) if self._is_needed(size) else 0
        self._ngeom = model_layout().slot("ngeom")
        self.address = self._table.ctypes.data

    def refresh(self, stage: str) -> None:
        """Take over what was written to the model since; contacts, fluids and equalities need frames after all."""
        self._call_number += 1
        way = self.way if stage in self.in_step else Lockstep.NO
        write_hooks(self._table, self._hooks() | {LOCKSTEP: int(way), CALL_NUMBER: self._call_number})
        flags = int(self._model._arena.arrays["opt_disableflags"])
        if self.autoreset is not None:
            flags = flags & ~AUTORESET if self.autoreset else flags | AUTORESET
        self._flags[0] = flags
        if "ngeom" in self._unwanted:
            self._table[self._ngeom] = self._model.ngeom if self._needs_geoms() else 0
        if self._reals is not None:
            self._reals[:] = self._model._arena.buffers["real"].view(np.float64)

    @property
    def way(self) -> Lockstep:
        """How worlds go through contact and constraints in a step."""
        return Lockstep.NO if self._exact else lockstep(self._model, self._kept, self._senses())

    def _hooks(self) -> dict[str, int]:
        """What a step calls: kernels of the user; it is refused where there are functions in Python."""
        given = self._model.callbacks.given
        if not all(map(is_kernel, given.values())):
            return {INTERRUPTED: 1}
        if not given:
            return {}
        from knuckle.machine.user_kernels import hook_addresses

        return {f"hook_{name}": address for name, address in hook_addresses(self._machine, given).items()}

    def _senses(self) -> bool:
        return self._model.nsensor > 0 and "nsensor" not in self._unwanted

    def _is_needed(self, size: str) -> bool:
        """Whether frames are needed though nobody keeps them: by equalities, tendons, actuators, sensors."""
        m = self._model
        for_sensors = self._senses() and size not in ("nsensor", "nlight")
        for_actuators = size == "nsite" and np.isin(m._arrays["actuator_trntype"], AT_SITES).any()
        return bool((size in ("nsite", "ngeom") and m.neq + m.ntendon > 0) or for_actuators or for_sensors)

    def _needs_geoms(self) -> bool:
        arrays = self._model._arena.arrays
        if self._is_needed("ngeom") or not arrays["opt_disableflags"] & NO_CONTACTS:
            return True
        return bool((arrays["opt_density"] > 0 or arrays["opt_viscosity"] > 0) and arrays["geom_fluid"][:, 0].any())

    def _point_at(self, copies: np.ndarray, arena: Arena) -> None:
        start, layout = arena.buffers["real"].ctypes.data, model_layout()
        for field in layout.fields:
            if field.kind == "real":
                element = (arena.arrays[field.name].ctypes.data - start) // 8
                self._table[layout.slot(field.name)] = copies.ctypes.data + element * copies.itemsize
                shape = arena.arrays[field.name].shape
                self.arrays[field.name] = copies[element : element + prod(shape)].reshape(shape)


def _slots() -> int:
    return len(model_layout().slots)


def _pointer(address: int):
    import ctypes

    return ctypes.cast(address, ctypes.POINTER(ctypes.c_int64))
