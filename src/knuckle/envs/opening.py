"""How an environment is made from the name of a task and the arguments of a user."""

from collections.abc import Mapping
from typing import Any

from knuckle.envs.drawing import Drawing, check_mode
from knuckle.envs.task import DRAWING, Setting, Task
from knuckle.errors import nearest


def find_task(task: str | Task, tasks: Mapping[str, Task]) -> Task:
    """A task by its name, or the task itself."""
    if isinstance(task, Task):
        return task
    if task not in tasks:
        raise KeyError(f"no task named {task!r}{nearest(str(task), tasks)}; valid names: {', '.join(tasks)}")
    return tasks[task]


def open_task(task: Task, render_mode: str | None, arguments: Mapping[str, Any]) -> tuple[Setting, Drawing | None]:
    """The setting that a user asks for, and who draws it; what concerns drawing only is no option of the task."""
    check_mode(render_mode)
    setting = task.setting({name: value for name, value in arguments.items() if name not in DRAWING})
    drawn = {name: arguments[name] for name in DRAWING if name in arguments}
    return setting, None if render_mode is None else Drawing(setting.model, render_mode, drawn, task.camera)
