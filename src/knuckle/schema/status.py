"""Problems a world can meet, as bits of `Data.status`, and the force terms a problem can be traced to."""

from knuckle.schema.named import NamedBits, NamedInt


class Status(NamedBits):
    """Problems that a world met: bits of `d.status`, which stay until the data is reset or it is set to 0."""

    BAD_QPOS = 1  # a position is NaN, infinite or huge
    BAD_QVEL = 2  # a velocity is
    BAD_QACC = 4  # an acceleration is
    INERTIA = 8  # the inertia matrix is not positive definite
    BAD_CTRL = 16  # a control is NaN, infinite or huge; the actuators got none
    SOLVER = 32  # the constraint solver ran out of iterations


class ForceTerm(NamedInt):
    """Terms of the equation of motion."""

    NONE = 0
    SPRING = 1
    DAMPER = 2
    GRAVCOMP = 3
    FLUID = 4
    BIAS = 5
    APPLIED = 6
    ACTUATOR = 7
    CONSTRAINT = 8
    CARTESIAN = 9
