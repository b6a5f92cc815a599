"""The tasks of gymnasium's MuJoCo family, version 5, written from their documentation."""

from knuckle.envs.gym.arms import PUSHER, REACHER
from knuckle.envs.gym.humanoids import HUMANOID, HUMANOID_STANDUP
from knuckle.envs.gym.pendulums import INVERTED_DOUBLE_PENDULUM, INVERTED_PENDULUM
from knuckle.envs.gym.runners import ANT, HALF_CHEETAH, HOPPER, SWIMMER, WALKER2D

TASKS = (
    *(ANT, HALF_CHEETAH, HOPPER, HUMANOID, HUMANOID_STANDUP, INVERTED_DOUBLE_PENDULUM, INVERTED_PENDULUM),
    *(PUSHER, REACHER, SWIMMER, WALKER2D),
)
NAMES = tuple(task.name for task in TASKS)
