"""Gravity compensation: an upward force on bodies that ask for it."""

from knuckle.kernel import all_lanes, any_lane, kernel
from knuckle.math.vec3 import scale3
from knuckle.physics.force.wrench import add_wrench, clear_wrenches, project_wrenches
from knuckle.schema.enums import DisableBit


@kernel
def gravity_compensation(m, d):
    """qfrc_gravcomp: the force −gravcomp · m g at the centre of mass of each body, on the dofs. [N, N m]"""
    if is_compensated(m):
        g = m.opt_gravity
        clear_wrenches(m, d)
        for b in range(1, m.nbody):
            if any_lane(m.body_gravcomp[b] != 0.0):
                lift = scale3(g, -m.body_mass[b] * m.body_gravcomp[b])
                add_wrench(m, d, b, (0.0, 0.0, 0.0), lift, d.xipos[b])
        project_wrenches(m, d, d.qfrc_gravcomp)
    else:
        for i in range(m.nv):
            d.qfrc_gravcomp[i] = 0.0


@kernel
def is_compensated(m):
    """True where there is gravity and a body to lift against it."""
    g = m.opt_gravity
    if (m.opt_disableflags & DisableBit.GRAVITY) or all_lanes((g[0] == 0.0) & (g[1] == 0.0) & (g[2] == 0.0)):
        return False
    found = False
    for b in range(1, m.nbody):
        if any_lane(m.body_gravcomp[b] != 0.0):
            found = True
    return found
