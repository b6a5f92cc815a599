"""A model's arrays in the precision of a batch, kept up to date with the model's own."""

from collections.abc import Sequence
from itertools import count

import numpy as np

from knuckle.batch.choices import Choices
from knuckle.batch.own import OwnNumbers, has_own_contacts
from knuckle.kernel import is_kernel
from knuckle.machine.layout import model_layout
from knuckle.memory.arena import Arena
from knuckle.memory.worlds import write_hooks
from knuckle.schema.enums import DisableBit, Lockstep
from knuckle.schema.hooks import BODY_FORCES, CALL_NUMBER, FORESIGHT, INTERRUPTED, LOCKSTEP, OWN_CONTACTS

STEP_WITH_FORCES = "step and rne_post_constraint"  # in one call: what is between them need not be kept
AUTORESET = int(DisableBit.AUTORESET)
# none comes twice in a process: a workspace, which knows in which call it was written to, outlives mirrors
CALL_NUMBERS = count(1)


class ModelMirror:
    """The table that kernels of a batch read; what `choices` leave out has size zero in it, so kernels pass over it.

    In float64 its reals are the model's own, in float32 they are converted copies. In lanes some are in `own`, one for
    each lane: those in which worlds may differ, and those in which they do, `differing`, are left to the plan of a
    call. World by world a mirror is pointed at the numbers of one world after the other."""

    def __init__(
        self,
        machine: str,
        model,
        real: np.dtype,
        choices: Choices | None = None,
        lanes: int = 1,
        differing: Sequence[str] = (),
        foresight: bool = False,
    ):
        self._machine, self._model, self._choices = machine, model, choices
        arena: Arena = model._arena
        self._table = np.array(np.ctypeslib.as_array(_pointer(model._address), (_slots(),)))
        self._reals = None if real == np.float64 else arena.buffers["real"].view(np.float64).astype(real)
        if self._reals is not None:
            self._read_copies(self._reals, arena)
        self.own = OwnNumbers(arena, lanes, real, differing) if lanes > 1 else None
        if self.own is not None:
            for name, place in self.own.arrays.items():
                self._table[model_layout().slot(name)] = place.ctypes.data
        self._way = (OWN_CONTACTS if has_own_contacts(differing) else 0) | (FORESIGHT if foresight else 0)
        self._flags, self._models_flags = np.zeros(1, np.int32), arena.arrays["opt_disableflags"]
        self._table[model_layout().slot("opt_disableflags")] = self._flags.ctypes.data
        self._unwanted = () if choices is None else tuple(choices.unwanted)
        self._ngeom = model_layout().slot("ngeom")
        self._given: dict | None = None  # callbacks that the table knows
        self._lockstep, self._number = (model_layout().slot(word) for word in (LOCKSTEP, CALL_NUMBER))
        self.address = self._table.ctypes.data

    def refresh(self, stage: str, autoreset: bool) -> None:
        """Take over what was written to the model since, before a stage; worlds that diverge are reset or not.

        Contacts, fluids and equalities need frames after all.
        """
        choices, table = self._choices, self._table
        given = self._model.callbacks.given
        if given != self._given:
            write_hooks(table, self._hooks(given))
            self._given = given
            for size in self._unwanted:
                table[model_layout().slot(size)] = choices.needed(size) if choices else 0
        table[self._number] = next(CALL_NUMBERS)
        way = choices.way if choices else Lockstep.NO
        table[self._lockstep] = way | (BODY_FORCES if stage == STEP_WITH_FORCES else 0) | self._way
        flags = int(self._models_flags)
        self._flags[0] = flags & ~AUTORESET if autoreset else flags | AUTORESET
        if choices and "ngeom" in self._unwanted:
            table[self._ngeom] = self._model.ngeom if choices.needs_geoms else 0
        if self._reals is not None:
            self._reals[:] = self._model._arena.buffers["real"].view(np.float64)
        if self.own is not None:
            self.own.refresh()

    def point(self, slots: np.ndarray, addresses: np.ndarray) -> None:
        """Read some fields elsewhere: the numbers of a world."""
        self._table[slots] = addresses

    def _hooks(self, given: dict) -> dict[str, int]:
        """What a step calls: kernels of the user; it is refused where there are functions in Python."""
        if not all(map(is_kernel, given.values())):
            return {INTERRUPTED: 1}
        if not given:
            return {}
        from knuckle.machine.user_kernels import hook_addresses

        return {f"hook_{name}": address for name, address in hook_addresses(self._machine, given).items()}

    def _read_copies(self, copies: np.ndarray, arena: Arena) -> None:
        start, layout = arena.buffers["real"].ctypes.data, model_layout()
        for field in layout.fields:
            if field.kind == "real":
                element = (arena.arrays[field.name].ctypes.data - start) // 8
                self._table[layout.slot(field.name)] = copies.ctypes.data + element * copies.itemsize


def _slots() -> int:
    return len(model_layout().slots)


def _pointer(address: int):
    import ctypes

    return ctypes.cast(address, ctypes.POINTER(ctypes.c_int64))
