"""The discrete integrator: forward dynamics, rows, inverse dynamics and steps are the reference's."""

import mujoco
import numpy as np
import pytest
from support.stiff_scene import pair, states

import knuckle as kn

SMOOTH = ("qfrc_smooth", "qacc_smooth", "M", "qLD", "qH", "qHDiagInv")
ROWS = ("efc_J", "efc_pos", "efc_vel", "efc_KBIP", "efc_diagA", "efc_R", "efc_D", "efc_aref", "efc_b")
SOLVED = ("qacc", "qfrc_constraint", "efc_force")
ISLANDS = ("nisland", "tree_island", "dof_island", "efc_island", "map_idof2dof", "map_efc2iefc")
CHANGES = {
    "usual": {},
    "elliptic": {"cone": "elliptic"},
    "fluid": {"density": 300, "cone": "elliptic"},
    "stiff rows": {"solref": "0.001 0.7"},
    "stiff rows as they are": {"solref": "0.0002 1", "flags": 'refsafe="disable"'},
    "stiffness given": {"solref": "-30000 -50", "cone": "elliptic"},
    "exact diagonal": {"flags": 'diagexact="enable"', "density": 300},
    "adhesion": {"adhesion": 3, "cone": "elliptic"},
    "adhesive pyramid": {"adhesion": 3},
    "one island": {"flags": 'island="disable"'},
    "no springs": {"flags": 'spring="disable"'},
    "no dampers": {"flags": 'damper="disable"'},
    "no passive force": {"flags": 'spring="disable" damper="disable"', "density": 300},
    "no actuation": {"flags": 'actuation="disable"'},
    "explicit Euler damping": {"flags": 'eulerdamp="disable"'},
    "coarse": {"timestep": 0.05, "cone": "elliptic"},
}


def off(ours, theirs) -> float:
    """The largest difference over the largest value."""
    ours, theirs = np.ravel(np.asarray(ours, float)), np.ravel(np.asarray(theirs, float))
    assert ours.shape == theirs.shape
    return float(np.abs(ours - theirs).max(initial=0.0) / max(np.abs(theirs).max(initial=0.0), 1e-6))


def check(d, theirs, names, tolerance):
    errors = {name: off(getattr(d, name), getattr(theirs, name)) for name in names}
    assert max(errors.values()) <= tolerance, errors


def both_forward(worlds):
    m, d, reference, theirs = worlds
    kn.forward(m, d)
    mujoco.mj_forward(reference, theirs)


@pytest.mark.parametrize("name", CHANGES)
def test_forward_is_the_references(name):
    worlds = m, d, _, theirs = pair(**CHANGES[name])
    for _ in states(*worlds, 4):
        both_forward(worlds)
        check(d, theirs, ("qfrc_smooth", "M", "qH", "qHDiagInv"), 1e-11)
        check(d, theirs, [name for name in ROWS if name != "efc_b"], 1e-10)
        check(d, theirs, ("qacc_smooth", "efc_b"), 1e-9)
        check(d, theirs, SOLVED, 1e-7)
        if not m.opt.disableflags & kn.DisableBit.ISLAND:
            check(d, theirs, ISLANDS, 0.0)
    assert d.nefc > 10


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # it is told to go on until the end
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("noslip", [0, 10])
def test_conjugate_gradients_and_the_slip_correction(cone, noslip):
    worlds = _, d, _, theirs = pair(solver="CG", cone=cone, noslip=noslip, iterations=1000, tolerance=0)
    for _ in states(*worlds, 2):
        both_forward(worlds)
        check(d, theirs, ROWS[:-1], 1e-10)
        check(d, theirs, SOLVED, 1e-7)


@pytest.mark.parametrize("noslip", [0, 10])
def test_the_dual_solver_leaves_tendons_and_actuators_explicit(noslip):
    worlds = _, d, _, theirs = pair(solver="PGS", noslip=noslip, iterations=30, tolerance=0)
    for _ in states(*worlds, 2):
        both_forward(worlds)
        check(d, theirs, (*SMOOTH, *ROWS), 1e-10)
        check(d, theirs, SOLVED, 1e-9)


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_the_dual_solver_finds_what_newtons_method_finds():
    """On elliptic cones, where the reference's own may stop at the tip; without what the two treat differently."""
    plain = {"cone": "elliptic", "flags": 'spring="disable" damper="disable" actuation="disable"'}
    worlds = m, d, _, theirs = pair(**plain)
    for _ in states(*worlds, 2):
        both_forward(worlds)
        m.opt.solver, m.opt.iterations, m.opt.tolerance = "pgs", 20_000, 0
        kn.forward(m, d)
        check(d, theirs, SOLVED, 1e-7)


@pytest.mark.parametrize("name", CHANGES)
def test_a_step_adds_qacc_to_the_velocity(name):
    worlds = m, d, reference, theirs = pair(**CHANGES[name])
    for _ in states(*worlds, 2, seed=1):
        before = d.qvel.copy()
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        assert off(d.qvel, before + m.opt.timestep * d.qacc) < 1e-15
        check(d, theirs, ("qpos", "qvel", "act", "qacc_warmstart"), 1e-7)


@pytest.mark.parametrize("name", CHANGES)
def test_inverse_gives_back_the_forces(name):
    worlds = m, d, reference, theirs = pair(**CHANGES[name])
    for _ in states(*worlds, 2, seed=2):
        kn.forward(m, d)
        solved = {field: getattr(d, field).copy() for field in (*SOLVED, *ROWS[:-1])}
        expected = d.qfrc_applied + d.qfrc_actuator
        kn.inverse(m, d)
        scale = max(np.abs(d.qfrc_smooth).max(), np.abs(solved["qfrc_constraint"]).max())
        assert np.abs(d.qfrc_inverse - expected).max() < 1e-7 * scale
        for field, value in solved.items():
            assert off(getattr(d, field), value) < 1e-7, field
        mujoco.mj_forward(reference, theirs)  # the reference reads of old forces whether they are at their bounds
        theirs.qacc[:] = d.qacc
        mujoco.mj_inverse(reference, theirs)
        assert off(d.qfrc_inverse, theirs.qfrc_inverse) < 1e-9


def test_inverse_of_any_acceleration_is_the_references():
    worlds = m, d, reference, theirs = pair(cone="elliptic", density=300, flags='invdiscrete="enable"')
    rng = np.random.default_rng(4)
    for _ in states(*worlds, 3, seed=3):
        mujoco.mj_forward(reference, theirs)
        theirs.qacc[:] = d.qacc[:] = rng.normal(size=m.nv)
        kn.inverse(m, d)
        mujoco.mj_inverse(reference, theirs)
        check(d, theirs, ("qfrc_inverse", "qfrc_constraint", "efc_force", "qacc"), 1e-10)


def test_forward_and_inverse_are_compared():
    worlds = m, d, _, _ = pair(flags='fwdinv="enable"', cone="elliptic")
    for _ in states(*worlds, 2):
        kn.step(m, d)
        assert 0.0 < np.abs(d.solver_fwdinv).max() < 1e-6


def test_parts_of_a_step_make_a_step():
    """Stage by stage, in two halves, and with stages done twice: nothing adds up."""
    worlds = m, d, _, _ = pair(adhesion=3)
    other, third = kn.Data(m), kn.Data(m)
    for _ in states(*worlds, 2):
        for copy in (other, third):
            for name in ("qpos", "qvel", "ctrl", "act", "qfrc_applied", "qacc_warmstart"):
                getattr(copy, name)[...] = getattr(d, name)
        kn.step1(m, other)
        kn.step2(m, other)
        kn.fwd_position(m, third)
        kn.fwd_velocity(m, third)
        kn.actuation(m, third)
        for _ in range(2):
            kn.smooth_acceleration(m, third)
            kn.constraint_solve(m, third)
        kn.integrate(m, third)
        kn.step(m, d)
        for copy in (other, third):
            assert off(copy.qvel, d.qvel) < 1e-13 and off(copy.efc_force, d.efc_force) < 1e-10


def test_options_changed_between_stages_do_no_harm():
    """The rows were made for another integrator and solver: what is missing is made up for."""
    worlds = m, d, _, _ = pair()
    for _ in states(*worlds, 1):
        kn.forward(m, d)
        expected = d.qacc.copy()
        for integrator, solver in (("euler", "newton"), ("discrete", "pgs"), ("implicit", "cg")):
            m.opt.integrator, m.opt.solver = integrator, solver
            kn.fwd_position(m, d)
            kn.fwd_velocity(m, d)
            m.opt.integrator, m.opt.solver = "discrete", "newton"
            kn.make_constraint(m, d)  # responses of rows belong to the integrator
            kn.fwd_acceleration(m, d)
            assert off(d.qacc, expected) < 1e-9


@pytest.mark.parametrize("timestep", [0.002, 0.05])
def test_stiff_springs_stay_calm_at_any_timestep(timestep):
    """A spring of 1e6 N/m on 1 kg oscillates with 1000 rad/s: an explicit step is unstable from 2 ms on."""
    m = kn.Model.from_xml_string(
        f"""<mujoco><option timestep="{timestep}" integrator="discrete" gravity="0 0 0"/><worldbody>
        <body><joint name="x" type="slide" stiffness="1e6"/><geom size="0.1" mass="1"/></body></worldbody>
        </mujoco>"""
    )
    d = kn.Data(m)
    d.qpos[:] = 0.1
    kn.step(m, d, 100)
    assert abs(d.qpos[0]) < 1e-3 and abs(d.qvel[0]) < 1.0


def test_a_spinning_free_body_loses_no_more_energy_than_it_should():
    """Its own gyroscopic force is implicit: the energy never grows, and a spin about an axis stays."""
    m = kn.Model.from_xml_string(
        """<mujoco><option timestep="0.01" integrator="discrete" gravity="0 0 0"><flag energy="enable"/></option>
        <worldbody><body><freejoint/><geom type="box" size="0.1 0.2 0.3"/></body></worldbody></mujoco>"""
    )
    d = kn.Data(m)
    d.qvel[3:] = (5.0, 6.0, 7.0)
    kn.forward(m, d)
    energy = d.energy[1]
    for _ in range(200):
        kn.step(m, d)
        kn.forward(m, d)
        assert d.energy[1] <= energy * (1 + 1e-12)
        energy = d.energy[1]
    assert energy > 1.0


def test_large_islands_with_couplings_across_trees():
    """More dofs than a dense matrix is made for: trees tied by contacts, some also by springs."""
    bodies = "".join(
        f'<body name="b{k}" pos="0 0 {0.1 + 0.19 * k}"><joint type="free" damping="1"/><geom size="0.1"/>'
        f'<site name="s{k}"/></body>'
        for k in range(20)
    )
    ropes = "".join(
        f'<spatial stiffness="200" damping="3" springlength="0.1"><site site="s{k}"/><site site="s{k + 3}"/></spatial>'
        for k in range(0, 17, 4)
    )
    for tendons in ("", f"<tendon>{ropes}</tendon>"):
        text = f"""<mujoco><option integrator="discrete" timestep="0.005" tolerance="1e-14"/><worldbody>
          <geom type="plane" size="5 5 1"/>{bodies}</worldbody>{tendons}</mujoco>"""
        m, reference = kn.Model.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
        d, theirs = kn.Data(m), mujoco.MjData(reference)
        rng = np.random.default_rng(0)
        theirs.qvel[:] = d.qvel[:] = rng.normal(0, 0.1, m.nv)
        kn.forward(m, d)
        mujoco.mj_forward(reference, theirs)
        assert d.nisland == theirs.nisland == 1
        check(d, theirs, ("qacc_smooth", "qacc", "efc_force"), 1e-7)


BALLS = """
<mujoco>
  <option timestep=".02" integrator="discrete" solver="{solver}" tolerance="1e-12" iterations="2000"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 {height}"><freejoint/><geom size=".1"/><site name="a" pos=".02 .03 0"/></body>
    <body name="b" pos=".19 .01 .099"><freejoint/><geom size=".1" condim="4"/><site name="b" pos="0 0 .03"/></body>
    <body name="c" pos="1.5 .1 .099"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <actuator>{actuator}</actuator>
</mujoco>
"""
BETWEEN = {
    "site": '<position site="a" refsite="b" kp="1000" kv="10" gear="1 .2 0 0 .3 0"/>',
    "slider-crank": '<position cranksite="a" slidersite="b" cranklength=".3" kp="1000" kv="10"/>',
    "orientation": '<orientation site="a" refsite="b" kp="1000" kv="10"/>',
    "body": '<general body="b" biastype="affine" biasprm="1 -1000 -10"/>',
}


@pytest.mark.parametrize("height", [0.099, 2.0])  # the first ball touches the second, or nothing
@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("kind", BETWEEN)
def test_an_actuator_couples_the_trees_it_acts_on(kind, solver, height):
    text = BALLS.format(solver=solver, height=height, actuator=BETWEEN[kind])
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    for state in (d, theirs):
        state.ctrl[:] = 0.7
        state.qvel[:] = np.random.default_rng(0).normal(size=m.nv)
    both_forward((m, d, reference, theirs))
    check(d, theirs, ("nisland", "tree_island"), 0.0)
    check(d, theirs, ("qacc_smooth", "qacc", "qfrc_constraint"), 1e-9)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("impedance", [0.9995, 0.9997, 0.9998, 1.0])
def test_rows_that_cannot_be_harder_are_not_damped_more(impedance, cone):
    """A stiff row that only pushes, next to the largest impedance: with more damping than hardness it would lag."""
    text = f"""<mujoco>
    <option timestep=".05" integrator="discrete" cone="{cone}"/>
    <default><geom solimp="{impedance} {impedance} .01"/><joint solimplimit="{impedance} {impedance} .01"/></default>
    <worldbody><geom type="plane" size="5 5 1"/>
      <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
      <body pos="2 0 .5"><joint range="-20 20" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body>
    </worldbody></mujoco>"""
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    d.qpos[-1] = theirs.qpos[-1] = 0.5
    d.qvel[:] = theirs.qvel[:] = 0.3
    both_forward((m, d, reference, theirs))
    check(d, theirs, ("nl", "ncon", "efc_KBIP", "efc_aref", "efc_R", "qacc"), 1e-10)
