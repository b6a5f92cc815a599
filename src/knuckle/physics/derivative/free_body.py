"""Free bodies that stand alone: a free joint with nothing jointed below it. Nothing couples them to other dofs."""

from knuckle.kernel import kernel
from knuckle.physics.derivative.bias import bias_rates, coriolis, rate_entry
from knuckle.schema.enums import JointType


@kernel
def is_free_body(m, t):
    """True where tree t has no dofs but those of one free joint."""
    return m.tree_dofnum[t] == 6 and m.jnt_type[m.dof_jntid[m.tree_dofadr[t]]] == JointType.FREE


@kernel
def free_body_derivative(m, d, t):
    """The rows of qLU of the free body of tree t: those of qDeriv less the derivative of its bias force."""
    first = m.tree_dofadr[t]
    coriolis(m, d, m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t])
    bias_rates(m, d, first, first + 6)
    for i in range(first, first + 6):
        start = m.D_rowadr[i]
        for a in range(start, start + m.D_rownnz[i]):
            d.qLU[a] = d.qDeriv[a] + rate_entry(d, i, m.D_colind[a], True)
