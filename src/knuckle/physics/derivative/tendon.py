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
            slope = -damping_slope(b, higher, d.ten_velocity[t])
            add_along_row(m, d, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, slope)


@kernel
def add_along_row(m, d, first, count, column, entry, slope):
    """qDeriv += slope Jᵀ J, where D has entries: dofs of different branches stay uncoupled.

    J is a sparse row: the numbers from `first` on of `entry`, at the dofs in `column`, ascending.
    """
    last = first + count
    for a in range(first, last):
        i = column[a]
        e = m.D_rowadr[i]
        end = e + m.D_rownnz[i]
        for b in range(first, last):
            k = column[b]
            while e < end and m.D_colind[e] < k:
                e += 1
            if e < end and m.D_colind[e] == k:
                d.qDeriv[e] = d.qDeriv[e] + slope * entry[a] * entry[b]
