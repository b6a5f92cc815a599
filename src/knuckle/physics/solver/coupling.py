"""Terms c Jᵀ J of a step's metric that couple dofs beyond the pattern of M: those of tendons and of actuators."""

from knuckle.kernel import kernel
from knuckle.physics.force.polynomial import is_zero
from knuckle.physics.inertia.reflected import tendon_damping
from knuckle.schema.enums import BiasType, DisableBit, GainType, Integrator, Solver


@kernel
def has_couplings(m):
    """Whether the metric may have such terms: they are left out where a factor of it is needed."""
    return m.opt_integrator == Integrator.DISCRETE and m.opt_solver != Solver.PGS and m.ntendon + m.nactuator > 0


@kernel
def tendon_couples(m, t):
    """Whether tendon t has a spring or damper."""
    off = m.opt_disableflags
    b, higher = tendon_damping(m, t)
    spring = not (off & DisableBit.SPRING) and not is_zero(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t])
    return spring or (not (off & DisableBit.DAMPER) and not is_zero(b, higher))


@kernel
def actuator_couples(m, k):
    """Whether the force of actuator k may depend on its length or velocity."""
    if m.opt_disableflags & DisableBit.ACTUATION:
        return False
    return m.actuator_gaintype[k] != GainType.FIXED or m.actuator_biastype[k] != BiasType.NONE


@kernel
def mul_couplings(m, d, s, x, y):
    """y ← y + Σ c Jᵀ J x over the terms of block s, in the solver's order."""
    for t in range(m.ntendon):
        if tendon_counts(m, d, s, t):
            mul_term(m, d, d.tendon_couple[t], d.ten_J, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t], x, y)
    for o in range(m.nout):
        if actuator_counts(m, d, s, o):
            c, first, n = d.actuator_couple[o], m.trn_rowadr[o], m.trn_rownnz[o]
            mul_term(m, d, c, d.actuator_moment, m.trn_colind, first, n, x, y)


@kernel
def mul_term(m, d, c, J, column, first, n, x, y):
    """y ← y + c Jᵀ J x for the row of n entries from the first on. Where one is zero, its dof may be in no block."""
    along = 0.0
    for a in range(first, first + n):
        if J[a] != 0.0:
            along = along + J[a] * x[place(m, d, column[a])]
    along = c * along
    for a in range(first, first + n):
        if J[a] != 0.0:
            p = place(m, d, column[a])
            y[p] = y[p] + J[a] * along


@kernel
def mul_all_couplings(m, d, x, y):
    """y ← y + Σ c Jᵀ J x over all terms, in the order of dofs."""
    for t in range(m.ntendon):
        if d.tendon_couple[t] != 0.0:
            mul_row(d.tendon_couple[t], d.ten_J, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t], x, y)
    for o in range(m.nout):
        if d.actuator_couple[o] != 0.0:
            first, n = m.trn_rowadr[o], m.trn_rownnz[o]
            mul_row(d.actuator_couple[o], d.actuator_moment, m.trn_colind, first, n, x, y)


@kernel
def mul_row(c, J, column, first, n, x, y):
    """y ← y + c Jᵀ J x for the row of n entries from the first on."""
    along = 0.0
    for a in range(first, first + n):
        along = along + J[a] * x[column[a]]
    along = c * along
    for a in range(first, first + n):
        y[column[a]] = y[column[a]] + J[a] * along


@kernel
def add_couplings(m, d, s):
    """solver_base ← itself + Σ c Jᵀ J over the terms of block s."""
    for t in range(m.ntendon):
        if tendon_counts(m, d, s, t):
            add_term(m, d, s, d.tendon_couple[t], d.ten_J, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for o in range(m.nout):
        if actuator_counts(m, d, s, o):
            c, first, n = d.actuator_couple[o], m.trn_rowadr[o], m.trn_rownnz[o]
            add_term(m, d, s, c, d.actuator_moment, m.trn_colind, first, n)


@kernel
def add_term(m, d, s, c, J, column, first, n):
    """solver_base ← itself + c Jᵀ J; its rows start at the first place of the term at the latest."""
    base = d.island_idofadr[s]
    low = d.island_nv[s]
    for a in range(first, first + n):
        if J[a] != 0.0:
            low = min(low, place(m, d, column[a]) - base)
    for a in range(first, first + n):
        if J[a] != 0.0:
            p = place(m, d, column[a]) - base
            d.base_first[p] = min(d.base_first[p], low)
            row = d.solver_adr[p] - base
            for b in range(first, first + n):
                q = place(m, d, column[b])
                if J[b] != 0.0 and q <= p + base:
                    d.solver_base[row + q] = d.solver_base[row + q] + c * J[a] * J[b]


@kernel
def tendon_counts(m, d, s, t):
    """Whether tendon t has a term in block s."""
    first, n = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
    return d.tendon_couple[t] != 0.0 and lies_in(m, d, s, d.ten_J, m.ten_J_colind, first, n)


@kernel
def actuator_counts(m, d, s, o):
    """Whether output o of an actuator has a term in block s."""
    first, n = m.trn_rowadr[o], m.trn_rownnz[o]
    return d.actuator_couple[o] != 0.0 and lies_in(m, d, s, d.actuator_moment, m.trn_colind, first, n)


@kernel
def lies_in(m, d, s, J, column, first, n):
    """Whether all dofs that a row acts on are in block s. Islands join them, unless options have changed since."""
    acts = False
    for a in range(first, first + n):
        if J[a] != 0.0:
            if d.tree_island[m.dof_treeid[column[a]]] != s:
                return False
            acts = True
    return acts


@kernel
def place(m, d, i):
    """Where dof i stands in the solver's order."""
    t = m.dof_treeid[i]
    return d.tree_position[t] + i - m.tree_dofadr[t]
