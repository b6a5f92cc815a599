"""The two fluid models: against the reference by shape and medium, and at the edges of their formulas."""

import mujoco
import numpy as np
import pytest
from support.forced_reference import Pair

from knuckle.physics.force.fluid_ellipsoid import drag_and_lift
from knuckle.physics.force.fluid_shape import largest_area, shadow_weights, swept_inertia
from knuckle.physics.pipeline import forward

BODY = """
<mujoco>
  <option density="{density}" viscosity="{viscosity}" wind="1 -2 0.5"/>
  <worldbody>
    <body><freejoint/><geom type="{shape}" size="0.1 0.2 0.3" pos="0.1 0.2 0.3" {fluid}/></body>
  </worldbody>
</mujoco>
"""
ELLIPSOID = 'fluidshape="ellipsoid" fluidcoef="0.7 0.2 1.3 0.8 1.4"'
COEFFICIENTS = ("0 0 0 0 0", "1 0 0 0 0", "0 1 0 0 0", "0 0 1 0 0", "0 0 0 1 0", "0 0 0 0 1")


def fluid_error(xml: str, velocity: float = 1.0) -> float:
    pair = Pair(xml)
    pair.data.qvel[:] *= velocity
    pair.copy_state()
    forward(pair.m, pair.d)
    mujoco.mj_forward(pair.model, pair.data)
    assert np.abs(pair.data.qfrc_fluid).max() > 0.0
    return np.abs(pair.arrays["qfrc_fluid"] - pair.data.qfrc_fluid).max() / np.abs(pair.data.qfrc_fluid).max()


@pytest.mark.parametrize("fluid", ["", ELLIPSOID])
@pytest.mark.parametrize("medium", [(50, 0), (0, 2), (50, 2)])
@pytest.mark.parametrize("shape", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
def test_shapes_and_media(shape, medium, fluid):
    assert fluid_error(BODY.format(shape=shape, density=medium[0], viscosity=medium[1], fluid=fluid)) < 1e-13


@pytest.mark.parametrize("coefficients", COEFFICIENTS)
def test_each_coefficient_alone(coefficients):
    fluid = f'fluidshape="ellipsoid" fluidcoef="{coefficients}"'
    assert fluid_error(BODY.format(shape="ellipsoid", density=50, viscosity=0, fluid=fluid)) < 1e-13


@pytest.mark.parametrize("velocity", [1e-12, 1e-6, 1e3])
def test_slow_and_fast_flow(velocity):
    still = BODY.format(shape="ellipsoid", density=50, viscosity=1, fluid=ELLIPSOID).replace("1 -2 0.5", "0 0 0")
    assert fluid_error(still, velocity) < 1e-13


@pytest.mark.parametrize("fluid", ["", ELLIPSOID])
def test_a_body_at_rest_in_still_fluid_feels_nothing(fluid):
    xml = BODY.format(shape="ellipsoid", density=50, viscosity=1, fluid=fluid).replace("1 -2 0.5", "0 0 0")
    pair = Pair(xml)
    pair.arrays["qvel"][:] = 0.0
    forward(pair.m, pair.d)
    assert (pair.arrays["qfrc_fluid"] == 0.0).all()


def test_a_sphere_feels_no_lift():
    pair = Pair(BODY.format(shape="sphere", density=50, viscosity=0, fluid=ELLIPSOID))
    v = (1.0, -2.0, 3.0)
    force = drag_and_lift(pair.m, 0, (0.2, 0.2, 0.2), v)
    assert np.allclose(np.cross(force, v), 0.0, atol=1e-13)


def test_shadow_of_the_ellipsoid_along_its_axes():
    r = (0.1, 0.2, 0.3)
    assert np.allclose(np.sqrt(shadow_weights(r)), (0.06, 0.03, 0.02))
    assert largest_area(r) == pytest.approx(np.pi * 0.06)
    assert swept_inertia(r)[2] == pytest.approx(8 * np.pi / 15 * 0.3 * 0.2**4)
