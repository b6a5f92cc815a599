"""Rollouts: what is recorded, controls, worlds that stop early; Jacobians, rays and contacts of all worlds."""

import numpy as np
import pytest
from support.systems import model
from support.worlds import batch_of, states

import knuckle as kn

NWORLD, NSTEP = 9, 6


@pytest.fixture(scope="module")
def m() -> kn.Model:
    return model("humanoid")


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
        ({"out": {"qpos": np.zeros(3)}}, ValueError, "out: expected for qpos an array float64"),
        ({"out": {"qacc": np.zeros(3)}}, KeyError, "qacc"),
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
    with pytest.raises(KeyError, match="does not keep 'ncon'"):
        kn.Batch(m, 5, keep=[]).contact  # noqa: B018
    with pytest.raises(AttributeError, match="does not keep 'contact_dist'"):
        kn.Batch(m, 5, keep=["ncon"]).contact.dist  # noqa: B018
