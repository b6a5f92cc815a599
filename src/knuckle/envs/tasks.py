"""All tasks by name."""

from knuckle.envs import gym
from knuckle.envs.task import Task

TASKS: dict[str, Task] = {task.name: task for task in gym.TASKS}
