"""Pictures per second against MuJoCo's renderer, on the same back end, in turns.

python benchmarks/render.py [--model humanoid] [--width 640] [--height 480] [--turns 12]
"""

import argparse
import os
from collections.abc import Callable

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco
from alternate import compare, take_turns

import knuckle as kn
from knuckle import models

MODES = ("colour", "depth", "segmentation")


def drawing(renderer, data, mode: str) -> Callable[[], object]:
    """One picture, from the world to the pixels."""

    def draw() -> None:
        renderer.update_scene(data)
        renderer.render()

    if mode != "colour":
        getattr(renderer, f"enable_{mode}_rendering")()
    return draw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="humanoid")
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=480)
    parser.add_argument("--turns", type=int, default=12)
    options = parser.parse_args()
    path = models.path(options.model) if options.model in models.names() else options.model
    m, reference = kn.load(path), mujoco.MjModel.from_xml_path(str(path))
    d, data = kn.Data(m), mujoco.MjData(reference)
    kn.forward(m, d)
    mujoco.mj_forward(reference, data)
    for vis in (m.vis.global_, reference.vis.global_):
        vis.offwidth, vis.offheight = max(options.width, vis.offwidth), max(options.height, vis.offheight)
    size = options.height, options.width
    print(f"{options.model}, {options.width}×{options.height}")
    for mode in MODES:
        with kn.Renderer(m, *size) as ours, mujoco.Renderer(reference, *size) as theirs:
            turns = take_turns(drawing(ours, d, mode), drawing(theirs, data, mode), options.turns, 0.1)
        result = compare(turns)
        ours_rate, theirs_rate = 1 / result.ours, 1 / result.theirs
        print(
            f"{mode:<13} {ours_rate:7.1f} pictures/s, MuJoCo {theirs_rate:7.1f}, ratio {result.ratio:.2f}", flush=True
        )


if __name__ == "__main__":
    main()
