"""A data set for learning dynamics: many humanoids move at random, and every transition is kept.

python examples/dataset.py                            # 50 000 transitions in humanoid.npz
python examples/dataset.py --transitions 2000 --file small.npz
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rich.progress import track

import knuckle as kn
from knuckle import models

WORLDS, STEPS = 128, 10  # steps of physics in one transition
RESTART = 50  # transitions after which a world starts anew
FIELDS = ("qpos", "qvel", "ctrl", "qpos_next", "qvel_next")


def transitions(model: kn.Model, rng: np.random.Generator) -> Iterator[dict[str, np.ndarray]]:
    """State, control and next state of all worlds, again and again."""
    batch = kn.Batch(model, WORLDS, dtype="float32", keep=[])
    start = kn.Batch(model, 1, dtype="float32", keep=[])
    low, high = model.actuator_ctrlrange.T
    control = np.zeros((WORLDS, model.nu))
    for count in range(10**9):
        if count % RESTART == 0:
            batch.write("qpos", start.read("qpos", 0))
            batch.write("qvel", 0.1 * rng.standard_normal((WORLDS, model.nv)))
        control = 0.8 * control + 0.2 * rng.uniform(low, high, (WORLDS, model.nu))  # smooth, as of a policy
        batch.write("ctrl", control)
        before = batch.read("qpos"), batch.read("qvel"), batch.read("ctrl")
        batch.step(STEPS)
        yield dict(zip(FIELDS, (*before, batch.read("qpos"), batch.read("qvel")), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--transitions", type=int, default=50_000)
    parser.add_argument("--file", type=Path, default=Path("humanoid.npz"))
    arguments = parser.parse_args()
    model = kn.Model.from_xml_path(models.path("humanoid"))
    rounds = -(-arguments.transitions // WORLDS)
    source = transitions(model, np.random.default_rng(0))
    parts = [next(source) for _ in track(range(rounds), description="humanoids at random")]
    data = {name: np.concatenate([part[name] for part in parts]) for name in FIELDS}
    np.savez_compressed(arguments.file, **data)
    megabytes = arguments.file.stat().st_size / 1e6
    print(f"{len(data['qpos'])} transitions of {STEPS * model.opt.timestep} s in {arguments.file} ({megabytes:.1f} MB)")


if __name__ == "__main__":
    main()
