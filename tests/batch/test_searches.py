"""Searches of smooth shapes side by side, whatever their geoms: each world goes from one of its pairs to the next."""

import numpy as np
import pytest

import knuckle as kn

BODIES = {
    "ellipsoid": '<geom type="ellipsoid" size=".1 .2 .06" {more}/>',
    "capsule": '<geom type="capsule" size=".05 .15" {more}/>',
    "sphere": '<geom size=".09" {more}/>',
}
FIELDS = ("dist", "pos", "frame", "friction", "solref", "solimp", "includemargin", "dim", "geom", "exclude")
NWORLD = 21


def crowd(more: str = "", pairs: str = "", options: str = "") -> kn.Model:
    kinds = ("ellipsoid", "capsule", "ellipsoid", "sphere", "ellipsoid", "capsule")
    bodies = "".join(
        f'<body pos="{0.1 * k} 0 0"><freejoint/>{BODIES[kind].format(more=f"""name="g{k}" {more}""")}</body>'
        for k, kind in enumerate(kinds)
    )
    return kn.load(f"<mujoco>{options}<worldbody>{bodies}</worldbody>{pairs}</mujoco>")


def scattered(m: kn.Model, dtype: str = "float64", nworld: int = NWORLD) -> kn.Batch:
    """Worlds that hold few contacts and many, deep and shallow, and pairs that only just miss each other."""
    random = np.random.default_rng(5)
    batch = kn.Batch(m, nworld, dtype=dtype, keep=["ncon", *(f"contact_{name}" for name in FIELDS)])
    spread = np.linspace(0.1, 0.35, nworld)[:, None]
    for k in range(6):
        batch.qpos[:, 7 * k : 7 * k + 3] = spread * random.normal(size=(nworld, 3))
        turn = random.normal(size=(nworld, 4))
        batch.qpos[:, 7 * k + 3 : 7 * k + 7] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
    batch.forward()
    return batch


def alone(m: kn.Model, batch: kn.Batch, world: int) -> kn.Data:
    d = kn.Data(m)
    d.qpos[:] = batch.qpos[world]
    kn.forward(m, d)
    return d


SCENES = {
    "plain": {},
    "margins": {"more": 'margin=".03" gap=".01"'},
    "listed": {"pairs": '<contact><pair geom1="g0" geom2="g2" margin=".05"/><pair geom1="g5" geom2="g4"/></contact>'},
    "exact": {"options": '<option ccd_tolerance="1e-10" ccd_iterations="100"/>'},
    "one turn": {"options": '<option ccd_iterations="1"/>'},
    "no multiccd": {"options": '<option><flag multiccd="disable"/></option>'},
}


@pytest.mark.parametrize("name", SCENES)
def test_each_world_has_the_contacts_of_one_alone(name):
    m = crowd(**SCENES[name])
    batch = scattered(m)
    assert len(np.unique(batch.ncon)) > 3
    for world in range(NWORLD):
        d = alone(m, batch, world)
        assert d.ncon == batch.ncon[world]
        for field in FIELDS:
            theirs = batch.read(f"contact_{field}")[world, : d.ncon]
            assert np.array_equal(np.reshape(getattr(d.contact, field), theirs.shape), theirs), field


def test_in_float32_they_are_as_near_as_poses_can_tell():
    m = crowd()
    batch = scattered(m, "float32", 100)
    compared = 0
    for world in range(batch.nworld):
        d = alone(m, batch, world)
        if d.ncon != batch.ncon[world]:
            continue  # one that only just touches, or just does not
        for c in range(d.ncon):
            if d.contact[c].dist > -0.02:  # cores do not overlap: no polytope is searched
                compared += 1
                assert batch.contact_dist[world, c] == pytest.approx(d.contact[c].dist, abs=1e-5)
    assert compared > 30


def test_worlds_go_on_where_there_was_no_room():
    m = crowd()
    few = kn.Batch(m, NWORLD, keep=["ncon"])
    many = scattered(m)
    few.qpos[:] = many.qpos
    few.step()
    assert np.array_equal(few.ncon, many.ncon)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_neighbours_change_no_bit(dtype):
    m = crowd()
    together = scattered(m, dtype, 200)
    one = kn.Batch(m, 1, dtype=dtype, keep=["ncon", "contact_dist", "contact_pos", "contact_frame"])
    for world in range(together.nworld):
        one.qpos[0] = together.qpos[world]
        one.forward()
        count = int(one.ncon[0])
        assert count == together.ncon[world]
        for name in ("contact_dist", "contact_pos", "contact_frame"):
            assert np.array_equal(one.read(name)[0, :count], together.read(name)[world, :count]), name
