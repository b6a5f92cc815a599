"""Elements of MJCF that only concern display, as text; `mjcf.py` explains and reads the notation."""

VISUAL_TABLE = """
visual > global? quality? headlight? map? scale? rgba?

visual.global >
  cameraid         | int    | -1
  orthographic     | bool   | false
  fovy             | real   | 45
  ipd              | real   | 0.068
  azimuth          | real   | 90
  elevation        | real   | -45
  linewidth        | real   | 1
  glow             | real   | 0.3
  offwidth         | int    | 640
  offheight        | int    | 480
  realtime         | real   | 1
  ellipsoidinertia | bool   | false
  bvactive         | bool   | false

visual.quality >
  shadowsize       | int    | 4096
  offsamples       | int    | 4
  numslices        | int    | 28
  numstacks        | int    | 16
  numquads         | int    | 4

visual.headlight >
  ambient          | real 3 | 0.1 0.1 0.1
  diffuse          | real 3 | 0.4 0.4 0.4
  specular         | real 3 | 0.5 0.5 0.5
  active           | auto 0 1 2 | auto

visual.map >
  stiffness        | real   | 100
  stiffnessrot     | real   | 500
  force            | real   | 0.005
  torque           | real   | 0.1
  alpha            | real   | 0.3
  fogstart         | real   | 3
  fogend           | real   | 10
  znear            | real   | 0.01
  zfar             | real   | 50
  haze             | real   | 0.3
  shadowclip       | real   | 1
  shadowscale      | real   | 0.6
  actuatortendon   | real   | 2

visual.scale >
  forcewidth       | real   | 0.1
  contactwidth     | real   | 0.3
  contactheight    | real   | 0.1
  connect          | real   | 0.2
  com              | real   | 0.4
  camera           | real   | 0.3
  light            | real   | 0.3
  selectpoint      | real   | 0.2
  jointlength      | real   | 1.0
  jointwidth       | real   | 0.1
  actuatorlength   | real   | 0.7
  actuatorwidth    | real   | 0.2
  framelength      | real   | 1.0
  framewidth       | real   | 0.1
  constraint       | real   | 0.1
  slidercrank      | real   | 0.2
  frustum          | real   | 10

visual.rgba >
  fog              | real 4 | 0 0 0 1
  haze             | real 4 | 1 1 1 1
  force            | real 4 | 1 0.5 0.5 1
  inertia          | real 4 | 0.8 0.2 0.2 0.6
  joint            | real 4 | 0.2 0.6 0.8 1
  actuator         | real 4 | 0.2 0.25 0.2 1
  actuatornegative | real 4 | 0.2 0.6 0.9 1
  actuatorpositive | real 4 | 0.9 0.4 0.2 1
  com              | real 4 | 0.9 0.9 0.9 1
  camera           | real 4 | 0.6 0.9 0.6 1
  light            | real 4 | 0.6 0.6 0.9 1
  selectpoint      | real 4 | 0.9 0.9 0.1 1
  connect          | real 4 | 0.2 0.2 0.8 1
  contactpoint     | real 4 | 0.9 0.6 0.2 1
  contactforce     | real 4 | 0.7 0.9 0.9 1
  contactfriction  | real 4 | 0.9 0.8 0.4 1
  contacttorque    | real 4 | 0.9 0.7 0.9 1
  contactgap       | real 4 | 0.5 0.8 0.9 1
  rangefinder      | real 4 | 1 1 0.1 1
  constraint       | real 4 | 0.9 0 0 1
  slidercrank      | real 4 | 0.5 0.3 0.8 1
  crankbroken      | real 4 | 0.9 0 0 1
  frustum          | real 4 | 1 1 0 0.2
  bv               | real 4 | 0 1 0 0.5
  bvactive         | real 4 | 1 0 0 0.5
"""
