"""Steps per second of environments, observations and rewards included: ours against gymnasium's on MuJoCo, in turns.

python benchmarks/envs.py                     # humanoid, 256 worlds
python benchmarks/envs.py HalfCheetah 64      # another task, another number of worlds
"""

import argparse
import sys
import warnings
from types import ModuleType

import gymnasium
from alternate import compare, take_turns
from environment import environment

import knuckle.envs

BAR = 4.0  # humanoid, 256 worlds, float64, against AsyncVectorEnv
DTYPES = ("float64", "float32")


def main() -> None:
    arguments = parsed()
    warnings.simplefilter("ignore")  # remarks on models
    sys.modules.setdefault("imageio", ModuleType("imageio"))  # only gymnasium's renderer uses it
    name, count = arguments.task, arguments.worlds
    theirs = gymnasium.make_vec(f"{name}-v5", count, "async")
    try:
        print(environment())
        print(f"{name}, {count} worlds, steps of all worlds per second, with observations, rewards and resets")
        for dtype in DTYPES:
            ours = gymnasium.make_vec(f"knuckle/{name}-v5", count, "vector_entry_point", dtype=dtype)
            result = compare(take_turns(stepping(ours), stepping(theirs), arguments.turns, arguments.seconds))
            print(
                f"{dtype}: ours {count / result.ours:8.0f}, AsyncVectorEnv on MuJoCo {count / result.theirs:8.0f}, "
                f"ratio {result.ratio:.2f}" + (f" (bar {BAR})" if dtype == "float64" else "")
            )
    finally:
        theirs.close()


def stepping(env: gymnasium.vector.VectorEnv):
    """A function that takes one step in all worlds, by actions drawn beforehand; episodes start anew where they end."""
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(32)]
    taken = iter(range(sys.maxsize))
    return lambda: env.step(actions[next(taken) % len(actions)])


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", nargs="?", default="Humanoid", choices=[*knuckle.envs.gym.NAMES])
    parser.add_argument("worlds", nargs="?", type=int, default=256)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn")
    return parser.parse_args()


if __name__ == "__main__":
    main()
