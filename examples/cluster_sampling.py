"""A quadruped finds a gait that carries it forward: the cross-entropy method, its samples tried on a Ray cluster.

python examples/cluster_sampling.py                       # on the cores of this machine
python examples/cluster_sampling.py --address auto        # on the cluster that this machine is part of

A plan is a cycle of poses, which springs and dampers at the joints pull the legs to. Plans are drawn around standing
still at first, then around the best tenth of the former ones. A round tells how far plans carry the robot in 1.6 s; one
that falls counts 2 m less.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np
import ray

import knuckle as kn
from knuckle import models
from knuckle.cluster import ClusterBatch

POSES, HELD = 4, 50  # poses of a plan, and steps that each is held
CYCLES = 4  # times that a plan is gone through
STIFFNESS, DAMPING = 60.0, 2.0  # of joints [N m/rad, N m s/rad]
SPREAD = 0.3  # of joint angles in the plans of the first round [rad]
BEST = 0.1  # share of the plans that the next ones are drawn around


def follow(plans: np.ndarray) -> Callable[[kn.Batch, int], np.ndarray]:
    """Torques that pull the joints of each world to the poses of its plan; they are computed where the world is."""

    def control(batch: kn.Batch, step: int) -> np.ndarray:
        pose = plans[batch.world_numbers, step // HELD % POSES]
        return STIFFNESS * (pose - batch.qpos[:, 7:]) - DAMPING * batch.qvel[:, 6:]

    return control


def forward(found: dict[str, np.ndarray]) -> np.ndarray:
    """How far each world has come, 2 m less where the trunk came near the ground or is tilted in the end."""
    qpos = found["qpos"]
    low = qpos[:, :, 2].min(axis=1) < 0.2
    tilted = 1.0 - 2.0 * (qpos[:, -1, 4] ** 2 + qpos[:, -1, 5] ** 2) < 0.8  # how far up its upper side points
    return qpos[:, -1, 0] - qpos[:, 0, 0] - 2.0 * (low | tilted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--address", default="local")
    chosen = parser.parse_args()
    ray.init(address=chosen.address, include_dashboard=False if chosen.address == "local" else None)
    m, rng = kn.load(models.path("quadruped")), np.random.default_rng(0)
    mean, spread, steps = np.tile(m.key("stand").qpos[7:], (POSES, 1)), SPREAD, POSES * HELD * CYCLES
    with ClusterBatch(m, chosen.worlds, dtype="float32", keep=[]) as batch:
        batch.reset(keyframe="stand")
        for number in range(chosen.rounds):
            plans = mean + spread * rng.standard_normal((chosen.worlds, POSES, m.nu))
            start = perf_counter()
            scores = batch.sample(steps, follow(plans), forward, record=["qpos"])
            rate = chosen.worlds * steps / (perf_counter() - start)
            best = plans[np.argsort(scores)[-max(2, int(BEST * chosen.worlds)) :]]
            mean, spread = best.mean(axis=0), best.std(axis=0)
            print(f"round {number}: best {scores.max():.2f} m, mean {scores.mean():.2f} m, {rate:,.0f} steps a second")


if __name__ == "__main__":
    main()
