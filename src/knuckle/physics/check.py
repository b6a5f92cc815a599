"""Watching for divergence: numbers that are NaN, infinite or huge.

What was found is kept in `status`; of the first trouble also its kind, place and time in `bad_trouble`, `bad_index`,
`bad_time`, and the largest force at that moment in `bad_term` and `bad_dof`. Unless automatic reset is off, a world
that diverged starts over; others in its group are not touched.
"""

from knuckle.machine.kernel import absolute, kernel, per_world, real_of, where
from knuckle.physics.culprit import find_culprit
from knuckle.physics.reset import reset_state
from knuckle.schema.enums import DisableBit
from knuckle.schema.status import Status

AUTORESET = int(DisableBit.AUTORESET)
BAD_QPOS = int(Status.BAD_QPOS)
BAD_QVEL = int(Status.BAD_QVEL)
BAD_QACC = int(Status.BAD_QACC)
INERTIA = int(Status.INERTIA)
BAD_CTRL = int(Status.BAD_CTRL)
SOLVER = int(Status.SOLVER)
NAN = float("nan")
LARGEST = 1e10  # beyond this a number counts as huge
LARGEST_INVERSE = 0.999e15  # the factor raises pivots of M to 1e-15, where they mean nothing


@kernel
def badness(field, n):
    """How many of n numbers are NaN, infinite or beyond the largest allowed."""
    count = 0.0
    for e in range(n):
        x = field[e]
        count = count + where(absolute(x) <= LARGEST, real_of(x, 0.0), real_of(x, 1.0))
    return count


@kernel
def pivot_badness(m, d):
    """How many pivots of the inertia matrix are not positive numbers."""
    count = 0.0
    for i in range(m.nv):
        x = d.qLDiagInv[i]
        count = count + where((x > 0.0) & (x <= LARGEST_INVERSE), real_of(x, 0.0), real_of(x, 1.0))
    return count


@kernel
def first_bad(field, n):
    """Index of the first bad number of one world, or −1."""
    for e in range(n):
        if not (absolute(field[e]) <= LARGEST):
            return e
    return -1


@per_world
def judge_state(m, d):
    """Note a bad position, then a bad velocity; start over after either."""
    k = first_bad(d.qpos, m.nq)
    if k >= 0:
        note(m, d, BAD_QPOS, k)
        start_over(m, d)
    k = first_bad(d.qvel, m.nv)
    if k >= 0:
        note(m, d, BAD_QVEL, k)
        start_over(m, d)


@kernel
def ask_again(m, d):
    """Leave accelerations bad where room was missing, so that the check is taken again when there is more."""
    for i in range(m.nv):
        d.qacc[i] = where(d.overflow > 0.0, NAN, d.qacc[i])


@per_world
def judge_acceleration(m, d):
    """Note a bad acceleration and start over."""
    k = first_bad(d.qacc, m.nv)
    if k >= 0:
        note(m, d, BAD_QACC, k)
        start_over(m, d)


@per_world
def judge_inertia(m, d):
    """Note the first dof whose pivot of M is not a positive number."""
    k = first_bad_pivot(m, d)
    if k >= 0:
        note(m, d, INERTIA, k)


@per_world
def judge_control(m, d):
    """Note the first bad control."""
    k = first_bad(d.control, m.nu)
    if k >= 0:
        note(m, d, BAD_CTRL, k)


@kernel
def first_bad_pivot(m, d):
    """The first dof of one world whose pivot is bad, or −1."""
    for i in range(m.nv):
        x = d.qLDiagInv[i]
        if not (x > 0.0 and x <= LARGEST_INVERSE):
            return i
    return -1


@kernel
def note(m, d, trouble, k):
    """Keep the trouble; of the first one also where and when it was found, and the largest force.

    A solver that ran out of iterations gives way to any other trouble: numbers that diverge make it run out as well.
    """
    if d.bad_trouble == 0 or (d.bad_trouble == SOLVER and trouble != SOLVER):
        d.bad_trouble = trouble
        d.bad_index = k
        d.bad_time = d.time
        find_culprit(m, d)
    d.status = d.status | trouble


@kernel
def start_over(m, d):
    """Reset the world unless automatic reset is off."""
    if not (m.opt_disableflags & AUTORESET):
        reset_state(m, d)
