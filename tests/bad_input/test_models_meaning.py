"""Well-formed texts that describe no system: the element is named, with what it needs."""

import pytest

import knuckle as kn

BALL = '<geom size=".1"/>'


def world(inner: str) -> str:
    return f"<mujoco><worldbody>\n{inner}\n</worldbody></mujoco>"


def moving(inner: str) -> str:
    return world(f"<body>{inner}{BALL}</body>")


def section(inner: str) -> str:
    return f"<mujoco>\n{inner}\n</mujoco>"


# text -> words; the fault is in line 2
CASES = {
    # mass
    "no mass": (world('<body name="b"><joint/></body>'), 'name="b".*needs mass'),
    "zero mass": (world('<body name="b"><freejoint/><geom size="1" mass="0"/></body>'), "needs mass"),
    "negative mass": (world('<body><geom size="1" mass="-1"/></body>'), "must not be negative"),
    "negative density": (world('<body><geom size="1" density="-1"/></body>'), "must not be negative"),
    "inertia of no body": (
        world('<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>'),
        "balanceinertia",
    ),
    "indefinite inertia": (
        world('<body><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 2 0 0"/></body>'),
        "positive definite",
    ),
    "inertia without mass": (world('<body><inertial pos="0 0 0" diaginertia="1 1 1"/></body>'), '"mass" is missing'),
    "world with inertia": (world('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'), "cannot have inertia"),
    # shapes
    "no size": (world("<geom/>"), "sphere needs"),
    "negative size": (world('<geom size="-1"/>'), "positive"),
    "flat box": (world('<geom type="box" size="1 0 1"/>'), "box needs 3 positive"),
    "capsule of one number": (world('<geom type="capsule" size="1"/>'), "capsule needs 2 positive"),
    "coinciding points": (world('<geom type="capsule" size="1" fromto="1 1 1 1 1 1"/>'), "two points"),
    "stretched plane": (world('<geom type="plane" size="1 1 1" fromto="0 0 0 1 1 1"/>'), "fromto needs"),
    "plane in motion": (moving('<joint/><geom type="plane" size="1 1 1"/>'), "plane must belong"),
    "negative scale": (world('<frame scale="-1"><geom size="1"/></frame>'), "scale must be positive"),
    "size beyond all numbers": (moving('<geom size="1e200"/>'), "too large or too small to compute a mass"),
    # poses
    "zero quaternion": (world('<body quat="0 0 0 0"/>'), "quat must be longer"),
    "zero axis of rotation": (world('<body axisangle="0 0 0 30"/>'), "axisangle.*longer"),
    "parallel axes": (world('<body xyaxes="1 0 0 2 0 0"/>'), "xyaxes"),
    "zero joint axis": (moving('<joint axis="0 0 0"/>'), "axis must be longer"),
    "zero direction": (world('<light dir="0 0 0"/>'), "dir must be longer"),
    "two orientations": (world('<body quat="1 0 0 0" euler="0 0 0"/>'), "only one of"),
    # joints
    "joint in the world": (world("<joint/>"), "world body cannot have joints"),
    "free joint deep down": (world(f"<body><body><freejoint/>{BALL}</body></body>"), "child of the world"),
    "free and hinge": (moving("<freejoint/><joint/>"), "6 degrees of freedom"),
    "seven joints": (moving("<joint/>" * 7), "6 degrees of freedom"),
    "hinge after ball": (moving('<joint type="ball"/><joint/>'), "cannot be followed"),
    "range upside down": (moving('<joint limited="true" range="1 -1"/>'), "must be below"),
    "range of a ball": (moving('<joint type="ball" range="10 20"/>'), "must be 0 for a ball"),
    "half a spring": (moving('<joint springdamper=".1 0"/>'), "both values must be positive"),
    "mocap below a body": (world('<body><body mocap="true"/></body>'), "mocap body must be a child of the world"),
    # names and references
    "body twice": (world('<body name="a"/><body name="a"/>'), 'the name "a" is taken: the first is at <string>:2:1'),
    "joint twice": (moving('<joint name="j"/><joint name="j"/>'), 'the name "j" is taken'),
    "free joint and joint": (
        world(f'<body><freejoint name="j"/>{BALL}</body><body><joint name="j"/>{BALL}</body>'),
        'the name "j" is taken',
    ),
    "body called world": (world('<body name="world"/>'), "the name of the world body"),
    "class twice": (section('<default><default class="a"/><default class="a"/></default>'), "defined twice"),
    "no such material": (world('<geom size="1" material="wod"/>'), 'no material "wod"'),
    "no such target": (world('<camera mode="targetbody" target="x"/>'), 'no body "x"'),
    "no such texture": (section('<asset><material name="m" texture="t"/></asset>'), 'no texture "t"'),
    "no such object": (
        section('<custom><tuple name="t"><element objtype="body" objname="x"/></tuple></custom>'),
        'no body "x"',
    ),
    # assets
    "texture without a file": (section('<asset><texture name="t" file="no.png"/></asset>'), "no file no.png"),
    "texture from disk": (section('<asset><texture name="t" file="/etc/passwd.png"/></asset>'), "among the assets"),
    "texture of no size": (section('<asset><texture name="t" builtin="flat" width="-3"/></asset>'), "positive width"),
    # sections
    "too long a key": (section('<keyframe><key qpos="1 2 3"/></keyframe>'), "room for 0"),
    "user data": (section('<size nuser_cam="1"/><worldbody><camera user="1 2"/></worldbody>'), "nuser_cam"),
    "numeric without values": (section('<custom><numeric name="n"/></custom>'), "size must be positive"),
    "numeric of negative size": (section('<custom><numeric name="n" size="-5"/></custom>'), "size must be positive"),
    "numeric that overflows": (section('<custom><numeric name="n" size="1" data="1 2"/></custom>'), "more than its"),
    "negative user data": (section('<size nuserdata="-1"/>'), "at least 0"),
    "zero extent": (section('<statistic extent="0"/>'), "must be positive"),
    "zero realtime": (section('<visual><global realtime="0"/></visual>'), "must be positive"),
    "contact dimension": (world('<geom size="1" condim="5"/>'), "must be 1, 3, 4 or 6"),
    "field of view": (world('<camera fovy="200"/>'), "below 180"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_model_without_sense_is_refused_in_its_line(name):
    text, words = CASES[name]
    with pytest.raises(kn.ModelError, match=words) as caught:
        kn.load(text)
    assert {problem.place.line for problem in caught.value.problems} == {2}
    assert all(problem.place.column >= 1 and problem.element.startswith("<") for problem in caught.value.problems)


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # such models may well diverge
@pytest.mark.parametrize("value", ["1e-300", "1e300", "-1e300", "1e-15"])
@pytest.mark.parametrize("attribute", ["pos", "axis", "stiffness", "damping", "armature", "ref", "springref"])
def test_extreme_values_run_or_are_refused(attribute, value):
    values = f"{value} {value} {value}" if attribute in ("pos", "axis") else value
    try:
        m = kn.load(moving(f'<joint {attribute}="{values}"/>'))
    except kn.ModelError as error:
        assert error.problems[0].message
        return
    d = kn.Data(m)
    m.opt.flags.constraint = False
    kn.step(m, d, 3)
    assert abs(d.qpos).max() <= 1e10 or d.status


def test_inertia_beyond_all_numbers_is_a_fault_of_its_tree():
    text = world('<body name="b"><joint/><inertial pos="0 1e200 0" mass="1" diaginertia="1 1 1"/></body>')
    with pytest.raises(kn.ModelError, match=r'2:1: <body name="b">: its tree has .* too large to compute'):
        kn.load(text)
