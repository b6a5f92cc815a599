"""What constraint rows mean: Jacobians are slopes of residuals, drift is the slope of J q̇, AR is J M⁻¹ Jᵀ + R."""

import mujoco
import numpy as np
import pytest
from support.reference import both
from support.row_reference import PYTHON, Scene, dense
from support.row_scenes import CONTACTS, EQUALITIES, LIMITS, equality_scene

import knuckle as kn
from knuckle.schema.enums import EqType

STEP = 1e-6  # central differences: truncation and rounding are both near 1e-10
CLOSE = 1e-8
BALLS = """
<mujoco>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom size=".1" pos=".2 0 0"/>
      <body pos=".5 0 0"><joint name="x" axis="0 1 0"/><geom size=".2" pos=".1 .2 0"/></body>
    </body>
    <body pos="1 1 1"><joint type="ball"/><geom size=".15" pos=".3 .1 .2"/></body>
  </worldbody>
  <equality><joint joint1="x"/><joint joint1="x"/></equality>
</mujoco>
"""


def distances() -> tuple[kn.Model, mujoco.MjModel]:
    """Three spheres: one keeps its distance from each of the others."""
    m, model = both(BALLS)
    m._arrays["eq_type"][:] = EqType.DISTANCE
    m._arrays["eq_obj1id"][:], m._arrays["eq_obj2id"][:] = 0, (1, 2)
    m.eq_data[:, 0] = 0.3
    return m, model


MODELS = {
    **{name: lambda name=name: both(equality_scene(name)) for name in EQUALITIES if name != "without_dofs"},
    "limits": lambda: both(LIMITS),
    "distance": distances,
}


def rows_at(m, model, qpos, qvel, h) -> kn.Data:
    """The rows at q ⊕ h q̇, all by our own kernels."""
    d = kn.Data(m)
    d.qpos[:], d.qvel[:] = qpos, qvel
    mujoco.mj_integratePos(model, d.qpos, qvel, h)
    for stage in ("kinematics", "com_pos", "make_constraint", "com_vel", "reference_constraint"):
        getattr(PYTHON, stage)(m, d)
    return d


def three_places(name: str) -> tuple[kn.Data, kn.Data, kn.Data]:
    """Rows a little before, at and a little after a random state."""
    m, model = MODELS[name]()
    random = np.random.default_rng(3)
    qpos = m.qpos0.copy()
    mujoco.mj_integratePos(model, qpos, 0.4 * random.normal(size=m.nv), 1.0)
    qvel = random.normal(size=m.nv)
    return tuple(rows_at(m, model, qpos, qvel, h) for h in (-STEP, 0.0, STEP))


@pytest.mark.parametrize("name", MODELS)
def test_the_jacobian_is_the_slope_of_the_residual(name):
    before, now, after = three_places(name)
    assert 0 < before.nefc == now.nefc == after.nefc
    moving = now.efc_type != 1  # dry friction has no residual
    slope = (after.efc_pos - before.efc_pos) / (2 * STEP)
    assert np.abs(now.efc_vel - dense(now, "efc_J", now.model.nv) @ now.qvel).max() < 1e-14
    assert np.abs(slope - now.efc_vel)[moving].max() < CLOSE


@pytest.mark.parametrize("name", ["connect", "connect_sites", "weld", "weld_sites"])
def test_the_reference_acceleration_makes_up_for_the_drift(name):
    before, now, after = three_places(name)
    drift = (after.efc_vel - before.efc_vel) / (2 * STEP)
    k, b, d, _ = now.efc_KBIP.T
    spring = -b * now.efc_vel - k * d * now.efc_pos
    assert np.abs(drift).max() > 0.1
    assert np.abs(spring - now.efc_aref - drift).max() < 100 * CLOSE  # springs of thousands lose three digits


def test_spheres_keep_the_distance_of_their_surfaces():
    m, model = distances()
    d = rows_at(m, model, m.qpos0, np.zeros(m.nv), 0.0)
    across = d.geom_xpos[1:] - d.geom_xpos[0]
    gap = np.linalg.norm(across, axis=1) - m.geom_size[1:, 0] - m.geom_size[0, 0]
    assert np.allclose(d.efc_pos, gap - 0.3, rtol=0, atol=1e-15)


@pytest.mark.parametrize("flag", ["", 'diagexact="enable"'])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_the_projection_is_the_inverse_inertia_of_the_rows(cone, flag):
    xml = CONTACTS.format(cone=cone, dim=3, flag=flag).replace('impratio="3"', 'impratio="3" noslip_iterations="1"')
    scene = Scene(xml, spread=0.02).make().make()  # the first time makes room
    scene.check()
    for name in ("efc_Y", "efc_AR"):
        for part in ("_rownnz", "_rowadr", "_colind"):
            assert np.array_equal(getattr(scene.d, name + part), getattr(scene.data, name + part)), name + part
        assert scene.error(name) < 1e-12
    M = np.zeros((scene.model.nv, scene.model.nv))
    mujoco.mj_fullM(scene.model, scene.data, M)
    J, Y = scene.dense_J(), dense(scene.d, "efc_Y", scene.m.nv)
    A = J @ np.linalg.solve(M, J.T)
    scale = np.abs(A).max()
    assert np.abs(Y @ Y.T - A).max() < 1e-12 * scale
    AR = dense(scene.d, "efc_AR", scene.d.nefc)
    assert np.abs(AR - A - np.diag(scene.d.efc_R)).max() < 1e-12 * max(scale, scene.d.efc_R.max())


def test_without_a_dual_solver_nothing_is_projected():
    scene = Scene(CONTACTS.format(cone="elliptic", dim=3, flag=""), spread=0.02).make()
    assert (scene.d.nY, scene.d.nA) == (0, 0)
