"""Random contact problems, for tests and comparisons."""

import numpy as np

from knuckle.lab.faults import check_choice, check_real, check_whole
from knuckle.lab.problem import Kind, Problem

MOST = 1000  # of anything: the matrices are dense


def random_problem(
    contacts: int,
    seed: int = 0,
    *,
    nv: int = 33,
    h: float = 0.01,
    condim: int = 3,
    equalities: int = 0,
    limits: int = 0,
    frictions: int = 0,
) -> Problem:
    """A problem of so many contacts over `nv` dofs: masses of about a kilogram, distances from −5 to 100 mm.

    The same seed gives the same problem. `condim` is the dimension of all contacts: 1, 3, 4 or 6.
    """
    check_real("random_problem", "h", h, 0, above=True)
    check_choice("random_problem", "condim", condim, (1, 3, 4, 6))
    check_whole("random_problem", "seed", seed, 0)
    counts = {"nv": nv, "contacts": contacts, "equalities": equalities, "limits": limits, "frictions": frictions}
    for name, value in counts.items():
        check_whole("random_problem", name, value, int(name == "nv"))
        check_real("random_problem", name, value, 0, MOST)
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(nv, nv)) / np.sqrt(nv)
    M = root @ root.T + np.diag(rng.uniform(0.5, 2.0, nv))
    kinds = [Kind.FRICTION] * frictions + [Kind.LIMIT] * limits
    kinds += ([Kind.CONE] + [Kind.TANGENT] * (condim - 1) if condim > 1 else [Kind.LIMIT]) * contacts
    rows = len(kinds)
    kind = np.array(kinds, np.int32)
    pushes = (kind == Kind.LIMIT) | (kind == Kind.CONE)
    J = rng.normal(size=(rows + equalities, nv)) / np.sqrt(nv)
    mu = np.where(kind == Kind.TANGENT, rng.uniform(0.3, 1.2, rows), 0.0)
    for r in np.flatnonzero(kind == Kind.CONE):  # the two tangents have the same friction
        mu[r + 1 : r + 3] = mu[r + 1] if condim > 1 else 0.0
    v = rng.normal(size=nv)
    return Problem(
        M=M,
        J_I=J[:rows],
        kinds=kind,
        v=v,
        v_minus=v + h * rng.normal(size=nv) * 9.81,
        h=h,
        mu=mu,
        eta=np.where(kind == Kind.FRICTION, rng.uniform(0.1, 10.0, rows), 0.0),
        w=np.where(pushes, rng.uniform(-0.005, 0.1, rows), 0.0),
        J_E=J[rows:],
        e=rng.normal(size=equalities) * 1e-3,
        R_engine=rng.uniform(0.01, 0.1, rows + equalities),
        v_engine=rng.normal(size=rows + equalities),
    )
