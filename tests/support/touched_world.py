"""A world with something of everything that a hand in the studio can change."""

TOUCHED = """
<mujoco model="touched">
  <asset>
    <texture name="six" type="cube" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="16" mark="edge"/>
    <material name="six" texture="six"/>
  </asset>
  <worldbody>
    <light pos="0 0 4" dir="0 0 -1"/>
    <geom name="floor" type="plane" size="0 0 .1"/>
    <body name="arm" pos="0 0 1.2">
      <joint name="shoulder" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
    </body>
    <body name="ball" pos="-.5 0 .5"><freejoint/><geom name="ball" size=".2" material="six"/></body>
    <body name="handle" mocap="true" pos="-1.2 0 .5">
      <geom type="box" size=".15 .15 .15" contype="0" conaffinity="0"/>
    </body>
    <body name="follower" pos="-1.2 0 1"><freejoint/><geom type="box" size=".05 .05 .05"/></body>
  </worldbody>
  <equality><weld name="follow" body1="handle" body2="follower"/></equality>
  <actuator><motor name="weak" joint="shoulder" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="shoulder"/></sensor>
  <keyframe>
    <key name="up" time="7" qpos=".9 -.5 0 1 1 0 0 0 -1.2 0 1 1 0 0 0" mpos="-1.2 0 .5" mquat="1 0 0 0"/>
  </keyframe>
</mujoco>
"""
