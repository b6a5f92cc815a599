"""For the time of a solve: the metric of the step in the place of M."""

from knuckle.kernel import kernel


@kernel
def exchange_metric(m, d):
    """Exchange M, its factor and the smooth force with those of the step; done again, all are back."""
    exchange(d.M, d.step_M, m.nC)
    exchange(d.qLD, d.qH, m.nC)
    exchange(d.qLDiagInv, d.qHDiagInv, m.nv)
    exchange(d.qfrc_smooth, d.step_force, m.nv)


@kernel
def exchange(x, y, n):
    """x ↔ y, n numbers each."""
    for a in range(n):
        z = x[a]
        x[a] = y[a]
        y[a] = z
