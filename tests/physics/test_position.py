"""Integration and differentiation of positions."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import Bench, scaled_error

from knuckle.physics.kinematics.position import integrate_pos


@pytest.mark.parametrize("scale", [0.0, 1e-17, 1e-9, 1.0, 1e3])
@pytest.mark.parametrize("h", [0.01, -0.5])
def test_integration_equals_reference(scale, h):
    bench = Bench("tree")
    bench.arrays["qvel"] *= scale
    expected = bench.arrays["qpos"].copy()
    mujoco.mj_integratePos(bench.model, expected, bench.arrays["qvel"], h)
    integrate_pos(bench.m, bench.d.qpos, bench.d.qvel, h)
    # the sine of a large angle carries the rounding of the angle
    assert bench.error("qpos", expected) < 1e-14 * (1 + scale)


def test_integration_from_zero_quaternions_starts_without_rotation():
    bench = Bench("tree")
    bench.arrays["qpos"][:] = 0.0
    expected = bench.arrays["qpos"].copy()
    mujoco.mj_integratePos(bench.model, expected, bench.arrays["qvel"], 0.1)
    integrate_pos(bench.m, bench.d.qpos, bench.d.qvel, 0.1)
    assert bench.error("qpos", expected) < 1e-14


@pytest.mark.parametrize("seed", range(5))
def test_difference_equals_reference(seed):
    """Random orientations include turns beyond half a circle, which go the short way round."""
    bench = Bench("tree", seed)
    other = bench.random.normal(size=bench.model.nq)
    expected = np.zeros(bench.model.nv)
    mujoco.mj_differentiatePos(bench.model, expected, 0.01, other, bench.arrays["qpos"])
    found = bench.ask("differentiate_pos", dt=0.01, qpos1=other, qpos2=bench.arrays["qpos"])
    assert scaled_error(found["qvel"], expected) < 1e-13


def test_difference_undoes_integration():
    bench = Bench("tree")
    mujoco.mj_normalizeQuat(bench.model, bench.arrays["qpos"])
    start, velocity = bench.arrays["qpos"], bench.arrays["qvel"]
    moved = bench.ask("integrate_pos", qpos=start, qvel=velocity, dt=0.1)["result"]
    found = bench.ask("differentiate_pos", dt=0.1, qpos1=start, qpos2=moved)
    assert scaled_error(found["qvel"], velocity) < 1e-13
