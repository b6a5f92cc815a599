"""Tasks of the control suite observe, reward and start as dm_control's own do.

dm_control needs another MuJoCo than the other tests, so it runs in a Python of its own: `make test-suite` makes it and
names it in `KNUCKLE_SUITE_ORACLE`. Without it the comparison is left out.
"""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support.suite_oracle import STARTS, TERRAIN

import knuckle.envs
from knuckle.envs import suite
from knuckle.envs.simulation import actuators_off

ORACLE = os.environ.get("KNUCKLE_SUITE_ORACLE", "")
SCRIPT = Path(__file__).parents[1] / "support" / "suite_oracle.py"
CHOSEN = os.environ.get("KNUCKLE_SUITE_TASKS", "")  # to look at some tasks only: the beginning of their names
NAMES = [task.name for task in suite.TASKS if task.name.startswith(CHOSEN)]
EPISODES, STEPS = 3, 12
UNLIKELY = 1e-7  # chance at which a difference of distributions is believed
# physics of another version of MuJoCo over one action
CLOSE = {"rtol": 1e-6, "atol": 1e-6}
NUDGE = 1e-13  # of velocities, relative: a rounding or two of what follows from them
CHAOS = 10.0  # roundings are many and random, the nudge is one: where it shows, allow this much more
USUAL = 0.9  # of all numbers, those that no nudge may move
RECORDED = (
    *("qpos", "qvel", "act", "action", "target", "first"),
    *("after", "after reward", "nudged", "nudged reward"),
)

ABSENT = "dm_control needs a MuJoCo of its own: `make test-suite` runs these"
pytestmark = pytest.mark.skipif(not ORACLE, reason=ABSENT)


def recorded(name: str) -> dict[str, np.ndarray]:
    """States on the way of episodes with random actions, and what we make of one action from each."""
    env = knuckle.envs.Env(name, flat=True)
    generator, directions, heights = np.random.default_rng(0), [], []
    rows: dict[str, list] = {key: [] for key in RECORDED}
    bounded = np.clip(env.action_space.low, -1, None), np.clip(env.action_space.high, None, 1)
    for episode in range(EPISODES):
        env.reset(seed=episode)
        for _ in range(STEPS):
            resume(env)
            for field in ("qpos", "qvel", "act"):
                rows[field].append(np.array(getattr(env.data, field)))
            rows["first"].append(env._observe())
            directions.append(env._simulation._memory.get("directions", np.zeros((1, 0)))[0].copy())
            heights.append(np.array(env.model.hfield_data))
            rows["target"].append(env._simulation._memory.get("target", np.zeros((1, 0)))[0].copy())
            action = generator.uniform(*bounded)
            rows["action"].append(action)
            state = moving(env)
            starts = {"nudged": state | {"qvel": state["qvel"] * (1 + NUDGE)}, "after": state}
            for key, start in starts.items():
                resume(env, start)
                observation, reward, *_ = env.step(action)
                rows[key].append(observation)
                rows[f"{key} reward"].append(reward)
    if env.model.nhfield:
        rows["heights"] = heights
    if name == "point_mass-hard":
        rows["directions"] = directions
    if name.startswith("lqr"):  # springs are drawn
        rows["stiffness"] = [np.array(env.model.jnt_stiffness)] * len(rows["qpos"])
    return {key: np.array(values) for key, values in rows.items()}


def moving(env) -> dict[str, np.ndarray]:
    """Positions, velocities and activations."""
    kept = ("qpos", "qvel", "act", "mocap_pos", "mocap_quat")
    return {field: np.array(getattr(env.data, field)) for field in kept}


def resume(env, state: dict[str, np.ndarray] | None = None) -> None:
    """Compute everything from positions, velocities and activations alone, as the reference will."""
    with actuators_off(env.model, True):
        env._worlds.restart(np.zeros(1, int), [moving(env) if state is None else state], env.task.settle)


def assert_close(found: np.ndarray, expected: np.ndarray, nudged: np.ndarray) -> None:
    """Equal but for roundings: in a state on an edge, which a nudge shows, these may grow."""
    allowed = CLOSE["atol"] + CLOSE["rtol"] * np.abs(expected) + CHAOS * np.abs(nudged - found).max(-1, keepdims=True)
    assert (np.abs(found - expected) <= allowed).all(), np.abs(found - expected).max()
    assert (CHAOS * np.abs(nudged - found) < CLOSE["atol"]).mean() > USUAL


@pytest.fixture(scope="module")
def ours() -> dict[str, dict[str, np.ndarray]]:
    return {name: recorded(name) for name in NAMES}


@pytest.fixture(scope="module")
def theirs(ours, tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    request, answer = folder / "request.npz", folder / "answer.npz"
    asked = ("qpos", "qvel", "act", "action", "target", "stiffness", "directions", "heights")
    sent = {f"{name}/{key}": ours[name][key] for name in NAMES for key in asked if key in ours[name]}
    np.savez(request, **sent)
    environment = {**os.environ, "MUJOCO_GL": "disable", "PYTHONPATH": ""}
    command = [ORACLE, str(SCRIPT), str(request), str(answer)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return np.load(answer)


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_those_of_the_suite(name, ours, theirs):
    assert list(knuckle.envs.Env(name).observation_space) == theirs[f"{name}/names"].tolist()
    np.testing.assert_allclose(ours[name]["first"], theirs[f"{name}/first"], **CLOSE)
    assert_close(ours[name]["after"], theirs[f"{name}/observation"], ours[name]["nudged"])


@pytest.mark.parametrize("name", NAMES)
def test_rewards_are_those_of_the_suite(name, ours, theirs):
    rewards = (ours[name]["after reward"], theirs[f"{name}/reward"], ours[name]["nudged reward"])
    assert_close(*(each[:, None] for each in rewards))


@pytest.mark.parametrize("name", NAMES)
def test_models_and_times_are_those_of_the_suite(name, theirs):
    env = knuckle.envs.Env(name)
    assert env.task.frame_skip == theirs[f"{name}/substeps"]
    limit = theirs[f"{name}/steps"]
    assert env.task.episode_steps == (None if np.isinf(limit) else limit)
    assert env.model.nq == theirs[f"{name}/nq"] and env.model.opt.timestep == theirs[f"{name}/timestep"]
    np.testing.assert_allclose(env.model.body_mass, theirs[f"{name}/mass"], rtol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_episodes_start_as_in_the_suite(name, theirs):
    """Every coordinate of the start has the same distribution."""
    env, starts = knuckle.envs.Env(name), []
    for seed in range(STARTS):
        env.reset(seed=seed)
        target = env._simulation._memory.get("target", np.zeros((1, 0)))[0]
        starts.append(np.concatenate([env.data.qpos, env.data.qvel, target, env.model.hfield_data[TERRAIN]]))
    from scipy.stats import ks_2samp  # takes long to import, and is rarely needed

    expected = theirs[f"{name}/starts"]
    for mine, other in zip(np.array(starts).T, expected.T, strict=True):
        if np.ptp(other) < 1e-9:
            np.testing.assert_allclose(mine, other[0], atol=1e-9)
        else:
            assert ks_2samp(mine, other).pvalue > UNLIKELY
