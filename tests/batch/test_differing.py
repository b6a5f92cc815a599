"""Worlds whose models differ: each is that of a Data of such a model, to the bits where it is asked for."""

import copy
import pickle
import resource

import numpy as np
import pytest
from support.systems import model
from support.worlds import batch_of, states

import knuckle as kn
from knuckle import models
from knuckle.schema.fields import model_fields

NWORLD = 7
# all that a reset sets: joints, activations, mocap, springs that yield, delays, and a keyframe
STARTING = """
<mujoco>
  <worldbody>
    <body mocap="true"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body><joint name="j" springyield=".2" stiffness="2" ref=".1"/><geom size=".1"/><site name="s"/></body>
  </worldbody>
  <tendon><fixed name="t" stiffness="3" springyield=".1"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><general joint="j" dyntype="integrator" delay=".01" nsample="8"/></actuator>
  <sensor><jointpos joint="j" delay=".01" nsample="8"/></sensor>
  <keyframe><key qpos=".3" ctrl=".1" act=".2"/></keyframe>
</mujoco>
"""


TERRAIN = """
<mujoco>
  <asset><hfield name="hills" nrow="12" ncol="10" size="2 2 .5 .1"/></asset>
  <worldbody>
    <geom type="hfield" hfield="hills"/>
    <body pos="0 0 1"><freejoint/><geom type="box" size=".2 .15 .1"/><geom size=".1" pos=".3 0 0"/>
      <site name="eye" euler="180 0 0"/></body>
  </worldbody>
  <sensor><rangefinder site="eye"/></sensor>
</mujoco>
"""


def differing(m: kn.Model, **options) -> kn.Batch:
    """Worlds with masses, gravity, damping and sizes of their own."""
    batch = batch_of(m, states(m, NWORLD), "float64", **options)
    rng = np.random.default_rng(0)
    for name in ("body_mass", "body_inertia", "dof_damping", "geom_friction"):
        values = batch.expand(name)
        values *= rng.uniform(0.7, 1.3, (NWORLD, *[1] * (values.ndim - 1)))
    batch.expand("opt_gravity")[:, 2] += np.arange(NWORLD)
    return batch


@pytest.mark.parametrize("keep", [None, ["qacc", "ncon"]])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("scene", ["everything", "humanoid"])
def test_each_world_is_a_data_of_its_model(keep, threads, scene):
    batch = differing(model(scene), keep=keep, threads=threads, exact=True)
    batch.set_const()
    alone = [batch.get_data(w) for w in range(NWORLD)]
    for d in alone:
        before = {name: d.model._arrays[name].copy() for name in d.model._arrays}
        kn.set_const(d.model)  # changes nothing that set_const of the batch did not
        assert all((d.model._arrays[name] == values).all() for name, values in before.items())
    batch.step(8)
    batch.step(3, [1, 4])
    for w, d in enumerate(alone):
        kn.step(d.model, d, 11 if w in (1, 4) else 8)
        for name in ("qpos", "qvel", "time", "qacc"):
            assert (batch.read(name, w) == d._arrays[name]).all(), (w, name)
    assert len(np.unique(batch.qacc[:, 0])) == NWORLD and batch.lockstep == kn.Lockstep.NO


def test_equal_worlds_have_the_bits_they_have_in_lanes():
    m = model("everything")
    expanded, plain = batch_of(m, states(m, NWORLD), "float64"), batch_of(m, states(m, NWORLD), "float64")
    assert (expanded.expand("body_mass") == m.body_mass).all()
    expanded.set_const()
    assert expanded.expanded == ("body_mass",)
    for batch in (expanded, plain):
        batch.step(5)
    for name in ("qpos", "qvel", "qacc", "xpos", "time"):
        assert expanded.read(name).tobytes() == plain.read(name).tobytes(), name


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("keep", [None, ["sensordata", "ncon"]])
def test_each_world_may_have_its_terrain(keep, threads):
    m = kn.load(TERRAIN)
    batch = kn.Batch(m, NWORLD, keep=keep, threads=threads)
    heights = batch.expand("hfield_data")
    assert heights.shape == (NWORLD, 120) and heights.dtype == m.hfield_data.dtype
    heights[:] = np.random.default_rng(0).uniform(0, 1, heights.shape)
    alone = [batch.get_data(w) for w in range(NWORLD)]
    batch.step(250)
    for w, d in enumerate(alone):
        assert (d.model.hfield_data == heights[w]).all()
        kn.step(d.model, d, 250)
        assert (batch.qpos[w] == d.qpos).all() and (batch.sensordata[w] == d.sensordata).all()
    assert batch.ncon.any() and len(np.unique(batch.sensordata)) == NWORLD
    hits = batch.ray((0.5, 0.5, 3.0), (0, 0, -1.0))
    assert len(np.unique(hits.x)) == NWORLD
    assert batch.lanes == 1 and not m.hfield_data.any()


def test_heights_that_are_no_numbers_are_touched_by_nothing():
    m = kn.load(TERRAIN)
    batch = kn.Batch(m, 2, keep=["ncon"])
    batch.expand("hfield_data")[0] = np.nan
    batch.step(400)
    assert batch.ncon.tolist() == [0, batch.ncon[1]] and batch.ncon[1] > 0
    assert np.isfinite(batch.qpos).all() and batch.qpos[0, 2] < 0 < batch.qpos[1, 2]


def test_worlds_that_need_room_get_it():
    bodies = "".join(f"<body><freejoint/><geom size='.1' pos='{k / 1000} 0 0'/></body>" for k in range(12))
    m = kn.load(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    batch = kn.Batch(m, 5, threads=2, keep=["ncon"])
    batch.expand("geom_size")[:, :, 0] *= np.linspace(0.5, 1.5, 5)[:, None]
    alone = [batch.get_data(w) for w in range(5)]
    batch.step(3)
    for w, d in enumerate(alone):
        kn.step(d.model, d, 3)
        assert (batch.qpos[w] == d.qpos).all() and batch.ncon[w] == d.ncon > 32


def test_other_changes_of_the_model_are_seen():
    batch = differing(model("everything"), keep=["qacc"])
    batch.forward()
    before = batch.qacc.copy()
    batch.model.dof_armature[:] += 0.5
    batch.forward()
    assert (batch.qacc != before).any(axis=1).all()


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_differ_alike(duplicate):
    batch = differing(model("everything"), keep=["qacc"])
    twin = duplicate(batch)
    assert twin.expanded == batch.expanded
    for each in (batch, twin):
        each.step(3)
    assert (batch.qpos == twin.qpos).all()
    twin.expand("body_mass")[:] *= 2
    assert (batch.expand("body_mass") != twin.expand("body_mass")).any()


def test_jacobians_and_resets_are_of_the_world_s_own_model():
    m = model("everything")
    batch = kn.Batch(m, NWORLD, keep=[])
    body = "hand"
    batch.expand("body_pos")[:, m.body(body).id, 0] += np.arange(NWORLD)
    batch.expand("qpos0")[:, 0] = np.arange(NWORLD)
    batch.reset()
    assert (batch.qpos[:, 0] == np.arange(NWORLD)).all()
    jacp, _ = batch.jac(body)
    for w in range(NWORLD):
        d = batch.get_data(w)
        kn.forward(d.model, d)
        assert (jacp[w] == kn.jac_body(d.model, d, body)[0]).all()
    assert len({values.tobytes() for values in jacp}) == NWORLD


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [field.name for field in model_fields() if field.kind == "real"])
def test_a_reset_world_starts_as_a_data_of_its_model(name):
    """Whatever worlds differ in: what a reset does not look at is nothing that it follows from."""
    m = kn.load(STARTING)
    batch = kn.Batch(m, 3, keep=[])
    values = batch.expand(name)
    values[1:] += np.full(values[1:].shape, 0.25)
    for keyframe in (None, 0):
        batch.step(2)
        batch.reset(keyframe=keyframe)
        for w in range(3):
            d = kn.Data(batch.get_model(w))
            kn.reset(d.model, d, keyframe)
            for each in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "plastic", "history", "time"):
                assert (batch.read(each, w) == d._arrays[each]).all(), (w, each)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda b: b.expand("body_mas"), KeyError, "body_mass"),
        (lambda b: b.expand("body_parentid"), kn.KnuckleError, "body_parentid is structure"),
        (lambda b: b.expand("nq"), KeyError, "no field 'nq'"),
        (lambda b: b.expand("opt_iterations"), kn.KnuckleError, "opt_iterations is structure"),
    ],
)
def test_what_cannot_differ_is_refused_by_name(call, error, words):
    batch = kn.Batch(model("everything"), NWORLD)
    with pytest.raises(error, match=words):
        call(batch)
    assert batch.expanded == () and batch.lanes > 1


def test_numbers_that_are_none_are_told_with_their_world():
    batch = differing(model("everything"), keep=[])
    batch.expand("body_mass")[3, 2] = np.nan
    with pytest.raises(ValueError, match=r"world 3: body_mass\[2\] is nan"):
        batch.set_const()
    with pytest.raises(ValueError, match=r"body_mass\[2\] is nan"):
        batch.step()
    batch.expand("body_mass")[3, 2] = 1.0
    batch.step()


@pytest.mark.parametrize("exact", [False, True])
def test_a_number_beyond_float32_is_told_by_its_world(exact):
    batch = kn.Batch(kn.load(models.path("humanoid")), NWORLD, dtype="float32", keep=[], exact=exact)
    batch.expand("geom_solmix")[2, 1] = 1e300
    if exact:  # one by one in float64
        batch.step()
        return
    with pytest.raises(ValueError, match=r"world 2: geom_solmix\[1\] is 1e\+300, too large for float32"):
        batch.step()
    assert (batch.time == 0.0).all()


def test_too_many_worlds_are_refused_before_any_memory_is_taken():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(kn.KnuckleError, match="no memory for 1000000000 worlds"):
        kn.Batch(model("humanoid"), 10**9, keep=[])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kB
