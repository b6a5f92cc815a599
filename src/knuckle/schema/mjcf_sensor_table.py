"""Sensors of MJCF, as text; `mjcf.py` explains and reads the notation."""

_NAMED = """
  name         | name               |
"""
_SETTINGS = """
  cutoff       | real               | 0
  user         | real *             |
"""
_SAMPLED = f"""
{_NAMED}
  nsample      | int                | 0
  interp       | enum Interpolation zoh linear cubic | zoh
  delay        | real               | 0
  interval     | real 1..2          | 0 0
{_SETTINGS}
"""
_COMMON = f"""
{_SAMPLED}
  noise        | real               | 0
"""
_OBJECT = """
  objtype      | enum ObjType body xbody geom site camera | required
  objname      | string             | required
"""
_REFERENCE = """
  reftype      | enum ObjType body xbody geom site camera |
  refname      | string             |
"""
_TWO_GEOMS = """
  geom1        | ref geom           |
  geom2        | ref geom           |
  body1        | ref body           |
  body2        | ref body           |
"""

# element -> the attribute that names what it senses
SENSED = {
    "touch": "site",
    "accelerometer": "site",
    "velocimeter": "site",
    "gyro": "site",
    "force": "site",
    "torque": "site",
    "magnetometer": "site",
    "jointpos": "joint",
    "jointvel": "joint",
    "tendonpos": "tendon",
    "tendonvel": "tendon",
    "actuatorpos": "actuator",
    "actuatorvel": "actuator",
    "actuatorfrc": "actuator",
    "jointactuatorfrc": "joint",
    "tendonactuatorfrc": "tendon",
    "ballquat": "joint",
    "ballangvel": "joint",
    "jointlimitpos": "joint",
    "jointlimitvel": "joint",
    "jointlimitfrc": "joint",
    "tendonlimitpos": "tendon",
    "tendonlimitvel": "tendon",
    "tendonlimitfrc": "tendon",
    "subtreecom": "body",
    "subtreelinvel": "body",
    "subtreeangmom": "body",
}
# element -> its attributes beside the common ones
_OTHERS = {
    "camprojection": """
  site         | ref site           | required
  camera       | ref camera         | required
""",
    "rangefinder": """
  site         | ref site           |
  camera       | ref camera         |
  data         | flags RayData dist dir origin point normal depth | dist
""",
    **dict.fromkeys(("framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis"), _OBJECT + _REFERENCE),
    **dict.fromkeys(("framelinvel", "frameangvel"), _OBJECT + _REFERENCE),
    **dict.fromkeys(("framelinacc", "frameangacc"), _OBJECT),
    "insidesite": f"""
  site         | ref site           | required
{_OBJECT}
  enclosed     | bool               | false
""",
    **dict.fromkeys(("distance", "normal", "fromto"), _TWO_GEOMS),
    "contact": f"""
{_TWO_GEOMS}
  subtree1     | ref body           |
  subtree2     | ref body           |
  site         | ref site           |
  num          | int                | 1
  data         | flags ContactData found force torque dist pos normal tangent linvel angvel | found
  reduce       | enum Reduction none mindist maxforce netforce | none
""",
    **dict.fromkeys(("e_potential", "e_kinetic", "clock"), ""),
}
_TACTILE = """
  geom         | ref geom           | required
  mesh         | ref mesh           | required
"""
_USER = """
  noise        | real               | 0
  objtype      | string             |
  objname      | string             |
  datatype     | enum DataType real positive axis quaternion | real
  needstage    | enum Stage none pos vel acc | acc
  dim          | int                | required
"""


def _element(tag: str, attributes: str) -> str:
    return f"\nsensor.{tag} >\n{attributes}\n"


SENSORS = (*SENSED, *_OTHERS, "tactile", "user")

SENSOR_TABLE = "".join(
    (
        f"\nsensor > {' '.join(f'{tag}*' for tag in SENSORS)}\n",
        *(_element(tag, f"{_COMMON}  {kind} | ref {kind} | required\n") for tag, kind in SENSED.items()),
        *(_element(tag, _COMMON + own) for tag, own in _OTHERS.items()),
        _element("tactile", _SAMPLED + _TACTILE),
        _element("user", _NAMED + _SETTINGS + _USER),
    )
)
