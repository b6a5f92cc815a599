"""Trees that start asleep."""

import warnings
from typing import TYPE_CHECKING

import numpy as np

from knuckle.data.status import SimulationWarning
from knuckle.machine.answer import answer, fresh_outputs
from knuckle.machine.entry import OVERFLOW
from knuckle.memory.capacity import count_idle
from knuckle.model.model import Model
from knuckle.program import initial_sleep
from knuckle.schema.enums import EnableBit, Integrator, SleepPolicy

if TYPE_CHECKING:
    from knuckle.data.data import Data


def sleep_at_start(m: Model, d: "Data") -> None:
    """Put the trees of the policy `init` to sleep in the reference pose, if sleep is on.

    All that depends on positions and velocities is computed for this. Warns of trees that have to stay awake, since
    they share constraints with others that are.
    """
    starts = m._arrays["tree_sleep_policy"] == SleepPolicy.INIT
    if not starts.any() or not sleeps(m):
        return
    idle = 0
    asleep = fresh_outputs(initial_sleep(), m._counts)
    while answer(initial_sleep(), m, d, asleep) == OVERFLOW:
        idle = count_idle(idle, d.grow())
    d._arrays["sleep_start"][:] = d._arrays["tree_asleep"]
    awake = np.flatnonzero(starts & (d._arrays["tree_asleep"] < 0))
    if len(awake):
        body = int(m._arrays["tree_bodyadr"][awake[0]])
        warnings.warn(
            f'{len(awake)} of {starts.sum()} trees with sleep="init" start awake, the first of them that of body '
            f"{m.names('body')[body] or body}: it shares constraints with a tree that is awake, or a force acts on it",
            SimulationWarning,
            stacklevel=4,
        )


def sleeps(m: Model) -> bool:
    """Whether trees can fall asleep: the flag is on, and the integrator is not that of Runge and Kutta."""
    flags, integrator = m._arrays["opt_enableflags"].item(), m._arrays["opt_integrator"].item()
    return bool(flags & EnableBit.SLEEP) and integrator != Integrator.RK4
