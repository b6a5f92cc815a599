"""Actuators of MJCF, as text; `mjcf.py` explains and reads the notation.

`general` has every parameter; a shortcut has the common ones and a few of its own, which stand for parameters of
`general`.
"""

_COMMON = """
  name         | name               |
  class        | class              |
  group        | int                | 0
  nsample      | int                | 0
  interp       | word zoh linear cubic | zoh
  delay        | real               | 0
  ctrlrange    | real 2             | 0 0
  forcelimited | auto               | auto
  forcerange   | real 2             | 0 0
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
  site         | ref site           | own
  refsite      | ref site           | own
  user         | real *             |
"""
_LIMITED = "  ctrllimited  | auto               | auto"
_KP_KV = """
  kp           | real               |
  kv           | real               |
  dampratio    | real               |
  inheritrange | real               | 0
"""

ACTUATOR_TABLE = f"""
actuator > general* motor* position* velocity* intvelocity* damper* cylinder*

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
  dyntype      | enum DynType none integrator filter filterexact !muscle !dcmotor !pid !user | none
  gaintype     | enum GainType fixed affine !muscle !dcmotor !so3 !pid !user | fixed
  biastype     | enum BiasType none affine !muscle !dcmotor !so3 !user | none
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
"""
