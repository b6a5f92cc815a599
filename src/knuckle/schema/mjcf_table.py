"""Elements of MJCF outside the kinematic tree, as text; `mjcf.py` explains and reads the notation."""

ROOT_TABLE = """
mujoco > compiler* option* size* statistic* visual* default* custom* asset* worldbody* contact* equality* tendon* actuator* sensor* keyframe*
  model        | string             | MuJoCo Model

compiler > lengthrange?
  autolimits   | bool               | true
  boundmass    | real               | 0
  boundinertia | real               | 0
  settotalmass | real               | -1
  balanceinertia | bool             | false
  strippath    | bool               | false
  coordinate   | word local global  | local
  angle        | word radian degree | degree
  fitaabb      | bool               | false
  eulerseq     | string             | xyz
  meshdir      | string             |
  texturedir   | string             |
  assetdir     | string             |
  discardvisual | bool              | false
  usethread    | bool               | true
  fusestatic   | bool               | false
  inertiafromgeom | auto            | auto
  inertiagrouprange | int 2         | 0 5
  saveinertial | bool               | false
  savecompiled | bool               | true
  savecanonical | bool              | true
  alignfree    | bool               | false
  conflict     | word warning merge error | warning
  passthrough  | word none textures | none

compiler.lengthrange >
  mode         | word none muscle muscleuser all | muscle
  useexisting  | bool               | true
  uselimit     | bool               | false
  accel        | real               | 20
  maxforce     | real               | 0
  timeconst    | real               | 1
  timestep     | real               | 0.01
  inttotal     | real               | 10
  interval     | real               | 2
  tolrange     | real               | 0.05

option > flag?
  timestep     | real               | 0.002
  impratio     | real               | 1
  tolerance    | real               | 1e-8
  ls_tolerance | real               | 0.01
  noslip_tolerance | real           | 1e-6
  ccd_tolerance | real              | 1e-6
  sleep_tolerance | real            | 1e-3
  gravity      | real 3             | 0 0 -9.81
  wind         | real 3             | 0 0 0
  magnetic     | real 3             | 0 -0.5 0
  density      | real               | 0
  viscosity    | real               | 0
  o_margin     | real               | 0
  o_solref     | real 1..2          | 0.02 1
  o_solimp     | real 1..5          | 0.9 0.95 0.001 0.5 2
  o_friction   | real 1..5          | 1 1 0.005 0.0001 0.0001
  integrator   | enum Integrator Euler RK4 implicit implicitfast discrete | Euler
  cone         | enum Cone pyramidal elliptic | pyramidal
  collision    | enum CollisionMode all predefined pair dynamic | all
  jacobian     | enum Jacobian dense sparse auto | auto
  solver       | enum Solver PGS CG Newton | Newton
  iterations   | int                | 100
  ls_iterations | int               | 50
  noslip_iterations | int           | 0
  ccd_iterations | int              | 35
  sdf_iterations | int              | 10
  sdf_initpoints | int              | 40
  actuatorgroupdisable | int 0..31  |

size >
  memory       | bytes              | -1
  njmax        | int                | -1
  nconmax      | int                | -1
  nstack       | int                | -1
  nuserdata    | int                | 0
  nkey         | int                | 0
  nuser_body   | int                | -1
  nuser_jnt    | int                | -1
  nuser_geom   | int                | -1
  nuser_site   | int                | -1
  nuser_cam    | int                | -1
  nuser_tendon | int                | -1
  nuser_actuator | int              | -1
  nuser_sensor | int                | -1

statistic >
  meaninertia  | real               |
  meanmass     | real               |
  meansize     | real               |
  extent       | real               |
  center       | real 3             |

custom > numeric* text* tuple*

numeric >
  name         | name               | required
  size         | int                |
  data         | real *             |

text >
  name         | name               | required
  data         | string             | required

tuple > element*
  name         | name               | required

tuple.element >
  objtype      | string             | required
  objname      | string             | required
  prm          | real               | 0

asset > texture* material* mesh* hfield* model*

texture >
  name         | name               |
  class        | class              |
  type         | enum TextureType 2d cube skybox | cube
  colorspace   | enum ColorSpace auto linear sRGB | auto
  content_type | string             | own
  file         | string             | own
  gridsize     | int 2              | 1 1
  gridlayout   | string             | ............
  fileright    | string             | own
  fileleft     | string             | own
  fileup       | string             | own
  filedown     | string             | own
  filefront    | string             | own
  fileback     | string             | own
  builtin      | word none gradient checker flat | none
  rgb1         | real 3             | 0.8 0.8 0.8
  rgb2         | real 3             | 0.5 0.5 0.5
  mark         | word none edge cross random | none
  markrgb      | real 3             | 0 0 0
  random       | real               | 0.01
  width        | int                | 0
  height       | int                | 0
  hflip        | bool               | false
  vflip        | bool               | false
  nchannel     | int                | 3
  embed        | auto               | auto

material > layer*
  name         | name               | required
  class        | class              |
  texture      | ref texture        |
  texrepeat    | real 2             | 1 1
  texuniform   | bool               | false
  emission     | real               | 0
  specular     | real               | 0.5
  shininess    | real               | 0.5
  reflectance  | real               | 0
  metallic     | real               | -1
  roughness    | real               | -1
  rgba         | real 4             | 1 1 1 1

layer >
  texture      | ref texture        | required
  role         | enum TextureRole user rgb occlusion roughness metallic normal opacity emissive rgba orm | required

asset.model >
  name         | name               |
  content_type | string             |
  file         | string             | required

contact > pair* exclude*

pair >
  name         | name               |
  class        | class              |
  geom1        | ref geom           | required own
  geom2        | ref geom           | required own
  condim       | int                | 3
  friction     | real 1..5          | 1 1 0.005 0.0001 0.0001
  solref       | real 1..2          | 0.02 1
  solreffriction | real 1..2        | 0 0
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  margin       | real               | 0
  gap          | real               | 0
  adhesion     | real               | 0

exclude >
  name         | name               |
  body1        | ref body           | required
  body2        | ref body           | required

equality > connect* weld* joint* tendon* distance*

default.equality >
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2

equality.connect >
  name         | name               |
  class        | class              |
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  body1        | ref body           |
  body2        | ref body           |
  anchor       | real 3             |
  site1        | ref site           |
  site2        | ref site           |

equality.weld >
  name         | name               |
  class        | class              |
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  body1        | ref body           |
  body2        | ref body           |
  anchor       | real 3             | 0 0 0
  relpose      | real 7             | 0 1 0 0 0 0 0
  site1        | ref site           |
  site2        | ref site           |
  torquescale  | real               | 1

equality.joint >
  name         | name               |
  class        | class              |
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  joint1       | ref joint          | required
  joint2       | ref joint          |
  polycoef     | real 1..5          | 0 1 0 0 0

equality.distance >
  name         | name               |
  class        | class              |
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  geom1        | ref geom           | required
  geom2        | ref geom           | required
  distance     | real               | 0

mesh >
  name         | name               |
  class        | class              |
  content_type | string             | own
  file         | string             | own
  vertex       | real *             | own
  normal       | real *             | own
  texcoord     | real *             | own
  face         | int *              | own
  refpos       | real 3             | own
  refquat      | real 4             | own
  scale        | real 3             | 1 1 1
  smoothnormal | bool               | own
  maxhullvert  | int                | -1
  inertia      | word convex exact legacy shell | legacy
  builtin      | string             | own
  params       | real *             | own
  material     | ref material       | own

hfield >
  name         | name               |
  content_type | string             |
  file         | string             |
  nrow         | int                | 0
  ncol         | int                | 0
  elevation    | real *             |
  size         | real 4             | required

keyframe > key*

key >
  name         | name               |
  time         | real               | 0
  qpos         | real *             | none
  qvel         | real *             | none
  act          | real *             | none
  ctrl         | real *             | none
  mpos         | real *             | none
  mquat        | real *             | none
  plastic      | real *             | none
"""
