"""set_const: after a change of a compiled model, its derived constants are what the reference makes of them."""

import mujoco
import numpy as np
import pytest
from support.reference import EVERYTHING

import knuckle as kn

RICH = """
<mujoco>
  <asset>
    <hfield name="hills" nrow="3" ncol="3" size="2 2 .3 .1" elevation="0 1 0 1 0 1 0 1 0"/>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1 .3 .4 .9"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <geom name="ground" type="hfield" hfield="hills"/>
    <camera name="follow" mode="trackcom" pos="0 -1 1"/>
    <body name="trunk" pos="0 0 1">
      <freejoint/>
      <geom name="trunk" type="box" size=".1 .2 .3" fluidshape="ellipsoid"/>
      <camera name="chase" mode="track" pos="-1 0 .5" euler="10 20 30"/>
      <light name="lamp" mode="targetbodycom" target="arm" pos="0 0 2" dir="0 .6 -.8"/>
      <site name="tip" pos=".1 0 0"/>
      <body name="arm" pos=".3 0 0" euler="0 30 0">
        <joint name="elbow" axis="0 1 0" damping="1" stiffness="2" armature=".01"/>
        <geom name="arm" type="capsule" size=".05 .2" pos=".1 0 0" gap=".02"/>
        <body name="hand" pos=".2 0 .1">
          <joint name="wrist" type="ball" pos="0 0 .05"/>
          <geom name="hand" type="mesh" mesh="wedge"/>
        </body>
      </body>
    </body>
    <body name="ball" pos="2 0 1"><freejoint/><geom name="ball" size=".1"/></body>
    <body name="block" pos="3 0 1" simple="false"><freejoint/><geom name="block" type="box" size=".1 .2 .1"/></body>
    <body name="cart" pos="4 0 1">
      <joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/><geom size=".2"/>
    </body>
    <body name="handle" mocap="true" pos="1 1 1"><geom name="handle" type="cylinder" size=".1 .2"/></body>
  </worldbody>
  <equality>
    <connect body1="trunk" body2="ball" anchor="0 0 .5"/>
    <weld body1="handle" body2="hand"/>
    <weld body1="arm" body2="block" relpose="0 1 0 1 0 0 0"/>
  </equality>
  <actuator>
    <position joint="elbow" kp="10" dampratio="1"/>
    <motor joint="wrist" gear="1 2 3"/>
    <motor joint="x" gear="4" armature=".5"/>
  </actuator>
</mujoco>
"""
# a name of the change: field, index, what is written
CHANGES = {
    "nothing": (),
    "mass": (("body_mass", 2, 7.0),),
    "mass of a simple body": (("body_mass", 4, 9.0), ("body_inertia", 4, [1.0, 2.0, 3.0])),
    "mass on sliders": (("body_mass", 6, 9.0),),
    "mass of the world": (("body_mass", 0, 5.0),),
    "inertia": (("body_inertia", 3, [0.3, 0.4, 0.5]),),
    "inertial frame": (("body_ipos", 5, [0.1, 0.2, 0.3]), ("body_iquat", 5, [0.6, 0.8, 0.0, 0.0])),
    "lengths": (("body_pos", 2, [0.5, 0.1, 0.0]), ("body_quat", 3, [0.6, 0.0, 0.8, 0.0])),
    "joint": (("jnt_pos", 1, [0.0, 0.1, 0.0]), ("jnt_axis", 1, [0.0, 0.6, 0.8])),
    "armature": (("dof_armature", 6, 2.0), ("actuator_armature", 2, 3.0)),
    "gear": (("actuator_gear", 1, [3.0, 2.0, 1.0, 0.0, 0.0, 0.0]),),
    "sizes": (("geom_size", 2, [0.2, 0.3, 0.5]), ("geom_size", 3, [0.1, 0.4, 0.0]), ("geom_size", 5, [0.3, 0.0, 0.0])),
    "place of a geom": (("geom_pos", 2, [0.1, 0.0, 0.0]), ("geom_quat", 3, [0.0, 1.0, 0.0, 0.0])),
    "place of a site": (("site_pos", 0, [0.0, 0.0, 0.0]),),
    "contact": (("geom_margin", 2, 0.3), ("geom_gap", 3, 0.1), ("geom_contype", 2, 8), ("geom_conaffinity", 3, 6)),
    "height field": (("hfield_size", 0, [3.0, 1.0, 0.5, 0.2]),),
    "qpos0": (("qpos0", 7, 0.5), ("qpos0", slice(8, 12), [0.6, 0.0, 0.8, 0.0])),
    "views": (
        ("cam_pos", 0, [1.0, 1.0, 1.0]),
        ("light_dir", 0, [0.0, 0.0, -1.0]),
        ("cam_quat", 1, [0.6, 0.8, 0.0, 0.0]),
    ),
    "motion capture": (("body_pos", 7, [2.0, 1.0, 0.5]),),
    "weld by hand": (("eq_data", (1, 11), 0.0), ("body_pos", 2, [0.5, 0.1, 0.0])),
}
DERIVED = (
    *("body_subtreemass", "dof_M0", "dof_invweight0", "body_invweight0", "dof_length", "eq_data", "body_margin"),
    *("actuator_acc0", "actuator_length0", "cam_pos0", "cam_poscom0", "cam_mat0", "light_pos0", "light_poscom0"),
    *("light_dir0", "body_sameframe", "geom_sameframe", "site_sameframe", "geom_rbound", "geom_aabb", "geom_fluid"),
    *("body_contype", "body_conaffinity"),
)


def changed(text, changes):
    """Our model and the reference's, both changed in the same way, before constants are computed."""
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    for field, index, value in changes:
        getattr(m, field)[index] = value
        getattr(reference, field)[index] = value
    return m, reference


@pytest.mark.parametrize("change", CHANGES)
def test_all_constants_are_those_of_the_reference(change):
    m, reference = changed(RICH, CHANGES[change])
    kn.set_const(m, kn.Data(m))
    mujoco.mj_setConst(reference, mujoco.MjData(reference))
    for field in (field for field in dir(m) if isinstance(getattr(m, field), np.ndarray) and hasattr(reference, field)):
        ours, theirs = getattr(m, field), getattr(reference, field)
        if field in DERIVED or (ours.dtype == np.float64 and np.size(theirs) == ours.size):
            assert ours == pytest.approx(theirs.reshape(ours.shape), rel=1e-9, abs=1e-11), field


@pytest.mark.parametrize("change", [name for name in CHANGES if name != "nothing"])
def test_each_change_changes_something(change):
    """So that the test above can fail."""
    m, _ = changed(RICH, CHANGES[change])
    before = {field: getattr(m, field).copy() for field in DERIVED}
    kn.set_const(m)
    if change != "weld by hand":
        assert any(not np.array_equal(before[field], getattr(m, field)) for field in DERIVED)


@pytest.mark.parametrize("text", [RICH, EVERYTHING])
def test_a_compiled_model_needs_no_change(text):
    m = kn.load(text)
    before = {name: array.copy() for name, array in m._arrays.items()}
    kn.set_const(m)
    for name, array in m._arrays.items():
        assert array.tobytes() == before[name].tobytes(), name


def test_a_simulation_goes_on_as_if_the_model_had_been_compiled_so():
    heavier = RICH.replace('size=".1 .2 .3" fluidshape', 'size=".1 .2 .3" mass="40" fluidshape')
    m, other = kn.load(RICH), kn.load(heavier)
    for field in ("body_mass", "body_inertia", "actuator_biasprm"):  # the last: a damping ratio is not resolved anew
        getattr(m, field)[:] = getattr(other, field)
    kn.set_const(m)
    d, e = kn.Data(m), kn.Data(other)
    kn.step(m, d, 50)
    kn.step(other, e, 50)
    assert np.array_equal(d.qpos, e.qpos)


def test_the_data_stays_as_it_was():
    m = kn.load(RICH)
    d = kn.Data(m)
    kn.step(m, d, 10)
    before = {name: array.copy() for name, array in d._arrays.items()}
    m.body_mass[1] = 3.0
    kn.set_const(m, d)
    for name, array in d._arrays.items():
        assert array.tobytes() == before[name].tobytes(), name


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ((("body_ipos", 4, [0.1, 0.0, 0.0]),), kn.KnuckleError, 'body ball was compiled as simple.*simple="false"'),
        ((("jnt_pos", 5, [0.1, 0.0, 0.0]),), kn.KnuckleError, "body cart was compiled as simple"),
        ((("body_mass", 1, np.nan),), ValueError, r"body_mass\[1\] is nan"),
        ((("body_mass", 1, 1e308), ("body_mass", 2, 1e308)), ValueError, r"body_subtreemass\[0\] is inf"),
        ((("body_pos", 2, [1e200, 0.0, 0.0]),), ValueError, "too large to compute with"),
        ((("body_mass", 6, 0.0),), ValueError, "too large to compute with"),
    ],
)
def test_what_cannot_be_leaves_the_model_as_it_was(change, error, message):
    m = kn.load(RICH)
    for field, index, value in change:
        getattr(m, field)[index] = value
    before = {name: array.copy() for name, array in m._arrays.items()}
    with pytest.raises(error, match=message):
        kn.set_const(m)
    for name, array in m._arrays.items():
        assert array.tobytes() == before[name].tobytes(), name


def test_wrong_arguments():
    m, other = kn.load(RICH), kn.load(EVERYTHING)
    with pytest.raises(TypeError, match="expected a Model"):
        kn.set_const("model")
    with pytest.raises(TypeError, match="expected a Data"):
        kn.set_const(m, m)
    with pytest.raises(ValueError, match="another model"):
        kn.set_const(m, kn.Data(other))
