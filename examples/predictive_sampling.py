"""A humanoid stands up by predictive sampling (Howell et al. 2022): try many noisy plans, follow the best, plan again.

python examples/predictive_sampling.py                  # lies on its back, then gets up
python examples/predictive_sampling.py --seconds 1      # a taste
"""

import argparse
from time import perf_counter, process_time

import numpy as np

import knuckle as kn
from knuckle import models

SAMPLES = 64
HORIZON, KNOTS = 0.5, 4  # a plan: controls at so many times, straight lines in between [s]
TIMESTEP, HELD = 0.0125, 4  # steps of plans, and how many of them keep the same controls; the world has finer steps [s]
REPLAN = 0.025  # time between two plans [s]
NOISE = (0.03, 0.9)  # deviations of controls, from the gentlest sample to the wildest
AHEAD = 0.3  # time in which one can come to rest by a step [s]
HEAD, PELVIS = 1.5, 0.95  # heights of one who stands [m]
RECORDED = ("qvel", "xpos", "xmat", "subtree_com")
BODIES = ("pelvis", "thorax", "head", "left_foot", "right_foot")


class Planner:
    """Plans of controls, tried in a batch of worlds, one for each sample."""

    def __init__(self, model: kn.Model, seed: int):
        self.model = model
        self.model.opt.timestep = TIMESTEP
        self.batch = kn.Batch(model, SAMPLES, dtype="float32", keep=RECORDED[1:])
        self.body = [model.body(name).id for name in BODIES]
        self.rng = np.random.default_rng(seed)
        self.plan = np.zeros((KNOTS, model.nu))
        self.noise = np.geomspace(*NOISE, SAMPLES)[:, np.newaxis]
        self.noise[0] = 0.0  # the plan as it is competes too

    def improve(self, d: kn.Data) -> float:
        """Plan from the state of a world; returns the mean cost along the best plan."""
        batch = self.batch
        batch.qpos, batch.qvel, batch.qacc_warmstart = d.qpos, d.qvel, d.qacc_warmstart
        plans = self.plan[:, np.newaxis] + self.noise * self.rng.standard_normal((KNOTS, SAMPLES, self.model.nu))
        np.clip(plans, -1.0, 1.0, out=plans)
        moments = [at(plans, time) for time in np.arange(0.0, HORIZON - 1e-9, HELD * TIMESTEP)]
        controls = np.stack(moments, axis=1)  # (sample, moment, control)
        found = batch.rollout(HELD * len(moments), np.repeat(controls, HELD, axis=1), record=RECORDED)
        costs = self.costs({name: found[name][:, HELD - 1 :: HELD] for name in RECORDED})
        cost = (costs + 0.1 * np.square(controls).mean(axis=-1)).mean(axis=1)
        best = int(np.nanargmin(cost))
        self.plan = plans[:, best]
        return float(cost[best])

    def costs(self, found: dict[str, np.ndarray]) -> np.ndarray:
        """How far each sample is from standing at each moment: height, uprightness, balance, stillness, soles."""
        xpos, xmat, centre = found["xpos"], found["xmat"], found["subtree_com"][:, :, 1]
        pelvis, thorax, head, left, right = self.body
        velocity = np.diff(centre, axis=1, prepend=centre[:, :1]) / (HELD * TIMESTEP)
        feet = 0.5 * (xpos[:, :, left] + xpos[:, :, right])
        height = smooth_abs(xpos[:, :, head, 2] - HEAD, 0.1) + smooth_abs(xpos[:, :, pelvis, 2] - PELVIS, 0.1)
        upright = 2.0 - xmat[:, :, thorax, 8] - xmat[:, :, pelvis, 8]
        ahead = centre + AHEAD * velocity  # where it would come to rest
        balance = smooth_abs(np.linalg.norm((ahead - feet)[..., :2], axis=-1), 0.1)
        still = np.square(found["qvel"][:, :, 6:]).mean(axis=-1)
        planted = 2.0 - xmat[:, :, left, 8] - xmat[:, :, right, 8]
        return np.stack([height, upright, balance, still, planted], axis=-1) @ WEIGHTS

    def control(self, elapsed: float) -> np.ndarray:
        """The controls to apply now; then the plan moves on by the time that passes."""
        now = self.plan[0]
        times = np.linspace(0.0, HORIZON, KNOTS) + elapsed
        self.plan = np.stack([at(self.plan, time) for time in times])
        return now


WEIGHTS = np.array([15.0, 1.0, 5.0, 0.02, 1.0])  # of the terms of the cost


def at(plan: np.ndarray, time: float) -> np.ndarray:
    """The controls of a plan at a time; the last ones stay."""
    place = min(time / HORIZON, 1.0) * (KNOTS - 1)
    first = min(int(place), KNOTS - 2)
    return plan[first] + (place - first) * (plan[first + 1] - plan[first])


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
    spent, busy = 0.0, process_time()
    for turn in range(round(arguments.seconds / REPLAN)):
        start = perf_counter()
        cost = planner.improve(d)
        spent += perf_counter() - start
        d.ctrl[:] = planner.control(REPLAN)
        kn.step(m, d, round(REPLAN / m.opt.timestep))
        if turn % 20 == 19:
            planned = (turn + 1) * REPLAN
            height = d.body("head").xpos[2]
            cores = (process_time() - busy) / planned
            speed = f"{planned / spent:.2f} times real time, which takes {cores:.1f} cores"
            print(f"{planned:5.1f} s  head at {height:.2f} m  cost {cost:.2f}  {speed}")


def lie_down(m: kn.Model, d: kn.Data) -> None:
    """On its back, at rest."""
    kn.reset(m, d)
    d.qpos[:7] = 0.0, 0.0, 0.3, np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0
    kn.step(m, d, round(2.0 / m.opt.timestep))


if __name__ == "__main__":
    main()
