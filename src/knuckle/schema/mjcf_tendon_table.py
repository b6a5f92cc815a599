"""Tendons of MJCF, as text; `mjcf.py` explains and reads the notation."""

_SETTINGS = """
  group        | int                | 0
  limited      | auto               | auto
  actuatorfrclimited | auto         | auto
  range        | real 2             | 0 0
  actuatorfrcrange | real 2         | 0 0
  solreflimit  | real 1..2          | 0.02 1
  solimplimit  | real 1..5          | 0.9 0.95 0.001 0.5 2
  solreffriction | real 1..2        | 0.02 1
  solimpfriction | real 1..5        | 0.9 0.95 0.001 0.5 2
  margin       | real               | 0
  frictionloss | real               | 0
  springlength | real 1,2           | -1 -1
  stiffness    | real 1..3          | 0 0 0
  springyield  | real               | 0
  damping      | real 1..3          | 0 0 0
  armature     | real               | 0
  user         | real *             |
"""
_LOOK = """
  width        | real               | 0.003
  material     | ref material       |
  rgba         | real 4             | 0.5 0.5 0.5 1
"""
_NAMED = """
  name         | name               |
  class        | class              |
"""

TENDON_TABLE = f"""
tendon > spatial* fixed*

default.tendon >
{_SETTINGS}
{_LOOK}

tendon.spatial > site* geom* pulley*
{_NAMED}
{_SETTINGS}
{_LOOK}

tendon.spatial.site >
  site         | ref site           | required

tendon.spatial.geom >
  geom         | ref geom           | required
  sidesite     | ref site           |

tendon.spatial.pulley >
  divisor      | real               | required

tendon.fixed > joint*
{_NAMED}
{_SETTINGS}

tendon.fixed.joint >
  joint        | ref joint          | required
  coef         | real               | required

equality.tendon >
{_NAMED}
  active       | bool               | true
  solref       | real 1..2          | 0.02 1
  solimp       | real 1..5          | 0.9 0.95 0.001 0.5 2
  tendon1      | ref tendon         | required
  tendon2      | ref tendon         |
  polycoef     | real 1..5          | 0 1 0 0 0
"""
