"""How an environment is made from the name of a task and the arguments of a user."""

from collections.abc import Mapping
from typing import Any

from knuckle.envs.task import Setting, Task
from knuckle.errors import UnsupportedError, nearest

# what gymnasium's environments take for drawing; kept for the time when there is a renderer
DRAWING = ("width", "height", "camera_id", "camera_name", "default_camera_config", "max_geom", "visual_options")


def find_task(task: str | Task, tasks: Mapping[str, Task]) -> Task:
    """A task by its name, or the task itself."""
    if isinstance(task, Task):
        return task
    if task not in tasks:
        raise KeyError(f"no task named {task!r}{nearest(str(task), tasks)}; valid names: {', '.join(tasks)}")
    return tasks[task]


def open_task(task: Task, render_mode: str | None, arguments: Mapping[str, Any]) -> Setting:
    """The setting that a user asks for; what concerns drawing only is not needed."""
    if render_mode is not None:
        raise UnsupportedError(
            f"render_mode={render_mode!r}: Knuckle has no renderer yet, so environments cannot be shown; leave "
            "render_mode out. To see a state in MuJoCo's viewer, copy env.unwrapped.data.qpos there."
        )
    return task.setting({name: value for name, value in arguments.items() if name not in DRAWING})
