"""Many worlds with contact: steps per second of our Batch beside MuJoCo's own, on the same number of threads.

    python benchmarks/batches.py [--threads 1] [--worlds 512] [model ...]

Worlds are at states that random controls led to, each its own; both step 20 times in a call, or as often as a second
allows, in turns. Beside each ratio is the least that is asked of lanes of this width. The last lines are the speed of
humanoids that differ in mass, friction and gears over that of others, and of those on two threads over that on one.
"""

import argparse
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import mujoco
import mujoco.batch
import numpy as np
from alternate import compare, seconds, take_turns

import knuckle as kn
from knuckle import models

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.batch_models import FILES, path_of
from support.corpus import sources

STEPS = 20
CALL = 1.0  # the longest call of ours, about: large scenes step less often in one [s]
SETTLE = 200  # steps of random controls before anything is timed
GRASP = "gripper with a cube"
SCENE = """
<mujoco>
  <asset><model name="gripper" file="{gripper}"/></asset>
  <option cone="elliptic" impratio="10"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="arm" pos="0 0 .17"><joint name="lift" type="slide" axis="0 0 1" range="-.02 .1" damping="50"/>
      <joint name="turn" axis="0 0 1" damping="1"/><geom size=".02" mass="1" contype="0" conaffinity="0"/>
      <frame quat="0 1 0 0"><attach model="gripper" body="base_mount" prefix="g/"/></frame></body>
    <body pos="0 0 .03"><freejoint/><geom type="box" size=".025 .025 .03" mass=".1" condim="4"/></body>
  </worldbody>
  <actuator><motor joint="lift" gear="20"/><motor joint="turn"/></actuator>
</mujoco>
"""
# the least that is asked for, ours over theirs: (precision, lanes) -> ratio, and the models that it is asked of
ASKED = ("float64", 4), ("float64", 8), ("float32", 8), ("float32", 16)
LEAST = {
    ("cart-pole", "acrobot", "swimmer"): (6, 8, 10, 14),
    ("half cheetah", "hopper", "walker", "ant"): (4, 6, 7, 10),
    ("humanoid", "MuJoCo's humanoid"): (3.5, 5, 5.5, 8),
    ("ANYmal", "Cassie", "quadruped"): (3, 4, 4.5, 6),
    ("shadow hand", GRASP): (1.8, 2, 2.2, 2.5),
    ("22 humanoids", "cards"): (1.5, 1.5, 1.8, 1.8),
}
LEAST_OF_THREADS = 1.8


class Worlds:
    """Many worlds of a file, each at a state of its own, in both engines."""

    def __init__(self, path: Path, dtype: str, nworld: int, threads: int):
        self.nworld, self._random = nworld, np.random.default_rng(0)
        m = kn.load(path, omit=("skin",))
        self.ours = kn.Batch(m, nworld, dtype=dtype, threads=threads, keep=["qacc"])
        self.theirs = mujoco.batch.Batch(mujoco.MjModel.from_xml_path(str(path)), nworld, nthread=threads)
        for _ in range(SETTLE // STEPS):
            self.ours.ctrl[:] = self._random.uniform(-1, 1, (nworld, m.nu))
            self.ours.step(STEPS)
        for name in ("qpos", "qvel", "act", "ctrl", "qacc_warmstart"):
            values = self.ours.read(name)
            if values.size:
                self.theirs.bind(name)[:] = values

    def ratio(self) -> float:
        """How many times as fast as MuJoCo's Batch ours is."""
        steps = min(STEPS, max(1, round(CALL / seconds(self.ours.step, 1))))
        step_theirs: Callable[[], object] = lambda: self.theirs.step(nstep=steps)  # noqa: E731
        return compare(take_turns(lambda: self.ours.step(steps), step_theirs, count=12, turn_seconds=1e-3)).ratio


def lanes_of(dtype: str) -> int:
    """Lanes of a register of this machine, also where a model goes world by world."""
    return kn.Batch(kn.load(models.path("pendulum")), 1, dtype=dtype).lanes


def least(label: str, dtype: str, lanes: int) -> float | None:
    """The ratio that is asked for; none where the model or the width is not in the table."""
    asked = [bars for labels, bars in LEAST.items() if label in labels]
    return asked[0][ASKED.index((dtype, lanes))] if asked and (dtype, lanes) in ASKED else None


def two_threads(path: Path, nworld: int) -> float:
    """Our speed on two threads over that on one, in turns."""
    one, two = (Worlds(path, "float64", nworld, threads).ours for threads in (1, 2))
    return compare(take_turns(lambda: two.step(STEPS), lambda: one.step(STEPS), count=12, turn_seconds=1e-3)).ratio


def differing(path: Path, nworld: int) -> float:
    """Our speed where worlds have numbers of the model of their own over that where they have not, in turns."""
    alike, own = (Worlds(path, "float64", nworld, 1).ours for _ in range(2))
    random = np.random.default_rng(1)
    for name in ("body_mass", "body_inertia", "geom_friction", "dof_damping", "actuator_gear", "opt_gravity"):
        values = own.expand(name)
        values *= random.uniform(0.9, 1.1, values.shape)
    own.set_const()
    return compare(take_turns(lambda: own.step(STEPS), lambda: alike.step(STEPS), count=12, turn_seconds=1e-3)).ratio


@contextmanager
def files() -> Iterator[dict[str, Path]]:
    """The models that are there, by their labels."""
    with tempfile.TemporaryDirectory() as folder:
        found = {label: path_of(label) for label in FILES}
        archive = sources()["archive"]
        if archive is not None:
            scene = Path(folder) / "grasp.xml"
            scene.write_text(SCENE.format(gripper=archive / "menagerie" / "robotiq_2f85" / "2f85.xml"))
            found[GRASP] = scene
        yield {label: found[label] for labels in LEAST for label in labels if found.get(label)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", help="files, or labels of the table (default: all of these)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=512)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    with files() as known:
        wanted = {name: known[name] if name in known else Path(name) for name in chosen.models or known}
        print("| model | precision | lanes | lock step | ours over MuJoCo's | asked | |\n|---|---|---|---|---|---|---|")
        for label, path in wanted.items():
            for dtype in ("float64", "float32"):
                worlds = Worlds(path, dtype, chosen.worlds, chosen.threads)
                lanes, ratio = worlds.ours.lanes, worlds.ratio()
                bar = least(label, dtype, lanes_of(dtype))
                verdict = "" if bar is None else "holds" if ratio >= bar else "below"
                cells = (label, dtype, str(lanes), str(worlds.ours.lockstep), f"{ratio:.2f}", str(bar or "–"), verdict)
                print(f"| {' | '.join(cells)} |", flush=True)
        print(f"worlds that differ over worlds that do not: {differing(known['humanoid'], chosen.worlds):.2f}")
        print(f"two threads over one: {two_threads(known['humanoid'], chosen.worlds):.2f} (asked: {LEAST_OF_THREADS})")


if __name__ == "__main__":
    main()
