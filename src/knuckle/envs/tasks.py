"""All tasks by name."""

from knuckle.envs import gym, suite
from knuckle.envs.task import Task

TASKS: dict[str, Task] = {task.name: task for task in (*gym.TASKS, *suite.TASKS)}
