"""Small models for sequences of calls: with rows of every kind, with small and large islands, and without contacts."""

BALL = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="b" pos="0 0 .09"><freejoint/><geom size=".1" adhesion=".2"/></body>
  </worldbody>
  <equality><connect body1="b" anchor="0 0 0"/></equality>
</mujoco>
"""
# contacts of all dimensions, a listed pair, limits, dry friction, every equality, an actuator
WORKSHOP = """
<mujoco>
  <option cone="elliptic"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom name="a" type="box" size=".1 .1 .1" condim="4"/><site name="a"/></body>
    <body name="b" pos=".15 0 .09"><freejoint/><geom name="b" type="capsule" size=".1 .1" condim="6"/></body>
    <body name="c" pos="0 .18 .1"><freejoint/><geom name="c" size=".1" condim="1"/><site name="c"/></body>
    <body name="arm" pos="1 0 .5">
      <joint name="shoulder" range="-5 5" frictionloss=".3" damping="1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
      <body pos=".3 0 0"><joint name="elbow" axis="0 1 0" range="-1 1" limited="true"/><geom size=".1" gap=".1" margin=".1"/></body>
    </body>
    <body pos="1 0 1"><joint type="ball" range="0 5" limited="true"/><geom size=".1" pos="0 0 .2"/></body>
  </worldbody>
  <contact><pair geom1="a" geom2="floor" condim="3"/></contact>
  <equality>
    <weld body1="a" body2="b"/><connect body1="c" body2="b" anchor=".1 0 0"/><joint joint1="shoulder" joint2="elbow"/>
    <weld site1="a" site2="c" active="false"/>
  </equality>
  <actuator><motor joint="elbow" ctrlrange="-1 1"/><position joint="shoulder" kp="10"/></actuator>
</mujoco>
"""  # noqa: E501


def heap(count: int, option: str) -> str:
    """Boxes and balls on a plate, all in one island of more than a hundred dofs."""
    shapes = ('type="box" size=".1 .1 .1"', 'size=".1"', 'type="capsule" size=".08 .05"')
    bodies = "".join(
        f'<body pos="{0.19 * (k % 5)} {0.19 * (k // 5)} .29"><freejoint/><geom {shapes[k % 3]}/></body>'
        for k in range(count)
    )
    return f"""
<mujoco>
  <option {option}</option>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos=".4 .4 .1"><freejoint/><geom type="box" size="1 1 .1"/></body>{bodies}
  </worldbody>
</mujoco>
"""


def apart(count: int) -> str:
    """Boxes that do not touch each other, in one block of the solver; some of them in the air."""
    bodies = "".join(
        f'<body pos="{k} 0 {0.09 if k % 3 else 2}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for k in range(count)
    )
    return f"""
<mujoco>
  <option><flag island="disable"/></option>
  <worldbody><geom type="plane" size="50 50 1"/>{bodies}</worldbody>
</mujoco>
"""


STILL = '<mujoco><worldbody><geom type="plane" size="1 1 1"/><geom size=".1"/></worldbody></mujoco>'
BARE = (
    "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>"
)
ASLEEP = """<mujoco><option sleep_tolerance=".1"><flag sleep="enable"/></option><worldbody>
<geom type="plane" size="5 5 .1"/><body mocap="true" pos="2 0 .2"><geom size=".1"/></body>
<body name="a" pos="0 0 .09" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="a"/></body>
<body name="b" pos="0 0 .28" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="b"/></body>
<body name="c" pos=".4 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="c"/></body>
<body pos="1 0 .5"><geom size=".05"/><body sleep="allowed"><joint name="p" axis="0 1 0" range="-1 1" damping="1"
frictionloss=".1"/><geom type="capsule" fromto="0 0 0 0 0 -.2" size=".03"/></body><body pos="0 .2 0" sleep="init">
<joint name="q" type="ball"/><geom size=".05"/></body></body></worldbody>
<equality><connect body1="a" body2="c" anchor="0 0 0" active="false"/><tendon tendon1="t" active="false"/></equality>
<tendon><spatial name="t" armature=".1" range="0 .41" limited="true"><site site="a"/><site site="c"/></spatial></tendon>
<actuator><general joint="p" dyntype="integrator"/></actuator></mujoco>"""
TEXTS = (
    *(BALL, WORKSHOP, heap(20, 'noslip_iterations="2">'), heap(20, 'cone="elliptic">'), apart(20), STILL, BARE),
    ASLEEP,
)
