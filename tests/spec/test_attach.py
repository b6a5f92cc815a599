"""`<attach>`: parts of other models and of the model itself; assets, classes, keyframes and all that refers to them."""

import pytest
from support.copy_scenes import ASSETS, INNER, sections, tree
from support.verdict import assert_same_or_refused

import knuckle as kn

pytestmark = pytest.mark.filterwarnings("ignore")
MODEL = '<asset><model name="c" file="c.xml"/></asset>'
HOLDER = '<body name="h" pos="1 2 3"><joint/><geom size="1"/>{}</body>'
ONE_MESH = '<mesh name="m" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/>'
RICH = f"""<mujoco model="rich"><compiler angle="radian" eulerseq="zyx"/>
<default><geom rgba="1 0 0 1"/><default class="k"><geom size=".3" material="mat"/></default>
<default class="l"><geom size=".2"/></default></default>
<custom><numeric name="n" data="1"/><text name="tx" data="x"/><tuple name="tn"><element objtype="numeric" objname="n"/>
</tuple><tuple name="tb"><element objtype="body" objname="b"/></tuple></custom>
<asset><texture name="tex" type="2d" builtin="flat" width="4" height="4"/><material name="mat" texture="tex"/>{ONE_MESH}
<material name="unused"/><hfield name="hf" nrow="2" ncol="2" size="1 1 1 1"/></asset>
<worldbody><light name="l"/><geom name="wg" size="1" material="mat"/><frame name="f" pos="1 0 0">
<body name="b" euler="0.1 0.2 0.3"><joint name="j" range="-1 1"/><geom name="g" class="k"/><site name="s"/>
<body name="bb" pos="0 1 0"><joint name="jj"/><geom name="gg" size=".1"/><site name="ss"/></body></body></frame>
<body name="c"><joint name="jc"/><geom name="gc" type="mesh" mesh="m"/><site name="sc"/></body></worldbody>
<contact><exclude name="xbc" body1="b" body2="c"/><exclude name="xbb" body1="b" body2="bb"/>
<pair name="pgc" geom1="g" geom2="gc"/><pair name="pgw" geom1="g" geom2="wg"/></contact>
<actuator><motor name="mj" joint="j"/><motor name="mc" joint="jc"/></actuator>
<sensor><clock name="cl"/><jointpos name="sj" joint="j"/><actuatorpos name="sa" actuator="mj"/></sensor>
<keyframe><key name="k1" qpos="1 2 3" ctrl="4 5" time="7"/><key name="k2" qvel="1"/></keyframe></mujoco>"""
STATES = """<mujoco><worldbody><body name="a" mocap="true" pos="1 2 3"><geom size="1"/></body><body name="f">
<freejoint/><geom size="1"/><body name="bb"><joint type="ball"/><geom size="1"/><body name="hh">
<joint name="h" ref="3"/>
<joint name="s" type="slide" springyield=".1" stiffness="3" axis="1 0 0"/><geom size="1"/></body></body></body>
<body name="z" mocap="true" pos="4 5 6"/></worldbody>
<actuator><motor joint="h"/><general joint="h" dyntype="integrator"/><general joint="h" dyntype="filter"/></actuator>
<keyframe><key name="k1" qpos="1 1 1 1 0 0 0 .5 .5"/><key name="k2" qvel="1 2 3 4 5 6 7" act="8" ctrl="1 2"
mpos="1 1 1 2 2"/><key name="k3" mquat="0 1 0 0 0 0 2 0" mpos="9 9 9"/><key name="k4" act="1 2" plastic="0.2"
qpos="1 2 3 1 0 0 0 1 0 0 0 1 .3"/></keyframe></mujoco>"""
NESTED = """<mujoco model="mid"><asset><model name="in" file="in.xml"/></asset><worldbody><body name="b">
<joint name="j"/><geom name="g" size="1"/>{}</body></worldbody><sensor><jointpos name="s" joint="j"/></sensor>
<keyframe><key name="k" qpos="1 2"/></keyframe></mujoco>"""
INNERMOST = """<mujoco model="in"><worldbody><body name="g"><joint name="gj"/><geom name="gg" size="1"/></body>
</worldbody><sensor><jointpos name="gs" joint="gj"/></sensor><keyframe><key name="gk" qpos="5"/></keyframe></mujoco>"""


def parent(inner, rest="", head=MODEL):
    return f'<mujoco>{head}<worldbody><geom name="first" size="1"/>{inner}</worldbody>{rest}</mujoco>'


@pytest.mark.parametrize("after", [True, False], ids=["others after", "others before"])
@pytest.mark.parametrize("section", sections())
def test_what_refers_to_a_part_is_attached_with_it(section, after):
    child = {"c.xml": f"<mujoco>{ASSETS}{tree(INNER, after)}{section}</mujoco>".encode()}
    assert_same_or_refused(parent(HOLDER.format('<attach model="c" body="b" prefix="x-"/>')), child)
    assert_same_or_refused(parent('<frame euler="1 2 3"><attach model="c" prefix="x-"/></frame>'), child)
    two = '<attach model="c" frame="f" prefix="x-"/><attach model="c" body="out" prefix="y-"/>'
    assert_same_or_refused(parent(two), child)
    own = INNER + HOLDER.format('<attach body="b" prefix="x-"/><attach frame="f" prefix="y-"/>')
    assert_same_or_refused(f"<mujoco>{ASSETS}{tree(own, after)}{section}</mujoco>")


@pytest.mark.parametrize(
    "inner",
    [
        '<attach model="c" prefix="x-"/>',
        '<attach model="c" body="b" prefix="x-"/>',
        '<attach model="c" frame="f" prefix="x-"/>',
        '<attach model="c" body="c" prefix="x-"/><attach model="c" body="b" prefix="y-"/>',
        '<attach model="c" body="b" prefix="x-"/><attach model="c" body="b" prefix="y-"/>',
        '<attach model="c" body="c" prefix=""/>',
        '<attach model="c" body="c" prefix="x-"/><geom class="x-l" name="later"/><geom class="x-main" size="1"/>',
        '<replicate count="3" sep="+" offset="1 0 0"><attach model="c" body="b" prefix="x-"/></replicate>',
        '<replicate count="2" sep="-"><replicate count="2" sep="+"><attach model="c" prefix="x-"/></replicate>'
        "</replicate>",
        '<body name="cap"><site name="sc"/><geom size="1" name="gc"/></body><attach model="c" body="b" prefix="x-"/>',
        '<attach model="c" body="b" prefix="x-"/><body name="e"><attach body="x-bb" prefix="S"/></body>',
        '<frame scale="2"><attach model="c" body="b" prefix="x-"/></frame>',
    ],
)
@pytest.mark.parametrize("keys", ["", '<keyframe><key name="pk" qpos="9" ctrl="7"/></keyframe>'])
def test_a_model_is_attached_as_the_reference_does(inner, keys):
    rest = f'<actuator><motor name="pm" joint="pj"/></actuator><sensor><clock name="t"/></sensor>{keys}'
    holder = f'<body name="p"><joint name="pj"/><geom size="1"/>{inner}</body>'
    holder += '<body name="q"><joint/><geom size="1"/></body>'
    assert assert_same_or_refused(parent(holder, rest), {"c.xml": RICH.encode()})


@pytest.mark.parametrize("part", ["", 'body="f"', 'body="bb"', 'body="z"'])
@pytest.mark.parametrize("around", ["{}", '<frame scale="2" pos="1 0 0">{}</frame>'])
def test_keyframes_keep_what_they_say_about_what_is_attached(part, around):
    inner = around.format(f'<attach model="c" {part} prefix="x-"/>')
    assert assert_same_or_refused(parent(inner), {"c.xml": STATES.encode()})


@pytest.mark.parametrize("outer", ['body="b"', "", 'body="b"|replicate'])
@pytest.mark.parametrize("inner", ['body="g"', "", 'body="g"|replicate'])
def test_attached_models_attach_others(outer, inner):
    middle = attach("in", inner, "n-")
    files = {"c.xml": NESTED.format(middle).encode(), "in.xml": INNERMOST.encode()}
    assert assert_same_or_refused(parent(attach("c", outer, "x-")), files)


def attach(model, part, prefix):
    part, _, copies = part.partition("|")
    element = f'<attach model="{model}" {part} prefix="{prefix}"/>'
    return f'<replicate count="2" sep="+">{element}</replicate>' if copies else element


SETTINGS = (
    'angle="radian" eulerseq="zyx"',
    'autolimits="false"',
    'boundmass="1000" boundinertia="1000"',
    'settotalmass="5"',
    'inertiafromgeom="true"',
    'inertiagrouprange="0 2"',
    'balanceinertia="true"',
    'discardvisual="true"',
    'fusestatic="true"',
    'alignfree="true"',
    'fitaabb="true"',
)
SET = f"""<compiler {{}}/><asset>{ONE_MESH}</asset><worldbody>{{}}
<body name="b" euler="10 20 30"><joint name="j" limited="true" range="-1 1" axis="1 2 3"/><geom name="g" size=".1 .2 .3"
type="box" pos=".1 .2 .3"/><geom name="v" contype="0" conaffinity="0" size=".1" group="3"/>
<body name="st" pos="1 0 0"><geom size=".3" name="sg"/></body>
<body name="i"><joint name="ij"/><inertial pos="0 0 0" mass="7" diaginertia="1 1 1.5"/><geom size=".1"/></body></body>
<body name="fr" pos="3 0 0"><freejoint/><geom size=".1" pos="1 0 0"/><geom type="box" mesh="m"/></body></worldbody>"""


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("who", ["child", "parent", "both"])
def test_each_model_is_compiled_with_its_own_settings(settings, who):
    own, other = (settings if who in ("child", "both") else ""), (settings if who in ("parent", "both") else "")
    child = {"c.xml": f"<mujoco>{SET.format(own, '')}</mujoco>".encode()}
    scene = SET.format(other, '<attach model="c" prefix="x-"/>')
    assert_same_or_refused(f"<mujoco>{MODEL}{scene}</mujoco>", child)


@pytest.mark.parametrize("policy", ["warning", "merge", "error"])
@pytest.mark.parametrize(
    ("here", "there"),
    [
        ('<option timestep="0.01"/>', '<option timestep="0.001" gravity="0 0 -1"/>'),
        ('<option timestep="0.001"/>', '<option timestep="0.002"/>'),
        ("", '<option timestep="0.001" integrator="RK4" o_margin="0.5" iterations="200"/>'),
        ('<option gravity="0 0 -1"/>', '<option gravity="0 0 -2"/>'),
        ('<option gravity="0 0 -1"/>', '<option><flag gravity="disable"/></option>'),
        ('<option iterations="30"/>', '<option iterations="20"/>'),
        ('<option><flag gravity="disable"/></option>', '<option><flag contact="disable" energy="enable"/></option>'),
        ('<option><flag gravity="enable"/></option>', '<option><flag gravity="disable"/></option>'),
        ('<option actuatorgroupdisable="1"/>', '<option actuatorgroupdisable="2"/>'),
        (
            '<size nkey="3" nuserdata="2" nuser_body="1"/>',
            '<size nkey="5" nuserdata="1" nuser_body="4"/>',
        ),
        ('<visual><map znear="0.1" zfar="10"/></visual>', '<visual><map znear="0.01" zfar="20" haze="1"/></visual>'),
        ("", '<size nuser_geom="2" nuser_cam="3" memory="2M"/>'),
        ('<statistic extent="3"/>', '<statistic extent="4" meansize="2"/>'),
    ],
)
def test_global_settings_follow_the_policy(policy, here, there):
    child = {"c.xml": f"<mujoco>{there}<worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>".encode()}
    head = f'<compiler conflict="{policy}"/>{here}{MODEL}'
    assert_same_or_refused(parent('<attach model="c" body="b" prefix="x-"/>', head=head), child)


def test_files_are_found_beside_the_model_that_names_them(tmp_path):
    (tmp_path / "robot" / "meshes").mkdir(parents=True)
    (tmp_path / "robot" / "meshes" / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")
    (tmp_path / "robot" / "robot.xml").write_text(
        '<mujoco model="r"><compiler meshdir="meshes"/><asset><mesh file="m.obj"/></asset><worldbody><body name="b">'
        '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    (tmp_path / "scene.xml").write_text(
        '<mujoco><asset><model file="robot/robot.xml"/></asset><worldbody><attach model="r" body="b" prefix="x-"/>'
        "</worldbody></mujoco>"
    )
    assert kn.load(tmp_path / "scene.xml").names("mesh") == ["x-m"]


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ('<attach model="d" prefix="x"/>', 'there is no model "d"; known: c'),
        ('<attach model="c" body="leg" prefix="x"/>', 'there is no body "leg" in model "c"'),
        ('<attach model="c" frame="f" body="b" prefix="x"/>', "give only one of frame, body"),
        ('<attach model="c"/>', 'attribute "prefix" is missing'),
        ('<attach prefix="x"/>', "body or frame must say which part"),
        ('<attach body="later" prefix="x"/><body name="later"/>', 'there is no body "later" so far in this model'),
        ('<attach model="c" prefix="x"/><attach model="c" prefix="x"/>', 'the name "xb" is taken'),
    ],
)
def test_faults_are_told_with_their_place(inner, words):
    with pytest.raises(kn.ModelError) as caught:
        kn.load(parent(inner), assets={"c.xml": b"<mujoco><worldbody><body name='b'/></worldbody></mujoco>"})
    assert words in str(caught.value)


def test_faults_of_an_attached_model_are_told_in_its_own_file():
    unknown = b"<mujoco>\n<worldbody><geomm/></worldbody></mujoco>"
    with pytest.raises(kn.ModelError) as caught:
        kn.load(parent('<attach model="c" prefix="x"/>'), assets={"c.xml": unknown})
    assert "c.xml:2:12: <geomm>: unknown element" in str(caught.value)
    bad = b"<mujoco><worldbody>\n<geom name='g' size='-1'/></worldbody></mujoco>"
    with pytest.raises(kn.ModelError) as caught:
        kn.load(parent('<attach model="c" prefix="x"/>'), assets={"c.xml": bad})
    assert 'c.xml:2:1: <geom name="xg">' in str(caught.value)


def test_models_in_a_circle_are_refused():
    files = {"c.xml": parent('<attach model="c" prefix="y"/>', head=MODEL.replace("c.xml", "d.xml")).encode()}
    files["d.xml"] = parent('<attach model="c" prefix="z"/>').encode()
    with pytest.raises(kn.ModelError, match=r'in a circle: "c.xml" → "d.xml" → "c.xml"'):
        kn.load(parent('<attach model="c" prefix="x"/>'), assets=files)
