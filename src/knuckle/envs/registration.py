"""The names under which gymnasium makes environments of this package."""

import gymnasium

from knuckle.envs import gym, suite
from knuckle.envs.task import Task

NAMESPACE = "knuckle"


def register() -> None:
    """Make all tasks known to gymnasium, each once."""
    for task in gym.TASKS:
        _register(f"{NAMESPACE}/{task.name}-v5", task)
    for task in suite.TASKS:
        _register(f"{NAMESPACE}/{task.name}-v0", task)


def _register(name: str, task: Task) -> None:
    if name in gymnasium.registry:
        return
    gymnasium.register(
        id=name,
        entry_point="knuckle.envs.single:Env",
        vector_entry_point="knuckle.envs.vector:VectorEnv",
        max_episode_steps=task.episode_steps,
        reward_threshold=task.reward_threshold,
        kwargs={"task": task.name},
    )
