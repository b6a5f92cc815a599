"""Elements by name or index."""

import mujoco
import numpy as np
import pytest
from support.reference import both

from knuckle.data.data import Data
from knuckle.model.names import id2name, name2id
from knuckle.schema.enums import ObjType

NAMED = {
    "body": "thigh",
    "joint": "hip",
    "jnt": "root",
    "geom": "lower",
    "site": "imu",
    "camera": "eye",
    "cam": "eye",
    "light": "sun",
    "texture": "checker",
    "tex": "checker",
    "material": "floor",
    "mat": "floor",
    "pair": "step",
    "exclude": "free",
    "equality": "gear",
    "eq": "grip",
    "actuator": "turn",
    "numeric": "gains",
    "tuple": "group",
    "key": "bent",
    "keyframe": "home",
}
IN_DATA = ("body", "joint", "jnt", "geom", "site", "camera", "cam", "light", "actuator")
COMPUTED = {"actuator": {"moment"}}  # from indices, which are there before the first step here
OUT_OF_SCOPE = {
    "texture": {"adr", "data", "contenttypeadr", "pathadr"},
    "tex": {"adr", "data", "contenttypeadr", "pathadr"},
}


@pytest.fixture
def pair():
    m, reference = both()
    rng = np.random.default_rng(0)
    d, reference_data = Data(m), mujoco.MjData(reference)
    for name, array in d._arrays.items():
        theirs = getattr(reference_data, name, None)
        if isinstance(theirs, np.ndarray) and array.dtype == np.float64 and array.shape == theirs.shape:
            array[...] = rng.normal(size=array.shape)
            theirs[...] = array
    return m, d, reference, reference_data


def public(owner) -> list[str]:
    return [name for name in dir(owner) if not name.startswith("_")]


def assert_same(ours, theirs, skip=frozenset()):
    for attribute in set(public(theirs)) - skip:
        one, two = getattr(ours, attribute), getattr(theirs, attribute)
        assert np.shape(one) == np.shape(two) and np.array_equal(one, two), attribute


@pytest.mark.parametrize("kind", NAMED)
def test_a_thing_of_a_model_shows_what_the_reference_shows(pair, kind):
    m, _, reference, _ = pair
    by_name = getattr(m, kind)(NAMED[kind])
    assert_same(by_name, getattr(reference, kind)(NAMED[kind]), OUT_OF_SCOPE.get(kind, set()))
    assert_same(getattr(m, kind)(by_name.id), by_name)


@pytest.mark.parametrize("kind", IN_DATA)
def test_a_thing_of_data_shows_what_the_reference_shows(pair, kind):
    m, d, _, reference_data = pair
    for index in range(len(m.names(kind))):
        assert_same(getattr(d, kind)(index), getattr(reference_data, kind)(index), COMPUTED.get(kind, set()))


def test_the_moment_of_an_actuator_is_a_row_of_all_dofs(pair):
    _, d, reference, reference_data = pair
    mujoco.mj_forward(reference, reference_data)
    for name in ("moment_rownnz", "moment_rowadr", "moment_colind", "actuator_moment"):
        d._arrays[name][...] = getattr(reference_data, name)
    for index in range(reference.nactuator):
        moment = d.actuator(index).moment
        assert moment.any() and np.array_equal(moment, reference_data.actuator(index).moment)
    with pytest.raises(ValueError, match="read-only"):
        d.actuator(0).moment[0] = 1
    with pytest.raises(AttributeError, match="moment of a actuator is read-only"):
        d.actuator(0).moment = 1
    assert "moment: array" in repr(d.actuator(0)) and "moment" in dir(d.actuator(0))


def test_writing_goes_through(pair):
    m, d, _, _ = pair
    d.joint("knee").qpos = 0.3
    assert d.qpos[11] == 0.3
    d.joint("hip").qpos = [0, 1, 0, 0]
    assert d.qpos[7:11].tolist() == [0, 1, 0, 0]
    d.joint("root").qvel[2] = 5
    assert d.qvel[2] == 5
    d.body("torso").xfrc_applied[0] = 9
    assert d.xfrc_applied[1, 0] == 9
    m.body("thigh").mass = 4
    assert m.body_mass[2] == 4
    m.body("thigh").mass += 1
    assert m.body_mass[2] == 5


def test_integers_of_a_data_are_only_read_by_name_too(pair):
    _, d, _, _ = pair
    before = d.map_dof2idof.copy()
    with pytest.raises(ValueError, match="joint root: map_dof2idof is read-only"):
        d.joint("root").map_dof2idof = 10**6
    with pytest.raises(ValueError, match="read-only"):
        d.joint("root").map_dof2idof[0] = 10**6
    assert np.array_equal(d.map_dof2idof, before)
    for kind in ("body", "joint", "geom", "actuator"):
        owner = getattr(d, kind)(0)
        arrays = [getattr(owner, name) for name in dir(owner)]
        assert not any(a.flags.writeable for a in arrays if isinstance(a, np.ndarray) and a.dtype.kind == "i"), kind


def test_a_constraint_is_switched_by_its_name(pair):
    _, d, _, _ = pair
    d.equality("gear").active = False
    d.eq("grip").active = True
    assert d.eq_active.tolist() == [True, False]


def test_custom_fields_give_their_data(pair):
    m, _, _, _ = pair
    assert m.numeric("gains").data.tolist() == [1, 2, 3] and m.numeric(1).data.tolist() == [7]
    assert m.text("note").data.tobytes() == b"hello\0"
    assert m.tuple("group").objid.tolist() == [1]


def test_identity_is_read_only(pair):
    _, d, _, _ = pair
    with pytest.raises(AttributeError, match="read-only"):
        d.body(1).name = "x"
    with pytest.raises(AttributeError, match="read-only"):
        d.body(1).id = 2


def test_wrong_values_and_attributes_are_refused(pair):
    _, d, _, _ = pair
    with pytest.raises(ValueError, match=r"joint hip: qpos: expected shape \(4,\), found shape \(3,\)"):
        d.joint("hip").qpos = [1, 2, 3]
    with pytest.raises(AttributeError, match="'qpos'"):
        d.joint("hip").qposs  # noqa: B018
    with pytest.raises(AttributeError, match="'xpos'"):
        d.body(1).xposs = 3


def test_a_bad_name_lists_the_valid_ones_nearest_first(pair):
    m, d, _, _ = pair
    with pytest.raises(KeyError) as caught:
        m.joint("kne")
    assert "'kne'; valid names: 'knee', 'hip', 'rail', 'root'" in str(caught.value)
    with pytest.raises(KeyError, match="'torso'"):
        d.body("Torso")
    with pytest.raises(KeyError):
        m.geom("")


@pytest.mark.parametrize("index", [4, -1, 2**70])
def test_a_bad_index_says_the_range(pair, index):
    m, _, _, _ = pair
    with pytest.raises(IndexError, match="0 to 3"):
        m.joint(index)


def test_neither_name_nor_index(pair):
    m, _, _, _ = pair
    for bad in (1.0, None, b"hip"):
        with pytest.raises(TypeError, match="name or an index"):
            m.joint(bad)


def test_a_long_list_of_names_is_cut():
    bodies = "".join(f"<body name='b{i}'/>" for i in range(60))
    m, _ = both(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    with pytest.raises(KeyError, match="and 41 more"):
        m.body("zzz")


def test_ids_and_names(pair):
    m, _, reference, _ = pair
    for kind, number in (("joint", ObjType.JOINT), ("geom", mujoco.mjtObj.mjOBJ_GEOM), ("camera", ObjType.CAMERA)):
        for index, name in enumerate(m.names(kind)):
            assert id2name(m, kind, index) == id2name(m, number, index) == name
            if name:
                assert name2id(m, kind, name) == name2id(m, number, name) == index
                assert index == mujoco.mj_name2id(reference, int(number), name)
    with pytest.raises(KeyError, match="hip"):
        name2id(m, "joint", "nope")
    with pytest.raises(KeyError, match="unknown kind"):
        name2id(m, "jiont", "hip")
    with pytest.raises(IndexError):
        id2name(m, "joint", 9)
