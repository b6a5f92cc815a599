"""Every kernel that Python can call: the table from which machines are compiled and the public functions are made."""

from functools import cache

from knuckle.machine.program import Entry


@cache
def entries() -> tuple[Entry, ...]:
    """All entry points, in pipeline order."""
    from knuckle.physics import bias, com, factor, inertia, kinematics, velocity

    return (
        Entry("kinematics", kinematics.kinematics),
        Entry("com_pos", com.com_pos),
        Entry("crb", inertia.crb),
        Entry("factor_M", factor.factor_M),
        Entry("com_vel", velocity.com_vel),
        Entry("rne", bias.bias),
    )
