"""Applied Cartesian forces, and the motion of objects."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import MODELS, Bench

from knuckle.physics.force.bias import newton_euler
from knuckle.physics.kinematics.motion import object_acceleration, object_velocity
from knuckle.physics.kinematics.points import add_applied, apply_ft

OBJECTS = {
    mujoco.mjtObj.mjOBJ_BODY: "nbody",
    mujoco.mjtObj.mjOBJ_XBODY: "nbody",
    mujoco.mjtObj.mjOBJ_GEOM: "ngeom",
    mujoco.mjtObj.mjOBJ_SITE: "nsite",
    mujoco.mjtObj.mjOBJ_CAMERA: "ncam",
}


@pytest.mark.parametrize("name", MODELS)
def test_applied_forces_add_up(name):
    bench = Bench(name)
    expected = bench.data.qfrc_applied.copy()
    for b in range(1, bench.model.nbody):
        force, torque = bench.data.xfrc_applied[b, :3], bench.data.xfrc_applied[b, 3:]
        mujoco.mj_applyFT(bench.model, bench.data, force, torque, bench.data.xipos[b], b, expected)
    add_applied(bench.m, bench.d, bench.d.qfrc_applied)
    assert bench.error("qfrc_applied", expected) < 1e-12


def test_force_at_a_point():
    bench = Bench("tree")
    for b in range(bench.model.nbody):
        force, torque, point = bench.random.normal(size=(3, 3))
        expected = np.zeros(bench.model.nv)
        mujoco.mj_applyFT(bench.model, bench.data, force, torque, point, b, expected)
        bench.arrays["qacc"][:] = 0.0
        apply_ft(bench.m, bench.d, tuple(force), tuple(torque), tuple(point), b, bench.d.qacc)
        assert bench.error("qacc", expected) < 1e-13


@pytest.mark.parametrize("local", [0, 1])
@pytest.mark.parametrize("kind", OBJECTS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("name", ["tree", "followers"])
def test_motion_of_objects(name, kind, local):
    bench = Bench(name)
    for k in range(getattr(bench.model, OBJECTS[kind])):
        expected = np.full(6, np.nan)
        mujoco.mj_objectVelocity(bench.model, bench.data, kind, k, expected, local)
        assert np.allclose(object_velocity(bench.m, bench.d, int(kind), k, local), expected, rtol=1e-12, atol=1e-12)
        mujoco.mj_objectAcceleration(bench.model, bench.data, kind, k, expected, local)
        assert np.allclose(object_acceleration(bench.m, bench.d, int(kind), k, local), expected, rtol=1e-12, atol=1e-11)


@pytest.mark.parametrize("name", MODELS)
def test_newton_euler_with_acceleration(name):
    bench = Bench(name)
    expected = np.zeros(bench.model.nv)
    mujoco.mj_rne(bench.model, bench.data, 1, expected)
    published = bench.arrays["cacc"].copy(), bench.arrays["cfrc_int"].copy()
    bench.poison("qfrc_bias")
    newton_euler(bench.m, bench.d, True, bench.d.qacc, bench.d.qfrc_bias)
    assert bench.error("qfrc_bias", expected) < 1e-12
    assert (bench.arrays["cacc"] == published[0]).all() and (bench.arrays["cfrc_int"] == published[1]).all()
