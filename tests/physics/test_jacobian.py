"""Jacobians against the reference, and what they mean: velocities and momenta."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import Bench

from knuckle.physics.kinematics.jacobian import jac, jac_body, jac_body_com, jac_geom, jac_site
from knuckle.physics.kinematics.jacobian_rate import jac_dot
from knuckle.physics.kinematics.jacobian_subtree import angmom_mat, jac_subtree_com

KINDS = {
    jac_body: (mujoco.mj_jacBody, "nbody"),
    jac_body_com: (mujoco.mj_jacBodyCom, "nbody"),
    jac_geom: (mujoco.mj_jacGeom, "ngeom"),
    jac_site: (mujoco.mj_jacSite, "nsite"),
}


def matrices(bench):
    return np.full((3, bench.model.nv), np.nan), np.full((3, bench.model.nv), np.nan)


@pytest.mark.parametrize("kernel", KINDS, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_jacobian_of_every_thing(name, kernel):
    reference, size = KINDS[kernel]
    bench = Bench(name)
    for k in range(getattr(bench.model, size)):
        jacp, jacr = matrices(bench)
        reference(bench.model, bench.data, jacp, jacr, k)
        bench.poison("jacp", "jacr")
        kernel(bench.m, bench.d, k)
        assert bench.error("jacp", jacp.T) < 1e-13
        assert bench.error("jacr", jacr.T) < 1e-13


@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_jacobian_of_a_point_and_its_rate(name):
    bench = Bench(name)
    for b in range(bench.model.nbody):
        point = bench.random.normal(size=3)
        for kernel, reference in ((jac, mujoco.mj_jac), (jac_dot, mujoco.mj_jacDot)):
            jacp, jacr = matrices(bench)
            reference(bench.model, bench.data, jacp, jacr, point, b)
            bench.poison("jacp", "jacr")
            kernel(bench.m, bench.d, b, tuple(point))
            assert bench.error("jacp", jacp.T) < 1e-12
            assert bench.error("jacr", jacr.T) < 1e-12


@pytest.mark.parametrize("name", ["tree", "humanoid"])
def test_subtree_jacobians(name):
    bench = Bench(name)
    for b in range(bench.model.nbody):
        if bench.model.body_subtreemass[b] == 0.0:
            continue
        expected, _ = matrices(bench)
        mujoco.mj_jacSubtreeCom(bench.model, bench.data, expected, b)
        bench.poison("jacp", "jacr")
        jac_subtree_com(bench.m, bench.d, b)
        assert bench.error("jacp", expected.T) < 1e-12
        assert np.allclose(bench.arrays["jacp"].T @ bench.arrays["qvel"], bench.data.subtree_linvel[b], atol=1e-12)

        mujoco.mj_angmomMat(bench.model, bench.data, expected, b)
        bench.poison("jacp", "jacr")
        angmom_mat(bench.m, bench.d, b)
        assert bench.error("jacr", expected.T) < 1e-12


def test_centre_of_a_massless_subtree_has_no_jacobian():
    bench = Bench("tree")
    jac_subtree_com(bench.m, bench.d, bench.model.body("post").id)
    assert not bench.arrays["jacp"].any()
