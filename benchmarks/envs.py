"""Speed of environments, observations, rewards and new starts included: ours against gymnasium's on MuJoCo, in turns.

    python benchmarks/envs.py                     # humanoid, 256 worlds
    python benchmarks/envs.py HalfCheetah 64      # another task, another number of worlds

Ratios are of the time that passes and of the time of processors: on a busy machine the many processes of
AsyncVectorEnv get more of it than a few threads do, and only the latter says what the work costs.
"""

import argparse
import os
import sys
import warnings
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from types import ModuleType

import gymnasium
from alternate import Turn, compare
from environment import environment

from knuckle.envs import gym

BAR = 4.0  # humanoid, 256 worlds, against AsyncVectorEnv
DTYPES = ("float64", "float32")


class Stepping:
    """Steps of a vector environment by actions that were drawn beforehand; episodes start anew where they end."""

    def __init__(self, env: gymnasium.vector.VectorEnv):
        self.env, self.taken = env, count()
        env.reset(seed=0)
        env.action_space.seed(0)
        self.actions = [env.action_space.sample() for _ in range(32)]

    def turn(self, duration: float) -> Turn:
        """Step for so long; the time and the processor time of one step. [s]"""
        start, before, steps = perf_counter(), self.processor_time(), 0
        while perf_counter() - start < duration:
            self.env.step(self.actions[next(self.taken) % len(self.actions)])
            steps += 1
        return (perf_counter() - start) / steps, (self.processor_time() - before) / steps

    def processor_time(self) -> float:
        """Of this process and those of the environment. [s]"""
        return process_time() + sum(_used(process.pid) for process in getattr(self.env, "processes", ()))


def _used(pid: int) -> float:
    """Processor time that a process has used, as Linux counts it; 0 elsewhere. [s]"""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return 0.0
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    arguments = parsed()
    warnings.simplefilter("ignore")  # remarks on models
    sys.modules.setdefault("imageio", ModuleType("imageio"))  # only gymnasium's renderer uses it
    name, worlds = arguments.task, arguments.worlds
    reference = gymnasium.make_vec(f"{name}-v5", worlds, "async")
    try:
        print(environment())
        theirs = Stepping(reference)
        for dtype in DTYPES:
            ours = Stepping(gymnasium.make_vec(f"knuckle/{name}-v5", worlds, "vector_entry_point", dtype=dtype))
            turns = [(ours.turn(arguments.seconds), theirs.turn(arguments.seconds)) for _ in range(arguments.turns + 1)]
            report(f"{name}, {worlds} worlds, {dtype}", worlds, turns[1:])  # the first turn warms up
    finally:
        reference.close()


def report(title: str, worlds: int, turns: list[tuple[Turn, Turn]]) -> None:
    wall, processor = (compare([(ours[i], theirs[i]) for ours, theirs in turns]) for i in (0, 1))
    print(f"{title}: {worlds / wall.ours:.0f} steps/s, AsyncVectorEnv on MuJoCo {worlds / wall.theirs:.0f} steps/s")
    print(
        f"    times as fast (bar for the humanoid: {BAR}): {wall.ratio:.2f}; by processor time: {processor.ratio:.2f}"
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", nargs="?", default="Humanoid", choices=gym.NAMES)
    parser.add_argument("worlds", nargs="?", type=int, default=256)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a turn")
    return parser.parse_args()


if __name__ == "__main__":
    main()
