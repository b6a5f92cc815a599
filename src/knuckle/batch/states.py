"""States of the worlds of a batch: reset, as vectors, and as a Data or Model of one world."""

from collections.abc import Iterator, Mapping
from math import prod

import numpy as np

from knuckle.batch.live import LiveFields
from knuckle.batch.lockstep import may_sleep
from knuckle.batch.noise import Noise
from knuckle.batch.selection import Worlds, each_once
from knuckle.calls.in_use import alone, exclusive, require_free
from knuckle.data.data import Data, check_pair, reset
from knuckle.data.state import state_parts, state_size
from knuckle.errors import nearest
from knuckle.functions.calls import machine
from knuckle.memory.arguments import shown, whole_number
from knuckle.memory.capacity import capacities_of
from knuckle.memory.records import convert, shape_of
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.schema.enums import State
from knuckle.schema.fields import model_fields

_single = machine()

NOISY = ("qpos", "qvel", "act", "ctrl")  # what a reset may add noise to
# what the force of a contact is put together from
OF_FORCES = frozenset(
    {"contact_efc_address", "contact_friction", "contact_adhesion", "efc_type", "efc_force", "rows_left", "nefc"}
)
# numbers of the model that the state after a reset follows from, if there are any of these
STARTS = {
    "qpos0": "nq",
    "body_pos": "nmocap",
    "body_quat": "nmocap",
    "opt_timestep": "nhistory",
    "qpos_spring": "nplastic",
    "tendon_lengthspring": "nplastic",
    **{field.name: "nhistory" for field in model_fields() if field.name.startswith("sensor_")},
}


class WorldStates(LiveFields):
    """The methods of Batch about states."""

    _start: Data | None = None  # what worlds are reset to is made in it

    @exclusive
    def load(self, data: Data, worlds: Worlds | None = None) -> None:
        """Copy everything in one Data into the chosen worlds."""
        check_pair(self.model, data)
        require_free(data)
        chosen = self._chosen(worlds)
        each_once(chosen)
        self._take(data, chosen)

    def _take(self, data: Data, chosen: np.ndarray) -> None:
        self._memory.reserve(capacities_of(data._arrays))
        for name, rows in self._memory.fields.items():
            array = data._arrays[name]
            if name == "overflow" and array > 0.0:  # the data asked for room, the batch may have it
                array = np.zeros_like(array)
            if array.shape != rows.shape[1:]:  # a batch may have more room than the data
                rows[chosen, len(array) :] = 0
                rows[chosen, : len(array)] = array
            else:
                rows[chosen] = array

    def reset(
        self,
        worlds: Worlds | None = None,
        keyframe: int | str | None = None,
        *,
        noise: float | Mapping[str, float] | None = None,
        seed: int | None = None,
    ) -> None:
        """Set the chosen worlds to the reference state, or to a keyframe given by name or index.

        `noise` is the standard deviation of normal noise on positions and velocities, or one for each of the fields it
        names ("qpos", "qvel", "act", "ctrl"); orientations are turned by it. With the same `seed` a world gets the same
        noise, whichever worlds are reset with it.
        """
        chosen = self._chosen(worlds)
        each_once(chosen)
        scales, number = _scales(noise), None if seed is None else whole_number(seed, "seed")
        if keyframe is not None:
            find(self.model, "key", keyframe)
        if len(chosen):
            alone(self, self._reset, chosen, keyframe)
        if scales:
            alone(self, self._add_noise, chosen, scales, Noise(number))

    def _reset(self, chosen: np.ndarray, keyframe: int | str | None) -> None:
        if self._starts_differ(keyframe is not None):
            start = None
            for world, m in zip(chosen, self._models(chosen), strict=True):
                start = start or Data(m)
                reset(m, start, keyframe)
                self._take(start, np.array([world]))
            return
        if self._start is None:
            self._start = Data(self.model)
        reset(self.model, self._start, keyframe)
        self._take(self._start, chosen)

    def _starts_differ(self, from_keyframe: bool) -> bool:
        """Whether worlds may have to be reset one by one, for the numbers in which they differ."""
        differing = self._expanded.keys()
        return (
            any(name in differing and getattr(self.model, size) > 0 for name, size in STARTS.items())
            or (from_keyframe and any(name.startswith("key_") for name in differing))
            or (bool(differing) and may_sleep(self.model))
        )

    def _add_noise(self, chosen: np.ndarray, scales: Mapping[str, float], noise: Noise) -> None:
        m, fields = self.model, self._memory.fields
        for name, scale in scales.items():
            rows = fields[name]
            moved = rows[chosen].astype(np.float64)
            drawn = scale * noise.of(NOISY.index(name), chosen, m.nv if name == "qpos" else rows.shape[1])
            if name == "qpos":
                for start, step in zip(moved, drawn, strict=True):
                    start[:] = _single.integrate_pos(m, start, step, 1.0)
            else:
                moved += drawn
            with np.errstate(over="ignore"):  # beyond float32: infinite
                rows[chosen] = moved

    def get_state(self, sig: int = State.INTEGRATION, worlds: Worlds | None = None) -> np.ndarray:
        """Return parts of the state of the chosen worlds as a new array with a row for each.

        `sig` says which parts, as bits of `State`; a row is what `kn.get_state` returns for one world.
        """
        require_free(self)
        chosen = self._chosen(worlds)
        rows = np.empty((len(chosen), state_size(self.model, sig)))
        start = 0
        for name in state_parts(sig):
            values = self._memory.fields[name][chosen]
            width = prod(values.shape[1:])
            rows[:, start : start + width] = values.reshape(len(chosen), width)
            start += width
        return rows

    def set_state(self, state: np.ndarray, sig: int = State.INTEGRATION, worlds: Worlds | None = None) -> None:
        """Set parts of the state of the chosen worlds, from a row for each, or from one row for all.

        ValueError where the shape is wrong or a time is not finite; nothing is changed then.
        """
        require_free(self)
        chosen = self._chosen(worlds)
        each_once(chosen)
        size, shape = state_size(self.model, sig), shape_of(state, "state")
        if shape not in ((size,), (len(chosen), size)):
            raise ValueError(f"state: expected shape {(len(chosen), size)} or {(size,)}, found {shape}")
        given = convert(state, np.dtype(self.dtype), shape, "state")  # beyond float32: infinite, as times may not be
        rows, names = np.broadcast_to(given, (len(chosen), size)), state_parts(sig)
        if "time" in names and not np.isfinite(rows[:, 0]).all():
            raise ValueError("state: expected a finite time as the first value of each row")
        start = 0
        for name in names:
            target = self._memory.fields[name]
            width = prod(target.shape[1:])
            target[chosen] = rows[:, start : start + width].reshape(len(chosen), *target.shape[1:])
            start += width

    def get_data(self, world: int) -> Data:
        """Return a Data with all fields of one world that the batch keeps; what it does not keep is not computed yet.

        Where not all fields are kept its contacts have no forces (`kn.contact_force`) before `kn.forward`.
        Its model is the batch's own, or a copy with the numbers of this world where worlds differ.
        """
        require_free(self)
        number = self._number(world)
        d = Data(self.get_model(number) if self._expanded else self.model)
        d._resize(self._memory.capacity)
        for name, rows in self._memory.fields.items():
            d._arrays[name][...] = rows[number]
        if not OF_FORCES.issubset(self._memory.fields):
            d._arrays["contact_efc_address"][...] = -1  # no rows, rather than some of what the force of a contact is of
        for name, noted in self._problems.noted(number).items():
            d._arrays[name][...] = noted
        d._reported = int(d._arrays["status"])  # the batch has told of it
        return d

    def get_model(self, world: int) -> Model:
        """Return a copy of the model with the numbers of one world."""
        m = self.model.copy()
        self._write_numbers(self._number(world), m._arrays)
        return m

    def _number(self, world: int) -> int:
        return whole_number(world, "world", least=-self.nworld, most=self.nworld - 1) % self.nworld

    def _write_numbers(self, world: int, arrays: Mapping[str, np.ndarray]) -> None:
        for name, values in self._expanded.items():
            arrays[name][...] = values[world]

    def _models(self, chosen: np.ndarray) -> Iterator[Model]:
        """The model of each chosen world in turn, in one place: the next is written over the last."""
        m = self.model.copy() if self._expanded else self.model
        for world in chosen:
            self._write_numbers(int(world), m._arrays)
            yield m


def _scales(noise: float | Mapping[str, float] | None) -> dict[str, float]:
    """The standard deviation of the noise of each field; TypeError, KeyError or ValueError where it is none."""
    if noise is None:
        return {}
    given = noise if isinstance(noise, Mapping) else {"qpos": noise, "qvel": noise}
    for name, scale in given.items():
        if name not in NOISY:
            raise KeyError(f"noise: expected {', '.join(NOISY)}, found {name!r}{nearest(str(name), NOISY)}")
        if not isinstance(scale, (int, float, np.integer, np.floating)) or isinstance(scale, bool):
            raise TypeError(f"noise: expected a number for {name}, found {shown(scale)}")
        if not (np.isfinite(scale) and scale >= 0):
            raise ValueError(f"noise: expected a finite standard deviation for {name}, found {scale}")
    return {name: float(scale) for name, scale in given.items()}
