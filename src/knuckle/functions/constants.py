"""Constants of a model that follow from its other fields, computed anew after a user changed some of these."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knuckle.calls.in_use import alone
from knuckle.contact_terms.pairs import resolve
from knuckle.data.data import Data, check_model, check_pair
from knuckle.errors import KnuckleError
from knuckle.memory.worlds import DataMemory, ModelMemory, compute_everything, set_reference_state
from knuckle.model.model import Model
from knuckle.validate.values import check_values, wrong_entries


def set_const(m: Model, d: Data | None = None) -> None:
    """Compute all constants of the model that follow from its other fields, after some of these were changed.

    These are inverse weights, subtree masses, lengths and views in the reference pose `qpos0`, anchors of equality
    constraints, bounds of geoms, and the frames that coincide. What was resolved when the model was compiled stays:
    damping by `dampratio`, springs by `springdamper`, `m.stat`; but contact pairs that custom numbers describe follow
    these numbers, the masses and the time step. A weld that was given no pose takes the one of `qpos0` anew where
    `m.eq_data[i, 11]` is not zero. `d` is not changed; what it computed before belongs to the former model, that of
    trees asleep is computed anew in the next step.
    Raises an error, and leaves the model as it was, where a number cannot be computed with, or where a body that was
    compiled as simple is so no longer.
    """
    if d is None:
        check_model(m)
    else:
        check_pair(m, d)
    check_values(m._arena)
    changed = Derivation(m).of(m)
    for name, values in changed.items():
        m._arrays[name][...] = values
    if d is not None:
        alone(d, compute_everything, m._arrays, d._arrays)


class Derivation:
    """Derives the constants of models that share their structure, one after the other in the same memory.

    `places` says whether they may differ in where things are and how large: frames that coincide and bounds are found
    once where they do not.
    """

    def __init__(self, m: Model, places: bool = True):
        self._memory = ModelMemory(m._counts, m._arrays)
        self._world = DataMemory(self._memory)
        self._placed = None if places else _placed(m)

    def of(self, m: Model) -> dict[str, np.ndarray]:
        """The new values of all derived fields of a model."""
        from knuckle.compile.derived.reference import constants_of
        from knuckle.compile.derived.sums import body_sums

        memory, given = self._memory, m._arrays
        with np.errstate(all="ignore"):
            memory._arena.copy_from(m._arena)
            parts = body_sums(given) | (_placed(m) if self._placed is None else self._placed)
            derived = {name: np.asarray(values, given[name].dtype) for name, values in parts.items()}
            for name, values in derived.items():
                memory._arrays[name][...] = values
            set_reference_state(memory, self._world)
            found = constants_of(memory, self._world)
        derived |= {name: values for name, values in found.items() if name in memory._arrays}
        if m.opt._pairs:
            derived |= {name: given[name].copy() for name in ("pair_solref", "pair_solimp")}
            resolve(m.opt._pairs, {**given, **derived}, float(m.opt.timestep))
        wrong = [told for told, _, _ in wrong_entries(derived)]
        if wrong:
            raise ValueError(f"set_const: {'; '.join(wrong)}: look for a number that is too large to compute with")
        return derived


def _placed(m: Model) -> dict[str, Any]:
    """What follows from where things are and how large: frames that coincide, bounds; bodies must stay simple."""
    from knuckle.compile.derived.bounds import geom_bounds
    from knuckle.compile.derived.coincidence import same_frames

    arrays = m._arena.arrays.all_made()
    with np.errstate(all="ignore"):
        frames = same_frames(arrays)
        _require_simple(m, arrays | frames)
        return frames | geom_bounds(arrays)


def _require_simple(m: Model, arrays: Mapping[str, Any]) -> None:
    """Raise KnuckleError for bodies whose inertia was diagonal when the model was compiled, and is so no longer."""
    from knuckle.compile.derived.coincidence import simple_kinds

    now = np.array(simple_kinds(arrays))
    for b in np.flatnonzero((m.body_simple > 0) & (now != m.body_simple)).tolist():
        raise KnuckleError(
            f"set_const: body {m.names('body')[b] or b} was compiled as simple, centred on its origin with joints "
            'through it along its axes; that no longer holds: compile it with simple="false"'
        )
