"""Tasks of users: what their functions return is looked at, in one world and in many."""

from dataclasses import replace

import numpy as np
import pytest

import knuckle.envs
from knuckle.envs import TASKS, Env, Part, Start, VectorEnv

CHEETAH, HOPPER = TASKS["HalfCheetah"], TASKS["Hopper"]
NWORLD = 3
WRONG = {
    "a sum over all worlds": ({"rewards": {"r": lambda t: t.w.qvel.sum()}}, r"rewards\['r'\]: expected shape"),
    "one number": ({"rewards": {"r": lambda t: 1.0}}, r"rewards\['r'\]: expected shape .*found 1.0"),
    "a column": ({"rewards": {"r": lambda t: t.w.qvel[:, :1]}}, r"rewards\['r'\]: .*found shape \(\d, 1\)"),
    "one answer": ({"terminated": lambda t: False}, "terminated: expected shape .*found False"),
    "health of all": ({"healthy": lambda t: (t.w.qpos > 0).all()}, "healthy: expected shape"),
    "a scalar told": ({"info": {"i": lambda t: 0.0}}, r"info\['i'\]: expected numbers with a row for each"),
    "words told": ({"info": {"i": lambda t: ["a"] * len(t.w.qpos)}}, r"info\['i'\]: expected numbers"),
    "an observation of none": ({"observation": (Part("o", lambda t: np.zeros((7, 2))),)}, "observation 'o': expected"),
    "a flat place": ({"place": lambda t: t.w.qpos[:, 0]}, r"place: expected shape \(\d, …\)"),
    "a control for each world": ({"control": lambda t: t.w.qpos[:, 0]}, r"control: expected shape \(\d, 6\)"),
    "too many controls": ({"control": lambda t: np.zeros((len(t.w.qpos), 7))}, r"control: .*found shape \(\d, 7\)"),
}


def step_each(task, **options):
    for env in (Env(task, **options), VectorEnv(task, NWORLD, **options)):
        env.reset(seed=0)
        yield env.step(np.zeros(env.action_space.shape))


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("wrong", WRONG)
def test_an_answer_of_another_shape_is_refused_by_the_name_of_the_function(wrong, many):
    change, words = WRONG[wrong]
    task = replace(CHEETAH, **change)
    with pytest.raises(ValueError, match=f"task 'HalfCheetah': {words}"):
        env = VectorEnv(task, NWORLD) if many else Env(task)
        env.reset(seed=0)
        env.step(np.zeros(env.action_space.shape))


def test_a_start_that_is_none_is_refused():
    with pytest.raises(TypeError, match=r"task 'HalfCheetah': start: expected a Start, found \{\}"):
        Env(replace(CHEETAH, start=lambda s, generator: {}))


def test_whether_an_episode_is_over_may_be_told_in_numbers():
    """Worlds that are over wait for a new episode; others keep their rewards."""
    numbers = replace(HOPPER, terminated=lambda t: (~t.healthy).astype(int))
    plain, counted = VectorEnv("Hopper", 8), VectorEnv(numbers, 8)
    plain.reset(seed=0)
    counted.reset(seed=0)
    ended = 0
    generator = np.random.default_rng(0)
    for _ in range(60):
        action = generator.uniform(-1, 1, (8, 3))
        expected, found = plain.step(action), counted.step(action)
        for mine, other in zip(found[:4], expected[:4], strict=True):
            assert mine.dtype == other.dtype
            np.testing.assert_array_equal(mine, other)
        ended += expected[2].sum()
    assert ended > 0


def test_what_is_told_is_no_memory_of_the_task():
    def start(s, generator):
        return Start({}, memory={"goal": np.array(generator.uniform())})

    task = replace(CHEETAH, start=start, rewards={"goal": lambda t: t.memory["goal"]})
    env = VectorEnv(task, NWORLD)
    env.reset(seed=0)
    *_, told = env.step(np.zeros(env.action_space.shape))
    goals = told["goal"].copy()
    told["goal"][:] = 0.0
    _, reward, *_ = env.step(np.zeros(env.action_space.shape))
    np.testing.assert_array_equal(reward, goals)


def test_a_bonus_may_be_whole():
    for _, reward, *_ in step_each(replace(CHEETAH, bonus=1, rewards={})):
        assert np.all(np.asarray(reward) == 1.0)


def test_options_that_environments_take_themselves_are_refused():
    with pytest.raises(ValueError, match="options threads, width: environments take arguments of that name"):
        replace(CHEETAH, options={"width": 1.0, "threads": 2})
    with pytest.raises(ValueError, match="two parts have one name among a, a"):
        replace(CHEETAH, observation=(Part("a", lambda t: t.w.qpos), Part("a", lambda t: t.w.qvel)))


def test_a_vector_cuts_episodes_off_as_its_task_says():
    task = replace(CHEETAH, episode_steps=4)
    cut = []
    for steps in (None, 6, -1):
        env = VectorEnv(task, 2, max_episode_steps=steps)
        env.reset(seed=0)
        truncated = [env.step(np.zeros(env.action_space.shape))[3].all() for _ in range(8)]
        cut.append(truncated.index(True) + 1 if any(truncated) else None)
    assert cut == [4, 6, None]


def test_worlds_that_never_began_are_told():
    env = VectorEnv("Pusher", NWORLD)
    with pytest.raises(knuckle.KnuckleError, match=r"no episode has started in 3 of 3 worlds.*call reset"):
        env.step(np.zeros(env.action_space.shape))
    env.reset(seed=0, options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(knuckle.KnuckleError, match="no episode has started in 1 of 3 worlds: 1: call reset"):
        env.step(np.zeros(env.action_space.shape))
    env.reset(options={"reset_mask": np.array([False, True, False])})
    env.step(np.zeros(env.action_space.shape))
