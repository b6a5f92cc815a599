"""How forces along tendons depend on the velocities."""

from knuckle.kernel import kernel
from knuckle.physics.force.polynomial import damping_slope, is_zero
from knuckle.physics.inertia.reflected import tendon_damping


@kernel
def add_tendon_damper_rates(m, d):
    """qDeriv −= Σ Jᵀ b J, over the dampers of tendons."""
    for t in range(m.ntendon):
        b, higher = tendon_damping(m, t)
        if not is_zero(b, higher):
            add_along_row(m, d, t, -damping_slope(b, higher, d.ten_velocity[t]))


@kernel
def add_along_row(m, d, t, slope):
    """qDeriv += slope Jᵀ J, J the row of tendon t, where D has entries: dofs of different branches stay uncoupled."""
    first = m.ten_J_rowadr[t]
    last = first + m.ten_J_rownnz[t]
    for a in range(first, last):
        i = m.ten_J_colind[a]
        e = m.D_rowadr[i]
        end = e + m.D_rownnz[i]
        for b in range(first, last):
            k = m.ten_J_colind[b]
            while e < end and m.D_colind[e] < k:
                e += 1
            if e < end and m.D_colind[e] == k:
                d.qDeriv[e] = d.qDeriv[e] + slope * d.ten_J[a] * d.ten_J[b]
