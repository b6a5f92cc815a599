"""Numbers of the model of which each world in lanes has its own (kind "own" in schema/model_table.py).

Lanes hold such a number as they hold the state: one for each world, side by side. Where worlds do not differ in it all
lanes hold the model's. Where they do, plans copy it from the rows of the worlds, as they do with the state.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod

import numpy as np

from knuckle.batch.workspace import aligned
from knuckle.memory.arena import Arena
from knuckle.schema.enums import BiasType, DynType, GainType
from knuckle.schema.fields import model_fields

OWN = tuple(field for field in model_fields() if not field.shared)
NAMES = frozenset(field.name for field in OWN)
OF_CONTACTS = frozenset(f"geom_{each}" for each in ("solmix", "solref", "solimp", "friction")) | frozenset(
    f"pair_{each}" for each in ("solref", "solreffriction", "solimp", "friction")
)
NO_ROTATION = (1.0, 0.0, 0.0, 0.0)
NOTHING = np.zeros(0, np.int64)

# what decides which code runs is the same in all worlds of a group: the signs of these numbers, ...
SIGNS = frozenset(
    {"opt_density", "opt_viscosity", "body_mass", "body_gravcomp"}
    | {"dof_frictionloss", "tendon_frictionloss", "tendon_armature", "actuator_armature"}
    | {f"{of}_{each}{poly}" for of, each in (("jnt", "stiffness"), ("tendon", "stiffness")) for poly in ("", "poly")}
    | {f"{of}_damping{poly}" for of in ("dof", "tendon", "actuator") for poly in ("", "poly")}
    | {"actuator_gear", *(OF_ACTUATORS := ("actuator_dynprm", "actuator_gainprm", "actuator_biasprm"))}
)
# ... these of actuators that have branches: muscles, motors and controllers
BRANCHING = {
    "actuator_dyntype": (DynType.MUSCLE, DynType.DCMOTOR, DynType.PID),
    "actuator_gaintype": (GainType.DCMOTOR, GainType.PID),
    "actuator_biastype": (BiasType.DCMOTOR,),
}
# ... and whether these are those of a frame that is not moved
FRAMES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "body_quat": lambda quat: (quat == NO_ROTATION).all(axis=-1),
    "jnt_pos": lambda pos: (pos == 0.0).all(axis=-1),
}
# the model itself has such friction or fluid, or none: it decides how a batch goes
AS_IN_MODEL = ("dof_frictionloss", "tendon_frictionloss", "opt_density", "opt_viscosity")


Ranges = dict[str, tuple[np.ndarray, np.ndarray]]  # least and largest of all worlds, of each number of a field


def ranges_of(expanded: Mapping[str, np.ndarray]) -> Ranges:
    """The ranges of these numbers (world, …) by field: NaN where one is."""
    return {name: (values.min(axis=0), values.max(axis=0)) for name, values in expanded.items()}


def share_lanes(expanded: Mapping[str, np.ndarray], ranges: Ranges, model: Mapping[str, np.ndarray]) -> bool:
    """Whether worlds with these numbers, by field, can go in lanes together."""
    if not expanded.keys() <= NAMES:
        return False
    frames = ((FRAMES[name], expanded[name]) for name in FRAMES if name in expanded)
    return all(_have_signs(ranges[name], name, model) for name in expanded.keys() & SIGNS) and all(
        (is_home(values) == is_home(values[0])).all() for is_home, values in frames
    )


def _have_signs(limits: tuple[np.ndarray, np.ndarray], name: str, model: Mapping[str, np.ndarray]) -> bool:
    """Whether numbers in these limits have the same sign in all worlds, and where it counts that of the model."""
    least, most = (np.sign(limit) for limit in limits)
    if name in OF_ACTUATORS:
        branches = np.any([np.isin(model[kind], list(map(int, types))) for kind, types in BRANCHING.items()], axis=0)
        least, most = least[branches], most[branches]
    wanted = np.sign(model[name]) if name in AS_IN_MODEL else most
    return bool((least == most).all() and (most == wanted).all())


class OwnNumbers:
    """The numbers of all such fields for one group: `arrays` (element, lane) by name.

    Those that are not in `differing` are the model's own, as of the last `refresh`.
    """

    def __init__(self, arena: Arena, lanes: int, real: np.dtype, differing: Sequence[str] = ()):
        self._bits, self._seen = arena.buffers["real"].view(np.int64), NOTHING
        shapes = {field.name: arena.arrays[field.name].shape for field in OWN}
        block = aligned((sum(map(prod, shapes.values())), lanes), real)
        self.arrays: dict[str, np.ndarray] = {}
        start = 0
        same, elements = [NOTHING], [NOTHING]
        for name, shape in shapes.items():
            end = start + prod(shape)
            self.arrays[name] = block[start:end]
            if name not in differing:
                same.append(np.arange(start, end))
                elements.append(_element(arena, name) + np.arange(prod(shape)))
            start = end
        self._block, self._elements = block, np.concatenate(elements)
        self._same = slice(None) if not differing else np.concatenate(same)

    def refresh(self) -> None:
        """Take over what was written to the model since."""
        bits = self._bits[self._elements]
        if not np.array_equal(bits, self._seen):
            with np.errstate(over="ignore"):  # beyond float32: infinite
                self._block[self._same] = bits.view(np.float64)[:, np.newaxis]
            self._seen = bits


def _element(arena: Arena, name: str) -> int:
    """The place of a field's first number among the reals of a model."""
    return (arena.arrays[name].ctypes.data - arena.buffers["real"].ctypes.data) // 8


def has_own_contacts(names: Sequence[str]) -> bool:
    """Whether worlds that differ in these fields have contacts of their own parameters."""
    return not OF_CONTACTS.isdisjoint(names)
