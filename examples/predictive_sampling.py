"""A humanoid stands up by predictive sampling (Howell et al. 2022): try many noisy plans, follow the best, plan again.

    python examples/predictive_sampling.py                  # lies down first, then gets up
    python examples/predictive_sampling.py --seconds 1      # a taste
"""

import argparse
from time import perf_counter

import numpy as np

import knuckle as kn
from knuckle import models

SAMPLES = 32
SEGMENTS, SEGMENT = 8, 0.05  # a plan: controls that are held for so long each [s]
TIMESTEP = 0.01  # of plans; the world itself goes in finer steps [s]
REPLAN = 0.025  # time between two plans [s]
NOISE = (0.1, 0.3, 0.6)  # deviations of controls, a third of the samples each
HEAD, PELVIS = 1.6, 0.95  # heights of one who stands [m]


class Planner:
    """Plans of controls, tried in a batch of worlds, one for each sample."""

    def __init__(self, model: kn.Model, seed: int):
        self.model = model
        self.model.opt.timestep = TIMESTEP
        self.batch = kn.Batch(model, SAMPLES, dtype="float32", keep=["xpos", "xmat", "subtree_com", "subtree_linvel"])
        self.rng = np.random.default_rng(seed)
        self.plan = np.zeros((SEGMENTS, model.nu))
        self.noise = np.repeat(NOISE, -(-SAMPLES // len(NOISE)))[:SAMPLES, np.newaxis]
        self.noise[0] = 0.0  # the plan as it is competes too
        self.age = 0.0  # time since the plan's first segment began [s]

    def improve(self, d: kn.Data) -> float:
        """Plan from the state of a world; returns the cost of the best plan."""
        steps = round(SEGMENT / TIMESTEP)
        for name in ("qpos", "qvel", "qacc_warmstart"):
            self.batch.write(name, getattr(d, name))
        plans = self.plan[:, np.newaxis] + self.noise * self.rng.standard_normal((SEGMENTS, SAMPLES, self.model.nu))
        np.clip(plans, -1.0, 1.0, out=plans)
        cost = np.zeros(SAMPLES)
        for controls in plans:
            self.batch.write("ctrl", controls)
            self.batch.step(steps)
            cost += self.cost() + 0.02 * np.square(controls).mean(axis=1)
        best = int(np.nanargmin(cost))
        self.plan = plans[:, best]
        return float(cost[best]) / SEGMENTS

    def cost(self) -> np.ndarray:
        """How far each world is from standing: height, uprightness, balance, stillness."""
        body = {name: self.model.body(name).id for name in ("pelvis", "thorax", "head", "left_foot", "right_foot")}
        xpos, xmat = self.batch.read("xpos"), self.batch.read("xmat").reshape(SAMPLES, -1, 3, 3)
        feet = 0.5 * (xpos[:, body["left_foot"]] + xpos[:, body["right_foot"]])
        centre, speed = self.batch.read("subtree_com")[:, 1], self.batch.read("subtree_linvel")[:, 1]
        head, pelvis = xpos[:, body["head"], 2], xpos[:, body["pelvis"], 2]
        height = smooth_abs(head - HEAD, 0.1) + smooth_abs(pelvis - PELVIS, 0.1)
        upright = 2.0 - xmat[:, body["thorax"], 2, 2] - xmat[:, body["pelvis"], 2, 2]
        ahead = centre[:, :2] + 0.3 * speed[:, :2]  # where it would come to rest
        balance = smooth_abs(np.linalg.norm(ahead - feet[:, :2], axis=1), 0.1)
        still = np.square(self.batch.read("qvel")[:, 6:]).mean(axis=1)
        return 10.0 * height + 1.0 * upright + 5.0 * balance * np.clip(head / HEAD, 0.0, 1.0) + 0.01 * still

    def control(self, elapsed: float) -> np.ndarray:
        """The controls to apply now; the plan moves on by the time that passed."""
        self.age += elapsed
        while self.age >= SEGMENT:
            self.age -= SEGMENT
            self.plan = np.vstack([self.plan[1:], self.plan[-1:]])
        return self.plan[0]


def smooth_abs(x: np.ndarray, width: float) -> np.ndarray:
    """|x| with a rounded tip."""
    return np.sqrt(np.square(x) + width**2) - width


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    path = models.path("humanoid")
    m = kn.Model.from_xml_path(path)
    d = kn.Data(m)
    lie_down(m, d)
    planner = Planner(kn.Model.from_xml_path(path), arguments.seed)
    spent = 0.0
    for turn in range(round(arguments.seconds / REPLAN)):
        start = perf_counter()
        cost = planner.improve(d)
        spent += perf_counter() - start
        d.ctrl[:] = planner.control(REPLAN)
        kn.step(m, d, round(REPLAN / m.opt.timestep))
        if turn % 20 == 19:
            planned = (turn + 1) * REPLAN
            height = d.body("head").xpos[2]
            print(f"{planned:5.1f} s  head at {height:.2f} m  cost {cost:.2f}  {planned / spent:.2f} times real time")


def lie_down(m: kn.Model, d: kn.Data) -> None:
    """On its back, at rest."""
    kn.reset(m, d)
    d.qpos[:7] = 0.0, 0.0, 0.3, np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0
    kn.step(m, d, round(2.0 / m.opt.timestep))


if __name__ == "__main__":
    main()
