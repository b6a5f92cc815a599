"""Jacobians against the reference, and what they mean: velocities and momenta."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import Bench, scaled_error

KINDS = {
    "jac_body": (mujoco.mj_jacBody, "body", "nbody"),
    "jac_body_com": (mujoco.mj_jacBodyCom, "body", "nbody"),
    "jac_geom": (mujoco.mj_jacGeom, "geom", "ngeom"),
    "jac_site": (mujoco.mj_jacSite, "site", "nsite"),
}


def matrices(bench):
    return np.full((3, bench.model.nv), np.nan), np.full((3, bench.model.nv), np.nan)


@pytest.mark.parametrize("query", KINDS)
@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_jacobian_of_every_thing(name, query):
    reference, kind, size = KINDS[query]
    bench = Bench(name)
    for k in range(getattr(bench.model, size)):
        jacp, jacr = matrices(bench)
        reference(bench.model, bench.data, jacp, jacr, k)
        found = bench.ask(query, **{kind: k})
        assert scaled_error(found["jacp"], jacp) < 1e-13
        assert scaled_error(found["jacr"], jacr) < 1e-13


@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_jacobian_of_a_point_and_its_rate(name):
    bench = Bench(name)
    for b in range(bench.model.nbody):
        point = bench.random.normal(size=3)
        for query, reference in (("jac", mujoco.mj_jac), ("jac_dot", mujoco.mj_jacDot)):
            jacp, jacr = matrices(bench)
            reference(bench.model, bench.data, jacp, jacr, point, b)
            found = bench.ask(query, body=b, point=point)
            assert scaled_error(found["jacp"], jacp) < 1e-12
            assert scaled_error(found["jacr"], jacr) < 1e-12


@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_subtree_jacobians(name):
    bench = Bench(name)
    for b in range(bench.model.nbody):
        if bench.model.body_subtreemass[b] == 0.0:
            continue
        expected, _ = matrices(bench)
        mujoco.mj_jacSubtreeCom(bench.model, bench.data, expected, b)
        jacp = bench.ask("jac_subtree_com", body=b)["jacp"]
        assert scaled_error(jacp, expected) < 1e-12
        assert np.allclose(jacp @ bench.arrays["qvel"], bench.data.subtree_linvel[b], atol=1e-12)

        mujoco.mj_angmomMat(bench.model, bench.data, expected, b)
        assert scaled_error(bench.ask("angmom_mat", body=b)["H"], expected) < 1e-12


def test_centre_of_a_massless_subtree_has_no_jacobian():
    bench = Bench("tree")
    assert not bench.ask("jac_subtree_com", body=bench.model.body("post").id)["jacp"].any()
