"""The tasks of the control suite of dm_control, written from its papers and its behaviour."""

from knuckle.envs.suite import dog, finger, lqr, manipulation, quadruped, simple, swimmers, walkers

TASKS = tuple(
    sorted(
        (
            task
            for room in (dog, finger, lqr, manipulation, quadruped, simple, swimmers, walkers)
            for task in room.TASKS
        ),
        key=lambda task: task.name,
    )
)
