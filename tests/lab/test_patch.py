"""Contact patches by closed forms."""

from itertools import pairwise

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab

E, G = 1e6, 9.81
BOX = """
<mujoco><option timestep="1e-4"/><worldbody>
  <geom name="table" type="plane" size="5 5 .1" friction=".5"/>
  <body pos="0 0 {z}" euler="0 {tilt} 0"><freejoint/>
    <geom name="box" type="box" size=".1 .15 .05" mass="10" friction=".5"/></body>
</worldbody></mujoco>"""
BALL = BOX.replace('type="box" size=".1 .15 .05"', 'size=".2"')
PAIR = """
<mujoco><option timestep="1e-4" gravity="0 0 0"/><worldbody>
  <geom name="low" {one} friction=".5"/>
  <body pos="{x} 0 {z}"><freejoint/><geom name="high" {two} mass="1" friction=".5"/></body>
</worldbody></mujoco>"""
CUBE, SPHERE = 'type="box" size=".1 .1 .1"', 'size=".1"'


def only(m: kn.Model, d: kn.Data, scheme: lab.Patch, **more):
    (found,) = lab.patches(m, d, scheme, **more)
    return found


def test_a_flat_box():
    """F = (E/L) · area · δ."""
    depth = 1e-4
    m = kn.load(BOX.format(z=0.05 - depth, tilt=0))
    found = only(m, kn.Data(m), lab.Patch(modulus=E, thickness=0.1))
    assert found.force == pytest.approx([0, 0, E / 0.1 * 0.2 * 0.3 * depth], rel=1e-10)
    assert found.area == pytest.approx(0.2 * 0.3) and found.torque == pytest.approx(np.zeros(3), abs=1e-9)
    assert found.pressure[np.abs(found.pressure) > 0] == pytest.approx(E / 0.1 * depth)


def test_a_tilted_box():
    """The stiffness against tilt is (E/L) b l³ / 12, as long as all of the face presses."""
    depth, angle = 1e-3, 0.01
    m = kn.load(BOX.format(z=0.05 - depth, tilt=np.rad2deg(angle)))
    d = kn.Data(m)
    scheme = lab.Patch(modulus=E, thickness=0.1)
    found = only(m, d, scheme)
    face = d.xpos[1] - 0.05 * d.xmat[1].reshape(3, 3)[:, 2]
    about = found.torque + np.cross(found.centre - face, found.force)
    wanted = E / 0.1 * 0.3 * 0.2**3 / 12
    assert -about[1] / angle == pytest.approx(wanted, rel=3e-4)  # squares of the angle


def test_a_sphere():
    """F = π (E/L) r δ² for small depths; here that of the volume, π (E/L) δ² (r − δ/3)."""
    for depth in (1e-4, 1e-2):
        m = kn.load(BALL.format(z=0.2 - depth, tilt=0))
        found = only(m, kn.Data(m), lab.Patch(modulus=E, thickness=0.1))
        volume = np.pi * depth**2 * (0.2 - depth / 3)
        assert found.force[2] == pytest.approx(E / 0.1 * volume, rel=1e-6)
        assert found.force[2] == pytest.approx(np.pi * E / 0.1 * 0.2 * depth**2, rel=depth / 0.2)


def test_a_box_at_rest_sinks_in_as_told_and_stays():
    m = kn.load(BOX.format(z=0.05, tilt=0))
    depth = 10 * G / (E / 0.1 * 0.06)
    m.opt.timestep = 1e-3
    d = kn.Data(m)
    d.qpos[2] -= depth
    lab.step(m, d, lab.Patch(modulus=E, thickness=0.1), 20)
    assert d.qpos[2] == pytest.approx(0.05 - depth, abs=1e-9) and np.abs(d.qvel).max() < 1e-6
    assert d.qfrc_constraint[2] == pytest.approx(10 * G)


def test_torsion_comes_for_free():
    """A box that spins feels μ F times its mean radius; held by four corner points it would feel more."""
    m = kn.load(BOX.format(z=0.05 - 1e-4, tilt=0))
    d = kn.Data(m)
    d.qvel[5] = 10.0
    scheme = lab.Patch(modulus=E, thickness=0.1, dissipation=0.0)
    found = only(m, d, scheme)
    x, y = np.meshgrid((np.arange(200) + 0.5) / 1000, (np.arange(300) + 0.5) / 1000)
    mean = np.hypot(x - 0.1, y - 0.15).mean()
    assert -found.torque[2] / (0.5 * found.force[2]) == pytest.approx(mean, rel=0.03)
    corner = np.hypot(0.1, 0.15)
    assert mean < 0.6 * corner
    m_ball = kn.load(BALL.format(z=0.2 - 1e-4, tilt=0))
    spun = kn.Data(m_ball)
    spun.qvel[5] = 10.0
    lab.forward(m_ball, spun, lab.Compliant(stiffness=1e5))
    assert spun.qfrc_constraint[2] > 0 and spun.qfrc_constraint[5] == pytest.approx(0, abs=1e-12)  # one point has none
    round_one = only(m_ball, spun, lab.Patch(modulus=E, thickness=0.1))
    mean = 8 / 15 * np.sqrt(2 * 0.2 * 1e-4)  # of the pressure 1 − (ρ/a)² over a disc of a = √(2rδ)
    assert -round_one.torque[2] / (0.5 * round_one.force[2]) == pytest.approx(mean, rel=0.05)
    point = lab.forward(m, d, lab.Compliant(stiffness=1e5))
    assert -d.qfrc_constraint[5] / (0.5 * point.force[::3].sum()) == pytest.approx(corner, rel=1e-6)


@pytest.mark.parametrize(("shape", "tolerance"), [(CUBE, 0.03), (SPHERE, 0.05)])
def test_two_soft_solids_share_the_depth(shape, tolerance):
    """Two alike: each as on a plane at half the depth; F = (E/L) area δ/2, and π (E/L) r (δ/2)² of spheres."""
    depth = 2e-3
    m = kn.load(PAIR.format(one=shape, two=shape, x=0, z=0.2 - depth))
    d = kn.Data(m)
    soft = lab.Materials(default=lab.Material(modulus=E))
    found = only(m, d, lab.Patch(), materials=soft)
    gain = E / 0.1
    wanted = gain * 0.04 * depth / 2 if shape is CUBE else np.pi * gain * 0.1 * (depth / 2) ** 2
    assert found.force[2] == pytest.approx(wanted, rel=tolerance)
    assert found.force[:2] == pytest.approx([0, 0], abs=0.02 * wanted)
    assert found.centre[2] == pytest.approx(0.1, abs=depth)
    # a rigid one leaves all of the depth to the other: twice the force
    hard = lab.Materials({"high": lab.Material(modulus=E)})
    rigid = only(m, d, lab.Patch(), materials=hard)
    assert rigid.force[2] / found.force[2] == pytest.approx(2, rel=0.05)


def test_boxes_that_overlap_have_a_patch_that_does_not_jump():
    """Which way is out: the normal of point contact jumps where boxes slide past each other, a patch turns."""
    m = kn.load(PAIR.format(one=CUBE, two=CUBE, x=0.15, z=0.15))
    d = kn.Data(m)
    scheme = lab.Patch(modulus=E)
    soft = lab.Materials(default=lab.Material(modulus=E))
    directions, normals = [], []
    for x in np.linspace(0.14, 0.16, 9):
        d.qpos[0] = x
        force = only(m, d, scheme, materials=soft).force
        directions.append(force / np.linalg.norm(force))
        normals.append(np.abs(d.contact_frame[0].reshape(3, 3)[0]))
    turns = np.degrees(np.arccos(np.clip([a @ b for a, b in pairwise(directions)], -1, 1)))
    jumps = np.degrees(np.arccos(np.clip([a @ b for a, b in pairwise(normals)], -1, 1)))
    assert jumps.max() > 80 and turns.max() < 15
    # seen from the other box: the same, turned around
    d.qpos[:3] = -0.14, 0.0, -0.15
    force = only(m, d, scheme, materials=soft).force
    assert force / np.linalg.norm(force) == pytest.approx(-directions[0], abs=1e-6)


@pytest.mark.parametrize("integrator", ["semi", "implicit"])
def test_a_stiff_patch_is_predicted(integrator):
    m = kn.load(BOX.format(z=0.05 - 1e-3, tilt=0))
    m.opt.timestep = 0.02
    d = kn.Data(m)
    with pytest.raises(lab.SolverError, match="STIFF"):
        lab.step(m, d, lab.Patch(modulus=E, thickness=0.1, integrator=integrator))


def test_points_without_modulus_are_those_of_compliant():
    """With forces of the end of the step, in steps that are too long for those of its start."""
    m = kn.load(BOX.format(z=0.05 - 1e-3, tilt=0))
    m.opt.timestep = 0.01
    ends = []
    for scheme in (lab.Patch(integrator="implicit"), lab.Compliant(integrator="implicit")):
        d = kn.Data(m)
        lab.step(m, d, scheme, 5)
        ends.append(d.qpos.tolist())
    assert ends[0] == ends[1]
    with pytest.raises(lab.SolverError, match="STIFF"):
        lab.step(m, kn.Data(m), lab.Patch(), 5)


@pytest.mark.parametrize("integrator", ["semi", "implicit"])
def test_the_inverse_of_patches(integrator):
    m = kn.load(BOX.format(z=0.05 - 1e-4, tilt=1))
    d = kn.Data(m)
    d.qvel[:] = 0.1, 0.2, -0.1, 0.3, 0.2, 0.1
    scheme = lab.Patch(modulus=E, integrator=integrator)
    plain, force = d.copy(), np.arange(6.0)
    d.qfrc_applied[:] = force
    after = lab.forward(m, d, scheme).qvel_next
    assert lab.inverse(m, plain, scheme, after).qfrc_inverse == pytest.approx(force, abs=1e-8)


def test_wrong_use_is_refused():
    for wrong in ({"modulus": 0.0}, {"thickness": -1.0}, {"integrator": "implict"}):
        with pytest.raises(lab.LabError, match=f"Patch: {next(iter(wrong))}"):
            lab.Patch(**wrong)
    m = kn.load(BOX.replace('box" size=".1 .15 .05', 'capsule" size=".1 .15').format(z=0.05, tilt=90))
    with pytest.raises(kn.UnsupportedError, match="geom box: patches are there for"):
        lab.step(m, kn.Data(m), lab.Patch(modulus=E))
    with pytest.raises(TypeError, match="expected a Patch"):
        lab.patches(m, kn.Data(m), lab.Main())
