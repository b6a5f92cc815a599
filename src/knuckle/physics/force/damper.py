"""Dampers of joints and of their actuators, dof by dof."""

from knuckle.kernel import kernel
from knuckle.physics.force.polynomial import damping_at, damping_slope, is_zero
from knuckle.physics.inertia.reflected import dof_damping
from knuckle.physics.sleep.runs import run_count, run_dofs


@kernel
def dampers(m, d):
    """qfrc_damper_i = −b(v_i) v_i: each dof alone, of ball and free joints too. [N, N m]"""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            b, higher = dof_damping(m, i)
            if is_zero(b, higher):
                d.qfrc_damper[i] = 0.0
            else:
                v = d.qvel[i]
                d.qfrc_damper[i] = -damping_at(b, higher, v) * v


@kernel
def damper_slope(m, d, i):
    """−∂qfrc_damper_i/∂v_i, the coefficient an implicit step adds to the inertia. [N s/m, N m s/rad]"""
    b, higher = dof_damping(m, i)
    return damping_slope(b, higher, d.qvel[i])


@kernel
def has_dampers(m):
    """True where some dof is damped."""
    found = False
    for i in range(m.nv):
        b, higher = dof_damping(m, i)
        if not is_zero(b, higher):
            found = True
    return found
