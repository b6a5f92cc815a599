"""Worlds whose models differ: numbers of the model with a value for each world.

Of many numbers lanes hold one for each of their worlds (batch/own.py). A batch whose worlds differ in others runs world
by world on the code of one world, each thread with a model of its own into which the numbers of a world are written.
"""

import numpy as np

from knuckle.batch.engine import MACHINES, Engine
from knuckle.batch.own import Ranges, ranges_of
from knuckle.batch.questions import Questions
from knuckle.batch.selection import Worlds
from knuckle.batch.workspace import aligned
from knuckle.calls.in_use import exclusive
from knuckle.errors import KnuckleError, nearest
from knuckle.functions.constants import Derivation
from knuckle.memory.arguments import check_memory, shown
from knuckle.schema.fields import Field, model_fields
from knuckle.validate.values import wrong_entries

MODEL_FIELDS = {field.name: field for field in model_fields()}
LOOKS = {
    name
    for name, field in MODEL_FIELDS.items()
    if field.kind == "float" and name.startswith(("geom_rgba", "site_rgba", "tendon_rgba", "light_", "mat_"))
}
# physics reads the model's, if any, so that worlds may differ in it and still run in lanes
UNFELT = LOOKS | {name for name in MODEL_FIELDS if name.startswith("stat_") or name.endswith("_user")}
UNFELT |= {"actuator_length0", "sensor_noise", "tendon_width"}
HEIGHTS = frozenset({"hfield_data"})  # many, and harmless: of one that is no number nothing is touched
# where things are and how large
PLACES = frozenset(
    {"hfield_size", "geom_size", "geom_fluid", "jnt_pos", "jnt_axis", "body_ipos", "body_iquat"}
    | {f"{of}_{each}" for of in ("geom", "site") for each in ("pos", "quat")}
)
WHAT = "a field of the model for this many worlds"


class DifferingWorlds(Questions):
    """The methods of Batch about models that differ from world to world."""

    _engines: dict[str, Engine]

    @property
    def expanded(self) -> tuple[str, ...]:
        """The fields of the model that have a value for each world."""
        return tuple(self._expanded)

    @exclusive
    def expand(self, name: str) -> np.ndarray:
        """Return a live array (nworld, …) of a field of the model, with a value for each world from now on.

            mass = batch.expand("body_mass")
            mass *= rng.uniform(0.8, 1.2, mass.shape)
            batch.set_const()

        It starts with the model's own values, and later changes of these in the model are not seen. Options are fields
        too ("opt_gravity"). Only real numbers can differ: structure and integers are what all worlds share.

        Worlds that differ in masses, places, friction, gains and the like still go in lanes, as fast as before. Those
        that differ in sizes of geoms, terrain ("hfield_data"), margins or the time step, or in what is zero in some of
        them alone, go one by one (`batch.lanes` is 1 then), each to the bits of a Data of such a model, in float64;
        what is stored of it is rounded in a batch of float32. Colours, materials and lights ("geom_rgba") change what
        is drawn alone: rangefinders, which see through what is transparent, go by the model's colours in all worlds.
        """
        field = expandable(name)
        if name not in self._expanded:
            values = self.model._arrays[field.name]
            check_memory(self.nworld * values.nbytes, WHAT)
            rows = aligned((self.nworld, *values.shape), values.dtype)
            rows[...] = values
            self._expanded[name] = rows
            self._engines.pop(MACHINES[self.dtype], None)
            self._memory.forget_plans()
        return self._expanded[name].view()

    def set_const(self, worlds: Worlds | None = None) -> None:
        """Compute what follows from the expanded fields in the chosen worlds, as `kn.set_const` does for a model.

        Derived fields that come to differ are expanded by this. Raises an error, and changes nothing, where a number
        cannot be computed with, or where structure would differ.
        """
        chosen = self._chosen(worlds)
        self._check_numbers()
        derivation = Derivation(self.model, places=not PLACES.isdisjoint(self._expanded))
        models = zip(chosen.tolist(), self._models(chosen), strict=True)
        found = {world: self._derived(world, derivation.of(m)) for world, m in models}
        for name in dict.fromkeys(name for derived in found.values() for name in derived):
            target = self.expand(name)
            for world, derived in found.items():
                target[world] = derived.get(name, self.model._arrays[name])

    @property
    def _felt(self) -> dict[str, np.ndarray]:
        """The expanded fields that physics reads."""
        return {name: values for name, values in self._expanded.items() if name not in UNFELT}

    def _derived(self, world: int, derived: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The derived fields of a world that differ from the model's, or are expanded already."""
        for name, values in derived.items():
            if MODEL_FIELDS[name].kind != "real" and not np.array_equal(values, self.model._arrays[name]):
                raise KnuckleError(f"set_const: in world {world} {name} would differ, which is structure of the model")
        return {
            name: np.array(values)
            for name, values in derived.items()
            if name in self._expanded or not np.array_equal(values, self.model._arrays[name])
        }

    def _check_numbers(self, most: float = np.inf) -> Ranges:
        """Raise ValueError where a number of a world is none that can be computed with; the ranges of all.

        Nor one beyond `most`, which is too large for the precision of the batch.
        """
        ranges = ranges_of({name: values for name, values in self._expanded.items() if name not in HEIGHTS})
        for name, limits in ranges.items():
            if np.isfinite(limits).all() and np.max(np.abs(limits), initial=0.0) <= most:
                continue
            values = self._expanded[name]
            judged = np.where(np.abs(values) > most, np.inf, values)
            for _, _, (world, *place) in wrong_entries({name: judged}):
                number = values[(world, *place)]
                too_large = f", too large for {self.dtype}" if np.isfinite(number) else ""
                raise ValueError(
                    f"world {world}: {name}{place or ''} is {number}{too_large}: no physics can go on with that"
                )
        return ranges


def expandable(name: str) -> Field:
    """The field, if worlds may differ in it; TypeError, KeyError or KnuckleError else."""
    if not isinstance(name, str):
        raise TypeError(f"expand: expected the name of a field of Model, found {shown(name)}")
    if name not in MODEL_FIELDS:
        raise KeyError(f"expand: Model has no field {name!r}{nearest(name, MODEL_FIELDS)}")
    field = MODEL_FIELDS[name]
    if field.kind != "real" and name not in LOOKS | HEIGHTS:
        raise KnuckleError(f"expand: {name} is structure, which all worlds share; only real numbers may differ")
    return field
