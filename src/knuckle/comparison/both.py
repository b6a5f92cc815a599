"""One model in both engines, and the states in which they are compared."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from knuckle.data.contacts import ABSENT, contact_names
from knuckle.data.data import Data
from knuckle.data.state import set_state
from knuckle.errors import KnuckleError
from knuckle.memory.capacity import capacities_of
from knuckle.model.model import Model
from knuckle.schema.enums import Solver, State, WrapType

PUBLISHED = "4.0"  # the version whose model this engine follows
CONTACT = tuple(name for name in contact_names() if name not in ("H", "geom1", "geom2", *ABSENT))
NEW_CONTROLS = 25  # steps between two choices of controls
ALL = int(State.INTEGRATION)
MOST_SOLVES = 10


class NoReference(KnuckleError):
    """There is nothing to compare with: MuJoCo is not installed, or does not load the model."""


@dataclass
class Both:
    """A model and a world in both engines; `library` is the module mujoco."""

    library: ModuleType
    m: Model
    d: Data
    their_m: Any
    their_d: Any

    def set_state(self, state: np.ndarray) -> None:
        """Bring both worlds to a state."""
        self.library.mj_setState(self.their_m, self.their_d, state, ALL)
        set_state(self.m, self.d, state)

    def take_contacts(self) -> None:
        """Give our world the contacts of theirs, so that what follows starts from the same list."""
        count, capacity = int(self.their_d.ncon), capacities_of(self.d._arrays)
        if capacity["maxcon"] < count:
            self.d._resize(capacity | {"maxcon": count})
        for name in CONTACT:
            self.d._arrays[f"contact_{name}"][:count] = getattr(self.their_d.contact, name)
        self.d._arrays["ncon"][...] = count


def import_reference() -> ModuleType:
    """The module mujoco; NoReference where it is not installed."""
    try:
        import mujoco
    except ImportError as error:
        raise NoReference(
            f"MuJoCo cannot be imported ({error}); `pip install mujoco=={PUBLISHED}.*` brings what to compare with"
        ) from None
    return mujoco


@contextmanager
def heard(library: ModuleType) -> Iterator[list[str]]:
    """A while in which warnings of MuJoCo are collected, instead of printed and written to a file."""
    told: list[str] = []
    library.set_mju_user_warning(told.append)
    try:
        yield told
    finally:
        library.set_mju_user_warning(None)


def load_theirs(library: ModuleType, m: Model, path: str | None) -> Any:
    """MuJoCo's model of the same file; without one, of the text of our compiled model."""
    try:
        if path is not None:
            return library.MjModel.from_xml_path(path)
        files: dict[str, bytes] = {}
        text = m.to_xml(files)
        return library.MjModel.from_xml_string(text, files)
    except ValueError as error:
        raise NoReference(f"MuJoCo does not load the model: {error}") from None


def put_side_by_side(library: ModuleType, m: Model, their_m: Any) -> Both:
    """Both models with a world each. Nothing falls asleep: what does depends on the steps before."""
    m.opt.flags.sleep = False
    their_m.opt.enableflags &= ~int(library.mjtEnableBit.mjENBL_SLEEP)
    return Both(library, m, Data(m), their_m, library.MjData(their_m))


def rollout_states(both: Both, count: int, every: int, seed: int) -> Iterator[np.ndarray]:
    """States of a rollout of MuJoCo with random controls, from the first keyframe or else the reference pose."""
    library, m, d, rng = both.library, both.their_m, both.their_d, np.random.default_rng(seed)
    library.mj_resetData(m, d)
    if m.nkey:
        library.mj_resetDataKeyframe(m, d, 0)
    d.qvel[:] += rng.normal(0.0, 0.1, m.nv)
    state = np.zeros(library.mj_stateSize(m, ALL))
    for step in range(count * every):
        if step % NEW_CONTROLS == 0:
            d.ctrl[:] = _random_controls(m, rng)
        library.mj_step(m, d)
        if step % every == every - 1:
            library.mj_getState(m, d, state, ALL)
            yield state.copy()


def _random_controls(m: Any, rng: np.random.Generator) -> np.ndarray:
    """Uniform within the range of each control, small where it has none."""
    low, high = m.actuator_ctrlrange.T
    limited = m.actuator_ctrllimited.astype(bool)
    return np.where(limited, rng.uniform(low, np.maximum(low, high)), rng.normal(0.0, 0.3, m.nu))


def solve_to_the_end(both: Both) -> None:
    """Options with which both engines find the minimum itself, and not where their iterations stop."""
    for options, tolerance in ((both.m.opt, 1e-24), (both.their_m.opt, 1e-12)):
        options.solver = int(Solver.NEWTON)
        options.tolerance, options.iterations, options.ls_iterations, options.noslip_iterations = tolerance, 200, 50, 0


def converge(both: Both) -> None:
    """Let MuJoCo solve again from its own solution until that no longer moves: where costs are level it stops early."""
    m, d = both.their_m, both.their_d
    for _ in range(MOST_SOLVES):
        before = d.qacc.copy()
        d.qacc_warmstart[:] = before
        both.library.mj_fwdConstraint(m, d)
        if np.abs(d.qacc - before).max(initial=0.0) <= 1e-14 * np.abs(before).max(initial=0.0):
            return


def goes_through(both: Both) -> bool:
    """Whether a tendon has a side site inside of its geom: MuJoCo searches for the point of touch to 1e-6."""
    m, d = both.their_m, both.their_d
    both.library.mj_kinematics(m, d)
    wrapped = (int(WrapType.SPHERE), int(WrapType.CYLINDER))
    for kind, geom, side in zip(m.wrap_type, m.wrap_objid, m.wrap_prm, strict=True):
        if kind in wrapped and side >= 0:
            away = np.linalg.norm(d.site_xpos[int(side)] - d.geom_xpos[geom])
            if away < m.geom_size[geom, 0]:
                return True
    return False
