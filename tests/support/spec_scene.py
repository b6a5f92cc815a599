"""A model with an element of most kinds, for edits."""

TEXT = """<mujoco><asset><material name="mat"/><texture name="tex" type="2d" builtin="flat" width="4" height="4"/>
<material name="drawn" texture="tex"/><mesh name="me" builtin="sphere" params="1"/></asset><worldbody>
<camera name="cam" mode="targetbody" target="b"/><body name="a"><joint name="ja"/>
<geom name="ga" size="1" material="mat"/><site name="sa" pos="0 0 1" euler="10 20 30"/></body>
<body name="b" pos="1 0 0"><joint name="jb"/><geom name="gb" size="1"/><site name="sb"/>
<body name="c" pos="0 1 0"><joint name="jc"/><geom name="gc" size=".1"/></body></body><body name="d">
<joint name="jd"/><geom name="gd" size="1"/><geom name="gm" type="mesh" mesh="me"/></body></worldbody>
<contact><exclude name="xab" body1="a" body2="b"/><exclude name="xad" body1="a" body2="d"/></contact>
<equality><joint name="e" joint1="ja" joint2="jb"/><joint name="e2" joint1="jb"/></equality>
<tendon><spatial name="t"><site site="sa"/><site site="sb"/></spatial></tendon>
<actuator><motor name="ma" joint="ja"/><motor name="mb" joint="jb"/><motor name="mt" tendon="t"/></actuator>
<sensor><jointpos name="sja" joint="ja"/><actuatorpos name="smb" actuator="mb"/><clock name="cl"/></sensor>
<custom><tuple name="tu"><element objtype="body" objname="a"/><element objtype="body" objname="b"/></tuple></custom>
<keyframe><key name="k" qpos="1 2 3 4" ctrl="5 6 7"/></keyframe></mujoco>"""
