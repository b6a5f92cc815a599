"""Lengths of tendons in the reference pose, and how they answer a unit force."""

from knuckle.kernel import kernel, real_of
from knuckle.physics.inertia.factor import solve_M


@kernel
def tendon_weights(m, d, q):
    """tendon_length0, and tendon_invweight0 = J M⁻¹ Jᵀ. [m, rad; 1/kg, 1/(kg m²)]"""
    for t in range(m.ntendon):
        for i in range(m.nv):
            d.row_value[i] = 0.0
        first, last = m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]
        for a in range(first, last):
            d.row_value[m.ten_J_colind[a]] = d.ten_J[a]
        solve_M(m, d, d.row_value)
        weight = real_of(d.ten_length[t], 0.0)
        for a in range(first, last):
            weight = weight + d.ten_J[a] * d.row_value[m.ten_J_colind[a]]
        q.tendon_length0[t] = d.ten_length[t]
        q.tendon_invweight0[t] = weight
