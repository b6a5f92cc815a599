"""Double pendulums that start a thousandth of a degree apart: chaos makes the difference grow to whole turns."""

import numpy as np

import knuckle as kn
from knuckle import models

NWORLD = 256
APART = 1.7e-5  # [rad]


def main() -> None:
    m = kn.Model.from_xml_path(models.path("double_pendulum"))
    batch = kn.Batch(m, NWORLD, dtype="float64")
    start = m.key("inverted").qpos
    batch.qpos = start + np.random.default_rng(0).normal(0.0, APART, (NWORLD, m.nq))

    print(f"{NWORLD} worlds, {batch.lanes} in each register")
    for _ in range(10):
        batch.step(1000)
        print(f"time {batch.time[0]:.1f} s, spread of the lower angle {batch.qpos[:, 1].std():.1e} rad")


if __name__ == "__main__":
    main()
