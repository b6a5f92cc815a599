"""What every kind of sensor is: when it is read, what it tells, how many numbers, and about what."""

from dataclasses import dataclass
from functools import cache

from knuckle.schema.enums import ContactData, DataType, ObjType, RayData, SensorType, Stage

# element | type | stage | data type | numbers; 0 where parameters say | kinds of its object | kinds of its reference
SENSOR_KINDS = """
touch             | TOUCH          | ACC | POSITIVE   | 1 | site     |
accelerometer     | ACCELEROMETER  | ACC | REAL       | 3 | site     |
velocimeter       | VELOCIMETER    | VEL | REAL       | 3 | site     |
gyro              | GYRO           | VEL | REAL       | 3 | site     |
force             | FORCE          | ACC | REAL       | 3 | site     |
torque            | TORQUE         | ACC | REAL       | 3 | site     |
magnetometer      | MAGNETOMETER   | POS | REAL       | 3 | site     |
rangefinder       | RANGEFINDER    | POS | REAL       | 0 | site camera |
camprojection     | CAMPROJECTION  | POS | REAL       | 2 | site     | camera
jointpos          | JOINTPOS       | POS | REAL       | 1 | joint    |
jointvel          | JOINTVEL       | VEL | REAL       | 1 | joint    |
tendonpos         | TENDONPOS      | POS | REAL       | 1 | tendon   |
tendonvel         | TENDONVEL      | VEL | REAL       | 1 | tendon   |
actuatorpos       | ACTUATORPOS    | POS | REAL       | 0 | actuator |
actuatorvel       | ACTUATORVEL    | VEL | REAL       | 0 | actuator |
actuatorfrc       | ACTUATORFRC    | ACC | REAL       | 0 | actuator |
jointactuatorfrc  | JOINTACTFRC    | ACC | REAL       | 1 | joint    |
tendonactuatorfrc | TENDONACTFRC   | ACC | REAL       | 1 | tendon   |
ballquat          | BALLQUAT       | POS | QUATERNION | 4 | joint    |
ballangvel        | BALLANGVEL     | VEL | REAL       | 3 | joint    |
jointlimitpos     | JOINTLIMITPOS  | POS | REAL       | 1 | joint    |
jointlimitvel     | JOINTLIMITVEL  | VEL | REAL       | 1 | joint    |
jointlimitfrc     | JOINTLIMITFRC  | ACC | REAL       | 1 | joint    |
tendonlimitpos    | TENDONLIMITPOS | POS | REAL       | 1 | tendon   |
tendonlimitvel    | TENDONLIMITVEL | VEL | REAL       | 1 | tendon   |
tendonlimitfrc    | TENDONLIMITFRC | ACC | REAL       | 1 | tendon   |
framepos          | FRAMEPOS       | POS | REAL       | 3 | frame    | none frame
framequat         | FRAMEQUAT      | POS | QUATERNION | 4 | frame    | none frame
framexaxis        | FRAMEXAXIS     | POS | AXIS       | 3 | frame    | none frame
frameyaxis        | FRAMEYAXIS     | POS | AXIS       | 3 | frame    | none frame
framezaxis        | FRAMEZAXIS     | POS | AXIS       | 3 | frame    | none frame
framelinvel       | FRAMELINVEL    | VEL | REAL       | 3 | frame    | none frame
frameangvel       | FRAMEANGVEL    | VEL | REAL       | 3 | frame    | none frame
framelinacc       | FRAMELINACC    | ACC | REAL       | 3 | frame    |
frameangacc       | FRAMEANGACC    | ACC | REAL       | 3 | frame    |
subtreecom        | SUBTREECOM     | POS | REAL       | 3 | body     |
subtreelinvel     | SUBTREELINVEL  | VEL | REAL       | 3 | body     |
subtreeangmom     | SUBTREEANGMOM  | VEL | REAL       | 3 | body     |
insidesite        | INSIDESITE     | POS | POSITIVE   | 1 | frame    | site
distance          | GEOMDIST       | POS | REAL       | 1 | geom body | geom body
normal            | GEOMNORMAL     | POS | AXIS       | 3 | geom body | geom body
fromto            | GEOMFROMTO     | POS | REAL       | 6 | geom body | geom body
contact           | CONTACT        | POS | REAL       | 0 | none geom body xbody site | none geom body xbody
e_potential       | E_POTENTIAL    | POS | REAL       | 1 |          |
e_kinetic         | E_KINETIC      | POS | REAL       | 1 |          |
clock             | CLOCK          | POS | REAL       | 1 |          |
tactile           | TACTILE        | VEL | REAL       | 0 | mesh     | geom
user              | USER           | ACC | REAL       | 0 | any      |
"""
FRAMES = (ObjType.BODY, ObjType.XBODY, ObjType.GEOM, ObjType.SITE, ObjType.CAMERA)
# numbers that each part of a reading has, in the order of its bits
RAY_WIDTHS = dict(zip(RayData, (1, 3, 3, 3, 3, 1), strict=True))
CONTACT_WIDTHS = dict(zip(ContactData, (1, 3, 3, 1, 3, 3, 3, 3, 3), strict=True))


@dataclass(frozen=True, slots=True)
class SensorKind:
    """A row of the table; `objects` and `references` are the kinds allowed, UNKNOWN for none."""

    type: SensorType
    stage: Stage
    datatype: DataType
    dim: int
    objects: tuple[ObjType, ...]
    references: tuple[ObjType, ...]


@cache
def sensor_kinds() -> dict[str, SensorKind]:
    """Every kind of sensor by its element."""
    rows = ([cell.strip() for cell in line.split("|")] for line in SENSOR_KINDS.strip().splitlines())
    return {
        tag: SensorKind(SensorType[kind], Stage[stage], DataType[data], int(dim), _kinds(objects), _kinds(references))
        for tag, kind, stage, data, dim, objects, references in rows
    }


def width(widths: dict, bits: int) -> int:
    """The numbers that all chosen parts of a reading have."""
    return sum(count for bit, count in widths.items() if bits & bit)


def _kinds(text: str) -> tuple[ObjType, ...]:
    words = text.split() or ["none"]
    if words == ["any"]:
        return tuple(ObjType)
    found = [
        FRAMES if word == "frame" else (ObjType.UNKNOWN,) if word == "none" else (ObjType[word.upper()],)
        for word in words
    ]
    return tuple(kind for kinds in found for kind in kinds)
