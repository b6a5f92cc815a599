"""Many worlds with contact: steps per second of our Batch beside MuJoCo's own, on the same number of threads.

    python benchmarks/batches.py [--threads 1] [--worlds 512] [model ...]

Worlds are at states that random controls led to, each its own; both step 20 times in a call, in turns.
"""

import argparse
import warnings
from pathlib import Path

import mujoco
import mujoco.batch
import numpy as np
from alternate import compare, take_turns

import knuckle as kn
from knuckle import models

STEPS = 20
SETTLE = 200  # steps of random controls before anything is timed


def measure(path: Path, dtype: str, nworld: int, threads: int) -> tuple[float, str]:
    """How many times as fast as MuJoCo's Batch ours is, and how its worlds go."""
    m, reference = kn.load(path, omit=("skin",)), mujoco.MjModel.from_xml_path(str(path))
    ours = kn.Batch(m, nworld, dtype=dtype, threads=threads, keep=["qacc"])
    theirs = mujoco.batch.Batch(reference, nworld, nthread=threads)
    random = np.random.default_rng(0)
    for _ in range(SETTLE // STEPS):
        ours.ctrl[:] = random.uniform(-1, 1, (nworld, m.nu))
        ours.step(STEPS)
    start = {name: ours.read(name) for name in ("qpos", "qvel", "act", "ctrl", "qacc_warmstart")}

    def begin() -> None:
        for name, values in start.items():
            if values.size:
                ours.write(name, values)
                theirs.bind(name)[:] = values

    def step_ours() -> None:
        ours.step(STEPS)

    def step_theirs() -> None:
        theirs.step(nstep=STEPS)

    begin()
    turns = take_turns(step_ours, step_theirs, count=12, turn_seconds=1e-3)
    return compare(turns).ratio, str(ours.lockstep)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", default=["humanoid"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=512)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    for name in chosen.models:
        path = Path(name) if name.endswith(".xml") else models.path(name)
        for dtype in ("float64", "float32"):
            ratio, way = measure(path, dtype, chosen.worlds, chosen.threads)
            print(f"{path.parent.name}/{path.name:32s} {dtype} {ratio:5.2f} times MuJoCo, lock step: {way}", flush=True)


if __name__ == "__main__":
    main()
