"""Pass: the arrays of sensors."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from knuckle.compile.elements.custom import object_numbers
from knuckle.compile.elements.histories import history_starts
from knuckle.compile.elements.sensor_checks import check_sensor
from knuckle.compile.elements.sensor_units import reading_factor
from knuckle.compile.limits import MOST_NUMBERS
from knuckle.compile.parts import Assembly, Part
from knuckle.compile.sensor_objects import reference_object, sensed_object
from knuckle.schema.enums import ContactData, DataType, ObjType, Reduction, SensorType, Stage
from knuckle.schema.sensors import CONTACT_WIDTHS, RAY_WIDTHS, SensorKind, sensor_kinds, width

FORCES = ContactData.FORCE | ContactData.TORQUE
VELOCITIES = ContactData.LINVEL | ContactData.ANGVEL
LISTS = {
    **dict.fromkeys((ObjType.BODY, ObjType.XBODY), "bodies"),
    ObjType.JOINT: "joints",
    ObjType.GEOM: "geoms",
    ObjType.SITE: "sites",
    ObjType.CAMERA: "cameras",
    ObjType.TENDON: "tendons",
    ObjType.ACTUATOR: "actuators",
    ObjType.MESH: "meshes",
}


@dataclass(kw_only=True, eq=False)
class SensorPart:
    """A sensor with what it senses and what it is read against, each by kind, number and part."""

    node: Any
    kind: SensorKind
    objtype: ObjType
    objid: int
    reftype: ObjType
    refid: int
    target: Part | None
    reference: Part | None


def fill_sensors(a: Assembly) -> None:
    numbers = object_numbers(a) if a.spec.sensors else {}
    sensors = [_part(a, node, numbers) for node in a.spec.sensors]
    sensors = [sensor for sensor in sensors if check_sensor(a, sensor)]
    a.sensors = sensors
    dims = [_dim(a, sensor) for sensor in sensors]
    if sum(dims) > MOST_NUMBERS:
        largest = sensors[dims.index(max(dims))].node
        a.problems.about(largest, f"all sensors together ask for {sum(dims)} numbers, a model may have {MOST_NUMBERS}")
        a.problems.check()
    a.counts |= {"nsensor": len(sensors), "nsensordata": sum(dims)}
    a.arrays |= {
        "sensor_type": [sensor.kind.type for sensor in sensors],
        "sensor_datatype": [_datatype(sensor) for sensor in sensors],
        "sensor_needstage": [_stage(sensor) for sensor in sensors],
        "sensor_intprm": [_parameters(sensor) for sensor in sensors],
        "sensor_dim": dims,
        "sensor_adr": list(accumulate(dims, initial=0))[:-1],
        "sensor_history": [(getattr(s.node, "nsample", 0), getattr(s.node, "interp", 0)) for s in sensors],
        "sensor_historyadr": history_starts(a, [sensor.node for sensor in sensors], dims),
        "sensor_delay": [getattr(sensor.node, "delay", 0.0) for sensor in sensors],
        "sensor_interval": [getattr(sensor.node, "interval", (0.0, 0.0)) for sensor in sensors],
        "sensor_cutoff": [_factor(sensor) * sensor.node.cutoff for sensor in sensors],
        "sensor_noise": [_noise(sensor) for sensor in sensors],
    }
    a.arrays |= {
        f"sensor_{name}": [getattr(s, name) for s in sensors] for name in ("objtype", "objid", "reftype", "refid")
    }


def _part(a: Assembly, node: Any, numbers: dict[ObjType, dict[str, int]]) -> SensorPart:
    objtype, name = sensed_object(node)
    reftype, other = reference_object(node)
    objid = numbers[objtype].get(name, -1) if name else -1
    refid = numbers[reftype].get(other, -1) if other else -1
    return SensorPart(
        node=node,
        kind=sensor_kinds()[node.tag],
        objtype=objtype,
        objid=objid,
        reftype=reftype,
        refid=refid,
        target=_target(a, objtype, objid),
        reference=_target(a, reftype, refid),
    )


def _target(a: Assembly, kind: ObjType, number: int) -> Any:
    parts = getattr(a, LISTS[kind]) if kind in LISTS else ()
    return parts[number] if 0 <= number < len(parts) else None


def _datatype(sensor: SensorPart) -> DataType:
    if sensor.kind.type == SensorType.INSIDESITE and sensor.node.enclosed:
        return DataType.REAL
    return getattr(sensor.node, "datatype", sensor.kind.datatype)


def _stage(sensor: SensorPart) -> Stage:
    """Forces of contacts are known after the solve, their velocities with those of the bodies."""
    node = sensor.node
    if sensor.kind.type == SensorType.CONTACT:
        if node.data & FORCES or node.reduce >= Reduction.MAXFORCE:
            return Stage.ACC
        return Stage.VEL if node.data & VELOCITIES else Stage.POS
    return getattr(node, "needstage", sensor.kind.stage)


def _parameters(sensor: SensorPart) -> tuple[int, int, int]:
    node = sensor.node
    if sensor.kind.type == SensorType.CONTACT:
        return int(node.data), int(node.reduce), node.num
    if sensor.kind.type == SensorType.RANGEFINDER:
        return int(node.data), 0, 0
    return int(getattr(node, "enclosed", False)), 0, 0


def _dim(a: Assembly, sensor: SensorPart) -> int:
    node, kind = sensor.node, sensor.kind.type
    if kind == SensorType.CONTACT:
        return node.num * width(CONTACT_WIDTHS, node.data)
    if kind == SensorType.RANGEFINDER:
        rays = node_resolution(sensor.target) if sensor.objtype == ObjType.CAMERA else 1
        return rays * width(RAY_WIDTHS, node.data)
    if sensor.objtype == ObjType.ACTUATOR and kind != SensorType.USER:
        return int(a.arrays["actuator_outnum"][sensor.objid])
    if kind == SensorType.TACTILE:
        return 3 * int(a.arrays["mesh_vertnum"][sensor.objid])
    return node.dim if kind == SensorType.USER else sensor.kind.dim


def node_resolution(camera: Any) -> int:
    """The pixels of a camera."""
    columns, rows = camera.node.resolution
    return columns * rows


def _factor(sensor: SensorPart) -> float:
    return reading_factor(sensor.kind.type, getattr(sensor.node, "enclosed", False), sensor.target, sensor.reference)


def _noise(sensor: SensorPart) -> float:
    """The noise of a reading; that of a direction has no unit."""
    factor = 1.0 if sensor.kind.type == SensorType.GEOMNORMAL else _factor(sensor)
    return factor * getattr(sensor.node, "noise", 0.0)
