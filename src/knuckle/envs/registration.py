"""The names under which gymnasium makes environments of this package."""

import gymnasium

from knuckle.envs import gym, suite
from knuckle.envs.task import Task

NAMESPACE = "knuckle"


def register() -> None:
    """Make all tasks known to gymnasium, each once."""
    for name, task in environments().items():
        if name not in gymnasium.registry:
            _register(name, task)


def environments() -> dict[str, Task]:
    """The name of every environment and its task: gymnasium's have its version, those of the suite are version 0."""
    versions = ((gym.TASKS, "v5"), (suite.TASKS, "v0"))
    return {f"{NAMESPACE}/{task.name}-{version}": task for tasks, version in versions for task in tasks}


def _register(name: str, task: Task) -> None:
    gymnasium.register(
        id=name,
        entry_point="knuckle.envs.single:Env",
        vector_entry_point="knuckle.envs.vector:VectorEnv",
        max_episode_steps=task.episode_steps,
        reward_threshold=task.reward_threshold,
        kwargs={"task": task.name},
    )
