"""Elements of a URDF -> Spec: settings, then the trees of links, then what refers to joints."""

from typing import Any

from knuckle.errors import Problems
from knuckle.parse import references, xml
from knuckle.parse.build import read_section
from knuckle.parse.elements import ElementReader
from knuckle.parse.include import Assets, Folder
from knuckle.parse.urdf.joints import joints_of, mimics
from knuckle.parse.urdf.kinematics import WORLD, Kinematics, connect
from knuckle.parse.urdf.links import LinkReader
from knuckle.parse.urdf.meshes import Meshes
from knuckle.parse.urdf.reader import UrdfReader, first
from knuckle.parse.urdf.structure import check_structure
from knuckle.parse.urdf.transmissions import actuators, remark_transmissions
from knuckle.schema.urdf import SETTINGS
from knuckle.spec.tree import Spec

# settings of the compiler that differ from those of MJCF where the file does not say otherwise
DEFAULTS = {"angle": "radian", "discardvisual": True, "fusestatic": True}


def build_urdf(
    root: xml.Element, problems: Problems, files: Folder | Assets, omit: frozenset[str], transmissions: bool = False
) -> Spec:
    """The Spec of a robot; every fault is added to the problems.

    With `transmissions` each simple transmission becomes an actuator.
    """
    spec, reader = Spec(), UrdfReader(problems, omit)
    spec.model = root.get("name") if "name" in root.attributes else spec.model
    _read_settings(root, spec, ElementReader(problems, omit))
    keep_visual = not spec.compiler.discardvisual
    check_structure(root, reader, not keep_visual)
    links = LinkReader(reader, Meshes(reader, spec, files), root, keep_visual)
    _add_bodies(spec, connect(root, reader), links, reader)
    spec.equalities = mimics(root, reader)
    if transmissions and "actuator" not in omit:
        spec.actuators = actuators(root, spec, reader)
    else:
        remark_transmissions(root, reader)
    references.check(spec, problems, omit, set())
    spec.warnings = reader.remarks.texts()
    return spec


def _read_settings(root: xml.Element, spec: Spec, reader: ElementReader) -> None:
    """Read the `<mujoco>` block; angles are in radians whatever it says."""
    for name, value in DEFAULTS.items():
        setattr(spec.compiler, name, value)
    spec.compiler.given |= set(DEFAULTS)
    block = first(root, "mujoco")
    for raw in block.children if block is not None else ():
        if raw.tag in SETTINGS:
            read_section(reader, raw, raw.tag, getattr(spec, raw.tag))
    spec.compiler.angle = DEFAULTS["angle"]


def _add_bodies(spec: Spec, kinematics: Kinematics, links: LinkReader, reader: UrdfReader) -> None:
    """One body for each link, parents first, children in the order of their joints; deep trees cost no recursion.

    What the links contain is read in the order of the file, which decides on names that are taken.
    """
    spec.worldbody.place = next((raw.place for raw in kinematics.links.values()), spec.worldbody.place)
    bodies: dict[str, Any] = {WORLD: spec.worldbody}
    pending: list[tuple[str, Any]] = [(name, spec.worldbody) for name in reversed(kinematics.roots)]
    while pending:
        name, parent = pending.pop()
        if name != WORLD:
            bodies[name] = _body(name, kinematics, reader)
            parent.children.append(bodies[name])
        pending.extend((child, bodies[name]) for child in reversed(kinematics.below.get(name, [])))
    for name, raw in kinematics.links.items():
        if name in bodies:
            links.fill(bodies[name], raw)


def _body(name: str, kinematics: Kinematics, reader: UrdfReader) -> Any:
    link, joint = kinematics.links[name], kinematics.above.get(name)
    body = reader.node(link, "body", name=name, **(reader.pose(joint) if joint is not None else {}))
    body.children.extend(joints_of(joint, reader) if joint is not None else ())
    return body
