"""The log of events that a rigid world with contacts went through."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.lab.faults import LabError


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant.

    `kind` is "impact", "rest" (an impact too weak or too soon after the last to bounce), "release", "slip" or "stick".
    Velocities and impulse are along the rows of the contact, normal first.
    """

    time: float  # [s]
    kind: str
    names: tuple[str, ...]  # geoms, or the joint of a limit
    v_before: np.ndarray = field(default_factory=lambda: np.zeros(0))  # [m/s]
    v_after: np.ndarray = field(default_factory=lambda: np.zeros(0))  # [m/s]
    impulse: np.ndarray = field(default_factory=lambda: np.zeros(0))  # Λ [N s]
    energy_lost: float = 0.0  # [J]


@dataclass
class HybridMemory:
    """What a world with events remembers: its log, when each contact was last hit, and what rests."""

    log: list[Event] = field(default_factory=list)
    last_hit: dict[tuple, float] = field(default_factory=dict)
    held: list = field(default_factory=list)  # touches
    stride: float = 1e-3  # of the integrator [s]
    owner: Any = field(default=None, compare=False, repr=False)
    data: Any = field(default=None, compare=False, repr=False)


def events(memory: HybridMemory) -> list[Event]:
    """All events so far, in the order of time."""
    if not isinstance(memory, HybridMemory):
        raise LabError(f"events: expected the memory of a Hybrid scheme, found {type(memory).__name__}")
    return list(memory.log)
