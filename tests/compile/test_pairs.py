"""Explicit contact pairs and excluded bodies compile to the reference's arrays, names and order."""

import pytest
from support.model_difference import assert_same, load_both

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

WORLD = """
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body name="a" pos="1 0 0"><freejoint/>
    <geom name="a1" size=".1" friction=".5 .6 .7" margin=".1" adhesion="3" solref="-1 -2"/>
    <geom name="a2" type="box" size=".1 .1 .1"/>
    <body name="b"><joint/><geom name="b1" type="capsule" size=".1 .1" contype="0" conaffinity="0"/></body>
  </body>
  <frame scale="{scale}" scaling="{scaling}"><body name="c"><joint/><geom name="c1" type="box" size=".1 .2 .3"/></body></frame>
</worldbody>
"""  # noqa: E501
PAIRS = """
<contact>
  <pair name="last" geom1="c1" geom2="b1" margin="1" gap="2" adhesion="3" friction="1 2 3 4 5" condim="6"/>
  <pair name="first" geom1="a1" geom2="floor" solreffriction=".3"/>
  <pair name="same body" geom1="a2" geom2="a1" solimp=".5 .6"/>
  <pair name="same bodies" geom1="a1" geom2="a2" class="slippery" solref=".1"/>
  <exclude body1="c" body2="a" name="late"/>
  <exclude body1="world" body2="b"/>
</contact>
"""
CLASSES = '<default><pair condim="4"/><default class="slippery"><pair friction=".1" margin=".2"/></default></default>'
SCALES = {"plain": ("1", "similar"), "similar": ("2", "similar"), "stretched": ("2 3 5", "geometry")}


def document(*parts, scale="1", scaling="similar"):
    return f"<mujoco>{WORLD.format(scale=scale, scaling=scaling)}{''.join(parts)}</mujoco>"


@pytest.mark.parametrize("scales", SCALES.values(), ids=SCALES)
def test_pairs_and_excludes_are_the_reference_s(scales):
    assert_same(document(CLASSES, PAIRS, scale=scales[0], scaling=scales[1]))


def test_pairs_are_sorted_by_their_bodies_and_keep_file_order_within():
    ours, _ = load_both(document(CLASSES, PAIRS))
    assert ours.names["pair"] == ["first", "same body", "same bodies", "last"]
    assert ours.names["exclude"] == ["", "late"]
    assert (ours.arrays["pair_signature"] == sorted(ours.arrays["pair_signature"])).all()


@pytest.mark.parametrize("option", ["fusestatic", "discardvisual"])
def test_what_a_pair_names_stays_when_bodies_fuse_and_visual_geoms_go(option):
    world = """<worldbody>
      <body name="s" pos="1 2 3"><geom name="s" size=".1"/></body><body name="t"><geom name="t" size=".1"/></body>
      <body name="m"><freejoint/><geom name="m" size=".1" contype="0" conaffinity="0"/>
        <body name="u"><geom name="u" size=".1" contype="0" conaffinity="0"/></body></body>
    </worldbody>"""
    contact = '<contact><pair geom1="t" geom2="m"/><exclude body1="s" body2="u"/></contact>'
    assert_same(f'<mujoco><compiler {option}="true"/>{world}{contact}</mujoco>')


def test_pairs_of_geoms_that_were_left_out_are_left_out():
    sdf = '<worldbody><geom name="gear" type="sdf" mesh="x"/></worldbody>'
    pair = '<contact><pair geom1="gear" geom2="a1"/><pair geom1="floor" geom2="a1"/></contact>'
    spec = load_string(document(sdf, pair), omit=["sdf"])
    assert [node.geom1 for node in spec.pairs] == ["floor"]


def test_every_fault_of_the_section_is_reported_at_once_with_the_nearest_name():
    text = document("""
<contact>
  <pair geom1="a1" geom2="flor"/>
  <pair geom1="a1"/>
  <pair geom1="a1" geom2="a1"/>
  <exclude body1="a" body2="wordl"/>
  <exclude body1="a" body3="b"/>
  <pairs geom1="a1" geom2="b1"/>
  <pair geom1="a1" geom2="b1" friction="1 2 3 4 5 6"/>
  <pair geom1="a1" geom2="b1"><geom/></pair>
  <pair geom1="a1" geom2="b1" class="slipery"/>
</contact>""")
    with pytest.raises(ModelError) as caught:
        load_string(text)
    found = str(caught.value)
    for words in (
        'geom2: there is no geom "flor"; did you mean "floor"',
        'attribute "geom2" is missing or empty',
        'both ends are "a1"',
        'body2: there is no body "wordl"; did you mean "world"',
        'unknown attribute "body3"; did you mean "body2" or "body1"',
        'unknown element in <contact>; did you mean "pair"',
        "friction needs 1 to 5 values, got 6",
        "unknown element, <pair> has no children",
        'unknown default class "slipery"',
    ):
        assert words in found, found


def test_the_dimension_of_a_pair_is_checked():
    text = document('<contact><pair geom1="a1" geom2="b1" condim="2"/></contact>')
    with pytest.raises(ModelError, match="must be 1, 3, 4 or 6"):
        compile_spec(load_string(text))
