"""Sensors of compiled models: fields are the reference's, faults are told with their place."""

import mujoco
import numpy as np
import pytest
from support.model_difference import assert_same
from support.sensor_scenes import FELT, MOVING, TOUCHING, felt_sensors, moving_sensors, touching_sensors

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.parse import load_string
from knuckle.schema.mjcf import elements
from knuckle.validate.indices import broken_rules

WORLD = """<mujoco><size nuser_sensor="2"/>
<asset><mesh name="pl" builtin="plate" params="3 3"/><mesh name="ball" builtin="sphere" params="1"/>
<material name="mat"/>
<hfield name="hh" nrow="3" ncol="3" size="1 1 1 1"/></asset><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
<geom name="hf" type="hfield" hfield="hh"/><site name="sm" type="mesh" mesh="ball"/><body name="empty"/>
<geom name="g0" size=".1"/><site name="s0"/>
<frame {frame}><body name="b1" pos="0 0 1"><joint name="h" type="slide" range="-1 1"/><geom name="g1" size=".1"/>
<site name="s" size=".2"/><camera name="c" resolution="3 2"/><camera name="flat" resolution="0 2"/>
<body name="b2" pos="0 0 .5"><joint name="bj" type="ball"/><geom name="g2" size=".1"/><site name="s2"/></body></body>
<body><joint name="hh"/><geom size=".1"/></body></frame>
<body name="bf"><freejoint name="f"/><geom name="g3" type="box" size=".1 .1 .1"/>
<body name="seen"><geom name="v" size=".1" contype="0" conaffinity="0"/></body></body></worldbody>
<tendon><fixed name="q"><joint joint="h" coef="1"/></fixed>
<fixed name="t" range="-1 1"><joint joint="hh" coef="1"/></fixed>
<spatial name="sp" range="0 1"><site site="s"/><site site="s2"/></spatial></tendon>
<actuator><motor name="m" joint="h"/><motor name="mh" joint="hh"/><motor name="mt" tendon="sp"/></actuator>
<custom><tuple name="tu"><element objtype="sensor" objname="first"/>
<element objtype="tendon" objname="q"/></tuple></custom>
<keyframe><key name="k"/></keyframe>
<sensor><clock name="first"/>
{sensor}</sensor></mujoco>"""
SCALES = {
    "none": "",
    "similar": 'scale="2"',
    "with mass": 'scale="2" massscale="3"',
    "geometry": 'scale="2" massscale="3" scaling="geometry"',
}
# what is sensed in scaled frames: cutoff and noise follow
SCALED = (
    *('<touch site="s"/>', '<force site="s"/>', '<torque site="s"/>', '<accelerometer site="s"/>', '<gyro site="s"/>'),
    *('<jointpos joint="h"/>', '<jointvel joint="hh"/>', '<jointactuatorfrc joint="h"/>', '<ballangvel joint="bj"/>'),
    *('<jointlimitpos joint="h"/>', '<jointlimitfrc joint="h"/>', '<jointactuatorfrc joint="hh"/>', "<e_kinetic/>"),
    *('<tendonpos tendon="t"/>', '<tendonpos tendon="sp"/>', '<tendonlimitfrc tendon="sp"/>', "<clock/>"),
    *('<actuatorpos actuator="m"/>', '<actuatorpos actuator="mh"/>', '<actuatorfrc actuator="mt"/>', "<contact/>"),
    *('<framepos objtype="site" objname="s"/>', '<frameangacc objtype="body" objname="b2"/>', '<user dim="1"/>'),
    *('<framepos objtype="site" objname="s" reftype="site" refname="s0"/>', '<subtreecom body="b1"/>'),
    *('<subtreeangmom body="b2"/>', '<rangefinder site="s" data="dist dir"/>', '<rangefinder camera="c"/>'),
    *('<camprojection site="s" camera="c"/>', '<insidesite site="s" objtype="geom" objname="g2"/>'),
    *('<insidesite site="s0" objtype="geom" objname="g2" enclosed="true"/>', '<distance geom1="g1" geom2="g0"/>'),
    *('<normal geom1="g1" geom2="g2"/>', '<fromto body1="b1" geom2="g0"/>', '<magnetometer site="s"/>'),
)
MORE = (
    '<clock interval="2 -1" interp="cubic" user="1 2" noise="3"/>',
    '<user dim="4" objtype="tuple" objname="tu" datatype="quaternion" needstage="vel"/>',
    '<user dim="0" objtype="key" objname="k"/><user dim="3" datatype="axis" needstage="none"/>',
    '<user dim="2" objtype="sensor" objname="first"/><user dim="2" objtype="material" objname="mat"/>',
    '<contact data=""/><rangefinder site="s" data=""/><normal geom1="g1" geom2="g2" cutoff="1"/>',
    '<distance geom1="g1" body2="empty"/><distance geom1="g1" body2="b1"/><tactile mesh="ball" geom="g3"/>',
)


def world(sensor: str, frame: str = "") -> str:
    return WORLD.format(sensor=sensor, frame=frame)


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
def test_cutoff_and_noise_follow_the_scale_of_frames(scale):
    bounded = " ".join(each.replace("/>", ' cutoff="1" noise="1"/>') for each in SCALED)
    assert_same(world(bounded, scale))


@pytest.mark.parametrize("sensor", MORE)
def test_every_field_is_the_references(sensor):
    assert_same(world(sensor))


def test_every_kind_has_the_fields_of_the_reference():
    assert_same(MOVING.format(sensors="\n".join(moving_sensors())))
    assert_same(TOUCHING.format(sensors="\n".join(touching_sensors()), cone="elliptic", condim=3))
    text = FELT.format(sensors="\n".join(felt_sensors()))
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    for name in ("type", "dim", "adr", "objtype", "objid", "reftype", "refid", "cutoff"):
        assert np.array_equal(getattr(m, f"sensor_{name}"), getattr(reference, f"sensor_{name}"))


FAULTS = {
    "<touch/>": '"site" is missing',
    '<touch site=""/>': '"site" is missing or empty',
    '<touch site="z"/>': 'site: there is no site "z"',
    '<touch site="sm"/>': "must be a primitive shape",
    '<touch site="s" cutoff="-1"/>': "cutoff.* must not be negative",
    '<touch site="s" noise="-1"/>': "noise.* must not be negative",
    '<touch site="s" nsample="-1"/>': "nsample.* must not be negative",
    '<touch site="s" user="1 2 3"/>': "user has 3 values",
    '<touch site="s" interval="1 -1"/>': "phase must be larger than -1",
    '<touch site="s" interval="-1"/>': "period must not be negative",
    '<touch site="s" interval="1 1"/>': "phase must be",
    '<touch site="s" interp="quick"/>': 'unknown keyword "quick"; did you mean "cubic"',
    '<touch site="s" delay="2"/>': "delay=.* needs a history: give nsample",
    '<jointpos joint="bj"/>': "must be a hinge or a slide",
    '<jointvel joint="f"/>': "must be a hinge or a slide",
    '<jointactuatorfrc joint="bj"/>': "must be a hinge or a slide",
    '<ballquat joint="h"/>': "must be a ball joint",
    '<ballangvel joint="f"/>': "must be a ball joint",
    '<ballquat joint="bj" cutoff="1"/>': "cutoff has no meaning",
    '<framexaxis objtype="body" objname="b1" cutoff="1"/>': "cutoff has no meaning",
    '<jointlimitpos joint="bj"/>': "has no limits",
    '<tendonlimitfrc tendon="q"/>': "has no limits",
    '<tendonpos tendon="z"/>': 'there is no tendon "z"',
    '<actuatorpos actuator="z"/>': 'there is no actuator "z"',
    '<camprojection site="s" camera="flat"/>': "resolution .* must be positive",
    '<rangefinder camera="flat"/>': "resolution .* must be positive",
    "<rangefinder/>": "needs one of the attributes site, camera",
    '<rangefinder site="s" camera="c"/>': "give only one of site, camera",
    '<rangefinder camera=""/>': '"camera" is empty',
    '<rangefinder site="s" data="point dist"/>': "data must be in the order dist dir",
    '<rangefinder site="s" data="dist dist"/>': "given twice",
    '<rangefinder site="s" data="length"/>': 'unknown keyword "length"',
    '<framepos objtype="joint" objname="h"/>': 'objtype unknown keyword "joint"',
    '<framepos objtype="body" objname="z"/>': 'objname: there is no body "z"',
    '<framepos objtype="body"/>': '"objname" is missing',
    '<framepos objname="b1"/>': '"objtype" is missing',
    '<framepos objtype="body" objname="b1" reftype="body"/>': "reftype needs refname",
    '<framepos objtype="body" objname="b1" refname="b1"/>': "refname needs reftype",
    '<framepos objtype="body" objname="b1" reftype="body" refname="z"/>': 'refname: there is no body "z"',
    '<insidesite objtype="body" objname="b1"/>': '"site" is missing',
    '<insidesite site="s" objtype="camera" objname="c" enclosed="true"/>': "a camera has none",
    '<insidesite site="s" objtype="geom" objname="floor" enclosed="true"/>': "must be compact and convex",
    '<insidesite site="s" objtype="xbody" objname="empty" enclosed="true"/>': "has no geoms",
    '<distance geom1="g1"/>': "needs one of the attributes geom2, body2",
    '<distance geom1="g1" body1="b1" geom2="g2"/>': "give only one of geom1, body1",
    '<distance geom1="g1" geom2="g1"/>': "both ends are the same",
    '<distance geom1="g1" geom2="hf"/>': "height fields",
    '<contact geom1="g1" subtree1="b1"/>': "give only one of geom1, subtree1",
    '<contact site="s" body1="b1"/>': "give only one of site, body1",
    '<contact body2="b1" geom2="g1"/>': "give only one of body2, geom2",
    '<contact num="0"/>': "num must be positive",
    '<contact num="1000000000"/>': "a model may have",
    '<contact reduce="all"/>': 'unknown keyword "all"',
    '<contact data="force found"/>': "data must be in the order found force",
    '<contact data="angvel" reduce="netforce"/>': 'cannot be told with reduce="netforce"',
    '<contact subtree1="z"/>': 'there is no body "z"',
    '<clock noise="x"/>': 'noise "x" is not a number',
    '<clock cutoff="1 2"/>': "cutoff needs 1 value, got 2",
    '<clock name="first"/>': 'the name "first" is taken',
    '<clock site="s"/>': 'unknown attribute "site"',
    '<tactile geom="g3"/>': '"mesh" is missing',
    '<tactile mesh="z" geom="g3"/>': 'there is no mesh "z"',
    '<tactile mesh="pl" geom="v"/>': "no geom that collides",
    "<user/>": '"dim" is missing',
    '<user dim="x"/>': 'dim "x" is not a whole number',
    '<user dim="-1"/>': "dim must not be negative",
    '<user dim="2" datatype="axis"/>': 'needs dim="3"',
    '<user dim="2" objtype="body"/>': "objtype needs objname",
    '<user dim="2" objtype="thing" objname="b1"/>': 'unknown object type "thing"',
    '<user dim="2" objtype="dof" objname="h"/>': "cannot be sensed",
    '<user dim="2" objtype="numeric" objname="h"/>': 'there is no numeric "h"',
    '<plugin plugin="mujoco.sensor.touch_grid"/>': "not supported yet",
    "<compass/>": "unknown element in <sensor>",
}


@pytest.mark.parametrize("sensor", FAULTS)
def test_a_fault_is_told_once_with_its_place(sensor):
    with pytest.raises(kn.ModelError, match=FAULTS[sensor]) as caught:
        kn.load(world(sensor))
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].place.line == WORLD[: WORLD.index("{sensor}")].count("\n") + 1


@pytest.mark.parametrize("key", [key for key in elements() if key.startswith("sensor.")])
def test_every_attribute_refuses_what_is_no_value_of_it(key):
    """Wrong words, wrong numbers of values and wrong names of every attribute of every kind of sensor."""
    for name, attribute in elements()[key].attributes.items():
        if attribute.kind in ("name", "string"):
            continue
        value = "no-such-thing" if attribute.kind != "real" or not attribute.is_vector else "x"
        with pytest.raises(kn.ModelError, match=name):
            kn.load(world(f'<{elements()[key].tag} {name}="{value}"/>'))


def test_scaled_tactile_sensors_are_refused():
    with pytest.raises(kn.ModelError, match="scaled frame"):
        kn.load(world('<tactile mesh="pl" geom="g1"/>', 'scale="2"'))


BODIES = (
    '<body name="m"><joint/><geom size=".1"/><body name="s" pos="1 0 0">'
    '<geom name="g" size=".1" {}/><site name="p"/></body></body>'
)
KEPT = {
    '<force site="p"/>': True,
    '<torque site="p"/>': True,
    '<gyro site="p"/>': False,
    '<framepos objtype="body" objname="s"/>': True,
    '<framepos objtype="geom" objname="g" reftype="xbody" refname="s"/>': True,
    '<subtreecom body="s"/>': True,
    '<contact subtree2="s"/>': True,
    '<user dim="1" objtype="body" objname="s"/>': True,
    '<framepos objtype="geom" objname="g"/>': False,
}


@pytest.mark.parametrize("sensor", KEPT)
def test_bodies_that_sensors_are_about_are_not_fused(sensor):
    body = BODIES.format("")
    text = f'<mujoco><compiler fusestatic="true"/><worldbody>{body}</worldbody><sensor>{sensor}</sensor></mujoco>'
    assert_same(text)
    assert kn.load(text).nbody == 2 + KEPT[sensor]


@pytest.mark.parametrize(
    "sensor", ['<framepos objtype="geom" objname="g"/>', '<gyro site="p"/>', '<contact geom1="g"/>']
)
def test_geoms_that_sensors_are_about_are_not_discarded(sensor):
    body = BODIES.format('contype="0" conaffinity="0" mass="0"')
    text = f'<mujoco><compiler discardvisual="true"/><worldbody>{body}</worldbody><sensor>{sensor}</sensor></mujoco>'
    assert_same(text)
    assert kn.load(text).ngeom == 1 + ("gyro" not in sensor)


def test_what_is_left_out_takes_its_sensors_along():
    sensors = '<jointpos joint="h"/><tendonpos tendon="t"/><actuatorpos actuator="m"/>'
    text = world(sensors).replace('<element objtype="sensor" objname="first"/>', "")
    assert kn.load(text).names("sensor") == ["first", "", "", ""]
    assert kn.load(text, omit="tendon").nsensor == 3
    assert kn.load(text, omit="actuator").nsensor == 3
    assert kn.load(text, omit="sensor").nsensor == 0


BROKEN = {
    "sensor_type": (0, 47),
    "sensor_objtype": (0, 5),
    "sensor_objid": (0, 99),
    "sensor_reftype": (0, 6),
    "sensor_refid": (2, 99),
    "sensor_intprm": ((1, 0), 1 << 12),
    "sensor_dim": (0, 7),
    "sensor_adr": (1, 9),
    "sensor_needstage": (0, 9),
    "sensor_history": ((0, 0), 3),
}


@pytest.mark.parametrize("field", BROKEN)
def test_a_model_with_broken_sensors_is_refused(field):
    text = world('<contact num="3"/><camprojection site="s" camera="c"/>').replace(
        '<clock name="first"/>', '<touch name="first" site="s"/>'
    )
    compiled = compile_spec(load_string(text))
    assert not broken_rules(compiled.arrays, compiled.counts)
    place, value = BROKEN[field]
    compiled.arrays[field][place] = value
    assert any("sensor" in told for told in broken_rules(compiled.arrays, compiled.counts))


def test_structure_is_read_only_and_numbers_are_not():
    m = kn.load(world(""))
    with pytest.raises(ValueError, match="read-only"):
        m.sensor_objid[0] = 3
    m.sensor("first").cutoff = 2.0
    assert m.sensor_cutoff[0] == 2.0 and m.sensor("first").type == kn.SensorType.CLOCK


def test_a_saved_model_has_the_same_sensors(tmp_path):
    m = kn.load(MOVING.format(sensors="\n".join(moving_sensors())))
    m.save(tmp_path / "model.knm")
    again = kn.load(tmp_path / "model.knm")
    readings = []
    for each in (m, again):
        d = kn.Data(each)
        d.qvel[:] = 0.3
        kn.forward(each, d)
        readings.append(d.sensordata.copy())
    assert readings[0].any() and np.array_equal(*readings)
    assert again.names("sensor") == m.names("sensor")
