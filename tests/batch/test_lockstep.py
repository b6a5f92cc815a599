"""Worlds in lock step: contact, rows and their solve agree with one world alone, whoever the neighbours are."""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from support import corpus
from support.lockstep import CLOSE, PILE, falling, furthest
from support.worlds import batch_of, unequal

import knuckle as kn
from knuckle import models
from knuckle.batch.engine import width
from knuckle.batch.lockstep import MOST_DOFS, goes_in_step
from knuckle.batch.measured import PARTS, MeasuredBatch
from knuckle.schema.fields import data_fields

NWORLD = 7  # no multiple of the lanes of a register
# several trees are one problem here and islands alone: both come to the same minimum, as close as forces can be told
AT_THE_MINIMUM = 1e-7
TIED = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .3"><joint axis="0 1 0" frictionloss=".2"/><geom type="capsule" size=".05 .2"/>
      <body name="b" pos=".1 0 .3"><joint name="j" axis="0 1 0" range="-10 10"/><geom type="capsule" size=".05 .1"/>
        <site name="s" pos="0 0 .1"/></body></body>
    <body name="c" pos=".4 0 .5"><freejoint/><geom size=".1"/><site name="t"/></body>
    <body name="e" pos="-.6 0 .08"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <tendon><spatial name="rope" range="0 .3" frictionloss=".1"><site site="s"/><site site="t"/></spatial></tendon>
  <equality><connect body1="b" body2="c" anchor=".1 0 .1"/><joint joint1="j" polycoef="0.1 0 0 0 0"/></equality>
</mujoco>
"""
BALL = """
<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>
"""
# all of the corpus with KNUCKLE_WHOLE_CORPUS=1
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_CORPUS"))
FEW = ("agility_cassie/scene.xml", "anymal_c/scene.xml", "suite/quadruped.xml", "skydio_x2/scene.xml")
PATHS = [path for path in corpus.model_paths() if WHOLE or corpus.model_id(path).endswith(FEW)]
SCENES = {
    **{
        f"pile-{cone}-{solver}": PILE.format(cone=cone, solver=solver)
        for cone in ("pyramidal", "elliptic")
        for solver in ("Newton", "CG")
    },
    "tied": TIED,
    "humanoid": models.path("humanoid"),
}
# with PGS rows are solved world by world
BY_FORCES = {
    "pyramids": (PILE.format(cone="pyramidal", solver="PGS"), {}),
    "cones": (PILE.format(cone="elliptic", solver="PGS"), {"enableflags": int(kn.EnableBit.DIAGEXACT)}),
    "tied": (TIED, {"noslip_iterations": 4}),
    "quadruped": (models.path("quadruped"), {}),
    "humanoid": ("gymnasium/humanoid.xml", {}),
    "standup": ("gymnasium/humanoidstandup.xml", {}),
}


def gymnasium_model(name: str) -> str:
    """The file of a model that comes with gymnasium."""
    gymnasium = pytest.importorskip("gymnasium")
    return str(Path(gymnasium.__file__).parent / "envs/mujoco/assets" / Path(name).name)


def steps_alone(m: kn.Model, worlds: list[kn.Data], stage: str) -> None:
    for d in worlds:
        getattr(kn, stage)(m, d)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("stage", ["forward", "step", "inverse"])
@pytest.mark.parametrize("name", SCENES)
def test_every_field_agrees_with_one_world_alone(name, stage):
    m = kn.load(SCENES[name])
    if m.ntree > 1:
        m.opt.tolerance = 0
    worlds = falling(m)
    batch = batch_of(m, worlds, "float64")
    batch.run(stage)
    assert batch.lockstep == kn.Lockstep.PUBLISHED
    steps_alone(m, worlds, stage)
    assert max(d.ncon for d in worlds) > 0
    assert furthest(batch, worlds, stage) < ((AT_THE_MINIMUM if m.ntree > 1 else CLOSE), "")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_stages_one_by_one_are_those_of_one_world(dtype):
    """Lanes have some of them, others go world by world: what one wrote the next finds, with the bits of one world."""
    m = kn.load(SCENES["humanoid"])
    worlds = falling(m)
    batch = batch_of(m, worlds, dtype)
    rounded = [batch.get_data(w) for w in range(NWORLD)]
    for stage in ("fwd_position", "sensor_pos", "fwd_velocity", "fwd_acceleration", "kinematics", "collision", "step1"):
        batch.run(stage)
        for d in rounded:
            getattr(kn, stage)(m, d)
        if dtype == "float64":
            assert not unequal(batch, rounded), stage
    assert batch.lockstep == kn.Lockstep.PUBLISHED
    assert furthest(batch, rounded) < ((CLOSE if dtype == "float64" else 1e-3), "")


@pytest.mark.filterwarnings("ignore")
def test_forces_behind_accelerations_agree_whatever_is_kept():
    m = kn.load(SCENES["humanoid"])
    worlds = falling(m)
    few, all_fields = (batch_of(m, worlds, "float64", keep=keep) for keep in (["qacc", "qfrc_inverse"], None))
    for batch in (few, all_fields):
        batch.inverse()
    assert few.lockstep == kn.Lockstep.YES and np.abs(few.qfrc_inverse).max() > 1.0
    np.testing.assert_array_equal(few.qfrc_inverse, all_fields.qfrc_inverse)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("evaluations", [2, 5])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_searches_are_cut_short_where_those_of_one_world_alone_are(cone, evaluations):
    m = kn.load(models.path("humanoid"))
    m.opt.cone, m.opt.iterations, m.opt.ls_iterations = cone, 10, evaluations
    worlds = falling(m)
    batch = batch_of(m, worlds, "float64", keep=["qacc"])
    batch.forward()
    steps_alone(m, worlds, "forward")
    assert furthest(batch, worlds) < (1e-9, "")  # steps back and forth magnify roundings


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=corpus.model_id)
def test_models_of_the_corpus_agree(path):
    try:
        m = kn.load(path, omit=("skin",))
    except kn.ModelError as error:
        pytest.skip(f"it is refused: {str(error)[:80]}")
    if not goes_in_step(m, width("lanes64")):
        pytest.skip("its worlds do not go in lock step")
    if m.ntree > 1:
        m.opt.tolerance = 0
    worlds = falling(m, 20, 4)
    batch = batch_of(m, worlds, "float64", keep=["qacc", "ncon"])
    batch.forward()
    steps_alone(m, worlds, "forward")
    assert batch.ncon.tolist() == [d.ncon for d in worlds]
    assert furthest(batch, worlds) < ((AT_THE_MINIMUM if m.ntree > 1 else CLOSE), "")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", ["pile-elliptic-Newton", "tied", "humanoid"])
def test_neighbours_and_threads_do_not_matter(name, dtype):
    m = kn.load(SCENES[name])
    worlds = falling(m, 60)
    ways = []
    for order, threads in (([0, 1, 2, 3, 4, 5, 6], 1), ([6, 2, 5, 0, 4, 1, 3], 2), ([3, 3, 3, 0, 1, 2, 4, 5, 6, 6], 1)):
        batch = batch_of(m, [worlds[k] for k in order], dtype, threads=threads, keep=["qacc", "qfrc_constraint"])
        batch.step(25)
        assert batch.lockstep == kn.Lockstep.YES
        places = [order.index(k) for k in range(NWORLD)]
        ways.append([batch.read(field)[places] for field in ("qpos", "qvel", "qacc", "qfrc_constraint")])
    for other in ways[1:]:
        for mine, theirs in zip(ways[0], other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.filterwarnings("ignore")
def test_what_is_kept_does_not_matter():
    m = kn.load(SCENES["humanoid"])
    worlds = falling(m, 60)
    kept = [batch_of(m, worlds, "float64", keep=keep) for keep in (None, ["qacc"], ["efc_force"])]
    for batch in kept:
        batch.step(20)
    for batch in kept[1:]:
        np.testing.assert_array_equal(batch.qpos, kept[0].qpos)
    assert [batch.lockstep for batch in kept] == [kn.Lockstep.PUBLISHED, kn.Lockstep.YES, kn.Lockstep.PUBLISHED]


@pytest.mark.filterwarnings("ignore")
def test_exact_worlds_have_the_bits_of_one_alone():
    m = kn.load(SCENES["humanoid"])
    worlds = falling(m, 60)
    batch = batch_of(m, worlds, "float64", exact=True)
    batch.step(40)
    assert batch.lockstep == kn.Lockstep.NO
    for d, qpos in zip(worlds, batch.qpos, strict=True):
        kn.step(m, d, 40)
        assert qpos.tobytes() == d.qpos.tobytes()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("stage", ["forward", "step"])
@pytest.mark.parametrize("name", BY_FORCES)
def test_worlds_that_only_collide_in_lock_step_have_the_bits_of_one_alone(name, stage):
    scene, options = BY_FORCES[name]
    m = kn.load(gymnasium_model(scene) if str(scene).startswith("gymnasium/") else scene)
    m.opt.solver = "PGS"
    for option, value in options.items():
        setattr(m.opt, option, value)
    worlds = falling(m)
    batch = batch_of(m, worlds, "float64")
    batch.run(stage)
    assert batch.lockstep == kn.Lockstep.CONTACTS and batch.lanes > 1
    steps_alone(m, worlds, stage)
    assert max(d.ncon for d in worlds) > 0 and len({d.nefc for d in worlds}) > 1
    assert furthest(batch, worlds)[0] == 0.0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("change", ["noslip", "sleep", "diagexact"])
def test_what_does_not_go_in_lock_step_goes_alone(change):
    m = kn.load(SCENES["humanoid"])
    worlds = falling(m, 30)
    batch = batch_of(m, worlds, "float64")
    batch.step()
    steps_alone(m, worlds, "step")
    if change == "noslip":
        m.opt.noslip_iterations = 3
    else:
        setattr(m.opt.flags, change, True)
    worlds = [batch.get_data(w) for w in range(NWORLD)]
    batch.step(3)
    assert batch.lockstep == kn.Lockstep.NO
    for d, qpos in zip(worlds, batch.qpos, strict=True):
        kn.step(m, d, 3)
        assert qpos.tobytes() == d.qpos.tobytes()


def test_masks_that_change_between_calls_are_seen():
    m = kn.load(BALL)
    batch = kn.Batch(m, 3, keep=["ncon"])
    batch.forward()
    assert batch.ncon.tolist() == [1, 1, 1]
    m.geom_contype[:] = 0
    batch.forward()
    assert batch.ncon.tolist() == [0, 0, 0]


def test_a_world_that_diverges_does_not_harm_its_neighbours():
    m = kn.load(SCENES["humanoid"])
    good, bad = (batch_of(m, falling(m, 60, 4), "float64", keep=["qacc"]) for _ in range(2))
    bad.qvel[2] = 1e9
    good.step(5)
    with pytest.warns(kn.SimulationWarning, match="world 2"):
        bad.step(5)
    np.testing.assert_array_equal(good.qpos[[0, 1, 3]], bad.qpos[[0, 1, 3]])


def test_room_that_grows_in_the_midst_of_a_call_loses_no_contact():
    bodies = "".join(
        f'<body pos="0 0 {k}"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>' for k in range(20)
    )
    m = kn.load(f'<mujoco><worldbody><geom type="plane" size="1 1 1"/>{bodies}</worldbody></mujoco>')
    batch = kn.Batch(m, 3, keep=["ncon"])
    batch.qpos[1] = -np.arange(20)  # all in one place: each touches each
    batch.forward()
    assert batch.lockstep == kn.Lockstep.YES
    assert batch.ncon.tolist() == [1, 20 * 19 // 2 + 20, 1]  # the lowest stands in the plane


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_parts_that_are_measured_make_the_step_that_is_measured(dtype):
    m = kn.load(models.path("humanoid"))
    plain = kn.Batch(m, 3, dtype=dtype, keep=["qacc"])
    plain.qpos[:, 2] -= 0.1 * np.arange(3)
    plain.step(20)
    measured = MeasuredBatch(m, 3, ["qacc"], dtype=dtype)
    measured.set_state(plain.get_state())
    for part in PARTS:
        measured.run(part)
    plain.forward()
    assert measured.lockstep == plain.lockstep == kn.Lockstep.YES
    assert np.array_equal(measured.qacc, plain.qacc) and measured.contacts.max() > 0 < measured.iterations.max()


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # PGS runs out of iterations
def test_what_is_edited_between_two_calls_is_followed():
    m = kn.load(PILE.format(cone="elliptic", solver="Newton"))
    edits = [
        lambda: setattr(m.opt, "density", 500.0),
        lambda: setattr(m.opt.flags, "contact", False),  # frames of geoms are needed by the medium alone
        lambda: setattr(m.opt, "solver", "pgs"),
        lambda: setattr(m.opt.flags, "contact", True),
        lambda: setattr(m.opt, "solver", "newton"),
        lambda: m.geom_adhesion.fill(1.0),
        lambda: m.geom_adhesion.fill(0.0),
    ]
    batch, ways = kn.Batch(m, 3, keep=["qacc"]), []
    for edit in edits:
        batch.step(20)
        edit()
        fresh = kn.Batch(m, 3, keep=["qacc"])
        fresh.set_state(batch.get_state())
        for each in (batch, fresh):
            each.step(3)
        assert batch.lockstep == fresh.lockstep and np.array_equal(batch.qacc, fresh.qacc)
        ways.append(int(batch.lockstep))
    assert ways == [1, 1, 3, 3, 1, 0, 1]


def test_pairs_are_listed_anew_where_other_numbers_come_to_differ():
    """Their list outlives what knows in which call it was made."""
    ball = "<body pos='.15 0 0'><joint axis='0 1 0'/><geom size='.1'/>"
    chain = (
        f"<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1'/>{ball * 3}{'</body>' * 4}</worldbody></mujoco>"
    )
    m = kn.Model.from_xml_string(chain)
    batch = kn.Batch(m, 3, threads=1, keep=["ncon", "qacc"])
    batch.forward()
    m.opt.disableflags = kn.DisableBit.FILTERPARENT
    batch.expand("jnt_range")
    batch.forward()
    alone = kn.Data(m)
    kn.forward(m, alone)
    assert batch.ncon.tolist() == [alone.ncon] * 3 == [3] * 3
    np.testing.assert_allclose(batch.qacc, np.tile(alone.qacc, (3, 1)), rtol=CLOSE)


@pytest.mark.parametrize("threads", [1, 2])
def test_friction_that_is_edited_before_other_numbers_come_to_differ_is_followed(threads):
    m = kn.Model.from_xml_string(BALL)
    first = kn.Batch(m, 64, threads=threads, keep=["contact_friction"])
    first.qvel[:, 0] = 1.0
    first.forward()
    batch = first.copy()
    batch.forward()
    m.geom_friction[:] = 0.1
    batch.expand("opt_gravity")
    batch.forward(worlds=[0])
    batch.forward()
    assert (batch.contact_friction[:, 0, 0] == 0.1).all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_a_world_in_flight_is_not_out_of_iterations_where_no_tolerance_lets_a_neighbour_end(cone, dtype):
    option = f"<option tolerance='0' cone='{cone}'/>"
    m = kn.Model.from_xml_string(BALL.replace("<worldbody>", f"{option}<worldbody>"))
    batch = kn.Batch(m, 2, dtype=dtype, on_divergence="keep")
    batch.qpos[0, 2] = 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kn.SimulationWarning)  # of the other world, which may be
        batch.step()
    assert batch.status[0] == 0 and batch.qacc[0, 2] == batch.qacc.dtype.type(-9.81)


@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_slot_is_moved_by_as_many_dofs_as_a_model_may_have(solver, dtype):
    """Worlds in which other bodies touch each: together more dofs move their first contacts than in any world."""
    pairs = "".join(f"<body pos='{p} 0 {z}'><freejoint/><geom size='.1'/></body>" for p in range(8) for z in (0, 0.25))
    option = f"<option gravity='0 0 0' solver='{solver}'/>"
    m = kn.Model.from_xml_string(f"<mujoco>{option}<worldbody>{pairs}</worldbody></mujoco>")
    batch, alone = kn.Batch(m, 16, dtype=dtype, keep=["qacc"]), kn.Batch(m, 16, keep=["qacc"], exact=True)
    for each in (batch, alone):
        for world in range(16):
            for pair in (world % 8, (world + 1) % 8):
                each.qpos[world, 14 * pair + 9] = 0.199
        each.qvel[:] = np.random.default_rng(0).normal(0, 0.1, each.qvel.shape)
        each.forward()
    assert batch.lockstep == kn.Lockstep.YES and m.nv > 64
    np.testing.assert_allclose(batch.qacc, alone.qacc, rtol=1e-6 if dtype == "float64" else 1e-2, atol=1e-3)


def test_there_is_room_for_the_dofs_of_every_model_that_goes_in_lock_step():
    (room,) = {field.shape[1] for field in data_fields() if field.name == "slot_dof"}
    assert int(room) == MOST_DOFS


def test_a_chain_of_as_many_dofs_lies_on_the_floor_as_it_does_alone():
    """The last place of the last slot is its own, too: contacts fill all the room that there is."""
    count = MOST_DOFS
    links = "".join(
        f"<body pos='{'.1 0 0' if i else '0 0 .3'}'><joint axis='{'0 1 0' if i % 2 else '0 0 1'}' damping='.05' "
        f"armature='.01'/><geom type='capsule' fromto='0 0 0 .1 0 0' size='.02' contype='0' "
        f"conaffinity='{int(i >= count - 16)}'/>"
        for i in range(count)
    )
    floor = "<geom type='plane' size='99 99 1' pos='0 0 .2805'/>"
    m = kn.Model.from_xml_string(
        f"<mujoco><option tolerance='1e-14'/><worldbody>{floor}{links}{'</body>' * count}</worldbody></mujoco>"
    )
    batch, alone = (kn.Batch(m, 2, keep=["qacc", "ncon"], exact=exact) for exact in (False, True))
    for each in (batch, alone):
        each.forward()
    assert (batch.ncon == batch._memory.capacity["maxcon"]).all()
    np.testing.assert_allclose(batch.qacc, alone.qacc, rtol=1e-6, atol=1e-6 * np.abs(alone.qacc).max())
