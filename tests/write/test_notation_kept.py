"""What a user changes in a Spec is changed in the user's own text: settings, flags, classes, orders, included files."""

import mujoco
import pytest
from support.model_difference import TOLERANCE, differences
from support.urdf_text import TETRAHEDRON

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.parse import load_file, load_string
from knuckle.write import in_own_notation

PART = """<mujocoinclude>
  <!-- of the part -->
  <option timestep="0.004"/>
  <default><default class="rod"><geom type="capsule" size=".02" fromto="0 0 0 0 0 .4"/></default></default>
  <worldbody>
    <body name="part" pos="0 0 1">
      <joint name="turn"/>
      <geom name="rod" class="rod"/>
    </body>
  </worldbody>
  <actuator><motor name="drive" joint="turn"/></actuator>
</mujocoinclude>
"""
TEXT = """<mujoco model="robot">
  <include file="parts/part.xml"/>
  <default>
    <geom rgba="1 0 0 1"/>
    <default class="leg"><geom size=".05" density="500"/><joint damping="2"/></default>
  </default>
  <asset>
    <texture name="t" type="2d" builtin="flat" width="4" height="4"/>
    <material name="m" texture="t"/>
  </asset>
  <worldbody>
    <!-- first -->
    <body name="a" childclass="leg">
      <freejoint/>
      <geom name="ga"/>  <!-- of a -->
      <body name="b" pos=".2 0 0">
        <joint name="j"/>  <!-- knee -->
        <geom name="gb" pos="0 0 .1"/>
        <site name="s"/>
      </body>
    </body>
    <!-- second -->
    <body name="c" pos="1 0 0">
      <joint name="k" damping="1"/>
      <geom name="gc" size=".1" material="m"/>
      <site name="r"/>
    </body>
    <replicate count="2" offset="0 1 0"><body name="copy" pos="3 0 0"><joint/><geom size=".1"/></body></replicate>
  </worldbody>
  <tendon><spatial name="rope"><site site="s"/><site site="r"/></spatial></tendon>
  <actuator>
    <motor name="one" joint="j"/>
    <!-- the other -->
    <position name="two" joint="k" kp="3"/>
  </actuator>
  <keyframe><key name="home" ctrl="1 2 3"/></keyframe>
</mujoco>
"""
ASSETS = {"parts/part.xml": PART.encode()}


def edited(edit) -> str:
    """The text after an edit; both engines read the model that the Spec is compiled to."""
    spec = kn.Spec.from_string(TEXT, assets=ASSETS)
    edit(spec)
    text = in_own_notation(spec)
    assert text is not None and text == spec.to_xml()
    theirs = mujoco.MjModel.from_xml_string(text, assets=ASSETS)
    for ours in (compile_spec(spec), compile_spec(load_string(text, assets=ASSETS))):
        wrong = [str(d) for d in differences(ours, theirs) if d.error > TOLERANCE]
        assert not wrong, "\n".join([*wrong[:3], text])
    return text


def lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


def new_lines(text: str) -> set[str]:
    return lines(text) - lines(TEXT)


def test_nothing_changes_by_itself():
    assert edited(lambda spec: None) == TEXT


def test_a_changed_flag_is_written_in_an_option():
    def edit(spec):
        spec.option.disableflags |= kn.DisableBit.CONTACT
        spec.option.enableflags |= kn.EnableBit.ENERGY

    assert new_lines(edited(edit)) == {"<option>", '<flag contact="disable" energy="enable"/>', "</option>"}


def test_a_flag_that_is_written_is_changed_in_place():
    text = '<mujoco>\n  <option><flag gravity="disable"/></option> <!-- no weight -->\n  <worldbody/>\n</mujoco>\n'
    spec = kn.Spec.from_string(text)
    spec.option.disableflags = 0
    spec.option.gravity = (0, 0, -1)
    assert spec.to_xml() == text.replace('"disable"', '"enable"').replace("<option>", '<option gravity="0 0 -1">')


def test_a_setting_of_an_included_file_is_overridden_behind_it():
    def edit(spec):
        spec.option.timestep = 0.001
        spec.statistic.extent = 2.0
        spec.visual.global_.fovy = 30.0
        spec.model = "other"

    text = edited(edit)
    assert '<include file="parts/part.xml"/>' in text and '<mujoco model="other">' in text
    assert {'<option timestep="0.001"/>', '<statistic extent="2"/>', '<global fovy="30"/>'} <= new_lines(text)


def test_a_changed_class_leaves_its_elements_as_they_are():
    def edit(spec):
        spec.default("leg").geom.size = 0.07
        spec.find("body", "a").add_geom(name="new", pos=(0, 1, 0))

    text = edited(edit)
    assert '<default class="leg"><geom size="0.07 0 0" density="500"/>' in text
    assert '<geom name="new" pos="0 1 0"/>' in lines(text)
    assert '<geom name="ga" size="0.05 0 0"/>  <!-- of a -->' in lines(text)


def test_a_class_is_changed_where_it_says_nothing_of_that_kind():
    def edit(spec):
        spec.default("leg").site.size = 0.3
        spec.default().joint.armature = 0.1

    text = edited(edit)
    assert '<site size="0.3 0.005 0.005"/><geom size=".05" density="500"/>' in text
    assert '<joint armature="0.1"/>' in lines(text) and '<joint name="k" damping="1" armature="0"/>' in lines(text)


def test_new_classes_are_written_inside_each_other():
    def edit(spec):
        outer = spec.add_default("outer", parent="leg")
        outer.geom.friction = 0.3
        spec.add_default("inner", parent=outer).geom.margin = 0.01
        spec.find("body", "c").add_geom(name="new", class_="inner")

    text = edited(edit)
    assert '<geom name="new" class="inner"/>' in lines(text) and '<default class="inner">' in lines(text)


def test_orders_are_changed_in_place_and_comments_go_along():
    def edit(spec):
        spec.find("body", "b").children.reverse()
        spec.move(spec.find("body", "a"), spec.worldbody)
        spec.actuators.reverse()

    text = edited(edit)
    assert text.index('name="s"') < text.index('name="gb"') < text.index('name="j"/>  <!-- knee -->')
    assert text.index("<!-- second -->") < text.index("<!-- first -->") < text.index('name="a"')
    assert text.index("<!-- the other -->") < text.index('name="two"') < text.index('name="one"')
    assert "<!-- of a -->" in text and "<!-- of the part -->" in text  # the order of actuators reaches into the part


def test_a_moved_body_takes_its_text_along():
    def edit(spec):
        spec.move(spec.find("body", "b"), spec.find("body", "c"))
        spec.find("geom", "gb").friction = 0.5

    text = edited(edit)
    assert '<body name="b" pos=".2 0 0" childclass="leg">' in lines(text)
    assert '<joint name="j"/>  <!-- knee -->' in lines(text)
    assert '<geom name="gb" pos="0 0 .1" friction="0.5 0.005 0.0001"/>' in lines(text)


def test_an_element_is_added_between_others():
    def edit(spec):
        body = spec.find("body", "c")
        body.add_geom(name="new", size=0.2)
        body.children.insert(1, body.children.pop())

    text = edited(edit)
    assert text.index('name="k"') < text.index('name="new"') < text.index('name="gc"')


def test_paths_and_layers_are_written_anew():
    def edit(spec):
        spec.tendons[0].add_site(site="s")
        spec.materials[0].texture = None
        spec.materials[0].rgba = (1, 0, 0, 1)

    text = edited(edit)
    assert text.count('<site site="s"/>') == 2 and '<material name="m" rgba="1 0 0 1"/>' in lines(text)


def test_what_is_deleted_is_deleted_with_what_refers_to_it():
    text = edited(lambda spec: spec.delete(spec.find("body", "c")))
    assert "<!-- first -->" in text and 'name="two"' not in text and 'name="rope"' not in text
    assert '<include file="parts/part.xml"/>' in text


def test_an_included_file_that_is_changed_comes_in_the_place_of_its_element():
    def edit(spec):
        spec.find("body", "part").pos = (0, 0, 2)
        spec.find("body", "part").add_site(name="top")

    text = edited(edit)
    assert "<include" not in text and "<!-- of the part -->" in text and '<body name="part" pos="0 0 2">' in lines(text)
    assert '<site name="top"/>' in lines(text)


def test_what_is_added_to_the_model_leaves_included_files_alone():
    def edit(spec):
        spec.worldbody.add_body(name="new").add_geom(size=0.1)
        spec.add_actuator("motor", name="third", joint="turn")
        spec.add_sensor("jointpos", joint="turn")

    text = edited(edit)
    assert '<include file="parts/part.xml"/>' in text and '<jointpos joint="turn"/>' in lines(text)


def test_another_model_is_attached_in_the_text():
    inner = '<body name="x"><joint name="jx" range="-1 1"/><geom size=".1"/></body>'
    child = f'<mujoco><compiler angle="radian"/><worldbody>{inner}</worldbody></mujoco>'

    def edit(spec):
        spec.attach(kn.Spec.from_string(child), spec.find("site", "r"), prefix="p-")

    text = edited(edit)
    assert "<!-- knee -->" in text and '<joint name="p-jx"' in text


def test_replicas_that_are_changed_are_left_to_the_canonical_text():
    spec = kn.Spec.from_string(TEXT, assets=ASSETS)
    spec.find("body", "copy1").pos = (0, 0, 5)
    assert in_own_notation(spec) is None and "replicate" not in spec.to_xml()
    spec = kn.Spec.from_string(TEXT, assets=ASSETS)
    spec.find("body", "c").pos = (0, 0, 5)
    assert "replicate" in spec.to_xml()


def test_features_that_were_left_out_stay_in_the_text():
    world = '<worldbody><!-- soft --><geom name="g" size=".1"/></worldbody>'
    text = f"<mujoco>{world}<deformable><skin/></deformable></mujoco>"
    spec = kn.Spec.from_string(text, omit=("deformable",))
    spec.find("geom", "g").size = 0.2
    assert spec.to_xml() == text.replace('".1"', '"0.2 0 0"')


@pytest.mark.parametrize("change", [False, True])
def test_a_file_is_saved_with_what_it_includes(tmp_path, change):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/part.xml").write_text(PART)
    (tmp_path / "robot.xml").write_text(TEXT)
    spec = kn.Spec.from_file(tmp_path / "robot.xml")
    spec.find("geom", "rod" if change else "gc").friction = 0.3
    spec.save_xml(tmp_path / "new.xml")
    assert ("<include" in (tmp_path / "new.xml").read_text()) != change
    theirs = mujoco.MjModel.from_xml_path(str(tmp_path / "new.xml"))
    for ours in (compile_spec(spec), compile_spec(load_file(tmp_path / "new.xml"))):
        assert not [str(d) for d in differences(ours, theirs) if d.error > TOLERANCE]


def test_files_that_lie_beside_an_included_file_are_named_anew(tmp_path):
    (tmp_path / "parts/inner").mkdir(parents=True)
    (tmp_path / "parts/inner/m.obj").write_bytes(TETRAHEDRON)
    (tmp_path / "parts/inner/more.xml").write_text('<x><asset><mesh file="m.obj"/></asset></x>')
    (tmp_path / "parts/part.xml").write_text(
        '<x><include file="inner/more.xml"/>'
        '<worldbody><body name="b"><geom type="mesh" mesh="m"/></body></worldbody></x>'
    )
    (tmp_path / "robot.xml").write_text('<mujoco><include file="parts/part.xml"/></mujoco>')
    spec = kn.Spec.from_file(tmp_path / "robot.xml")
    spec.find("body", "b").pos = (0, 0, 1)
    assert '<include file="parts/inner/more.xml"/>' in spec.to_xml()
    spec.meshes[0].scale = (2, 2, 2)
    assert '<mesh file="parts/inner/m.obj" scale="2 2 2"/>' in spec.to_xml()
    spec.save_xml(tmp_path / "new.xml")
    assert kn.load(tmp_path / "new.xml").mesh_scale[0, 0] == 2
