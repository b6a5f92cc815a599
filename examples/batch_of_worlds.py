"""A thousand double pendulums that start a hair apart: chaos makes the difference grow to full turns."""

import numpy as np

import knuckle as kn
from knuckle import models

NWORLD = 1024


def main() -> None:
    m = kn.Model.from_xml_path(models.path("double_pendulum"))
    batch = kn.Batch(m, NWORLD, dtype="float64")
    start = m.key("inverted").qpos
    batch.write("qpos", start + np.random.default_rng(0).normal(0.0, 1e-6, (NWORLD, m.nq)))

    print(f"{NWORLD} worlds, {batch.lanes} in each register")
    for _ in range(8):
        batch.step(500)
        angles = batch.read("qpos")
        print(f"time {batch.read('time')[0]:.1f} s, spread of the lower angle {angles[:, 1].std():.1e} rad")


if __name__ == "__main__":
    main()
