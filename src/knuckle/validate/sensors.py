"""Rules that the sensors of every model obey, on which compiled code relies."""

import numpy as np

from knuckle.schema.enums import ContactData, DataType, JointType, ObjType, RayData, Reduction, SensorType, Stage
from knuckle.schema.sensors import CONTACT_WIDTHS, RAY_WIDTHS, SensorKind, sensor_kinds, width
from knuckle.validate.histories import fits

COUNTS = {
    ObjType.BODY: "nbody",
    ObjType.XBODY: "nbody",
    ObjType.JOINT: "njnt",
    ObjType.GEOM: "ngeom",
    ObjType.SITE: "nsite",
    ObjType.CAMERA: "ncam",
    ObjType.MESH: "nmesh",
    ObjType.TENDON: "ntendon",
    ObjType.ACTUATOR: "nactuator",
}
SENSOR_STRUCTURE = frozenset(
    f"sensor_{name}"
    for name in (
        *("type", "datatype", "needstage", "objtype", "objid", "reftype", "refid", "intprm", "dim", "adr"),
        *("history", "historyadr"),
    )
)


def broken_sensors(arrays, counts) -> list[str]:
    """Every sensor is about what there is, of a kind it can sense, and its readings follow those of the one before."""
    starts = np.cumsum([0, *arrays["sensor_dim"].astype(np.int64)])
    if (arrays["sensor_dim"] < 0).any() or not np.array_equal(arrays["sensor_adr"], starts[:-1]):
        return ["sensor_adr does not follow from sensor_dim"]
    if starts[-1] != counts["nsensordata"]:
        return ["nsensordata does not follow from sensor_dim"]
    if not fits(arrays, "sensor", arrays["sensor_dim"].astype(np.int64), counts["nhistory"]):
        return ["sensor_historyadr does not follow from sensor_history"]
    kinds: dict[int, SensorKind] = {int(kind.type): kind for kind in sensor_kinds().values()}
    for s in range(counts["nsensor"]):
        kind = kinds.get(int(arrays["sensor_type"][s]))
        told = "type" if kind is None else _broken(arrays, counts, s, kind)
        if told:
            return [f"sensor_{told} of sensor {s} cannot be"]
    return []


def _broken(arrays, counts, s: int, kind: SensorKind) -> str:
    """The field that is wrong of sensor s, without its prefix; nothing where all is sound."""
    row = {name: arrays[f"sensor_{name}"][s].tolist() for name in ("needstage", "datatype", "intprm", "dim", "objid")}
    if row["needstage"] not in set(Stage) or row["datatype"] not in set(DataType):
        return "needstage or sensor_datatype"
    for end, allowed in (("obj", kind.objects), ("ref", kind.references)):
        told = _broken_end(arrays, counts, s, end, allowed, is_free=kind.type == SensorType.USER)
        if told:
            return told
    bits, reduction, number = row["intprm"]
    if kind.type == SensorType.CONTACT and not (
        0 < bits < 2 * max(ContactData) and reduction in set(Reduction) and number > 0
    ):
        return "intprm"
    if kind.type == SensorType.RANGEFINDER and not 0 < bits < 2 * max(RayData):
        return "intprm"
    if kind.type == SensorType.BALLQUAT and arrays["jnt_type"][row["objid"]] != JointType.BALL:
        return "objid"
    return "" if kind.type == SensorType.USER or row["dim"] == _dim(arrays, s, kind, bits, number) else "dim"


def _broken_end(arrays, counts, s: int, end: str, allowed: tuple[ObjType, ...], is_free: bool) -> str:
    objects, number = int(arrays[f"sensor_{end}type"][s]), int(arrays[f"sensor_{end}id"][s])
    if objects not in allowed:
        return f"{end}type"
    if objects == ObjType.UNKNOWN or (is_free and objects not in COUNTS):
        return ""
    return "" if 0 <= number < counts[COUNTS[ObjType(objects)]] else f"{end}id"


def _dim(arrays, s: int, kind: SensorKind, bits: int, number: int) -> int:
    """The readings of a sensor that is no user's."""
    i = int(arrays["sensor_objid"][s])
    if kind.type == SensorType.CONTACT:
        return number * width(CONTACT_WIDTHS, bits)
    if kind.type == SensorType.RANGEFINDER:
        is_camera = arrays["sensor_objtype"][s] == ObjType.CAMERA
        rays = int(np.prod(arrays["cam_resolution"][i].astype(np.int64))) if is_camera else 1
        return rays * width(RAY_WIDTHS, bits)
    if kind.type == SensorType.TACTILE:
        return 3 * int(arrays["mesh_vertnum"][i])
    return int(arrays["actuator_outnum"][i]) if kind.objects == (ObjType.ACTUATOR,) else kind.dim
