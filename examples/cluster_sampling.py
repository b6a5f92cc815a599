"""A quadruped finds controls that carry it forward: the cross-entropy method, its samples tried on a Ray cluster.

python examples/cluster_sampling.py                       # on the cores of this machine
python examples/cluster_sampling.py --address auto        # on the cluster that this machine is part of
"""

import argparse
from time import perf_counter

import numpy as np
import ray

import knuckle as kn
from knuckle import models
from knuckle.cluster import ClusterBatch

KNOTS, HELD = 5, 50  # controls of a plan, and how many steps each is held
BEST = 0.1  # share of the plans that the next ones are drawn around


def forward(found: dict[str, np.ndarray]) -> np.ndarray:
    """How far each world has come, less for one that has fallen."""
    return found["qpos"][:, -1, 0] - 2.0 * (found["qpos"][:, -1, 2] < 0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--address", default="local")
    chosen = parser.parse_args()
    ray.init(address=chosen.address, include_dashboard=False if chosen.address == "local" else None)
    m, rng = kn.load(models.path("quadruped")), np.random.default_rng(0)
    mean, spread = np.zeros((KNOTS, m.nu)), np.full((KNOTS, m.nu), 0.5)
    with ClusterBatch(m, chosen.worlds, dtype="float32", keep=[]) as batch:
        for number in range(chosen.rounds):
            plans = np.clip(mean + spread * rng.standard_normal((chosen.worlds, KNOTS, m.nu)), -1.0, 1.0)
            start = perf_counter()
            scores = batch.sample(KNOTS * HELD, np.repeat(plans, HELD, axis=1), forward, record=["qpos"])
            taken = perf_counter() - start
            best = plans[np.argsort(scores)[-max(2, int(BEST * chosen.worlds)) :]]
            mean, spread = best.mean(axis=0), best.std(axis=0)
            rate = chosen.worlds * KNOTS * HELD / taken
            print(f"round {number}: best {scores.max():.2f} m, mean {scores.mean():.2f} m, {rate:,.0f} steps a second")


if __name__ == "__main__":
    main()
