"""The models of the package: they load in both engines without a warning and have sensible bodies."""

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle import models

EXPECTED = {"humanoid", "pendulum", "double_pendulum", "cart_pole", "spinning_top", "quadruped"}


def load(name: str) -> kn.Model:
    m = kn.Model.from_xml_path(models.path(name))
    m.opt.flags.constraint = False
    return m


def test_every_model_of_the_issue_is_there():
    assert set(models.names()) == EXPECTED


def test_wrong_name_offers_the_nearest():
    with pytest.raises(KeyError, match="humanoid"):
        models.path("humanoids")


@pytest.mark.parametrize("name", models.names())
def test_reference_engine_loads_it_without_warning(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the reference engine logs warnings to a file where it runs
    m = mujoco.MjModel.from_xml_path(str(models.path(name)))
    d = mujoco.MjData(m)
    for key in range(m.nkey):
        mujoco.mj_resetDataKeyframe(m, d, key)
        mujoco.mj_step(m, d, 20)
    assert not list(tmp_path.iterdir())
    assert not any(warning.number for warning in d.warning)


@pytest.mark.parametrize("name", models.names())
def test_it_loads_and_moves(name):
    m = load(name)
    d = kn.Data(m)
    d.qvel[:] = 0.1
    kn.step(m, d, 50)
    assert not m.warnings
    assert np.isfinite(d.qpos).all()
    assert d.time == pytest.approx(50 * m.opt.timestep)


@pytest.mark.parametrize("name", models.names())
def test_every_keyframe_has_unit_quaternions_and_keeps_limits(name):
    m = mujoco.MjModel.from_xml_path(str(models.path(name)))
    for qpos in m.key_qpos:
        normalized = qpos.copy()
        mujoco.mj_normalizeQuat(m, normalized)
        assert np.allclose(qpos, normalized, atol=1e-12)
        for joint in np.flatnonzero(m.jnt_limited):
            low, high = m.jnt_range[joint]
            assert low <= qpos[m.jnt_qposadr[joint]] <= high, m.joint(joint).name


def test_humanoid_has_the_mass_and_height_of_a_person():
    m = load("humanoid")
    d = kn.Data(m)
    kn.forward(m, d)
    assert m.body_subtreemass[0] == pytest.approx(70.0)
    assert d.site("head").xpos[2] == pytest.approx(1.75)


def test_humanoid_is_symmetric():
    m = load("humanoid")
    for name in m.names("body"):
        if name.startswith("left_"):
            left, right = m.body(name), m.body(name.replace("left", "right"))
            assert left.mass == pytest.approx(right.mass)
            assert left.pos * [1, -1, 1] == pytest.approx(right.pos)


def test_spinning_top_is_axisymmetric():
    inertia = load("spinning_top").body("top").inertia
    assert min(abs(inertia[0] - inertia[1]), abs(inertia[1] - inertia[2])) < 1e-12 * inertia.max()


@pytest.mark.parametrize("name", ["pendulum", "double_pendulum", "spinning_top"])
def test_free_of_constraints_needs_no_flag(name):
    m = kn.Model.from_xml_path(models.path(name))
    d = kn.Data(m)
    kn.step(m, d)
    assert d.time == m.opt.timestep and m.opt.flags.constraint
