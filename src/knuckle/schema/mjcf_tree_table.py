"""Elements of MJCF inside the kinematic tree, as text; `mjcf.py` explains and reads the notation."""

TREE_TABLE = """
worldbody > inertial? joint* freejoint* geom* site* camera* light* frame* body* replicate* attach*

body > inertial? joint* freejoint* geom* site* camera* light* frame* body* replicate* attach*
  name         | name               |
  childclass   | class              |
  pos          | real 3             | 0 0 0
  quat         | real 4             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  mocap        | bool               | false
  gravcomp     | real               | 0
  sleep        | word auto never allowed init | auto
  simple       | word false auto    | auto
  fuse         | word false auto    | auto
  user         | real *             |

frame > inertial? joint* freejoint* geom* site* camera* light* frame* body* replicate* attach*
  name         | name               |
  class        | class              |
  childclass   | class              |
  pos          | real 3             | 0 0 0
  quat         | real 4             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  scale        | real 1,3           | 1
  scaling      | word similar geometry | similar
  massscale    | real               | 0

replicate > inertial? joint* freejoint* geom* site* camera* light* frame* body* replicate* attach*
  count        | int                | required
  sep          | string             |
  offset       | real 3             | 0 0 0
  euler        | real 3             | 0 0 0

attach >
  model        | string             |
  body         | string             |
  frame        | string             |
  prefix       | string             |

inertial >
  pos          | real 3             | required
  quat         | real 4             |
  mass         | real               | required
  diaginertia  | real 3             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  fullinertia  | real 6             |

joint >
  name         | name               |
  class        | class              |
  type         | enum JointType free ball slide hinge | hinge
  group        | int                | 0
  pos          | real 3             | 0 0 0
  axis         | real 3             | 0 0 1
  springdamper | real 2             | 0 0
  limited      | auto               | auto
  actuatorfrclimited | auto         | auto
  solreflimit  | real 1..2          | 0.02 1
  solimplimit  | real 1..5          | 0.9 0.95 0.001 0.5 2
  solreffriction | real 1..2        | 0.02 1
  solimpfriction | real 1..5        | 0.9 0.95 0.001 0.5 2
  stiffness    | real 1..3          | 0 0 0
  range        | real 2             | 0 0
  actuatorfrcrange | real 2         | 0 0
  actuatorgravcomp | bool           | false
  margin       | real               | 0
  ref          | real               | 0
  springref    | real               | 0
  springyield  | real               | 0
  armature     | real               | 0
  damping      | real 1..3          | 0 0 0
  frictionloss | real               | 0
  user         | real *             |

freejoint >
  name         | name               |
  group        | int                | 0
  align        | auto               | auto

geom >
  name         | name               |
  class        | class              |
  type         | enum GeomType plane hfield sphere capsule ellipsoid cylinder box mesh !sdf | sphere
  contype      | int                | 1
  conaffinity  | int                | 1
  condim       | int                | 3
  group        | int                | 0
  priority     | int                | 0
  size         | real 1..3          | 0 0 0
  material     | ref material       |
  friction     | real 1..3          | 1 0.005 0.0001
  mass         | real               |
  density      | real               | 1000
  shellinertia | bool               | false
  solmix       | real               | 1
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  margin       | real               | 0
  gap          | real               | 0
  surfacevel   | real 1..6          | 0 0 0 0 0 0
  adhesion     | real               | 0
  fromto       | real 6             |
  pos          | real 3             | 0 0 0
  quat         | real 4             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  hfield       | ref hfield         |
  mesh         | ref mesh           |
  fitscale     | real               | 1
  rgba         | real 4             | 0.5 0.5 0.5 1
  castshadow   | bool               | true
  fluidshape   | word none ellipsoid | none
  fluidcoef    | real 1..5          | 0.5 0.25 1.5 1 1
  user         | real *             |

site >
  name         | name               |
  class        | class              |
  type         | enum GeomType sphere capsule ellipsoid cylinder box mesh | sphere
  group        | int                | 0
  pos          | real 3             | 0 0 0
  quat         | real 4             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  material     | ref material       |
  mesh         | ref mesh           |
  size         | real 1..3          | 0.005 0.005 0.005
  fromto       | real 6             |
  rgba         | real 4             | 0.5 0.5 0.5 1
  user         | real *             |

camera >
  name         | name               |
  class        | class              |
  projection   | enum Projection perspective orthographic | perspective
  fovy         | real               | 45
  ipd          | real               | 0.068
  resolution   | int 2              | 1 1
  output       | flags CamOutput rgb depth distance normal segmentation | rgb
  pos          | real 3             | 0 0 0
  quat         | real 4             |
  axisangle    | real 4             |
  xyaxes       | real 6             |
  zaxis        | real 3             |
  euler        | real 3             |
  mode         | enum CamLight fixed track trackcom targetbody targetbodycom | fixed
  target       | ref body           | own
  focal        | real 2             | 0 0
  focalpixel   | real 2             | 0 0
  principal    | real 2             | 0 0
  principalpixel | real 2           | 0 0
  sensorsize   | real 2             | 0 0
  user         | real *             |

light >
  name         | name               |
  class        | class              |
  directional  | bool               |
  type         | enum LightType spot directional point image | spot
  castshadow   | bool               | true
  active       | bool               | true
  pos          | real 3             | 0 0 0
  dir          | real 3             | 0 0 -1
  bulbradius   | real               | 0.02
  intensity    | real               | 0
  range        | real               | 10
  attenuation  | real 3             | 1 0 0
  cutoff       | real               | 45
  softness     | real               | 0.2
  exponent     | real               | 10
  ambient      | real 3             | 0 0 0
  diffuse      | real 3             | 0.7 0.7 0.7
  specular     | real 3             | 0.3 0.3 0.3
  mode         | enum CamLight fixed track trackcom targetbody targetbodycom | fixed
  target       | ref body           | own
  texture      | ref texture        | own
"""
