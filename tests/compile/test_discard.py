"""What is only looked at is discarded, and the dynamics stay, as in the reference implementation."""

import re

import pytest
from compile.test_random_models import compare
from support.model_difference import assert_same
from support.random_model import RandomModel

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

BALL = '<geom size=".1" material="plain"/>'
ASSETS = """<asset><texture name="grid" builtin="flat" width="4" height="4" type="2d"/>
  <texture type="skybox" builtin="flat" width="4"/>
  <material name="plain" texture="grid"/><material name="other"/></asset>"""


def visual(attributes: str = "") -> str:
    return f'<geom name="v" type="box" size=".1 .2 .3" pos="1 2 3" contype="0" conaffinity="0" {attributes}/>'


def model(content: str, compiler: str = "", more: str = "") -> str:
    start = f'<mujoco><compiler discardvisual="true" {compiler}/>{ASSETS}{more}'
    return f'{start}<worldbody><light texture="grid"/><body><joint/>{content}</body></worldbody></mujoco>'


def in_tuple(*objects: str) -> str:
    elements = "".join('<element objtype="{}" objname="{}"/>'.format(*name.split()) for name in objects)
    return f'<custom><tuple name="t">{elements}</tuple></custom>'


INERTIAL = '<inertial pos="0 0 1" mass="2" diaginertia="1 2 2.5"/>'
SITES = '<site name="a" pos="1 2 5"/><site name="b" pos="1 2 1"/>'
ROUND = '<geom name="v" size=".1" pos="1 2.05 3" contype="0" conaffinity="0"/>'
WRAPPED = '<tendon><spatial><site site="a"/><geom geom="v"/><site site="b"/></spatial></tendon>'
CASES = {  # model, numbers of geoms, materials and textures left
    "heavy": (model(BALL + visual()), (1, 0, 0)),
    "alone": (model(visual()), (0, 0, 0)),
    "beside an inertial": (model(INERTIAL + visual()), (0, 0, 0)),
    "massless": (model(BALL + visual('mass="0"')), (1, 0, 0)),
    "massless, inferred": (model(BALL + visual('mass="0"'), 'inertiafromgeom="true"'), (1, 0, 0)),
    "outside the groups": (model(BALL + visual('group="4"'), 'inertiagrouprange="0 2"'), (1, 0, 0)),
    "in a fluid": (model(BALL + visual('fluidshape="ellipsoid"')), (2, 0, 0)),
    "in a scaled frame": (model(f'{BALL}<frame scale="2">{visual()}</frame>'), (1, 0, 0)),
    "bounded": (model(BALL + visual(), 'boundmass="100" boundinertia="5"'), (1, 0, 0)),
    "total mass": (model(BALL + visual(), 'settotalmass="7"'), (1, 0, 0)),
    "geom in a tuple": (model(BALL + visual(), more=in_tuple("geom v")), (2, 0, 0)),
    "wrapped by a tendon": (model(BALL + ROUND + SITES, more=WRAPPED), (2, 0, 0)),
    "material in a tuple": (model(BALL, more=in_tuple("material plain")), (1, 1, 0)),
    "both in a tuple": (model(BALL, more=in_tuple("material plain", "texture grid")), (1, 1, 1)),
    "then fused": (model(f"{BALL}<body>{visual()}</body>", 'fusestatic="true"'), (1, 0, 0)),
    "fused by itself": (model(f"{INERTIAL}<body>{visual()}{BALL}</body>", 'fusestatic="true"'), (1, 0, 0)),
}


@pytest.mark.parametrize("case", CASES)
def test_visual_elements_are_discarded_as_in_the_reference(case):
    xml, left = CASES[case]
    counts = compile_spec(load_string(xml)).counts
    assert tuple(counts[name] for name in ("ngeom", "nmat", "ntex")) == left
    assert_same(xml)


def test_inertia_that_must_be_inferred_forbids_discarding():
    with pytest.raises(ModelError, match=r'name="v".*inertiafromgeom="auto"'):
        compile_spec(load_string(model(BALL + visual(), 'inertiafromgeom="true"')))


def test_the_spec_keeps_what_is_discarded():
    spec = load_string(model(BALL + visual()))
    compile_spec(spec)
    assert (len(spec.materials), len(spec.textures)) == (2, 2)
    spec.compiler.discardvisual = False
    assert compile_spec(spec).counts["ngeom"] == 2


@pytest.mark.parametrize("flags", ['discardvisual="true"', 'discardvisual="true" fusestatic="true"'])
@pytest.mark.parametrize("seed", range(20))
def test_bare_random_model_equals_the_reference(seed, flags):
    xml = RandomModel(seed).xml().replace("<compiler", f"<compiler {flags}")
    hidden = re.sub(r'<geom([^>]*) contype="2"', r'<geom\1 contype="0"', xml)
    hidden = re.sub(r'(<geom[^>]* contype="0" )(?!conaffinity)', r'\1conaffinity="0" ', hidden)
    compare(hidden)


def test_a_spec_that_users_edit_is_compiled_alike():
    spec = kn.Spec.from_string(model(BALL + visual()))
    assert (spec.compile().ngeom, len(spec.materials)) == (1, 2)
    spec.compiler.discardvisual = False
    assert spec.compile().ngeom == 2
