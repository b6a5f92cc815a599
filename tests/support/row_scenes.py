"""Small scenes for each family of constraint rows; all ask for the sparse Jacobian, whose pattern can be compared."""

TREES = """
  <worldbody>
    <body name="torso" pos="0 0 1"><freejoint/><geom size=".1"/>
      <body name="arm" pos=".3 0 0"><joint name="shoulder" type="ball"/><geom size=".1" pos=".1 .2 0"/>
        <site name="palm" pos=".1 .2 .3" euler="10 20 30"/>
        <body name="glove" pos=".1 0 0"><geom size=".02"/></body>
      </body>
      <body name="leg" pos="-.3 0 0"><joint name="hip" axis="0 1 0"/><geom size=".1"/></body>
    </body>
    <body name="base" pos="1 1 1"><joint name="turn" axis="0 1 1" pos="0 .1 .2" ref="5"/><geom size=".1"/>
      <body name="tip" pos=".2 .3 .1"><joint name="slide" type="slide" axis="1 .3 0" ref=".1"/>
        <geom size=".1" pos=".2 .1 0"/><site name="nail" pos=".1 -.2 .3" euler="-40 20 30"/>
      </body>
    </body>
    <body name="post" pos="3 0 0"><geom size=".1"/></body>
    <body name="hand" mocap="true"><geom size=".1"/></body>
  </worldbody>
"""

# the impedance is in its transition in some of these, at its ends in others
EQUALITIES = {
    "connect": """<connect body1="arm" body2="tip" anchor=".1 .2 .3" solimp=".2 .99 9 .3 3.3"/>
        <connect body1="arm" body2="leg" anchor=".1 0 0" solref="-100 -5"/><connect body1="tip" anchor="0 0 .1"/>""",
    "connect_sites": '<connect site1="palm" site2="nail" solimp=".5 .9 5 .5 1"/>',
    "weld": """<weld body1="arm" body2="tip" anchor=".1 .2 .3" torquescale="1.7" solimp=".2 .99 9 .3 2"/>
        <weld body1="leg" body2="arm" relpose=".1 .3 .2 .3 .4 .5 .6" torquescale=".4"/>
        <weld body1="leg" body2="hand"/>""",
    "weld_sites": '<weld site1="palm" site2="nail" torquescale=".6" solimp=".5 .9 9 .5 4"/>',
    "joint": """<joint joint1="turn" joint2="slide" polycoef=".1 .2 .3 .4 .5" solimp=".1 .9 2 .5 2"/>
        <joint joint1="slide" joint2="hip" polycoef="0 -1 0 .3 0" solimp=".1 .9 2 .5 2"/><joint joint1="hip"/>""",
    "without_dofs": '<connect body1="post" body2="hand" anchor="0 0 0"/><weld body1="post"/>',
    "switched_off": '<joint joint1="hip" active="false"/><joint joint1="turn"/>',
}


def equality_scene(name: str) -> str:
    return f'<mujoco><option jacobian="sparse"/>{TREES}<equality>{EQUALITIES[name]}</equality></mujoco>'


LIMITS = """
<mujoco><option jacobian="sparse"/>
  <worldbody>
    <body><joint type="slide" axis="1 0 0" range="-.1 .1" limited="true" margin=".3" solimplimit=".2 .9 .5 .4 3"
                 frictionloss="1"/><geom size=".1"/>
      <body pos="1 0 0"><joint axis="0 1 0" range="30 60" limited="true" frictionloss=".3" solreffriction="-9 -4"/>
        <geom size=".1"/></body>
      <body pos="1 1 0"><joint axis="0 1 0" range="-60 60" limited="true"/><geom size=".1"/></body>
    </body>
    <body pos="2 0 0"><joint type="ball" range="0 20" limited="true" frictionloss="1"/><geom size=".1"/></body>
    <body pos="3 0 0"><joint type="ball" range="0 5" limited="true" margin=".5" solreflimit="-50 -3"/>
      <geom size=".1"/></body>
    <body pos="4 0 0"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>
"""

CONTACTS = """
<mujoco><option jacobian="sparse" cone="{cone}" impratio="3"><flag {flag}/></option>
  <worldbody>
    <geom type="plane" size="5 5 1" condim="1" surfacevel=".1 .2 .3 .4 .5 .6"/>
    <body pos="0 0 .05"><freejoint/><geom size=".1" condim="{dim}" friction=".8 .02 .003"/>
      <body pos=".25 0 0"><joint axis="0 1 0"/><geom name="paw" type="capsule" size=".06 .1" euler="0 80 0" condim="3"/>
        <body pos=".1 .1 0"><joint axis="1 0 0"/><geom size=".08" solref="-500 -20" solimp=".1 .99 .3 .4 3"/></body>
      </body>
      <body pos="-.15 0 0"><joint axis="0 1 0"/><geom name="heel" size=".1" condim="{dim}" margin=".02" gap=".05"/>
      </body>
    </body>
    <body pos="2 0 .12"><freejoint/><geom size=".1" condim="{dim}" adhesion="5" gap=".05" margin=".04"/></body>
    <body pos="3 0 .18"><freejoint/><geom size=".1" condim="{dim}" adhesion="4" gap=".3"/></body>
    <body name="hand" mocap="true" pos="5 0 .05"><geom name="knuckle" size=".1"/></body>
  </worldbody>
  <contact>
    <pair geom1="paw" geom2="heel" condim="6" friction=".5 .8 .01 .002 .003" solreffriction=".3 2" margin="1"/>
    <pair geom1="paw" geom2="knuckle" gap="9"/>
  </contact>
</mujoco>
"""
