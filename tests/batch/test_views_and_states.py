"""Elements of all worlds by name, states as vectors, resets, and single worlds as Data."""

import copy
import pickle

import numpy as np
import pytest
from support.systems import model
from support.worlds import batch_of, states

import knuckle as kn
from knuckle import models
from knuckle.schema.fields import data_fields

NWORLD = 11
ROBOT = """
<mujoco>
  <worldbody>
    <body name="arm" pos="0 0 1"><joint name="hip" type="ball"/><geom name="bone" type="capsule" size=".05 .2"/>
      <site name="tip" pos="0 0 .2"/>
      <body name="hand" pos="0 0 .4"><joint name="wrist" axis="0 1 0"/><geom size=".05"/></body>
    </body>
    <body name="ball" pos="1 0 1"><freejoint name="free"/><geom size=".1"/></body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="wrist" coef="2"/></fixed></tendon>
  <actuator><motor name="pull" joint="wrist"/><motor name="push" tendon="cord"/></actuator>
  <sensor><framepos name="where" objtype="site" objname="tip"/><jointvel name="rate" joint="wrist"/></sensor>
  <keyframe><key name="bent" qpos="1 0 0 0 .5 1 0 2 1 0 0 0" ctrl="3 4" time="7"/></keyframe>
</mujoco>
"""


@pytest.fixture
def m() -> kn.Model:
    return kn.load(ROBOT)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_views_of_a_batch_are_those_of_each_data(m, dtype):
    worlds = states(m, NWORLD)
    batch = batch_of(m, worlds, dtype)
    batch.forward()
    alone = [batch.get_data(w) for w in range(NWORLD)]
    for kind in ("body", "joint", "geom", "site", "tendon", "actuator", "sensor"):
        for index in range(len(m.names(kind))):
            view, singles = getattr(batch, kind)(index), [getattr(d, kind)(index) for d in alone]
            assert view.name == singles[0].name and set(dir(view)) == set(dir(singles[0]))
            for name in set(dir(view)) - {"id", "name"}:
                expected = np.stack([getattr(each, name) for each in singles])
                assert (getattr(view, name) == expected).all() and getattr(view, name).shape == expected.shape, name


def test_views_are_live(m):
    batch = kn.Batch(m, NWORLD, keep=["sensordata"])
    batch.joint("wrist").qpos = np.arange(NWORLD)[:, None]
    batch.actuator("pull").ctrl[:] = 2
    batch.joint("hip").qvel = (1, 2, 3)
    assert (batch.qpos[:, 4] == np.arange(NWORLD)).all() and (batch.ctrl[:, 0] == 2).all()
    assert (batch.qvel[:, :3] == (1, 2, 3)).all()
    batch.forward()
    assert np.shares_memory(batch.sensor("where").data, batch.sensordata)
    assert batch.sensor("where").data.shape == (NWORLD, 3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda b: b.joint("wirst"), KeyError, "wrist"),
        (lambda b: b.joint("wrist").qpoos, AttributeError, "qpos"),
        (lambda b: b.body("arm").xpos, AttributeError, r"does not keep 'xpos'"),
        (lambda b: setattr(b.joint("wrist"), "qpos", np.zeros(5)), ValueError, "joint wrist: qpos: expected shape"),
        (lambda b: setattr(b.joint("wrist"), "id", 5), AttributeError, "id of a joint is read-only"),
        (lambda b: b.reset(keyframe="bend"), KeyError, "bent"),
        (lambda b: b.reset(noise=-1), ValueError, "standard deviation"),
        (lambda b: b.reset(noise={"qpoz": 1}), KeyError, "qpos"),
        (lambda b: b.reset([0, 0]), ValueError, "several times"),
        (lambda b: b.get_data(99), ValueError, "world"),
        (lambda b: b.set_state(np.zeros(3)), ValueError, "state: expected shape"),
        (lambda b: b.set_state(np.full(b.get_state().shape, np.nan)), ValueError, "finite time"),
        (lambda b: b.get_state(1 << 40), ValueError, "bits of State"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(m, call, error, words):
    batch = kn.Batch(m, NWORLD, keep=[])
    before = batch.get_state()
    with pytest.raises(error, match=words):
        call(batch)
    assert (batch.get_state() == before).all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_reset_is_that_of_a_data(m, dtype):
    batch = batch_of(m, states(m, NWORLD), dtype, keep=["qacc"])
    batch.step(3)
    before = batch.get_state()
    batch.reset([2, 5], "bent")
    d = kn.Data(m)
    kn.reset(m, d, "bent")
    others = np.isin(np.arange(NWORLD), [2, 5], invert=True)
    assert (batch.get_state()[others] == before[others]).all()
    assert (batch.get_state()[[2, 5]] == kn.get_state(m, d).astype(dtype)).all()
    batch.reset()
    assert (batch.get_state() == kn.get_state(m, kn.Data(m)).astype(dtype)).all()


def test_noise_of_a_world_is_its_own(m):
    batch, other = kn.Batch(m, NWORLD), kn.Batch(m, NWORLD)
    batch.reset(noise=0.1, seed=3)
    other.reset([4], noise={"qpos": 0.1, "qvel": 0.1}, seed=3)
    assert (batch.qpos[4] == other.qpos[4]).all() and (batch.qvel[4] == other.qvel[4]).all()
    assert len(np.unique(batch.qvel[:, 0])) == NWORLD and not other.qvel[3].any()
    np.testing.assert_allclose(np.linalg.norm(batch.joint("hip").qpos, axis=1), 1, rtol=0, atol=1e-14)
    assert 0.03 < batch.qvel.std() < 0.3


def test_states_are_those_of_each_data(m):
    worlds = states(m, NWORLD)
    batch, other = batch_of(m, worlds, "float64"), kn.Batch(m, NWORLD)
    for sig in (kn.State.QPOS, kn.State.PHYSICS, kn.State.FULLPHYSICS, kn.State.INTEGRATION):
        assert (batch.get_state(sig) == [kn.get_state(m, d, sig) for d in worlds]).all()
    other.set_state(batch.get_state())
    assert (other.get_state() == batch.get_state()).all()
    other.set_state(batch.get_state(kn.State.QVEL, 3)[0], kn.State.QVEL, [1, 2])
    assert (other.qvel[[1, 2]] == batch.qvel[3]).all() and (other.qvel[4] == batch.qvel[4]).all()


def test_a_world_goes_on_as_a_data(m):
    batch = batch_of(m, states(m, NWORLD), "float64", keep=["qacc"])
    batch.step(3)
    d = batch.get_data(-1)
    batch.step(4)
    kn.step(m, d, 4)
    for field in data_fields():
        if field.stage == "input":
            assert (batch.read(field.name, -1) == d._arrays[field.name]).all(), field.name


def test_some_worlds_step_and_others_stay_to_the_bit():
    m = model("everything")
    worlds = states(m, NWORLD)
    batch, whole = batch_of(m, worlds, "float64"), batch_of(m, worlds, "float64")
    before = {name: batch.read(name) for name in batch.fields}
    chosen = [7, 1, 8, 3, 10]
    batch.step(4, chosen)
    whole.step(4)
    others = np.isin(np.arange(NWORLD), chosen, invert=True)
    for name in batch.fields:
        assert batch.read(name, others).tobytes() == before[name][others].tobytes(), name
    for name in ("qpos", "qvel", "qacc", "xpos", "time"):
        assert (batch.read(name, chosen) == whole.read(name, chosen)).all(), name
    batch.step(4, others)
    assert (batch.qpos == whole.qpos).all()
    batch.step(1, [])
    batch.forward(2)
    batch.inverse(slice(0, 3))
    assert (batch.qpos == whole.qpos).all()


def test_the_state_of_no_world_is_empty(m):
    batch = kn.Batch(m, NWORLD)
    for sig in (kn.State.PHYSICS, kn.State.INTEGRATION):
        state = batch.get_state(sig, batch.qpos[:, 0] > 10.0)
        assert state.shape == (0, kn.state_size(m, sig))
        batch.set_state(state, sig, [])


def test_a_time_beyond_float32_is_refused_there(m):
    batch = kn.Batch(m, 2, dtype="float32")
    with pytest.raises(ValueError, match="expected a finite time"):
        batch.set_state(np.array([1e39]), kn.State.TIME)
    assert (batch.time == 0.0).all()
    batch.reset(noise={"qvel": 1e300}, seed=1)
    assert np.isinf(batch.qvel).any()


@pytest.mark.parametrize("noise", [0.1, {"qpos": 0.1, "act": 0.2}, {"ctrl": 0.3}])
def test_noise_of_a_world_depends_on_the_seed_alone(m, noise):
    many, few = (kn.Batch(m, 600) for _ in range(2))
    many.reset(noise=noise, seed=5)
    chosen = [599, 3, 255, 256]
    few.reset(chosen, noise=noise, seed=5)
    for name in ("qpos", "qvel", "act", "ctrl"):
        assert (few.read(name)[chosen] == many.read(name)[chosen]).all()
    assert len(np.unique(many.get_state(kn.State.PHYSICS | kn.State.CTRL), axis=0)) == 600
    few.reset(chosen, noise=noise, seed=6)
    assert (
        few.get_state(kn.State.PHYSICS | kn.State.CTRL)[3] != many.get_state(kn.State.PHYSICS | kn.State.CTRL)[3]
    ).any()


def test_a_view_can_be_copied_and_not_pickled(m):
    for owner in (kn.Data(m), kn.Batch(m, 2), m):
        view = copy.copy(owner.joint("wrist"))
        assert view.name == "wrist" and np.shares_memory(
            view.qpos if owner is not m else view.range, getattr(owner, "qpos" if owner is not m else "jnt_range")
        )
        for refused in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match="a view of a joint cannot be pickled"):
                refused(view)


def test_a_world_of_few_fields_tells_no_half_of_a_contact_force():
    m = kn.load(models.path("humanoid"))
    whole = kn.Batch(m, 2)
    some = ["ncon", "nefc", "contact_dist", "contact_geom", "contact_efc_address", "efc_force"]
    for keep in (None, some, ["ncon"]):
        batch = kn.Batch(m, 2, keep=keep)
        for each in (batch, whole):
            each.reset()
            each.step(300)
        d, expected = batch.get_data(1), whole.get_data(1)
        assert d.ncon == expected.ncon > 0
        force = kn.contact_force(m, d, 0)
        assert (force == 0.0).all() if keep else (force == kn.contact_force(m, expected, 0)).all()
        kn.forward(m, d)
        kn.forward(m, expected)
        assert kn.contact_force(m, d, 0)[0] == pytest.approx(kn.contact_force(m, expected, 0)[0], rel=1e-6)
