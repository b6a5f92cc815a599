"""Tasks of trajectory optimization that are shipped: a model, a wish, and a first guess for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.lab.faults import LabError, check_real, check_whole
from knuckle.lab.optimize import Optimized, optimize
from knuckle.lab.scheme import Scheme
from knuckle.lab.task import Task
from knuckle.model.loading import load

PENDULUM = """
<mujoco model="pendulum"><worldbody><body><joint name="hinge" axis="0 1 0"/>
  <inertial pos="0 0 -1" mass="1" diaginertia="1e-9 1e-9 1e-9"/></body></worldbody>
<actuator><motor joint="hinge"/></actuator></mujoco>"""
HOPPER = """
<mujoco model="hopper"><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .46"><joint name="up" type="slide" axis="0 0 1"/><geom type="box" size=".1 .1 .05" mass="3"/>
    <body><joint name="leg" type="slide" axis="0 0 1"/><geom name="foot" size=".05" pos="0 0 -.4" mass="1"/></body>
  </body></worldbody><actuator><motor joint="leg"/></actuator></mujoco>"""
CUBE = """
<mujoco model="cube"><worldbody><geom type="plane" size="5 5 .1" friction=".3"/>
  <body pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
    <geom type="box" size=".1 .1 .1" mass="5" friction=".3"/></body>
  <body pos="-.2 0 .1"><joint name="hand" type="slide" axis="1 0 0"/><geom size=".05" mass="1" friction=".3"/></body>
</worldbody><actuator><motor joint="hand"/></actuator></mujoco>"""
LEGS = (("fl", 0.2, 0.1), ("fr", 0.2, -0.1), ("hl", -0.2, 0.1), ("hr", -0.2, -0.1))


def quadruped() -> str:
    """A trunk of 8 kg on four legs of hip and knee."""
    legs = "".join(
        f'<body pos="{x} {y} 0"><joint name="{name}_hip" axis="0 1 0"/>'
        f'<geom type="capsule" size=".02" fromto="0 0 0 0 0 -.15" mass=".4" contype="0" conaffinity="0"/>'
        f'<body pos="0 0 -.15"><joint name="{name}_knee" axis="0 1 0"/>'
        f'<geom type="capsule" size=".015" fromto="0 0 0 0 0 -.15" mass=".2" contype="0" conaffinity="0"/>'
        f'<geom name="{name}" size=".02" pos="0 0 -.15" mass=".1"/></body></body>'
        for name, x, y in LEGS
    )
    motors = "".join(f'<motor joint="{name}_{part}"/>' for name, _, _ in LEGS for part in ("hip", "knee"))
    return f"""<mujoco model="quadruped"><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .31"><freejoint/><geom type="box" size=".25 .08 .04" mass="8" contype="0" conaffinity="0"/>{legs}
      </body></worldbody><actuator>{motors}</actuator></mujoco>"""


@dataclass(frozen=True)
class ShippedTask:
    """A task with its first guess; `solve()` optimizes it, stage by stage as `continuation` says."""

    name: str
    words: str
    make: Callable[[float, int | None], tuple[Task, np.ndarray]]
    h: float = 0.01
    long: bool = False  # takes minutes
    continuation: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def build(self, h: float | None = None, T: int | None = None) -> tuple[Task, np.ndarray]:
        """(task, first guess), for other time steps and numbers of frames where they are given."""
        step = self.h if h is None else h
        check_real(self.name, "h", step, 0, above=True)
        if T is not None:
            check_whole(self.name, "T", T, 3)
        return self.make(step, T)

    def solve(self, scheme: Scheme | None = None, **options: Any) -> Optimized:
        """The optimized motion; `options` are those of `lab.optimize`."""
        task, q = self.build()
        usual: dict[str, Any] = {"continuation": self.continuation, "maxiter": 60, "tolerance": 1e-5}
        return optimize(task, q, scheme, **usual | options)


def pendulum(h: float, T: int | None) -> tuple[Task, np.ndarray]:
    T = round(1.5 / h) if T is None else T
    weight = np.zeros((T + 1, 1))
    weight[-1] = 30.0

    def wish(q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([weight * (q - np.pi), 0.3 * weight * w, np.sqrt(h) * u], axis=1)

    return Task(load(PENDULUM), wish, h=h, T=T, periodic=False, start=([0.0], [0.0])), swing(T)


def swing(T: int) -> np.ndarray:
    """From rest below to rest above, smoothly."""
    x = np.arange(1, T + 1)[:, None] / T
    return np.pi * x * x * (3 - 2 * x)


def hopper(h: float, T: int | None) -> tuple[Task, np.ndarray]:
    T = round(0.4 / h) if T is None else T
    phase = 2 * np.pi * np.arange(T)[:, None] / T
    height = 9.81 * (T * h / (2 * np.pi)) ** 2 * np.sin(phase)  # just so high that it leaves the floor

    def wish(q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([20 * (q[:, :1] - height), q[:, 1:], 1e-3 * u[:, 1:]], axis=1)

    drawn_in = np.maximum(0.0, -height)  # no foot in the floor, whose barrier would be all that counts
    return Task(load(HOPPER), wish, h=h, T=T, periodic=True), np.concatenate([height, drawn_in], axis=1)


def cube(h: float, T: int | None) -> tuple[Task, np.ndarray]:
    T = round(0.6 / h) if T is None else T
    m = load(CUBE)
    weight = np.zeros((T + 1, 1))
    weight[-1] = 30.0

    def wish(q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        goal = np.concatenate([weight * (q[:, :1] - 0.2), weight * w[:, :1]], axis=1)
        return np.concatenate([goal, 3 * q[:, 1:2], 1e-3 * u[:, 2:]], axis=1)

    way = 0.2 * swing(T) / np.pi
    guess = np.concatenate([way, 0 * way + 5e-3, way], axis=1)
    return Task(m, wish, h=h, T=T, periodic=False, start=([0, 5e-3, 0], np.zeros(3))), guess


def trot(h: float, T: int | None) -> tuple[Task, np.ndarray]:
    T = round(0.32 / h) if T is None else T
    m = load(quadruped())
    lifted = 0.25 * np.maximum(0.0, np.sin(2 * np.pi * np.arange(T)[:, None] / T + np.array([0, np.pi, np.pi, 0])))
    target = np.tile(m.qpos0, (T, 1))
    target[:, 7::2], target[:, 8::2] = 0.3 + lifted, -0.6 - 2 * lifted
    target[:, 2] = 0.3 * np.cos(0.3) + 0.02 + 0.005  # thigh and shin of 0.15 m, a foot of 20 mm, and a gap
    return Task(m, stay_near(m, target), h=h, T=T, periodic=True), target


def gait(h: float, T: int | None) -> tuple[Task, np.ndarray]:
    from knuckle import models
    from knuckle.lab.experiments.humanoid import standing

    T = round(0.5 / h) if T is None else T
    m = load(models.path("humanoid"))
    target = np.tile(standing(m, 0.005), (T, 1))
    phase = 2 * np.pi * np.arange(T) / T
    names = list(m.names("joint"))
    for side, shift in (("left", 0.0), ("right", np.pi)):
        lifted = 0.5 * np.maximum(0.0, np.sin(phase + shift))
        for part, share in (("hip_flexion", 1.0), ("knee", 2.0), ("ankle_flexion", 1.0)):
            target[:, m.jnt_qposadr[names.index(f"{side}_{part}")]] += share * lifted
    return Task(m, stay_near(m, target), h=h, T=T, periodic=True), target


def stay_near(m: Any, target: np.ndarray) -> Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]:
    """The wish of a walker: joints as planned, the trunk upright and in its place, little force."""

    def wish(q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        trunk = np.concatenate([3 * (q[:, :3] - target[:, :3]), 3 * q[:, 4:7]], axis=1)
        return np.concatenate([trunk, q[:, 7:] - target[:, 7:], 0.02 * w[:, 6:], 1e-3 * u[:, 6:]], axis=1)

    return wish


RAISED = {"penalty": [1e-4, 1e-2, 1.0]}


@cache
def tasks() -> dict[str, ShippedTask]:
    """All tasks by name."""
    every = (
        ShippedTask("pendulum", "A pendulum swings up, with as little torque as it can.", pendulum, h=0.02),
        ShippedTask("hopper", "A body on one leg hops up and down.", hopper, continuation=RAISED),
        ShippedTask("cube", "A hand pushes a cube to a place 0.2 m away.", cube, h=0.02, continuation=RAISED),
        ShippedTask("trot", "A quadruped trots on the spot: diagonal legs together.", trot, continuation=RAISED),
        ShippedTask("gait", "A humanoid walks on the spot.", gait, long=True, continuation=RAISED),
    )
    return {each.name: each for each in every}


def task(name: str) -> ShippedTask:
    """The task of that name; LabError with the nearest one where there is none."""
    if name not in tasks():
        raise LabError(f"unknown task {name!r}{nearest(str(name), tasks())}; see lab.tasks()")
    return tasks()[name]
