"""The frame of a contact: its normal and two tangents."""

from knuckle.kernel import absolute, any_lane, kernel, where
from knuckle.math.vec3 import add_scaled3, cross3, dot3, unit3

HALF = 0.5
Y_AXIS = (0.0, 1.0, 0.0)
Z_AXIS = (0.0, 0.0, 1.0)


@kernel
def complete_frame(frame):
    """(x, y, z) by rows, from a unit normal x and a hint where y should lie.

        y ∝ hint − (hint·x) x,   z = x × y

    Without a hint y follows the world's y axis, or its z axis where the normal is close to y.
    """
    x = (frame[0], frame[1], frame[2])
    hint = (frame[3], frame[4], frame[5])
    free = dot3(hint, hint) < HALF
    if any_lane(free):
        hint = where(free, where(absolute(x[1]) < HALF, Y_AXIS, Z_AXIS), hint)
    y = unit3(add_scaled3(hint, x, -dot3(hint, x)))
    z = cross3(x, y)
    return (x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2])
