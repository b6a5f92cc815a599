"""Contacts that a caller drops from the list or adds to it."""

import mujoco
import numpy as np
import pytest
from support.contact_reference import FIELDS, contacts
from support.random_scene import Scene
from support.reference import both

import knuckle as kn


@pytest.fixture
def heap():
    """A model with many contacts, its data after collision, and the reference."""
    m, reference = both(Scene(2, ("sphere", "capsule"), bodies=8).xml)
    d, state = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, state)
    mujoco.mj_comPos(reference, state)
    mujoco.mj_collision(reference, state)
    contacts(m, d, state)
    return m, d, reference, state


def test_filtered_contacts_keep_all_their_fields_and_their_order(heap):
    m, d, _, state = heap
    asked = []

    def keep(model, data, geom1, geom2):
        assert model is m and data is d
        asked.append((geom1, geom2))
        return (geom1 + geom2) % 2 == 0

    before = d.ncon
    dropped = kn.filter_contacts(m, d, keep)
    assert len(asked) == len(set(asked))
    assert 0 < dropped == before - d.ncon < before
    wanted = state.contact.geom.sum(axis=1) % 2 == 0
    for field in FIELDS:
        ours = d._arrays[f"contact_{field}"][: d.ncon]
        expected = getattr(state.contact, field)[wanted].reshape(ours.shape)
        np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-10, err_msg=field)  # rounding in near-parallel axes


def test_an_added_contact_equals_the_one_that_collision_found(heap):
    m, d, *_ = heap
    for c in range(d.ncon):
        row = {field: d._arrays[f"contact_{field}"][c].copy() for field in FIELDS}
        if d._arrays["contact_pair"][c] < 0:
            frame = row["frame"].reshape(3, 3)
            place = kn.add_contact(m, d, *map(int, row["geom"]), row["dist"], row["pos"], frame[0], frame[1])
            assert place == d.ncon - 1
            for field in FIELDS:  # the frame is made orthogonal again
                np.testing.assert_allclose(d._arrays[f"contact_{field}"][place], row[field], rtol=0, atol=1e-12)


@pytest.mark.parametrize("solver", ["newton", "pgs"])
@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
def test_a_contact_without_friction_still_carries(cone, solver):
    """Callers may write zero: the cone is as narrow then as that of geoms without friction, and no narrower."""
    text = (
        '<mujoco><worldbody><geom type="plane" size="1 1 1"{0}/><body pos="0 0 .099"><freejoint/><geom size=".1"{0}/>'
    )
    text += "</body></worldbody></mujoco>"

    def rewrite(m, d):
        d.contact.friction[:] = 0.0

    accelerations = []
    for friction, change in (("", rewrite), (' friction="0 0 0"', lambda m, d: None)):
        m = kn.load(text.format(friction))
        m.opt.cone, m.opt.solver = cone, solver
        d = kn.Data(m)
        kn.step_with_contacts(m, d, change)
        assert d.nefc > 0
        accelerations.append(d.qacc.copy())
    np.testing.assert_array_equal(*accelerations)
    assert accelerations[0][2] > -1.0, "carried"


def test_a_normal_without_direction_is_refused(heap):
    m, d, *_ = heap
    with pytest.raises(ValueError, match="normal: expected a vector with a direction"):
        kn.add_contact(m, d, 0, 1, 0.0, [0, 0, 0], [0, 0, 0])
