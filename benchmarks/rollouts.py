"""Rollouts from arrays of controls: ours beside `mujoco.rollout`, on the same number of threads.

    python benchmarks/rollouts.py [--threads 2] [--steps 100] [model ...]

Both go from the same states with the same controls, record states and sensors, and take turns. Sampling plans few
worlds at a time, learning many, so there is a column for each number; beside it is our rollout over our own steps.
"""

import argparse
import warnings
from collections.abc import Callable

import mujoco
import mujoco.rollout
import numpy as np
from alternate import compare, take_turns
from batches import files

import knuckle as kn

WORLDS = (16, 64, 512)
MODELS = ("cart-pole", "half cheetah", "humanoid", "quadruped", "ANYmal")
SETTLE = 200  # steps of random controls before anything is timed


def rollouts(path: str, nworld: int, nstep: int, threads: int) -> tuple[Callable, Callable, Callable]:
    """Functions that roll out: ours, theirs, and ours without anything read or recorded on the way."""
    random = np.random.default_rng(0)
    m = kn.load(path, omit=("skin",))
    batch = kn.Batch(m, nworld, threads=threads, keep=["sensordata"])
    for _ in range(SETTLE // 20):
        batch.ctrl[:] = random.uniform(-1, 1, (nworld, m.nu))
        batch.step(20)
    start = batch.get_state()
    controls = random.uniform(-1, 1, (nworld, nstep, m.nu))
    reference = mujoco.MjModel.from_xml_path(str(path))
    data = [mujoco.MjData(reference) for _ in range(threads)]
    states = batch.get_state(kn.State.FULLPHYSICS)
    warm = np.array(batch.qacc_warmstart)
    engine = mujoco.rollout.Rollout(nthread=threads)

    def ours() -> None:
        batch.set_state(start)
        batch.rollout(nstep, controls, record=["qpos", "qvel", "sensordata"])

    def theirs() -> None:
        engine.rollout(reference, data, states, controls, initial_warmstart=warm)

    def steps() -> None:
        batch.set_state(start)
        batch.ctrl = controls[:, 0]
        batch.step(nstep)

    return ours, theirs, steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", default=MODELS, help="labels of benchmarks/batches.py")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=100)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    heads = [f"{nworld} worlds: over MuJoCo, over steps" for nworld in WORLDS]
    print(f"| model | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    with files() as known:
        for label in chosen.models:
            cells = []
            for nworld in WORLDS:
                ours, theirs, steps = rollouts(known[label], nworld, chosen.steps, chosen.threads)
                ratios = [
                    compare(take_turns(ours, other, count=12, turn_seconds=1e-3)).ratio for other in (theirs, steps)
                ]
                cells.append(", ".join(f"{ratio:.2f}" for ratio in ratios))
            print(f"| {label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
