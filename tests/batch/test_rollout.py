"""Rollouts: what is recorded, controls, worlds that stop early; Jacobians, rays and contacts of all worlds."""

import numpy as np
import pytest
from support.heap import HEAP
from support.worlds import batch_of, states

import knuckle as kn
from knuckle import models

NWORLD, NSTEP = 9, 6


@pytest.fixture(scope="module")
def m() -> kn.Model:
    return kn.load(models.path("humanoid"))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("kind", ["array", "shared", "returned", "written"])
def test_a_rollout_is_steps_one_by_one(m, dtype, kind):
    rng = np.random.default_rng(0)
    values = rng.uniform(-1, 1, (NWORLD, NSTEP, m.nu)).astype(np.float32)
    if kind == "shared":
        values = np.broadcast_to(values[0], values.shape)

    def write(batch, k):
        batch.ctrl[:] = values[:, k]

    control = {"array": values, "shared": values[0], "returned": lambda b, k: values[:, k], "written": write}[kind]
    worlds = states(m, NWORLD)
    rolled, stepped = (batch_of(m, worlds, dtype, keep=["qacc"]) for _ in range(2))
    found = rolled.rollout(NSTEP, control, record=["qpos", "qvel", "qacc", "time"])
    assert (found["steps"] == NSTEP).all() and found["time"].shape == (NWORLD, NSTEP)
    for k in range(NSTEP):
        stepped.ctrl = values[:, k]
        stepped.step()
        for name in ("qpos", "qvel", "qacc", "time"):
            assert (found[name][:, k] == getattr(stepped, name)).all()


FIXED = ["time", "qpos", "qvel", "ctrl", "qacc", "xpos", "xmat", "ncon", "status", "sensordata", "tree_awake"]


def both_ways(m, nworld, nstep, record, prepare, **options) -> tuple[dict, dict]:
    """What a rollout records with controls as an array, in few calls, and as a function, in one for each step."""
    values = np.random.default_rng(0).uniform(-1, 1, (nworld, nstep, m.nu)).astype(np.float32)
    found = []
    for control in (values, lambda batch, k: values[:, k]):
        batch = kn.Batch(m, nworld, keep=record, **options)
        prepare(batch)
        found.append((batch, batch.rollout(nstep, control, record=record)))
    (first, compiled), (second, one_by_one) = found
    for name in first.fields:
        if name not in ("overflow", "steps_done") and not name.startswith(("need_", "bad_")):
            np.testing.assert_array_equal(first.read(name), second.read(name), name)
    assert [problem.world for problem in first.problems()] == [problem.world for problem in second.problems()]
    return compiled, one_by_one


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
@pytest.mark.parametrize("handling", ["reset", "freeze", "keep"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_controls_as_an_array_do_what_a_function_does(m, dtype, handling):
    def prepare(batch):
        batch.reset(noise=0.05, seed=0)
        batch.qvel[2, 6], batch.qpos[5, 2] = np.nan, 1e20
        batch.qvel[7, 8] = 3e9  # it diverges after a step or two

    compiled, one_by_one = both_ways(m, 19, 45, FIXED, prepare, dtype=dtype, on_divergence=handling, threads=2)
    assert compiled.keys() == one_by_one.keys() == {"steps", *FIXED}
    for name, values in compiled.items():
        np.testing.assert_array_equal(values, one_by_one[name], name)
    assert handling == "keep" or compiled["status"][:, -1].any()


@pytest.mark.parametrize("record", [["qpos", "ncon"], ["qpos", "ncon", "contact_dist", "efc_force"]])
def test_rollouts_go_on_where_room_is_missing(record):
    m = kn.load(HEAP)
    assert kn.Batch(m, 1, keep=record, dtype="float32").lanes > 1
    compiled, one_by_one = both_ways(m, 9, 60, record, lambda batch: batch.reset(noise=0.01, seed=0), dtype="float32")
    assert compiled["ncon"].max() > 32  # more than there was room for
    for name, values in compiled.items():
        np.testing.assert_array_equal(values, one_by_one[name], name)
    if "contact_dist" in record:
        assert compiled["contact_dist"].shape[2] >= compiled["ncon"].max()
        last = compiled["ncon"][0, -1]
        assert compiled["contact_dist"][0, -1, :last].all()


def test_inputs_go_by_name(m):
    random = np.random.default_rng(3)
    given = {
        "ctrl": random.uniform(-1, 1, (NSTEP, m.nu)),
        "xfrc_applied": random.normal(scale=30.0, size=(NWORLD, NSTEP, m.nbody, 6)),
    }
    rolled, stepped = (batch_of(m, states(m, NWORLD), "float64", keep=[]) for _ in range(2))
    found = rolled.rollout(NSTEP, given, record=["qpos", "xfrc_applied"])
    for k in range(NSTEP):
        stepped.ctrl, stepped.xfrc_applied = given["ctrl"][k], given["xfrc_applied"][:, k]
        stepped.step()
        assert (found["qpos"][:, k] == stepped.qpos).all()
    assert (found["xfrc_applied"] == given["xfrc_applied"]).all() and (rolled.ctrl == given["ctrl"][-1]).all()


MOCAP = """
<mujoco>
  <worldbody>
    <body name="hand" mocap="true"/>
    <body name="ball" pos="0 0 .2"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <equality><weld body1="hand" body2="ball"/></equality>
</mujoco>
"""


def test_equalities_and_mocap_bodies_are_driven():
    m = kn.load(MOCAP)
    way = np.zeros((40, 1, 3))
    way[:, 0, 0] = np.linspace(0, 0.1, 40)
    holds = np.arange(40)[:, None] < 20
    found = kn.Batch(m, 5).rollout(40, {"mocap_pos": way, "eq_active": holds}, record=["xpos", "eq_active", "nefc"])
    assert (found["eq_active"] == holds).all() and (found["xpos"][:, :, 1] == way[:, 0]).all()
    assert (found["nefc"][:, :20] == 6).all() and not found["nefc"][:, 20:].any()


@pytest.mark.parametrize("nstep", [0, 1])
def test_rollouts_may_be_short(m, nstep):
    batch = batch_of(m, states(m, NWORLD), "float64", keep=[])
    before = batch.get_state()
    found = batch.rollout(nstep, np.ones((nstep, m.nu)), record=["qpos"])
    assert found["qpos"].shape == (NWORLD, nstep, m.nq) and (found["steps"] == nstep).all()
    assert (batch.get_state() == before).all() == (nstep == 0)


def test_an_array_of_the_caller_that_worlds_outgrow_is_told():
    batch = kn.Batch(kn.load(HEAP), 3, keep=["contact_dist"])
    own = {"contact_dist": np.zeros((3, 60, *batch.contact_dist.shape[1:]))}
    with pytest.raises(kn.KnuckleError, match="out: contact_dist: worlds came to have room for"):
        batch.rollout(60, record=["contact_dist"], out=own)


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
@pytest.mark.parametrize("handling", ["reset", "freeze"])
def test_worlds_that_diverge_in_the_last_step_keep_what_that_left(m, handling):
    values = np.full((NWORLD, 4, m.nu), 0.5)
    found = []
    for control in (values[:, 3:], lambda batch, k: values[:, 3]):
        batch = kn.Batch(m, NWORLD, keep=[], on_divergence=handling)
        batch.rollout(3, values[:, :3], record=[])
        batch.qvel[1], batch.status[4] = np.nan, kn.Status.BAD_QVEL  # the latter has frozen before, if any freezes
        found.append((batch, batch.rollout(1, control, record=["ctrl"])))
    (first, compiled), (second, one_by_one) = found
    assert (first.ctrl == second.ctrl).all() and (first.ctrl == compiled["ctrl"][:, -1]).all()
    assert (first.ctrl[1] == (0.0 if handling == "reset" else 0.5)).all()
    assert compiled["steps"].tolist() == one_by_one["steps"].tolist()
    assert compiled["steps"][4] == (1 if handling == "reset" else 0) and compiled["steps"][1] == 1


def test_a_field_may_be_named_twice(m):
    own = np.zeros((NWORLD, 2, m.nq))
    batch = kn.Batch(m, NWORLD, keep=[])
    assert batch.rollout(2, record=["qpos", "qpos"], out={"qpos": own})["qpos"] is own and own.any()


def test_arrays_of_the_caller_may_be_strided(m):
    whole = np.zeros((NWORLD, 2, NSTEP, 2 * m.nq))
    places = {
        "dense": np.zeros((NWORLD, NSTEP, m.nq)),
        "strided": whole[:, 1, :, ::2],
        "worlds": np.zeros((2 * NWORLD, NSTEP, m.nq))[::2],
    }
    for own in places.values():
        batch = batch_of(m, states(m, NWORLD), "float64", keep=[])
        assert batch.rollout(NSTEP, record=["qpos"], out={"qpos": own})["qpos"] is own
    assert all((own == places["dense"]).all() and own.any() for own in places.values())
    assert not whole[:, 0].any() and not whole[..., 1::2].any()


def test_worlds_stop_where_they_are_told_to(m):
    worlds = states(m, NWORLD)
    rolled, stepped = (batch_of(m, worlds, "float64", keep=[]) for _ in range(2))
    last = np.arange(NWORLD) % 4 * m.opt.timestep
    found = rolled.rollout(NSTEP, record=["qpos"], stop=lambda batch: batch.time > last + 1e-9)
    assert found["steps"].tolist() == [w % 4 + 1 for w in range(NWORLD)]
    for k in range(NSTEP):
        stepped.step(1, found["steps"] > k)
        assert (found["qpos"][:, k] == stepped.qpos).all()


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_worlds_stop_where_they_have_a_problem(m):
    batch = batch_of(m, states(m, NWORLD), "float64", keep=[])
    batch.qvel[4, 6] = np.nan
    found = batch.rollout(NSTEP, record=[], stop=kn.Status.BAD_QVEL)
    assert found["steps"].tolist() == [1 if w == 4 else NSTEP for w in range(NWORLD)]


def test_arrays_of_the_caller_are_filled(m, capfd):
    batch = kn.Batch(m, NWORLD, keep=[])
    own = {"qpos": np.zeros((NWORLD, NSTEP, m.nq))}
    assert batch.rollout(NSTEP, record=["qpos"], out=own, progress=True)["qpos"] is own["qpos"] and own["qpos"].any()
    assert "rollout" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"record": ["xpos"]}, KeyError, "does not keep 'xpos'"),
        ({"record": ["qposs"]}, KeyError, "qpos"),
        ({"control": np.zeros((3, 3))}, ValueError, "control: expected shape"),
        ({"control": {"contrl": np.zeros((3, 3))}}, kn.KnuckleError, "did you mean 'ctrl'"),
        ({"control": {"qpos": np.zeros((3, 3))}}, kn.KnuckleError, "'qpos' is no input of a step"),
        ({"control": {"xfrc_applied": np.zeros((3, 3))}}, ValueError, "control: xfrc_applied: expected shape"),
        ({"out": {"qpos": np.zeros(3)}}, ValueError, "out: expected for qpos an array float64"),
        ({"out": {"qacc": np.zeros(3)}}, KeyError, "qacc"),
        ({"out": {"qpos": np.broadcast_to(0.0, (NWORLD, NSTEP, 34))}}, ValueError, "read-only"),
        ({"control": [[1], [2, 3]]}, ValueError, "control: expected an array, found nested values of unequal length"),
        ({"control": {"ctrl": [[1], [2, 3]]}}, ValueError, "control: ctrl: expected an array"),
        ({"out": 3}, TypeError, "out: expected arrays by the names of fields, found 3"),
        ({"out": [1]}, TypeError, "out: expected arrays by the names of fields"),
        ({"out": {3: np.zeros(3)}}, KeyError, "out: 3 not among what is recorded"),
        ({"nstep": 2**62}, MemoryError, "what is recorded needs"),
        ({"stop": lambda batch: True}, ValueError, "mask of shape"),
        ({"stop": "never"}, TypeError, "stop"),
        ({"nstep": -1}, ValueError, "nstep"),
    ],
)
def test_mistakes_are_explained(m, options, error, words):
    batch = kn.Batch(m, NWORLD, keep=[])
    with pytest.raises(error, match=words):
        batch.rollout(**{"nstep": NSTEP, **options})


def test_jacobians_and_rays_are_those_of_each_world(m):
    batch = batch_of(m, states(m, NWORLD), "float64", keep=[])
    body = m.names("body")[3]
    geom, points = 2, np.random.default_rng(1).normal(size=(NWORLD, 3))
    found = batch.jac(body), batch.jac(body, point=points), batch.jac(geom=geom), batch.jac(body, worlds=[2])
    hits = batch.ray((0, 0, 9), (0, 0.01, -1))
    for w in range(NWORLD):
        d = batch.get_data(w)
        kn.forward(m, d)
        for answer, expected in zip(
            found, (kn.jac_body(m, d, body), kn.jac(m, d, points[w], body), kn.jac_geom(m, d, geom)), strict=False
        ):
            assert all((mine[w] == theirs).all() for mine, theirs in zip(answer, expected, strict=True))
        x, index, normal = kn.ray(m, d, (0, 0, 9), (0, 0.01, -1))
        assert (hits.x[w], hits.geom[w]) == (x, index) and (hits.normal[w] == normal).all()
    assert (found[3][0][0] == found[0][0][2]).all()
    for options in ({}, {"body": 1, "geom": 2}, {"geom": 1, "point": (0, 0, 0)}):
        with pytest.raises(TypeError, match="jac"):
            batch.jac(**options)
    with pytest.raises(ValueError, match="point: expected shape"):
        batch.ray((0, 0), (0, 0, 1))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_contacts_are_those_of_each_world(dtype):
    m = kn.load(
        "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .09'><freejoint/>"
        "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"
    )
    batch = kn.Batch(m, 5, dtype=dtype)
    batch.qpos[1, 2] = 3.0
    batch.forward()
    contact = batch.contact
    assert contact.count.tolist() == [4, 0, 4, 4, 4] and contact.mask.sum() == 16
    assert contact.dist.shape == (5, 4) and contact.frame.shape == (5, 4, 9)
    assert np.shares_memory(contact.dist, batch.contact_dist)
    d = batch.get_data(2)
    for name in ("dist", "pos", "frame", "geom", "dim", "geom1"):
        assert (getattr(contact, name)[2] == getattr(d.contact, name)).all(), name
    with pytest.raises(AttributeError, match="dist"):
        contact.distance  # noqa: B018
    with pytest.raises(AttributeError, match="does not keep 'ncon'"):
        kn.Batch(m, 5, keep=[]).contact  # noqa: B018
    with pytest.raises(AttributeError, match="does not keep 'contact_dist'"):
        kn.Batch(m, 5, keep=["ncon"]).contact.dist  # noqa: B018
