"""Environments for gymnasium: `import knuckle.envs`, then `gymnasium.make("knuckle/Humanoid-v5")`.

Importing this module registers all tasks. It needs gymnasium: `pip install 'knuckle[envs]'`.
"""

try:
    import gymnasium  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("knuckle.envs needs gymnasium: pip install 'knuckle[envs]'", name=error.name) from error

from knuckle.envs.registration import environments, register
from knuckle.envs.single import Env
from knuckle.envs.task import Moment, Part, Setting, Start, Task
from knuckle.envs.tasks import TASKS
from knuckle.envs.vector import VectorEnv

__all__ = ["TASKS", "Env", "Moment", "Part", "Setting", "Start", "Task", "VectorEnv", "environments"]

register()
