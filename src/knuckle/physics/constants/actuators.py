"""What an actuator feels in the reference pose."""

from knuckle.kernel import absolute, kernel, maximum, real_of, sqrt
from knuckle.physics.inertia.factor import solve_M


@kernel
def actuator_weights(m, d, q):
    """actuator_acc0 = ‖M⁻¹ Jᵀ‖, actuator_length0, and J M⁻¹ Jᵀ, the inverse of the inertia that an output moves."""
    for o in range(m.nout):
        for i in range(m.nv):
            d.row_value[i] = 0.0
        first, last = m.trn_rowadr[o], m.trn_rowadr[o] + m.trn_rownnz[o]
        for a in range(first, last):
            d.row_value[m.trn_colind[a]] = d.actuator_moment[a]
        solve_M(m, d, d.row_value)
        weight = real_of(d.actuator_length[o], 0.0)
        for a in range(first, last):
            weight = weight + d.actuator_moment[a] * d.row_value[m.trn_colind[a]]
        q.actuator_acc0[o] = norm(m, d.row_value)
        q.actuator_invweight0[o] = weight
        q.actuator_length0[o] = d.actuator_length[o]


@kernel
def norm(m, vector):
    """‖x‖ of a vector over the dofs, also where squares of its entries are too large or too small."""
    largest = real_of(vector[0], 0.0)
    for i in range(m.nv):
        largest = maximum(largest, absolute(vector[i]))
    if largest == 0.0:
        return largest
    squares = real_of(largest, 0.0)
    for i in range(m.nv):
        share = vector[i] / largest
        squares = squares + share * share
    return largest * sqrt(squares)
