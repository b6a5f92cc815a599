"""The tasks of the control suite of dm_control, written from its papers and its behaviour."""

from knuckle.envs.suite import simple, walkers

TASKS = tuple(sorted((*simple.TASKS, *walkers.TASKS), key=lambda task: task.name))
