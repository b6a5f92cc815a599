"""Actuators of MJCF, as text; `mjcf.py` explains and reads the notation.

`general` has every parameter; a shortcut has the common ones and a few of its own, which stand for parameters of
`general`.
"""

_NAMED = """
  name         | name               |
  class        | class              |
  group        | int                | 0
  nsample      | int                | 0
  interp       | enum Interpolation zoh linear cubic | zoh
  delay        | real               | 0
  ctrlrange    | real 2             | 0 0
  user         | real *             |
"""
_FORCE = """
  forcelimited | auto               | auto
  forcerange   | real 2             | 0 0
"""
_ON_LENGTH = """
  lengthrange  | real 2             | own
  gear         | real 1..6          | 1 0 0 0 0 0
  damping      | real 1..3          | 0 0 0
  armature     | real               | 0
  cranklength  | real               | 0
  joint        | ref joint          | own
  jointinparent | ref joint         | own
  tendon       | ref tendon         | own
  slidersite   | ref site           | own
  cranksite    | ref site           | own
"""
_ON_SITE = """
  site         | ref site           | own
  refsite      | ref site           | own
"""
_COMMON = _NAMED + _FORCE + _ON_LENGTH + _ON_SITE
_LIMITED = "  ctrllimited  | auto               | auto"
_KP_KV = """
  kp           | real               |
  kv           | real               |
  dampratio    | real               |
  inheritrange | real               | 0
"""

ACTUATOR_TABLE = f"""
actuator > general* motor* position* velocity* intvelocity* damper* cylinder* muscle* adhesion* orientation* pid* dcmotor*

general >
{_COMMON}
{_LIMITED}
  body         | ref body           | own
  actlimited   | auto               | auto
  actrange     | real 2             | 0 0
  actdim       | int                | -1
  input        | string             |
  velrange     | real 2             | 0 0
  ffrange      | real 2             | 0 0
  inheritrange | real               | 0
  dyntype      | enum DynType none integrator filter filterexact muscle dcmotor pid user | none
  gaintype     | enum GainType fixed affine muscle dcmotor so3 pid user | fixed
  biastype     | enum BiasType none affine muscle dcmotor so3 user | none
  dynprm       | real 1..10         | 1 0 0 0 0 0 0 0 0 0
  gainprm      | real 1..10         | 1 0 0 0 0 0 0 0 0 0
  biasprm      | real 1..10         | 0 0 0 0 0 0 0 0 0 0
  actearly     | bool               | false

motor >
{_COMMON}
{_LIMITED}

position >
{_COMMON}
{_LIMITED}
{_KP_KV}
  timeconst    | real               |

velocity >
{_COMMON}
{_LIMITED}
  kv           | real               |

intvelocity >
{_COMMON}
{_LIMITED}
{_KP_KV}
  actlimited   | auto               | auto
  actrange     | real 2             | 0 0

damper >
{_COMMON}
  kv           | real               |

cylinder >
{_COMMON}
{_LIMITED}
  timeconst    | real               |
  area         | real               |
  diameter     | real               |
  bias         | real 3             |

muscle >
{_NAMED}
{_LIMITED}
{_FORCE}
{_ON_LENGTH}
  timeconst    | real 2             |
  tausmooth    | real               | own
  range        | real 2             |
  force        | real               |
  scale        | real               |
  lmin         | real               |
  lmax         | real               |
  vmax         | real               |
  fpmax        | real               |
  fvmax        | real               |

adhesion >
{_NAMED}
{_FORCE}
  body         | ref body           | own
  gain         | real               |

orientation >
{_NAMED}
{_FORCE}
{_ON_SITE}
  joint        | ref joint          | own
  kp           | real               |
  kv           | real               |
  dampratio    | real               |
  input        | string             |

pid >
{_COMMON}
{_LIMITED}
{_KP_KV}
  posrange     | real 2             |
  velrange     | real 2             | 0 0
  ffrange      | real 2             | 0 0
  ki           | real               |
  imax         | real               |
  slewmax      | real               |
  input        | string             |

dcmotor >
{_NAMED}
{_LIMITED}
{_ON_LENGTH}
{_ON_SITE}
  resistance   | real               |
  motorconst   | real 1..2          |
  nominal      | real 1..3          |
  inductance   | real 1..2          |
  thermal      | real 1..6          |
  saturation   | real 1..3          |
  cogging      | real 1..3          |
  lugre        | real 1..5          |
  controller   | real 1..6          |
  input        | string             |
"""
