"""The tasks of the control suite of dm_control, written from its papers and its behaviour."""

from knuckle.envs.suite import finger, quadruped, simple, swimmers, walkers

TASKS = tuple(
    sorted(
        (*finger.TASKS, *quadruped.TASKS, *simple.TASKS, *swimmers.TASKS, *walkers.TASKS),
        key=lambda task: task.name,
    )
)
