"""Divergence: what is noticed, what is noted, and what is reset."""

import mujoco
import numpy as np
import pytest
from support.forced_reference import Pair

from knuckle.physics.guard.reset import reset_state
from knuckle.physics.pipeline import step
from knuckle.schema.status import ForceTerm, Status

AUTORESET = 65536
HUGE = 1.0001e10
BAD = [np.nan, np.inf, -np.inf, HUGE, -HUGE]

XML = """
<mujoco>
  <option timestep="0.05"/>
  <worldbody>
    <body mocap="true" pos="1 2 3"><geom size="0.1"/></body>
    <body><freejoint/><geom type="box" size="0.1 0.2 0.3"/></body>
    <body pos="3 0 0"><joint stiffness="1" springyield="0.1" springref="10"/><geom size="0.1" pos="0.1 0 0"/></body>
    <body pos="4 0 0"><joint type="ball" stiffness="1" springyield="0.1"/><geom size="0.1" pos="0.1 0 0"/></body>
  </worldbody>
</mujoco>
"""
RESET = "time qpos qvel qacc_warmstart qfrc_applied xfrc_applied plastic mocap_pos mocap_quat"


@pytest.fixture(autouse=True)
def quiet_reference(tmp_path, monkeypatch):
    """The reference writes its warnings to a file in the current folder."""
    monkeypatch.chdir(tmp_path)


def pair_with(field: str, index: int, value: float, disable: int = 0) -> Pair:
    pair = Pair(XML, disable=disable)
    pair.data.time = 3.0
    pair.data.mocap_pos[:] = 7.0
    getattr(pair.data, field).flat[index] = value
    pair.copy_state()
    pair.arrays["status"][...] = 0
    for term in ("spring", "damper", "gravcomp", "fluid", "bias", "actuator", "constraint"):
        pair.arrays[f"qfrc_{term}"][:] = 0.0
    return pair


def step_both(pair: Pair) -> None:
    step(pair.m, pair.d)
    mujoco.mj_step(pair.model, pair.data)


@pytest.mark.parametrize("value", BAD)
@pytest.mark.parametrize(
    ("field", "index", "bit"),
    [("qpos", 2, Status.BAD_QPOS), ("qpos", 7, Status.BAD_QPOS), ("qvel", 6, Status.BAD_QVEL)],
)
def test_bad_state_is_noted_and_reset(field, index, bit, value):
    pair = pair_with(field, index, value)
    step_both(pair)
    assert pair.d.status == bit
    assert pair.d.bad_index == index
    assert pair.d.bad_time == 3.0
    errors = pair.errors(RESET)
    assert max(errors.values()) < 1e-13, errors
    assert pair.d.time == 0.05


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e14])
def test_bad_acceleration_is_noted_and_reset_with_its_culprit(value):
    pair = pair_with("qfrc_applied", 6, value)
    step_both(pair)
    assert pair.d.status == Status.BAD_QACC
    assert (pair.d.bad_index, pair.d.bad_term, pair.d.bad_dof) == (6, ForceTerm.APPLIED, 6)
    errors = pair.errors(RESET + " qacc qfrc_smooth")
    assert max(errors.values()) < 1e-13, errors


def test_a_cartesian_force_is_blamed_on_the_last_dof_of_its_body():
    pair = pair_with("xfrc_applied", 3 * 6 + 5, np.nan)
    step_both(pair)
    assert pair.d.status == Status.BAD_QACC
    assert (pair.d.bad_term, pair.d.bad_dof) == (ForceTerm.CARTESIAN, 6)


@pytest.mark.parametrize("field", ["qpos", "qvel"])
def test_the_largest_allowed_number_is_not_bad(field):
    pair = pair_with(field, 1, 1e10)
    step_both(pair)
    assert pair.d.status == 0
    assert pair.d.time == 3.05


@pytest.mark.parametrize(("field", "value"), [("qpos", np.nan), ("qvel", np.nan), ("qvel", HUGE), ("qpos", HUGE)])
def test_without_automatic_reset_the_world_goes_on(field, value):
    pair = pair_with(field, 0, value, AUTORESET)
    step_both(pair)
    assert pair.d.status & {"qpos": Status.BAD_QPOS, "qvel": Status.BAD_QVEL}[field]
    assert pair.d.time == 3.05
    # velocities of 1e10 leave turning dofs with the rounding of 1e20: compare on the scale of the largest position
    scale = np.nanmax(np.abs(pair.data.qpos))
    assert np.allclose(pair.arrays["qpos"], pair.data.qpos, rtol=0, atol=1e-13 * scale, equal_nan=True)
    assert np.array_equal(pair.arrays["qfrc_applied"], pair.data.qfrc_applied)


def test_inertia_that_is_not_positive_is_noted():
    pair = Pair(XML.replace('springyield="0.1" springref="10"', 'name="thin"'))
    pair.arrays["status"][...] = 0
    for field in ("body_mass", "body_inertia"):
        pair.m._arrays[field][3] = 0.0
    pair.m._arrays["dof_M0"][6] = 0.0
    step(pair.m, pair.d)
    assert pair.d.status & Status.INERTIA


def test_reset_restores_every_input():
    pair = Pair(XML)
    for field in RESET.split():
        pair.arrays[field][...] = np.nan
    reset_state(pair.m, pair.d)
    mujoco.mj_resetData(pair.model, pair.data)
    errors = pair.errors(RESET)
    assert max(errors.values()) == 0.0, errors
