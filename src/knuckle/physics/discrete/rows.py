"""Constraint rows whose spring and damper are implicit, and whose inverse inertia is that of the step."""

from knuckle.kernel import in_lanes, kernel, maximum
from knuckle.physics.constraint.impedance import SOFTEST_LEFT
from knuckle.physics.constraint.project import exact_inertia
from knuckle.physics.constraint.reference import add_adhesion, implicit_factor
from knuckle.physics.constraint.regularizer import regularize
from knuckle.physics.discrete.exchange import exchange_metric
from knuckle.physics.solver.complete import complete_rows
from knuckle.physics.solver.coupling import has_couplings
from knuckle.physics.solver.island import islands
from knuckle.schema.enums import EnableBit

NOTHING = 1e-15  # a Jacobian of roundings


@kernel
def no_rows(m, d):
    """Models with constraint rows are computed world by world under this integrator."""


@in_lanes(no_rows)
def soften_rows(m, d):
    """efc_R, efc_D, efc_diagA and efc_aref of the step; anew each time.

        R = max((1 − d) / d / (1 + h b + h² k d), (1 − d_max) / d_max) · Â

    Â is the inverse inertia against the backbone of the metric: exact on demand, else that of the reference pose times
    Σ J_i² / M̂_ii over Σ J_i² / M_ii.
    """
    if d.nefc == 0:
        return
    complete_rows(m, d)
    join_again(m, d)
    if d.overflow > 0.0:
        return
    add_adhesion(d, -1.0)
    if m.opt_enableflags & EnableBit.DIAGEXACT:
        exchange_metric(m, d)
        exact_inertia(m, d)
        exchange_metric(m, d)
    else:
        for r in range(d.nefc):
            d.efc_diagA[r] = d.row_A[r] * lightness(m, d, r)
    for r in range(d.nefc):
        impedance = d.efc_KBIP[r, 2]
        least = SOFTEST_LEFT * impedance / (1.0 - impedance)
        d.efc_diagA[r] = d.efc_diagA[r] * maximum(1.0 / implicit_factor(m, d, r), least)
    regularize(m, d)
    add_adhesion(d, 1.0)
    d.nA = 0  # made from what was


@kernel
def join_again(m, d):
    """Islands anew, where they were made for another integrator or solver."""
    if has_couplings(m) and not d.joined:
        islands(m, d)


@kernel
def lightness(m, d, r):
    """Σ J_i² / M̂_ii over Σ J_i² / M_ii of row r."""
    bare = 0.0 * m.opt_timestep
    effective = 0.0 * m.opt_timestep
    for a in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        i = d.efc_J_colind[a]
        square = d.efc_J[a] * d.efc_J[a]
        bare = bare + square / d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
        effective = effective + square / d.step_diag[i]
    return effective / bare if bare > NOTHING else 1.0 + 0.0 * bare
