"""Pass: the user's own numbers, texts and tuples."""

import numpy as np

from knuckle.compile.parts import Assembly
from knuckle.schema.enums import ObjType


def fill_custom(a: Assembly) -> None:
    numerics = [numeric.data for numeric in a.spec.numerics]
    texts = [text.data.encode() + b"\0" for text in a.spec.texts]
    tuples = [group.elements for group in a.spec.tuples]
    _store(a, "numeric", numerics)
    _store(a, "text", texts)
    _store(a, "tuple", tuples)
    numbers = object_numbers(a) if tuples else {}
    elements = [element for group in tuples for element in group]
    a.arrays |= {
        "numeric_data": [value for data in numerics for value in data],
        "text_data": np.frombuffer(b"".join(texts), dtype="S1"),
        "tuple_objtype": [element.objtype for element in elements],
        "tuple_objid": [_number(a, element, numbers) for element in elements],
        "tuple_objprm": [element.prm for element in elements],
    }


def _number(a: Assembly, element, numbers: dict[ObjType, dict[str, int]]) -> int:
    if element.objtype not in numbers:
        kinds = " ".join(kind.name.lower() for kind in numbers)
        a.problems.about(
            element, f"objtype {element.objtype.name.lower()} cannot be in a tuple; expected one of {kinds}"
        )
        return -1
    return numbers[element.objtype].get(element.objname, -1)


def _store(a: Assembly, kind: str, items: list) -> None:
    sizes = [len(item) for item in items]
    starts = np.cumsum([0, *sizes])
    a.counts |= {f"n{kind}": len(items), f"n{kind}data": int(starts[-1])}
    a.arrays |= {f"{kind}_adr": starts[:-1], f"{kind}_size": sizes}


def object_numbers(a: Assembly) -> dict[ObjType, dict[str, int]]:
    """The number of every named element, by kind."""
    lists = {
        ObjType.BODY: [body.node for body in a.bodies],
        ObjType.XBODY: [body.node for body in a.bodies],
        ObjType.JOINT: [joint.node for joint in a.joints],
        ObjType.GEOM: [geom.node for geom in a.geoms],
        ObjType.SITE: [site.node for site in a.sites],
        ObjType.CAMERA: [camera.node for camera in a.cameras],
        ObjType.LIGHT: [light.node for light in a.lights],
        ObjType.MESH: a.meshes,
        ObjType.HFIELD: a.hfields,
        ObjType.TEXTURE: a.spec.textures,
        ObjType.MATERIAL: a.spec.materials,
        ObjType.PAIR: a.pairs,
        ObjType.EXCLUDE: a.excludes,
        ObjType.EQUALITY: a.spec.equalities,
        ObjType.TENDON: a.spec.tendons,
        ObjType.ACTUATOR: a.spec.actuators,
        ObjType.SENSOR: a.spec.sensors,
        ObjType.NUMERIC: a.spec.numerics,
        ObjType.TEXT: a.spec.texts,
        ObjType.TUPLE: a.spec.tuples,
        ObjType.KEY: a.spec.keys,
    }
    return {kind: {node.name: i for i, node in enumerate(nodes)} for kind, nodes in lists.items()}
