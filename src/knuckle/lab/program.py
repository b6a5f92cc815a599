"""Every kernel of the laboratory that Python calls: a table like that of the engine, compiled at its first use.

Names begin with `lab_`. A kernel f(m, d, q) works on a world, f(m, q) on arrays alone (see machine/query.py).
"""

from functools import cache

from knuckle.machine.query import Query


@cache
def entries() -> tuple[Query, ...]:
    """All entries; a scheme with kernels of its own adds a function like those below."""
    return world()


def world() -> tuple[Query, ...]:
    """What all schemes share: from the state to constraint rows, and from a velocity to the next state."""
    from knuckle.physics.lab import advance, observe

    return (
        Query("lab_observe", observe.lab_observe, "", "", guard=observe.is_alone, by_hand=True, long=True),
        Query(
            "lab_conclude", observe.lab_conclude, "qacc: real nv, force: real rows", "", observe.is_quiet, by_hand=True
        ),
        Query("lab_advance", advance.lab_advance, "qvel_next: real nv, share: real", "", by_hand=True),
        Query("lab_stage", advance.lab_stage, "stage: int", "", by_hand=True),
    )
