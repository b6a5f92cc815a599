"""Random sequences of public calls on one world: stages in any order, options and arrays rewritten in between.

`run_sequence(seed)` always does the same for one seed. It returns what was called, and how each call ended; a call may
work or raise one of the documented errors, anything else is a defect and passes through.
"""

import copy
import pickle
import warnings
from collections.abc import Callable
from functools import cache

import numpy as np
from support.sequence_models import TEXTS

import knuckle as kn
from knuckle.schema.enums import DisableBit, EnableBit

DOCUMENTED = (kn.KnuckleError, ValueError, TypeError, IndexError, KeyError, MemoryError)
LENGTH = 30  # calls in a sequence
FAMILIES = (  # stages that find their way by integers which other stages wrote come more often
    *("collision", "make_constraint", "islands", "project_constraint", "reference_constraint", "constraint_solve") * 6,
    *("step", "step1", "step2", "forward", "inverse", "fwd_position", "fwd_velocity", "fwd_acceleration") * 3,
    *("detect", "constrain", "compare_fwd_inv", "rne_post_constraint", "runge_kutta", "passive") * 2,
    *("kinematics", "com_pos", "camlight", "crb", "factor_M", "transmission", "com_vel", "actuator_velocity", "bias"),
    *(
        "actuation",
        "smooth_acceleration",
        "inv_acceleration",
        "energy_pos",
        "energy_vel",
        "subtree_vel",
        "smooth_derivative",
    ),
    *("passive_derivative", "euler", "implicit", "implicit_fast", "integrate", "check_state", "check_acceleration"),
)
WEIGHTS = {"call_stage": 20, "call_option": 4, "call_rewrite_contact": 2}
STRANGE = (0.0, -1.0, 1.0, 1e-300, 1e300, -1e10, np.nan, np.inf)
OPTIONS = {
    "solver": ("newton", "cg", "pgs"),
    "cone": ("pyramidal", "elliptic"),
    "integrator": ("euler", "rk4", "implicit", "implicitfast", "discrete", "discrete"),
    "noslip_iterations": (0, 0, 1, 3),
    "iterations": (0, 1, 5, 100),
    "ls_iterations": (0, 1, 50, 2**31 - 1),
    "tolerance": (0.0, 1e-8, 1e8),
    "impratio": (1e-3, 1.0, 100.0),
    "collision": tuple(kn.CollisionMode),
    "disableflags": (0, *DisableBit),
    "enableflags": (0, *(bit for bit in EnableBit if bit != EnableBit.IPC)),
}
MODEL_INTEGERS = {"geom_condim": (1, 3, 4, 6, 0, -1, 5, 2**31 - 1), "pair_dim": (1, 3, 4, 6, 2, 2**31 - 1)}
MODEL_INTEGERS |= {"geom_contype": (0, 1, -1), "geom_priority": (0, 1, -(2**31)), "geom_group": (0, 40)}


@cache
def compiled(index: int) -> kn.Model:
    return kn.load(TEXTS[index])


class Sequence:
    """A world, and the calls that can be made on it."""

    def __init__(self, seed: int, stages, note: Callable[[str], None]):
        self.random = np.random.default_rng(seed)
        self.stages, self.note = stages, note
        self.m = compiled(int(self.random.integers(len(TEXTS)))).copy()
        self.d = kn.Data(self.m)
        for name in ("solver", "cone", "noslip_iterations"):
            setattr(self.m.opt, name, self.pick(OPTIONS[name]))

    def play(self) -> None:
        """Make the calls, one after the other; most sequences begin with rows."""
        calls = [getattr(self, name) for name in dir(self) if name.startswith("call_")]
        weights = np.array([WEIGHTS.get(call.__name__, 1) for call in calls], float)
        if self.random.random() < 0.8:
            self.attempt(lambda: self.stages.forward(self.m, self.d))
        for _ in range(LENGTH):
            self.attempt(calls[self.random.choice(len(calls), p=weights / weights.sum())])

    def attempt(self, call: Callable[[], None]) -> None:
        try:
            call()
        except kn.CheckError:  # a fault of a kernel
            raise
        except DOCUMENTED as error:
            self.note(f"    {type(error).__name__}: {error}")

    def pick(self, choices):
        return choices[int(self.random.integers(len(choices)))]

    def call_stage(self) -> None:
        name = self.pick(FAMILIES)
        self.note(name)
        getattr(self.stages, name)(self.m, self.d)

    def call_option(self) -> None:
        name = self.pick(list(OPTIONS))
        value = self.pick(OPTIONS[name])
        self.note(f"opt.{name} = {value!r}")
        setattr(self.m.opt, name, value)

    def call_write_data(self) -> None:
        self._write(self.d, "d")

    def call_write_model(self) -> None:
        if self.random.random() < 0.3:
            self._write(self.m, "m")

    def call_write_integers(self) -> None:
        name = self.pick(list(MODEL_INTEGERS))
        array, value = getattr(self.m, name), self.pick(MODEL_INTEGERS[name])
        if array.size:
            self.note(f"m.{name} = {value}")
            before = array.copy()
            array[int(self.random.integers(len(array)))] = value
            try:
                self.call_stage()
            finally:
                if self.random.random() < 0.8:
                    array[...] = before

    def _write(self, owner, label: str) -> None:
        """One strange number, or small changes of all, in an array of reals that can be written."""
        names = [name for name in dir(owner) if not name.startswith("_") and name not in ("opt", "vis", "stat")]
        values = {name: getattr(owner, name) for name in names}
        arrays = {k: v for k, v in values.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f" and v.size}
        name = self.pick(sorted(k for k, v in arrays.items() if v.flags.writeable))
        if self.random.random() < 0.5:
            value, index = self.pick(STRANGE), int(self.random.integers(arrays[name].size))
            self.note(f"{label}.{name}.flat[{index}] = {value}")
            arrays[name].flat[index] = value
        else:
            self.note(f"{label}.{name} changes a little")
            arrays[name] += self.random.normal(0, 0.1, arrays[name].shape)

    def call_switch_equality(self) -> None:
        if self.m.neq:
            self.note("eq_active")
            self.d.eq_active[:] = self.random.random(self.m.neq) < 0.5

    def call_rewrite_contact(self) -> None:
        if len(self.d.contact):
            contact = self.d.contact[int(self.random.integers(len(self.d.contact)))]
            contact.dim = self.pick((1, 3, 4, 6))
            self.note(f"contact {contact.id}.dim = {contact.dim}")
            if self.random.random() < 0.3:
                self.d.contact_exclude[contact.id] = self.pick((0, 1, 2, 99, -1))

    def call_add_contact(self) -> None:
        if self.m.ngeom > 1:
            first, second = (int(g) for g in self.random.choice(self.m.ngeom, 2, replace=False))
            self.note(f"add_contact {first} {second}")
            kn.add_contact(self.m, self.d, first, second, -0.01, self.random.normal(size=3), self.random.normal(size=3))

    def call_filter_contacts(self) -> None:
        self.note("filter_contacts")
        kn.filter_contacts(self.m, self.d, lambda m, d, first, second: bool(self.random.random() < 0.5))

    def call_step_with_contacts(self) -> None:
        self.note("step_with_contacts")
        kn.step_with_contacts(self.m, self.d, lambda m, d: self.call_filter_contacts(), 2)

    def call_query(self) -> None:
        self.note("queries")
        self.pick((kn.full_M, kn.rne, lambda m, d: kn.mul_M(m, d, np.ones(m.nv))))(self.m, self.d)
        kn.contact_force(self.m, self.d, int(self.random.integers(max(1, self.d.ncon + 1))))
        kn.geom_distance(self.m, self.d, 0, int(self.random.integers(max(1, self.m.ngeom))), 1e3)
        kn.ray(self.m, self.d, self.random.normal(size=3), self.random.normal(size=3))

    def call_reset(self) -> None:
        self.note("reset")
        kn.reset(self.m, self.d)

    def call_state(self) -> None:
        self.note("set_state")
        state = kn.get_state(self.m, self.d)
        kn.set_state(self.m, self.d, state + self.random.normal(0, 0.05, state.shape))

    def call_replace_data(self) -> None:
        self.note("a copy of the data")
        self.d = self.pick((copy.copy, lambda d: pickle.loads(pickle.dumps(d)), lambda d: d.copy()))(self.d)
        self.m = self.d.model

    def call_look(self) -> None:
        self.note("read everything")
        for name in dir(self.d):
            if not name.startswith("_"):
                getattr(self.d, name)
        repr(self.d), [repr(contact) for contact in self.d.contact]
        self.d.status = 0


def run_sequence(seed: int, stages=kn, note: Callable[[str], None] | None = None) -> list[str]:
    """Play the sequence of a seed; `stages` has the stages as attributes, `note` hears of each call first."""
    log: list[str] = []

    def write(text: str) -> None:
        log.append(text)
        if note is not None:
            note(text)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Sequence(seed, stages, write).play()
    return log
