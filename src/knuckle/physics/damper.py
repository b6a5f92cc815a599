"""Joint dampers, dof by dof."""

from knuckle.machine.kernel import kernel
from knuckle.physics.polynomial import damping_at, damping_slope, is_zero


@kernel
def dampers(m, d):
    """qfrc_damper_i = −b(v_i) v_i: each dof alone, of ball and free joints too. [N, N m]"""
    for i in range(m.nv):
        if is_zero(m.dof_damping[i], m.dof_dampingpoly[i]):
            d.qfrc_damper[i] = 0.0
        else:
            v = d.qvel[i]
            d.qfrc_damper[i] = -damping_at(m.dof_damping[i], m.dof_dampingpoly[i], v) * v


@kernel
def damper_slope(m, d, i):
    """−∂qfrc_damper_i/∂v_i, the coefficient an implicit step adds to the inertia. [N s/m, N m s/rad]"""
    return damping_slope(m.dof_damping[i], m.dof_dampingpoly[i], d.qvel[i])


@kernel
def has_dampers(m):
    """True where some dof is damped."""
    found = False
    for i in range(m.nv):
        if not is_zero(m.dof_damping[i], m.dof_dampingpoly[i]):
            found = True
    return found
