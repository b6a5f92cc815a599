"""What a sensor needs of the object that it senses."""

from typing import Any

from knuckle.compile.frames.scaling import UNSCALED
from knuckle.compile.parts import Assembly
from knuckle.schema.enums import DataType, GeomType, JointType, ObjType, SensorType

SCALAR = (SensorType.JOINTPOS, SensorType.JOINTVEL, SensorType.JOINTACTFRC)
BALL = (SensorType.BALLQUAT, SensorType.BALLANGVEL)
JOINT_LIMITS = (SensorType.JOINTLIMITPOS, SensorType.JOINTLIMITVEL, SensorType.JOINTLIMITFRC)
TENDON_LIMITS = (SensorType.TENDONLIMITPOS, SensorType.TENDONLIMITVEL, SensorType.TENDONLIMITFRC)
DISTANCES = (SensorType.GEOMDIST, SensorType.GEOMNORMAL, SensorType.GEOMFROMTO)
WIDTHS = {DataType.AXIS: 3, DataType.QUATERNION: 4}
COMPACT = (
    *(GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER),
    *(GeomType.BOX, GeomType.MESH),
)


def check_sensor(a: Assembly, sensor: Any) -> bool:
    """Whether the arrays of a sensor can be made; what is wrong with it is told."""
    before = len(a.problems.found)
    named = sensor.objtype != ObjType.UNKNOWN and sensor.objid < 0
    if named or (sensor.reftype != ObjType.UNKNOWN and sensor.refid < 0):
        return False  # reported with the references
    for check in (_touch, _joint, _limit, _camera, _distance, _enclosure, _tactile, _cutoff, _user):
        check(a, sensor)
    return len(a.problems.found) == before


def _touch(a: Assembly, sensor: Any) -> None:
    if sensor.kind.type == SensorType.TOUCH and sensor.target.node.type == GeomType.MESH:
        a.problems.about(sensor.node, f'site "{sensor.node.site}" must be a primitive shape, not a mesh')


def _joint(a: Assembly, sensor: Any) -> None:
    kind, node = sensor.kind.type, sensor.node
    if kind in SCALAR and sensor.target.kind not in (JointType.HINGE, JointType.SLIDE):
        a.problems.about(node, f'joint "{node.joint}" must be a hinge or a slide')
    if kind in BALL and sensor.target.kind != JointType.BALL:
        a.problems.about(node, f'joint "{node.joint}" must be a ball joint')


def _limit(a: Assembly, sensor: Any) -> None:
    kind, node = sensor.kind.type, sensor.node
    if kind in JOINT_LIMITS and not a.arrays["jnt_limited"][sensor.objid]:
        a.problems.about(node, f'joint "{node.joint}" has no limits to sense')
    if kind in TENDON_LIMITS and not a.arrays["tendon_limited"][sensor.objid]:
        a.problems.about(node, f'tendon "{node.tendon}" has no limits to sense')


def _camera(a: Assembly, sensor: Any) -> None:
    if sensor.kind.type == SensorType.CAMPROJECTION:
        camera = sensor.reference
    elif sensor.kind.type == SensorType.RANGEFINDER and sensor.objtype == ObjType.CAMERA:
        camera = sensor.target
    else:
        return
    if min(camera.node.resolution) < 1:
        columns, rows = camera.node.resolution
        told = f'the resolution of camera "{sensor.node.camera}" must be positive, found "{columns} {rows}"'
        a.problems.about(sensor.node, told)


def _distance(a: Assembly, sensor: Any) -> None:
    if sensor.kind.type not in DISTANCES:
        return
    if (sensor.objtype, sensor.objid) == (sensor.reftype, sensor.refid):
        a.problems.about(sensor.node, "both ends are the same")
    ends = ((sensor.objtype, sensor.target), (sensor.reftype, sensor.reference))
    if any(kind == ObjType.GEOM and part.node.type == GeomType.HFIELD for kind, part in ends):
        a.problems.about(sensor.node, "distances to height fields cannot be sensed")


def _enclosure(a: Assembly, sensor: Any) -> None:
    node = sensor.node
    if sensor.kind.type != SensorType.INSIDESITE or not node.enclosed:
        return
    if sensor.objtype == ObjType.CAMERA:
        a.problems.about(node, 'enclosed="true" is about shapes, and a camera has none')
        return
    shapes = [sensor.target] if sensor.objtype == ObjType.SITE else geoms_of(a, sensor.objtype, sensor.objid)
    if not shapes:
        a.problems.about(node, f'enclosed="true": body "{node.objname}" has no geoms')
    for part in shapes:
        if part.node.type not in COMPACT:
            a.problems.about(node, f'enclosed="true": {part.node.label} must be compact and convex')


def _tactile(a: Assembly, sensor: Any) -> None:
    if sensor.kind.type != SensorType.TACTILE:
        return
    if sensor.reference.scaling != UNSCALED:
        a.problems.about(sensor.node, "a tactile sensor cannot be inside of a scaled frame")
    body = a.bodies[sensor.reference.body]
    if not any(geom.node.contype or geom.node.conaffinity for geom in body.geoms):
        a.problems.about(sensor.node, f"nothing can touch: {body.node.label} has no geom that collides")


def _cutoff(a: Assembly, sensor: Any) -> None:
    data = getattr(sensor.node, "datatype", sensor.kind.datatype)
    if sensor.node.cutoff > 0 and data in WIDTHS and sensor.kind.type != SensorType.GEOMNORMAL:
        a.problems.about(sensor.node, f"cutoff has no meaning where the reading is a unit {data}")


def _user(a: Assembly, sensor: Any) -> None:
    if sensor.kind.type == SensorType.USER:
        needed = WIDTHS.get(sensor.node.datatype)
        if needed and sensor.node.dim != needed:
            told = f'datatype="{sensor.node.datatype}" needs dim="{needed}", got {sensor.node.dim}'
            a.problems.about(sensor.node, told)


def geoms_of(a: Assembly, kind: ObjType, number: int) -> list[Any]:
    """A geom itself, the geoms of a body, or those of an xbody's subtree."""
    if kind == ObjType.GEOM:
        return [a.geoms[number]]
    if kind == ObjType.BODY:
        return list(a.bodies[number].geoms)
    if kind != ObjType.XBODY:
        return []
    inside = {number}
    for body in a.bodies[number + 1 :]:
        if body.parent in inside:
            inside.add(body.body)
    return [geom for body in a.bodies if body.body in inside for geom in body.geoms]
