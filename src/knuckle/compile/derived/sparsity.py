"""Pass: the sparse patterns of the inertia matrix and of body Jacobians, in compressed rows."""

import numpy as np

from knuckle.compile.parts import Assembly


def build_patterns(a: Assembly) -> None:
    """Patterns of M (lower triangle), D (both triangles), B (bodies by dofs), and the maps between M and D."""
    parent = a.arrays["dof_parentid"]
    chains = _chains(parent)
    reduced = [[i] if a.arrays["dof_simplenum"][i] else chain for i, chain in enumerate(chains)]
    full = _symmetric(chains)
    _store(a, "M", "nC", reduced)
    _store(a, "D", "nD", full)
    _store(a, "B", "nB", _body_rows(a, chains))
    a.arrays["D_diag"] = [row.index(i) for i, row in enumerate(full)]
    lengths = [len(chain) for chain in chains]
    starts = np.cumsum([0, *lengths])
    a.counts["nM"] = int(starts[-1])
    a.arrays["dof_Madr"] = starts[:-1]
    _store_maps(a, chains, reduced, full)


def _chains(parent: list[int]) -> list[list[int]]:
    """The ancestors of each dof, outermost first, and the dof itself."""
    chains: list[list[int]] = []
    for i, p in enumerate(parent):
        chains.append([*(chains[p] if p >= 0 else []), i])
    return chains


def _symmetric(chains: list[list[int]]) -> list[list[int]]:
    """Each dof's chain, followed by its descendants in order."""
    rows = [list(chain) for chain in chains]
    for i, chain in enumerate(chains):
        for j in chain[:-1]:
            rows[j].append(i)
    return rows


def _body_rows(a: Assembly, chains: list[list[int]]) -> list[list[int]]:
    """The dofs that move a body or that hang below it."""
    n = len(a.bodies)
    last = [-1] * n
    below: list[list[int]] = [[] for _ in range(n)]
    for i, b in enumerate(a.arrays["dof_bodyid"]):
        last[b] = i
    for body in a.bodies[1:]:
        if last[body.body] < 0:
            last[body.body] = last[body.parent]
    for body in reversed(a.bodies[1:]):
        start = a.arrays["body_dofadr"][body.body]
        own = range(start, start + a.arrays["body_dofnum"][body.body])
        below[body.parent] = [*own, *below[body.body], *below[body.parent]]
    return [[*(chains[last[b]] if last[b] >= 0 else []), *below[b]] for b in range(n)]


def _store(a: Assembly, name: str, size: str, rows: list[list[int]]) -> None:
    lengths = [len(row) for row in rows]
    starts = np.cumsum([0, *lengths])
    a.counts[size] = int(starts[-1])
    a.arrays |= {
        f"{name}_rownnz": lengths,
        f"{name}_rowadr": starts[:-1],
        f"{name}_colind": [column for row in rows for column in row],
    }


def _store_maps(a: Assembly, chains: list[list[int]], reduced: list[list[int]], full: list[list[int]]) -> None:
    """Where an entry of one pattern is found in another; -1 where it is not stored.

    The oldest layout, which `dof_Madr` addresses, keeps a row as the diagonal followed by the ancestors, nearest first.
    """
    M_start, D_start = a.arrays["M_rowadr"], a.arrays["D_rowadr"]
    in_M = {(i, j): int(M_start[i]) + k for i, row in enumerate(reduced) for k, j in enumerate(row)}
    in_D = {(i, j): int(D_start[i]) + k for i, row in enumerate(full) for k, j in enumerate(row)}
    old = a.arrays["dof_Madr"]
    depth = [{j: len(chain) - 1 - k for k, j in enumerate(chain)} for chain in chains]
    a.arrays |= {
        "mapM2M": [int(old[i]) + depth[i][j] for i, row in enumerate(reduced) for j in row],
        "mapM2D": [in_M.get((max(i, j), min(i, j)), -1) for i, row in enumerate(full) for j in row],
        "mapD2M": [in_D[i, j] for i, row in enumerate(reduced) for j in row],
    }
