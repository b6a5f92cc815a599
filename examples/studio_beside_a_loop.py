"""A loop of your own with the studio beside it: a controller holds a pole upright, and you push it with the mouse."""

import argparse
from time import perf_counter, sleep

import knuckle as kn
from knuckle import models

GAINS = (1.0, 25.0, 2.5, 5.0)  # of the cart's place, the pole's angle, and their velocities

parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, default=float("inf"))
parser.add_argument("--no-browser", action="store_true")
words = parser.parse_args()

m = kn.load(models.path("cart_pole"))
d = kn.Data(m)
d.qpos[1] = 0.1

with kn.studio.launch_passive(m, d, browser=not words.no_browser) as viewer:
    begin = perf_counter()
    while viewer.is_running() and d.time < words.seconds:
        d.ctrl[0] = sum(gain * value for gain, value in zip(GAINS, (*d.qpos, *d.qvel), strict=True))
        if not viewer.paused:
            kn.step(m, d)
        viewer.sync()
        sleep(max(0.0, d.time - (perf_counter() - begin)))
    print(f"after {d.time:.2f} s the pole leans by {d.qpos[1]:.3f} rad")
