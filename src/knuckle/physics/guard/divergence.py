"""Watching for divergence: numbers that are NaN, infinite or huge.

What was found is kept in `status`; of the first problem also its kind, place and time in `bad_kind`, `bad_index`,
`bad_time`, and the largest force at that moment in `bad_term` and `bad_dof`. Unless automatic reset is off, a world
that diverged starts over; others in its group are not touched.
"""

from knuckle.kernel import absolute, kernel, per_world, where
from knuckle.physics.guard.largest_force import find_largest_force
from knuckle.physics.guard.reset import reset_state
from knuckle.schema.enums import DisableBit
from knuckle.schema.status import Status

NAN = float("nan")
LARGEST = 1e10  # beyond this a number counts as huge
LARGEST_INVERSE = 0.999e15  # the factor raises pivots of M to 1e-15, where they mean nothing


@kernel
def has_bad(field, n):
    """1 where any of n numbers is NaN, infinite or beyond the largest allowed, else 0."""
    found = 0.0
    for e in range(n):
        x = field[e]
        found = where(absolute(x) <= LARGEST, found, 1.0)
    return found


@kernel
def has_bad_pivots(m, d):
    """1 where any pivot of the inertia matrix is not a positive number, else 0."""
    found = 0.0
    for i in range(m.nv):
        x = d.qLDiagInv[i]
        found = where((x > 0.0) & (x <= LARGEST_INVERSE), found, 1.0)
    return found


@kernel
def first_bad(field, n):
    """Index of the first bad number of one world, or −1."""
    for e in range(n):
        if not (absolute(field[e]) <= LARGEST):
            return e
    return -1


@per_world
def record_bad_state(m, d):
    """Note a bad position, then a bad velocity; start over after either."""
    k = first_bad(d.qpos, m.nq)
    if k >= 0:
        note(m, d, Status.BAD_QPOS, k)
        start_over(m, d)
    k = first_bad(d.qvel, m.nv)
    if k >= 0:
        note(m, d, Status.BAD_QVEL, k)
        start_over(m, d)


@kernel
def ask_again(m, d):
    """Leave accelerations bad where room was missing, so that the check is taken again when there is more."""
    for i in range(m.nv):
        d.qacc[i] = where(d.overflow > 0.0, NAN, d.qacc[i])


@per_world
def record_bad_acceleration(m, d):
    """Note a bad acceleration and start over."""
    k = first_bad(d.qacc, m.nv)
    if k >= 0:
        note(m, d, Status.BAD_QACC, k)
        start_over(m, d)


@per_world
def record_bad_inertia(m, d):
    """Note the first dof whose pivot of M is not a positive number."""
    k = first_bad_pivot(m, d)
    if k >= 0:
        note(m, d, Status.INERTIA, k)


@per_world
def record_bad_control(m, d):
    """Note the first bad control."""
    k = first_bad(d.control, m.nu)
    if k >= 0:
        note(m, d, Status.BAD_CTRL, k)


@kernel
def first_bad_pivot(m, d):
    """The first dof of one world whose pivot is bad, or −1."""
    for i in range(m.nv):
        x = d.qLDiagInv[i]
        if not (x > 0.0 and x <= LARGEST_INVERSE):
            return i
    return -1


@kernel
def note(m, d, problem, k):
    """Keep the problem; of the first one also where and when it was found, and the largest force.

    A solver that ran out of iterations gives way to any other problem: numbers that diverge make it run out as well.
    """
    if d.bad_kind == 0 or (d.bad_kind == Status.SOLVER and problem != Status.SOLVER):
        d.bad_kind = problem
        d.bad_index = k
        d.bad_time = d.time
        find_largest_force(m, d)
    d.status = d.status | problem


@kernel
def start_over(m, d):
    """Reset the world unless automatic reset is off."""
    if not (m.opt_disableflags & DisableBit.AUTORESET):
        reset_state(m, d)
