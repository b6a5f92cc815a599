"""The structure that follows from a few arrays of a model: addresses, parents of dofs, trees, and sparse patterns.

The compiler fills it in from here. Compiled code walks it without looking, so a file whose arrays do not follow from
each other must not reach it.
"""

from collections import deque
from itertools import chain

import numpy as np

from knuckle.schema.joints import DOF_WIDTH, QPOS_WIDTH

Arrays = dict[str, np.ndarray]


def differing(arrays: Arrays, counts: dict[str, int]) -> list[str]:
    """Names of the arrays and sizes that differ from what follows from parents and joints."""
    names: list[str] = []
    for derive in (joint_structure, dof_parents, trees, patterns):  # each relies on what the former ones found right
        for name, value in derive(arrays, counts["nbody"]).items():
            own = counts[name] if name in counts else arrays[name]
            if not np.array_equal(own, value):
                names.append(name)
        if names:
            break
    return names


def joint_structure(arrays: Arrays, nbody: int) -> dict:
    """Joints stand in the order of their bodies, coordinates and dofs in the order of the joints."""
    kinds = arrays["jnt_type"].tolist()
    qpos = np.array([QPOS_WIDTH[kind] for kind in kinds], dtype=np.int64)
    dofs = np.array([DOF_WIDTH[kind] for kind in kinds], dtype=np.int64)
    body = np.sort(arrays["jnt_bodyid"])
    joint_of = np.repeat(np.arange(len(kinds)), dofs)
    return {
        "nq": int(qpos.sum()),
        "nv": int(dofs.sum()),
        "jnt_bodyid": body,
        "jnt_qposadr": np.cumsum(qpos) - qpos,
        "jnt_dofadr": np.cumsum(dofs) - dofs,
        "dof_jntid": joint_of,
        "dof_bodyid": body[joint_of],
        **_blocks("jnt", np.bincount(body, minlength=nbody)),
        **_blocks("dof", np.bincount(body[joint_of], minlength=nbody)),
    }


def _blocks(kind: str, number: np.ndarray) -> dict:
    return {f"body_{kind}num": number, f"body_{kind}adr": np.where(number > 0, np.cumsum(number) - number, -1)}


def dof_parents(arrays: Arrays, nbody: int) -> dict:
    """The parent of a dof is the one before it in its body, else the last one of the nearest moving ancestor."""
    first, number = arrays["body_dofadr"].tolist(), arrays["body_dofnum"].tolist()
    last, parents = [-1] * nbody, []
    for b, p in enumerate(arrays["body_parentid"].tolist()):
        current = last[p] if b else -1
        for i in range(first[b], first[b] + number[b]):
            parents.append(current)
            current = i
        last[b] = current
    return {"dof_parentid": np.array(parents, dtype=np.int64)}


def trees(arrays: Arrays, nbody: int) -> dict:
    """A tree starts at a body with joints under static ancestors."""
    moves = arrays["body_jntnum"].tolist()
    tree, roots = [-1] * nbody, list[int]()
    for b, p in enumerate(arrays["body_parentid"].tolist()):
        tree[b] = tree[p] if b else -1
        if moves[b] and tree[b] < 0:
            tree[b] = len(roots)
            roots.append(b)
    of_body = np.array(tree)
    dof_tree = of_body[arrays["dof_bodyid"]]
    return {
        "ntree": len(roots),
        "body_treeid": of_body,
        "dof_treeid": dof_tree,
        "tree_bodyadr": np.array(roots, dtype=np.int64),
        "tree_bodynum": np.bincount(of_body[of_body >= 0], minlength=len(roots)),
        "tree_dofadr": arrays["body_dofadr"][roots],
        "tree_dofnum": np.bincount(dof_tree, minlength=len(roots)),
    }


def patterns(arrays: Arrays, nbody: int) -> dict:
    """M has each dof with its ancestors, of simple dofs the diagonal alone; D has both triangles; B is by bodies."""
    parent, simple = arrays["dof_parentid"], arrays["dof_simplenum"] > 0
    row, column = _ancestry(parent)
    stored = ~simple[row] | (row == column)
    length = np.bincount(row, minlength=len(parent))
    first = np.cumsum(length) - length
    return {
        # descendants of a simple dof are simple: nothing is eliminated into a row that is not stored
        "dof_simplenum": np.where((parent >= 0) & simple[parent] & ~simple, -1, arrays["dof_simplenum"]),
        "nM": len(row),
        # the oldest layout keeps a row as the diagonal followed by the ancestors, nearest first
        "dof_Madr": first,
        "mapM2M": (2 * first + length - 1)[row[stored]] - np.flatnonzero(stored),
        **_inertia_patterns(row, column, stored, len(parent)),
        **_body_pattern(arrays, nbody),
    }


def _inertia_patterns(row: np.ndarray, column: np.ndarray, stored: np.ndarray, nv: int) -> dict:
    """The patterns of M and D, and where an entry of one is found in the other; -1 where it is not stored."""
    M_row, M_column = row[stored], column[stored]
    upper = row != column
    D_row, D_column = np.concatenate([row, column[upper]]), np.concatenate([column, row[upper]])
    order = np.lexsort((D_column, D_row))
    D_row, D_column = D_row[order], D_column[order]
    M_key, D_key = M_row * nv + M_column, D_row * nv + D_column
    wanted = np.maximum(D_row, D_column) * nv + np.minimum(D_row, D_column)
    place = np.searchsorted(M_key, wanted)
    found = M_key[np.minimum(place, len(M_key) - 1)] == wanted if nv else np.zeros(0, dtype=bool)
    D = _rows("D", D_row, D_column, nv)
    return {
        **_rows("M", M_row, M_column, nv),
        **D,
        "D_diag": np.searchsorted(D_key, np.arange(nv) * (nv + 1)) - D["D_rowadr"],
        "mapD2M": np.searchsorted(D_key, M_key),
        "mapM2D": np.where(found, place, -1),
    }


def _body_pattern(arrays: Arrays, nbody: int) -> dict:
    """The dofs that move a body, or that hang below it."""
    parents = arrays["body_parentid"].tolist()
    first, number = arrays["body_dofadr"].tolist(), arrays["body_dofnum"].tolist()
    own = [range(start, start + count) for start, count in zip(first, number, strict=True)]
    above: list[list[int]] = []
    for b, p in enumerate(parents):
        above.append([*(above[p] if b else ()), *own[b]])
    below: list[deque[int]] = [deque() for _ in range(nbody)]
    for b in range(nbody - 1, 0, -1):
        below[parents[b]].extendleft(reversed([*own[b], *below[b]]))
    columns = [[*up, *down] for up, down in zip(above, below, strict=True)]
    row = np.repeat(np.arange(nbody), [len(each) for each in columns])
    return _rows("B", row, np.array([i for each in columns for i in each], dtype=np.int64), nbody)


def _ancestry(parent: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All pairs (dof, the dof itself or an ancestor), in order."""
    chains: list[list[int]] = []
    for i, p in enumerate(parent.tolist()):
        chains.append([*chains[p], i] if p >= 0 else [i])
    lengths = [len(each) for each in chains]
    row = np.repeat(np.arange(len(parent), dtype=np.int64), lengths)
    return row, np.fromiter(chain.from_iterable(chains), np.int64, len(row))


def _rows(name: str, row: np.ndarray, column: np.ndarray, nrow: int) -> dict:
    number = np.bincount(row, minlength=nrow)
    return {
        {"M": "nC", "D": "nD", "B": "nB"}[name]: len(row),
        f"{name}_rownnz": number,
        f"{name}_rowadr": np.cumsum(number) - number,
        f"{name}_colind": column,
    }
