"""Models of the reference implementation as our Model: what a compile product would hold, taken from its arrays."""

from types import SimpleNamespace

import mujoco
import numpy as np

from knuckle.model.model import Model
from knuckle.model.views import KINDS
from knuckle.schema.actuators import activation_states
from knuckle.schema.enums import CollisionMode, ObjType, PositionUpdate
from knuckle.schema.fields import model_fields, sizes
from knuckle.validate.moments import moment_pattern

EVERYTHING = """
<mujoco model="everything">
  <size nuserdata="3"/>
  <option timestep="0.004" integrator="implicitfast"/>
  <asset>
    <texture name="checker" type="2d" builtin="checker" width="4" height="4"/>
    <material name="floor" texture="checker" rgba=".1 .2 .3 1"/>
  </asset>
  <custom>
    <numeric name="gains" data="1 2 3"/>
    <numeric name="offset" data="7"/>
    <text name="note" data="hello"/>
    <tuple name="group"><element objtype="body" objname="torso" prm=".5"/></tuple>
  </custom>
  <worldbody>
    <light name="sun"/>
    <camera name="eye" pos="0 -3 1"/>
    <geom name="floor" type="plane" size="5 5 .1" material="floor"/>
    <body name="torso" pos="0 0 1" user="4 5">
      <freejoint name="root"/>
      <geom name="chest" size=".1"/>
      <site name="imu"/>
      <body name="thigh" pos=".2 0 0" gravcomp=".5">
        <joint name="hip" type="ball" springyield=".5" stiffness="3"/>
        <geom name="upper" type="capsule" size=".05 .1" user="1"/>
        <body name="shin" pos="0 0 -.3">
          <joint name="knee" axis="0 1 0" range="-90 10" springyield=".2" springref="20" stiffness="2"/>
          <geom name="lower" type="capsule" size=".05 .1"/>
          <geom size=".02"/>
        </body>
      </body>
    </body>
    <body name="slider"><joint name="rail" type="slide" axis="1 0 0"/><geom type="box" size=".1 .1 .1"/></body>
    <body name="hand" mocap="true" pos="1 2 3" quat="1 1 0 0"><geom size=".1"/></body>
  </worldbody>
  <contact>
    <pair name="step" geom1="lower" geom2="floor" condim="4"/>
    <exclude name="free" body1="shin" body2="slider"/>
    <exclude name="apart" body1="torso" body2="shin"/>
  </contact>
  <equality>
    <weld name="grip" body1="hand" body2="torso" active="false"/>
    <joint name="gear" joint1="rail" joint2="knee" polycoef="0 .5"/>
  </equality>
  <actuator>
    <motor name="push" joint="rail" gear="2" armature=".1"/>
    <general name="turn" joint="hip" gear="0 1 2" dyntype="filter" ctrlrange="-1 1" user="3"/>
  </actuator>
  <keyframe>
    <key name="home"/>
    <key name="bent" time="2" qpos="0 0 2 1 0 0 0 1 0 0 0 .5 .25" qvel="1 2 3 4 5 6 7 8 9 10 11" mpos="4 5 6"/>
  </keyframe>
</mujoco>
"""


def our_arrays(reference: mujoco.MjModel) -> dict[str, np.ndarray]:
    """What a model of ours holds of actuators beside the published fields: the pattern of moments, kinds of states."""
    arrays = {
        name: getattr(reference, name) for name in dir(reference) if name.startswith(("actuator_", "jnt_", "ten_"))
    }
    arrays |= {name: getattr(reference, name) for name in ("site_bodyid", "body_dofnum", "body_dofadr")}
    arrays |= {name: getattr(reference, name) for name in ("body_parentid", "dof_parentid")}
    columns = (arrays[f"actuator_{name}"] for name in ("dyntype", "dynprm", "gainprm"))
    states = [activation_states(*row) for row in zip(*columns, strict=True)]
    pattern = {name: value for name, value in moment_pattern(arrays, reference.nv).items() if name != "nJmom"}
    return pattern | {"actuator_actspec": np.array(states, int), "has_callbacks": np.array(0)}


OURS = ("has_callbacks", "actuator_actspec", "trn_rownnz", "trn_rowadr", "trn_colind")


def field_value(reference: mujoco.MjModel, name: str):
    """The value of a field of ours in a model of the reference; None for options that are ours alone."""
    if name in OURS:
        return our_arrays(reference)[name]
    for prefix in ("opt", "stat"):
        if name.startswith(prefix + "_"):
            return getattr(getattr(reference, prefix), name.removeprefix(prefix + "_"), None)
    value = getattr(reference, name)
    return np.frombuffer(value, "S1") if isinstance(value, bytes) else value


def compile_product(reference: mujoco.MjModel) -> SimpleNamespace:
    """What the compiler would give for the same model."""
    counts = {name: int(getattr(reference, name)) for name in sizes()}
    arrays = {field.name: field_value(reference, field.name) for field in model_fields()}
    arrays["opt_position_update"] = int(PositionUpdate.SEMIIMPLICIT)
    arrays["opt_collision"] = int(CollisionMode.ALL)
    arrays = {field.name: np.array(arrays[field.name], dtype=field.dtype) for field in model_fields()}
    arrays = {field.name: arrays[field.name].reshape(field.resolve(counts)) for field in model_fields()}
    return SimpleNamespace(
        counts=counts,
        arrays=arrays,
        names={kind: _names(reference, kind, counts[entry.size]) for kind, entry in KINDS.items()},
        model_name="everything",
        vis={"global": {"fovy": 45.0, "offwidth": 640}, "headlight": {"ambient": [0.1, 0.1, 0.1], "active": 1}},
        warnings=[],
    )


def both(xml: str = EVERYTHING) -> tuple[Model, mujoco.MjModel]:
    """One model in both implementations, with the very same arrays."""
    reference = mujoco.MjModel.from_xml_string(xml)
    return Model(compile_product(reference)), reference


def _names(reference: mujoco.MjModel, kind: str, count: int) -> list[str]:
    number = int(ObjType[kind.upper()])
    return [mujoco.mj_id2name(reference, number, index) or "" for index in range(count)]
