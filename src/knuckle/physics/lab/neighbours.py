"""Frames of a motion that are moved a little along each dof, and the velocities that this changes."""

from knuckle.kernel import kernel
from knuckle.physics.kinematics.position import differentiate_pos, integrate_pos


@kernel
def lab_neighbours(m, q):
    """For each dof: all frames q ⊕ step, and w = (q ⊖ q₋)/h where q alone or q₋ alone has moved so.

    Velocities are those of all frames but the outermost, from the first row on.
    """
    for i in range(m.nv):
        for k in range(m.nv):
            q.unit[k] = 1.0 if k == i else 0.0
        for t in range(q.all):
            take(m, q, q.frames, t, q.now)
            integrate_pos(m, q.now, q.unit, q.step)
            for k in range(m.nq):
                q.moved[(i * q.all + t) * m.nq + k] = q.now[k]
        for t in range(q.all - 2, q.all):
            for k in range(m.nv):
                q.by_now[(i * q.all + t) * m.nv + k] = 0.0
                q.by_before[(i * q.all + t) * m.nv + k] = 0.0
        for t in range(q.all - 2):
            take(m, q, q.frames, t, q.before)
            take(m, q, q.moved, i * q.all + t + 1, q.now)
            put_velocity(m, q, q.by_now, i * q.all + t)
            take(m, q, q.moved, i * q.all + t, q.before)
            take(m, q, q.frames, t + 1, q.now)
            put_velocity(m, q, q.by_before, i * q.all + t)


@kernel
def take(m, q, source, t, target):
    """target ← row t of the source."""
    for k in range(m.nq):
        target[k] = source[t * m.nq + k]


@kernel
def put_velocity(m, q, target, row):
    """A row of the target ← (now ⊖ before)/h."""
    differentiate_pos(m, q.w, q.h, q.before, q.now)
    for k in range(m.nv):
        target[row * m.nv + k] = q.w[k]
