"""The sparse patterns of M, D and B are consistent with the tree."""

import numpy as np
from support.random_model import RandomModel

from knuckle.compile import compile_spec
from knuckle.parse import load_string

SEEDS = (1, 5, 8)


def rows(arrays, name):
    starts, sizes = arrays[f"{name}_rowadr"], arrays[f"{name}_rownnz"]
    return [list(arrays[f"{name}_colind"][s : s + n]) for s, n in zip(starts, sizes, strict=True)]


def ancestors(parent, i):
    chain = []
    while i >= 0:
        chain.append(i)
        i = parent[i]
    return chain[::-1]


def compiled():
    for seed in SEEDS:
        yield compile_spec(load_string(RandomModel(seed).xml()))


def test_rows_of_m_are_the_chains_of_the_dofs():
    for model in compiled():
        a = model.arrays
        for i, row in enumerate(rows(a, "M")):
            assert row == ([i] if a["dof_simplenum"][i] else ancestors(a["dof_parentid"], i))


def test_d_is_the_symmetric_pattern_of_m():
    for model in compiled():
        D = np.zeros((model.counts["nv"],) * 2, dtype=bool)
        for i, row in enumerate(rows(model.arrays, "D")):
            D[i, row] = True
            assert row[model.arrays["D_diag"][i]] == i
        assert (D == D.T).all()
        for i in range(len(D)):
            assert list(np.flatnonzero(D[i, : i + 1])) == ancestors(model.arrays["dof_parentid"], i)


def test_maps_between_m_and_d_are_inverse():
    for model in compiled():
        a = model.arrays
        assert (a["mapM2D"][a["mapD2M"]] == np.arange(model.counts["nC"])).all()


def test_rows_of_b_hold_every_dof_above_and_below_a_body():
    for model in compiled():
        a = model.arrays
        for b, row in enumerate(rows(a, "B")):
            wanted = []
            for i, other in enumerate(a["dof_bodyid"]):
                pair = (b, int(other))
                wanted += [i] if any(x in ancestors_of_body(a, y) for x, y in (pair, pair[::-1])) else []
            assert row == wanted


def ancestors_of_body(arrays, b):
    chain = {b}
    while b:
        b = int(arrays["body_parentid"][b])
        chain.add(b)
    return chain
