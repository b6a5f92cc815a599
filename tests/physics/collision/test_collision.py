"""Which geoms touch, in which order, and with which parameters, against the published behaviour."""

import mujoco
import numpy as np
import pytest
from support.contact_reference import FIELDS, collide, contacts
from support.random_scene import Scene
from support.reference import both

import knuckle as kn

# normals between nearly parallel axes magnify the rounding of both implementations
ROUNDING = 1e-10

TWO = """
<mujoco>
  <option {option}><flag {flag}/></option>
  <worldbody>
    <body><freejoint/><geom name="a" size=".1" {first}/></body>
    <body pos="{x} 0 0"><freejoint/><geom name="b" size=".1" {second}/></body>
  </worldbody>
  <contact>{contact}</contact>
</mujoco>
"""


def assert_equal(ours, theirs, tolerance):
    np.testing.assert_array_equal(ours["geom"], theirs["geom"].reshape(-1, 2))
    for field in FIELDS:
        expected = theirs[field].reshape(ours[field].shape)
        np.testing.assert_allclose(ours[field], expected, rtol=0, atol=tolerance, err_msg=field)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("shapes", [("sphere", "capsule"), ("sphere", "capsule", "box")], ids="-".join)
def test_contacts_are_the_published_ones_in_their_order(shapes, seed):
    scene = Scene(seed, shapes, bodies=1 + seed % 9, override=seed % 5 == 4)
    ours, theirs = collide(scene.xml, seed)
    assert_equal(ours, theirs, ROUNDING)


def test_random_scenes_have_what_they_are_for():
    """Contacts in their gaps, listed ones, all dimensions, moving and sticky surfaces: else the test above is blind."""
    found = [collide(Scene(seed, ("sphere", "capsule"), bodies=8).xml, seed)[1] for seed in range(6)]
    together = {field: np.concatenate([one[field] for one in found]) for field in FIELDS}
    assert set(together["exclude"]) == {0, 1}
    assert set(together["dim"]) == {1, 3, 4, 6}
    for field in ("adhesion", "surfacevel", "solreffriction"):
        assert together[field].any()


def two(x: float, *, first="", second="", contact="", option="", flag=""):
    xml = TWO.format(x=x, first=first, second=second, contact=contact, option=option, flag=flag)
    return collide(xml)


MIXES = {
    "equal solmix": ('solref=".1 .2"', 'solref=".3 .5"'),
    "weighted": ('solmix="1" solref=".1 .2"', 'solmix="3" solref=".3 .5" solimp=".1 .2 .3 .4 3"'),
    "first without weight": ('solmix="0" solref=".1 .2"', 'solref=".3 .5"'),
    "second of hardly any weight": ('solref=".1 .2"', 'solmix="9e-16" solref=".3 .5"'),
    "none with weight": ('solmix="0" solref=".1 .2"', 'solmix="0" solref=".3 .5"'),
    "direct and standard": ('solref="-100 -2"', 'solref=".3 .5"'),
    "zero time": ('solref="0 1"', 'solref=".3 .5"'),
    "first of higher priority": ('priority="1" condim="1" friction=".1 .2 .3" adhesion="3"', 'condim="6" adhesion="4"'),
    "second of higher priority": ('solref=".1 .2" condim="4"', 'priority="2" solref=".3 .5"'),
    "no friction": ('friction="0 0 0"', 'friction="0 0 0"'),
}


@pytest.mark.parametrize("name", MIXES)
def test_parameters_mix_as_published(name):
    first, second = MIXES[name]
    ours, theirs = two(0.19, first=first, second=second)
    assert len(ours["dist"]) == 1
    assert_equal(ours, theirs, 1e-15)  # one product and one sum


@pytest.mark.parametrize("x", [0.2, 0.2625, 0.28, 0.3, 0.33], ids="{:g}".format)
@pytest.mark.parametrize("adhesion", [0, 3])
def test_contacts_between_margin_and_gap_carry_no_force_unless_they_stick(x, adhesion):
    ours, theirs = two(x, first='margin="0.0625" gap=".03"', second=f'gap=".02" adhesion="{adhesion}"')
    assert len(ours["dist"]) == (x <= 0.3)
    assert_equal(ours, theirs, 1e-15)


OVERRIDE = 'o_margin=".1" o_solref=".3 .4" o_solimp=".1 .2 .3 .4 3" o_friction="0 .2 .3 .4 .5"'


@pytest.mark.parametrize("contact", ["", '<pair geom1="b" geom2="a" gap=".07" solreffriction=".1 .2" condim="4"/>'])
def test_override_replaces_the_parameters_of_all_contacts(contact):
    ours, theirs = two(0.25, first='margin=".3"', contact=contact, option=OVERRIDE, flag='override="enable"')
    assert len(ours["dist"]) == 1
    assert_equal(ours, theirs, 1e-15)


@pytest.mark.parametrize("flag", ["contact", "constraint"])
def test_no_contacts_where_the_flag_is_off(flag):
    assert len(two(0.1, flag=f'{flag}="disable"')[0]["dist"]) == 0


def test_a_world_alone_has_no_contacts():
    ours, theirs = collide(
        '<mujoco><worldbody><geom name="a" size=".1"/><geom name="b" size=".1"/></worldbody>'
        '<contact><pair geom1="a" geom2="b"/></contact></mujoco>'
    )
    assert len(ours["dist"]) == len(theirs["dist"]) == 0


@pytest.mark.parametrize("mode", list(kn.CollisionMode))
def test_collision_modes_choose_listed_or_dynamic_pairs(mode):
    xml = Scene(3, ("sphere", "capsule"), bodies=8).xml
    m, reference = both(xml)
    d, state = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_forward(reference, state)
    m.opt.collision = mode
    pairs = list(map(tuple, contacts(m, d, state)["geom"].tolist()))
    listed = {frozenset(pair) for pair in zip(m.pair_geom1, m.pair_geom2, strict=True)}
    theirs = list(map(tuple, state.contact.geom.tolist()))
    wanted = {
        kn.CollisionMode.ALL: theirs,
        kn.CollisionMode.PREDEFINED: [pair for pair in theirs if frozenset(pair) in listed],
        kn.CollisionMode.DYNAMIC: [pair for pair in theirs if frozenset(pair) not in listed],
    }
    assert pairs == wanted[mode]
    assert 0 < len(wanted[kn.CollisionMode.DYNAMIC]) < len(theirs)


@pytest.mark.parametrize("word", ["all", "predefined", "pair", "dynamic"])
def test_collision_modes_have_both_names_in_files_and_options(word):
    m = kn.load(f'<mujoco><option collision="{word}"/></mujoco>')
    assert m.opt.collision == kn.CollisionMode[word.upper()]
    m.opt.collision = "all"
    m.opt.collision = word
    assert m.opt.collision == kn.CollisionMode[word.upper()]
