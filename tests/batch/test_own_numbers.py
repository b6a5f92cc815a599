"""Numbers of the model of which each world in lanes has its own: every one of them, against a Data of such a model."""

from functools import cache

import numpy as np
import pytest
from support.lockstep import CLOSE, PILE, falling, furthest
from support.worlds import batch_of

import knuckle as kn
from knuckle import models
from knuckle.batch.differing import UNFELT
from knuckle.batch.own import AS_IN_MODEL, FRAMES, NAMES, OF_ACTUATORS, SIGNS
from knuckle.machine.programs import units_of
from knuckle.machine.reach import reached
from knuckle.machine.targets import by_name

NWORLD = 6  # no multiple of the lanes of a register
# one tree on the ground with all that such numbers are of: springs, dampers and friction, limits, ties, all actuators;
# at the default tolerance a world alone may end short of the minimum that lock step comes to
CREATURE = """
<mujoco>
  <compiler angle="radian"/>
  <option timestep=".002" integrator="implicitfast" tolerance="1e-12" density="1.2" viscosity=".01"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" margin=".15"/>
    <camera mode="targetbody" target="arm" pos="1 2 3" euler=".1 .2 .3"/>
    <light mode="targetbodycom" target="hand" pos="-1 2 3" dir="0 .6 -.8"/>
    <body name="trunk" pos="0 0 .35" gravcomp=".3" euler=".1 0 0">
      <joint name="root" type="free" stiffness="3 1 .5" damping=".4 .2 .1"/>
      <geom type="box" size=".1 .2 .05" pos=".02 .03 .01" euler=".3 .2 .1"/>
      <site name="back" pos="0 0 .1" euler=".2 .1 0"/>
      <camera pos=".1 0 .1" euler=".1 .2 .3"/><camera mode="track" pos="0 -3 0"/><camera mode="trackcom" pos="0 -3 0"/>
      <light pos="0 0 1" dir="0 .6 -.8"/><light mode="track" pos="0 0 2"/><light mode="trackcom" pos="0 0 2"/>
      <body name="arm" pos=".3 .1 0" euler="0 .2 0">
        <joint name="shoulder" type="ball" stiffness="2 .7 .3" damping=".3 .15 .05" pos=".05 .01 .02" armature=".02"
          range="0 .2" frictionloss=".1"/>
        <geom name="upper" type="ellipsoid" size=".05 .1 .1" pos=".01 .02 .03" friction=".8 .01 .002" condim="4"/>
        <site name="elbow" pos=".1 .2 .1" euler=".3 .1 0"/>
        <body name="hand" pos="0 .2 .1" gravcomp=".5" euler="0 0 .3">
          <joint name="wrist" axis="0 1 .3" pos=".01 .02 .03" stiffness="1.5 .5 .2" springref=".3" ref=".2"
            damping=".2 .1 .05" range="-.1 .25" armature=".01" frictionloss=".2" actuatorfrcrange="-.05 .05"/>
          <joint name="slide" type="slide" axis="1 0 .3" pos=".02 .01 0" stiffness=".5 1 .6" springref=".1"
            damping=".1 .3 .1"/>
          <geom name="fist" type="capsule" size=".05 .1" pos=".01 .02 -.1" euler=".1 .2 .3" solref=".03 1.1"/>
          <geom type="box" size=".02 .03 .04" pos=".1 0 .1" euler=".2 .1 0"/>
          <site name="grip" pos=".1 0 .1"/>
        </body>
      </body>
      <body name="leg" pos="-.2 0 -.1" euler=".1 .2 0">
        <joint name="hip" axis="1 0 0" pos=".01 0 .02" stiffness="9" springyield=".0001" damping=".1"
          armature=".01" frictionloss=".05"/>
        <joint name="knee" axis="0 1 0" pos="0 0 .1" damping=".1" range="-.3 .3" margin=".4"/>
        <geom name="foot" type="capsule" size=".05 .1" pos="0 0 -.1" friction=".7 .02 .001" solmix="2"/>
        <site name="sole" pos="0 0 -.2" euler=".1 0 .2"/>
      </body>
      <body name="tail" pos="0 -.4 -.1" euler="0 .1 .2">
        <joint name="tail" axis="0 0 1" pos="0 .05 0" damping=".2"/>
        <joint name="tip" axis="0 1 0" pos="0 .02 0" damping=".2"/>
        <geom name="whip" type="capsule" size=".04 .1" pos="0 -.1 -.1"/>
        <site name="end" pos="0 -.2 0"/>
      </body>
    </body>
    <body pos="2 0 1"><freejoint/><geom type="box" size=".1 .1 .1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact>
    <pair geom1="floor" geom2="whip" condim="3" friction=".9 .8 .01 .001 .001" solref=".03 1.1"
      solreffriction=".02 .9" solimp=".8 .9 .002 .5 2" margin=".7"/>
  </contact>
  <tendon>
    <spatial name="rope" range=".05 .3" limited="true" frictionloss=".1" stiffness="30 5 2" damping=".3 .2 .1"
      springlength=".1 .15" armature=".02" margin=".1"><site site="grip"/><site site="sole"/></spatial>
    <fixed name="both" springyield=".0001" stiffness="2 .3 .1" damping=".1 .05 .02" frictionloss=".05"
      actuatorfrcrange="-.01 .01" actuatorfrclimited="true" range="-.01 .01" limited="true">
      <joint joint="hip" coef="1"/><joint joint="knee" coef="-.5"/></fixed>
  </tendon>
  <equality>
    <connect body1="tail" body2="leg" anchor=".1 .05 .1" solref=".05 1"/>
    <weld body1="hand" body2="leg" torquescale=".1" solref=".5 1" solimp=".1 .2 .01 .5 2"/>
    <joint joint1="tail" joint2="knee" polycoef=".1 .5 .1 .05 .02" solref=".1 1"/>
    <tendon tendon1="rope" polycoef=".1 0 0 0 0" solref=".2 1" solimp=".1 .2 .01 .5 2"/>
  </equality>
  <actuator>
    <general joint="wrist" gear="2" gainprm="1.5" biastype="affine" biasprm=".1 -.4 -.05" dyntype="filter"
      dynprm=".05" actlimited="true" actrange="-.4 .5" armature=".01" damping=".05 .02 .01"/>
    <position name="servo" joint="hip" kp="5" kv=".3" ctrllimited="true" ctrlrange="-.3 .2"
      forcelimited="true" forcerange="-1 .8"/>
    <intvelocity joint="knee" kp="4" actrange="-.3 .3"/>
    <muscle tendon="rope" lengthrange=".05 .8" force="5"/>
    <muscle name="breath" joint="tail" lengthrange="-1 1" scale="5"/>
    <dcmotor joint="tip" motorconst=".05" resistance="2"/>
    <motor site="elbow" refsite="back" gear="1 .2 .3 .1 .4 .2"/>
    <position joint="shoulder" kp="3" gear="1 .5 .2 0 0 0"/>
    <general slidersite="end" cranksite="sole" cranklength="2"/>
    <motor tendon="both"/>
  </actuator>
  <sensor><magnetometer site="back"/></sensor>
</mujoco>
"""
UNIT = ("body_quat", "body_iquat", "geom_quat", "site_quat", "cam_quat", "jnt_axis")


@cache
def _compiled() -> kn.Model:
    return kn.load(CREATURE)


def creature() -> kn.Model:
    return _compiled().copy()


@cache
def _fallen() -> list[kn.Data]:
    m, worlds = creature(), []
    rng = np.random.default_rng(1)
    for k in range(NWORLD):
        d = kn.Data(m)
        d.qvel[:] = rng.normal(0, 0.4, m.nv)
        d.ctrl[:] = rng.uniform(-0.6, 0.6, m.nu)
        kn.step(m, d, 60 + 9 * k)
        d.act[:] = rng.uniform(-0.6, 0.6, m.na)
        d.qpos[2] -= d.geom_xpos[1 : m.ngeom - 1, 2].min() - 0.05  # the lowest touches the ground
        worlds.append(d)
    return worlds


def randomize(batch: kn.Batch, name: str, seed: int = 0) -> None:
    """Numbers near the model's own, in each world others; of frames and axes such that can be."""
    values, rng = batch.expand(name), np.random.default_rng(seed)
    values *= rng.uniform(0.9, 1.0, values.shape)
    if not values.any():
        values += rng.uniform(0.0, 0.02, values.shape)
    if name in UNIT:
        values /= np.linalg.norm(values, axis=-1, keepdims=True)


def alone(batch: kn.Batch) -> list[kn.Data]:
    return [batch.get_data(w) for w in range(batch.nworld)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_such_number_is_that_of_the_world(name):
    m = creature()
    batch = batch_of(m, _fallen(), "float64")
    same = batch.copy()
    randomize(batch, name)
    worlds = alone(batch)
    batch.step(2)  # what follows from a number may take a step to show
    same.step(2)
    assert batch.lockstep == kn.Lockstep.PUBLISHED and batch.lanes > 1
    for d in worlds:
        kn.step(d.model, d, 2)
    assert furthest(batch, worlds) < (CLOSE, "")
    assert any((batch.read(each) != same.read(each)).any() for each in batch._memory.fields), "it matters to nothing"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("keep", [None, ["qacc", "ncon"]])
@pytest.mark.parametrize("stage", ["forward", "step", "inverse"])
def test_worlds_that_differ_in_all_of_them_agree_with_one_alone(stage, keep):
    batch = batch_of(creature(), _fallen(), "float64", keep=keep)
    for k, name in enumerate(sorted(NAMES)):
        randomize(batch, name, k)
    worlds = alone(batch)
    batch.run(stage)
    assert batch.lanes > 1
    for d in worlds:
        getattr(kn, stage)(d.model, d)
    assert max(d.ncon for d in worlds) > 2
    assert furthest(batch, worlds, stage) < (CLOSE, "")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", ["Newton", "PGS"])
def test_contacts_have_the_parameters_of_their_world(solver, cone):
    m = kn.load(PILE.format(cone=cone, solver=solver))
    m.opt.tolerance = 0
    batch = batch_of(m, falling(m, nworld=NWORLD), "float64")
    for name in ("geom_friction", "geom_solref", "geom_solimp", "geom_solmix"):
        randomize(batch, name)
    worlds = alone(batch)
    batch.forward()
    for d in worlds:
        kn.forward(d.model, d)
    assert batch.ncon.tolist() == [d.ncon for d in worlds] and batch.ncon.max() > 4
    for w, d in enumerate(worlds):
        for name in ("friction", "solref", "solimp"):
            np.testing.assert_array_equal(batch.read(f"contact_{name}", w)[: d.ncon], getattr(d.contact, name))
    assert furthest(batch, worlds) < (1e-7, "")  # several trees are one problem here and islands alone


def differing_humanoids(dtype: str, order: list[int], threads: int) -> kn.Batch:
    """Humanoids that have fallen, each with masses, friction and gears of its own, in this order."""
    m = kn.load(models.path("humanoid"))
    worlds = falling(m, 60)
    batch = batch_of(m, [worlds[k] for k in order], dtype, threads=threads, keep=["qacc", "qfrc_constraint"])
    for name in ("body_mass", "geom_friction", "actuator_gear", "opt_gravity"):
        values = batch.expand(name)
        scales = np.random.default_rng(3).uniform(0.8, 1.2, (len(worlds), *values.shape[1:]))
        values *= scales[order]
    batch.set_const()
    return batch


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_neighbours_and_threads_do_not_matter_where_worlds_differ(dtype):
    ways = []
    for order, threads in (([0, 1, 2, 3, 4, 5, 6], 1), ([6, 2, 5, 0, 4, 1, 3], 2), ([3, 3, 3, 0, 1, 2, 4, 5, 6, 6], 1)):
        batch = differing_humanoids(dtype, order, threads)
        batch.step(25)
        assert batch.lockstep == kn.Lockstep.YES and batch.lanes > 1
        places = [order.index(k) for k in range(7)]
        ways.append([batch.read(field)[places] for field in ("qpos", "qvel", "qacc", "qfrc_constraint")])
    assert len(np.unique(ways[0][0][:, 2])) == 7
    for other in ways[1:]:
        for mine, theirs in zip(ways[0], other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.filterwarnings("ignore")
def test_numbers_of_float32_are_rounded_and_followed():
    wide, narrow = (differing_humanoids(dtype, [0, 1, 2, 3, 4, 5, 6], 2) for dtype in ("float64", "float32"))
    # penetrations are small differences of positions, and stiff: some thousand roundings of float32 in accelerations
    for mass in (1.0, 1.1):  # what is written between two calls is seen
        for batch in (wide, narrow):
            batch.expand("body_mass")[:, 1] *= mass
            batch.forward()
        np.testing.assert_allclose(narrow.qacc, wide.qacc, rtol=2e-3, atol=2e-3 * np.abs(wide.qacc).max())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("dtype", "close"), [("float64", 1e-10), ("float32", 1e-4)])  # of float32, after one step
def test_a_world_that_diverges_starts_over_as_its_own_model_says(dtype, close):
    batch = kn.Batch(creature(), NWORLD, dtype=dtype, keep=["qacc"])
    batch.expand("qpos0")[:, 2] += np.linspace(0.0, 1.0, NWORLD)
    batch.qvel[[1, 4], 3] = np.nan
    batch.step()
    assert batch.lanes > 1
    for world in (1, 4):
        d = kn.Data(batch.get_model(world))
        kn.step(d.model, d)
        np.testing.assert_allclose(batch.qpos[world], d.qpos, rtol=close, atol=close)


def test_what_the_model_says_of_other_numbers_is_followed():
    batch = differing_humanoids("float64", [0, 1, 2, 3, 4], 1)
    batch.forward()
    before = batch.qacc.copy()
    batch.model.dof_armature[:] += 0.5
    batch.forward()
    assert (batch.qacc != before).any(axis=1).all()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [*sorted(SIGNS), *FRAMES])
def test_worlds_that_need_other_code_go_one_by_one(name):
    """Where a number is zero in one world and not in another, or its sign differs, each goes to the bits of a Data."""
    batch = batch_of(creature(), _fallen(), "float64")
    values = batch.expand(name)
    assert batch.lanes > 1
    row = values[2:3].reshape(-1)
    of_muscle = batch.model.actuator("breath").id * 10 if name in OF_ACTUATORS else 0
    place = of_muscle + np.flatnonzero(row[of_muscle:])[0]
    row[place] = -row[place] if name in SIGNS and name not in AS_IN_MODEL else 0.0
    if name == "body_quat":
        values[2, 1] = (1.0, 0.0, 0.0, 0.0)
    elif name == "jnt_pos":
        values[2, 1] = 0.0
    assert batch.lanes == 1 and batch.lockstep == kn.Lockstep.NO
    worlds = alone(batch)
    batch.step(2)
    for w, d in enumerate(worlds):
        with np.errstate(all="ignore"):
            kn.step(d.model, d, 2)
        assert batch.qpos[w].tobytes() == d.qpos.tobytes()
    values[2] = batch.model._arrays[name]
    assert batch.lanes > 1


def test_plain_actuators_may_differ_in_any_number():
    batch = batch_of(creature(), _fallen(), "float64", keep=["qacc"])
    servo = batch.model.actuator("servo").id
    batch.expand("actuator_biasprm")[:, servo, :3] = np.random.default_rng(0).normal(0, 1, (NWORLD, 3))
    batch.expand("actuator_gainprm")[2, servo, 0] = 0.0
    worlds = alone(batch)
    batch.forward()
    assert batch.lanes > 1
    for d in worlds:
        kn.forward(d.model, d)
    assert furthest(batch, worlds) < (CLOSE, "")


@pytest.mark.parametrize("name", ["geom_size", "opt_timestep", "geom_margin", "opt_impratio"])
def test_other_numbers_take_worlds_out_of_lanes(name):
    batch = batch_of(creature(), _fallen(), "float64", keep=["qacc"])
    batch.expand(name)[...] *= 1.0 + 0.001 * np.arange(NWORLD).reshape(-1, *[1] * batch.model._arrays[name].ndim)
    worlds = alone(batch)
    batch.step(2)
    assert batch.lanes == 1
    for w, d in enumerate(worlds):
        kn.step(d.model, d, 2)
        assert batch.qpos[w].tobytes() == d.qpos.tobytes()


def test_exact_worlds_that_differ_have_the_bits_of_a_data():
    batch = batch_of(creature(), _fallen(), "float64", exact=True)
    randomize(batch, "body_mass")
    worlds = alone(batch)
    batch.step(3)
    for w, d in enumerate(worlds):
        kn.step(d.model, d, 3)
        assert batch.qpos[w].tobytes() == d.qpos.tobytes()


def test_no_kernel_of_lanes_reads_what_leaves_worlds_in_lanes():
    target = by_name("lanes64")
    kernels = {each for unit in units_of(target) for each in reached(target, unit)}
    names = {name for each in kernels for name in each.__code__.co_names}
    # rays pass through what is transparent: rangefinders of all worlds go by the colours of the model
    assert "body_mass" in names and names & UNFELT == {"geom_rgba", "mat_rgba"}


def test_statistics_and_looks_leave_worlds_in_lanes():
    batch = batch_of(creature(), _fallen(), "float64", keep=["qacc"])
    batch.expand("body_mass")[:] *= np.linspace(0.9, 1.1, NWORLD)[:, np.newaxis]
    batch.set_const()
    for name in ("stat_meanmass", "actuator_length0", "geom_user", "geom_rgba"):
        batch.expand(name)[0] += 1
    assert batch.lanes > 1
