"""Models that use the compiler's arithmetic in all its ways, and their arrays: what processors must agree on.

As a program it writes the arrays of all models to the file that it is given.
"""

import pickle
import sys
import warnings

import numpy as np

from knuckle import models
from knuckle.compile import compile_spec
from knuckle.parse import load_file, load_string
from knuckle.schema.mjcf import FEATURES

OBJ = b"""
v 0.123456789 -1.5 2.25
v 1.1 0.333333333333 -0.7
v -0.9 0.00000123 0.4
v 0.3 1.7 -0.2
v 0.25 -0.125 -1.9
f 1 2 3
f 2 4 3
f 1 4 2
f 3 4 5
"""

POSES = """
<mujoco>
  <worldbody>
    <body euler="10 20 30"><joint axis="1 2 3"/><geom type="box" size=".1 .2 .3" axisangle="1 1 0 35"/>
      <body pos=".3 .2 .1" zaxis=".1 .2 -.7"><joint type="ball" springdamper=".3 .7"/>
        <geom type="capsule" size=".05" fromto="0 .1 .2 .3 -.4 .5"/><geom size=".07" pos=".1 .2 .3"/>
        <body pos=".3 .7 .1" xyaxes="1 .2 .3 0 1 .1"><joint name="j" type="slide" axis=".3 1 .2" armature=".01"/>
          <inertial pos=".1 0 .2" mass=".7" fullinertia=".3 .4 .5 .02 .01 .03"/><site euler="3 5 7"/>
        </body>
      </body>
      <camera sensorsize=".0036 .0027" focal=".0019 .0021" resolution="640 480"/>
      <camera sensorsize=".01 .007" focalpixel="700 650" resolution="1280 960"/>
    </body>
    <body pos="1 1 1"><freejoint align="true"/><geom type="ellipsoid" size=".1 .23 .37" fluidshape="ellipsoid"/>
      <geom type="ellipsoid" size=".1 .2 .31" shellinertia="true" pos=".1 0 .2"/>
      <geom type="cylinder" size=".1 .2"/></body>
    <frame scale="1.1 .9 1.3" scaling="geometry" euler="10 0 0"><body euler="-10 0 0"><joint axis="1 0 0"/>
      <inertial pos=".1 .2 .3" mass="1" diaginertia=".1 .11 .12"/></body></frame>
  </worldbody>
  <actuator><position joint="j" kp="30" dampratio=".7" gear="3"/></actuator>
</mujoco>
"""
SHAPES = {
    "sphere": "2",
    "hemisphere": "3",
    "cone": "17 .3",
    "supersphere": "11 .7 1.3",
    "supertorus": "9 .3 .6 .8",
    "wedge": "5 4 70 40 .3",
    "plate": "4 5",
    "disc": "5 6 1 .1 .2 .1",
    "cylinder": "4 5 3 .1 .2 .3",
    "ellipsoid": "4 5 6 .1 .2 .3",
}
BUILTIN = "".join(
    f'<mesh name="{kind}" builtin="{kind}" params="{params}" refquat=".7 .1 .2 .3" scale=".3 .4 .5"/>'
    for kind, params in SHAPES.items()
)
FLAT = dict.fromkeys(("plate", "disc"), 'contype="0" conaffinity="0"')  # they have no hull to collide with
SHOWN = "".join(
    f'<body><joint axis="1 2 3"/><geom type="mesh" mesh="{kind}" mass="1" {FLAT.get(kind, "")}/></body>'
    for kind in SHAPES
)
MESHES = f"""
<mujoco>
  <asset>{BUILTIN}<mesh name="file" file="a.obj" inertia="convex"/><mesh name="sheet" file="a.obj" inertia="shell"/>
    <hfield name="hill" nrow="3" ncol="3" elevation="0 1 .3 .7 .2 .9 .1 .4 .6" size="1 2 .5 .1"/></asset>
  <worldbody><geom type="hfield" hfield="hill" euler="0 0 20"/>
    {SHOWN}
    <body><joint/><geom type="mesh" mesh="file"/><geom type="capsule" mesh="file" fitscale="1.1"/></body>
    <body><joint/><geom type="mesh" mesh="sheet" pos=".1 .2 .3"/></body>
  </worldbody>
</mujoco>
"""


def compiled_arrays() -> dict[str, dict[str, np.ndarray]]:
    """The arrays of each model by name."""
    later = [feature for feature in FEATURES if feature != "actuator"]
    specs = {name: load_file(models.path(name), omit=later) for name in models.names()}
    specs |= {"poses": load_string(POSES), "meshes": load_string(MESHES, {"a.obj": OBJ})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: compile_spec(spec).arrays for name, spec in specs.items()}


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as file:
        pickle.dump(compiled_arrays(), file)
