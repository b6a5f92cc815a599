"""The joint-space inertia M, sparse by rows: row i holds the ancestors of dof i, ascending, and then i itself."""

from knuckle.kernel import kernel, stage
from knuckle.math.spatial import add10, dot6, inertia_mul
from knuckle.physics.inertia.reflected import dof_armature
from knuckle.physics.inertia.tendon import add_tendon_inertia
from knuckle.physics.sleep.runs import run_bodies, run_count
from knuckle.schema.enums import JointType


@stage
def crb(m, d):
    """Composite inertias and M, by the composite rigid body algorithm.

    crb_b = Σ cinert over the subtree at b; children have larger numbers than parents, so one pass from the
    last body to the first meets every subtree complete.
    """
    d.crb[0] = d.cinert[0]
    for s in range(run_count(m, d)):
        first, end = run_bodies(m, d, s)
        for b in range(first, end):
            d.crb[b] = d.cinert[b]
        for b in range(end - 1, first - 1, -1):
            rows = m.body_dofadr[b]
            for i in range(rows, rows + m.body_dofnum[b]):
                inertia_row(m, d, b, i)
            p = m.body_parentid[b]
            if p > 0:
                d.crb[p] = add10(d.crb[p], d.crb[b])
    add_tendon_inertia(m, d)


@kernel
def inertia_row(m, d, b, i):
    """Row i of M, for a dof of body b.

        M[i, k] = cdof_k · (crb_b cdof_i)   for k = i and every ancestor dof k of i
        M[i, i] += armature_i

    The row of a simple body is its diagonal, constant in its own frame: `dof_M0`. [kg m², kg]
    """
    start = m.M_rowadr[i]
    last = start + m.M_rownnz[i] - 1
    if m.dof_simplenum[i] > 0:
        d.M[last] = m.dof_M0[i]
    else:
        momentum = inertia_mul(d.crb[b], d.cdof[i])
        # a free joint at the root moves along the world's axes: its columns are the momentum itself
        if last - start >= 3 and m.jnt_type[m.dof_jntid[m.M_colind[start]]] == JointType.FREE:
            d.M[start] = momentum[3]
            d.M[start + 1] = momentum[4]
            d.M[start + 2] = momentum[5]
            start += 3
        for k in range(start, last):
            d.M[k] = dot6(d.cdof[m.M_colind[k]], momentum)
        d.M[last] = dot6(d.cdof[i], momentum) + dof_armature(m, i)


@kernel
def inertia_diagonal(m, d, i):
    """M[i, i] alone, from the composite inertias."""
    return dot6(d.cdof[i], inertia_mul(d.crb[m.dof_bodyid[i]], d.cdof[i])) + dof_armature(m, i)


@kernel
def mul_M(m, d, result, vector):
    """result = M vector; the two fields must differ."""
    for i in range(m.nv):
        start = m.M_rowadr[i]
        last = start + m.M_rownnz[i] - 1
        x = vector[i]
        # the row meets its columns, and by symmetry the column its rows: result[k] for k < i is already begun
        s = d.M[last] * x
        for a in range(start, last):
            k = m.M_colind[a]
            s = s + d.M[a] * vector[k]
            result[k] = result[k] + d.M[a] * x
        result[i] = s


@kernel
def quadratic_M(m, d, vector):
    """vectorᵀ M vector."""
    total = 0.0
    for i in range(m.nv):
        start = m.M_rowadr[i]
        last = start + m.M_rownnz[i] - 1
        s = 0.0
        for a in range(start, last):
            s = s + d.M[a] * vector[m.M_colind[a]]
        total = total + vector[i] * (2.0 * s + d.M[last] * vector[i])
    return total
