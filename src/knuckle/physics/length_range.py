"""How short and how long the transmission of an actuator can get: a damped simulation that pushes it there."""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.physics.constants.actuators import norm
from knuckle.physics.inertia.factor import solve_M
from knuckle.physics.pipeline import acceleration, integrate, position, velocity

LEAST = 1e-15


@kernel
def length_sweep(m, d, q):
    """Steps of the simulation, with a force along output `output`; its extreme lengths from `since` on.

    The force accelerates all dofs by `push` together, unless the force on the dofs is then more than `most`. After each
    step velocities are multiplied by `damp`.
    """
    for _ in range(q.steps):
        if d.time >= q.total:
            return
        position(m, d)
        if d.overflow > 0.0:
            return
        velocity(m, d)
        push_along(m, d, q)
        acceleration(m, d)
        if d.overflow > 0.0:
            return
        integrate(m, d)
        for i in range(m.nv):
            d.qvel[i] = d.qvel[i] * q.damp
        if d.time > q.since:
            length = d.actuator_length[q.output]
            q.low = minimum(q.low, length)
            q.high = maximum(q.high, length)


@kernel
def push_along(m, d, q):
    """qfrc_applied = force · moment of the output."""
    first = m.trn_rowadr[q.output]
    last = first + m.trn_rownnz[q.output]
    for i in range(m.nv):
        d.row_value[i] = 0.0
        d.qfrc_applied[i] = 0.0
    for a in range(first, last):
        d.row_value[m.trn_colind[a]] = d.actuator_moment[a]
    size = norm(m, d.row_value)
    solve_M(m, d, d.row_value)
    force = q.push / maximum(norm(m, d.row_value), LEAST)
    if q.most > 0.0:
        bound = q.most / maximum(size, LEAST)
        force = maximum(-bound, minimum(bound, force))
    for a in range(first, last):
        d.qfrc_applied[m.trn_colind[a]] = force * d.actuator_moment[a]
