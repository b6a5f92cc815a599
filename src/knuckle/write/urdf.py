"""Model -> URDF: a link for each body, whose frame lies where its joint turns, and a joint between it and its parent.

    text, files = urdf_text(m)

URDF can say only a part of a model: `urdf_losses.py` tells what is lost.
"""

from math import atan2, hypot
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

from knuckle.hostmath.rotation import add, matrix, rotate, subtract
from knuckle.schema.enums import DisableBit, EnableBit, GeomType, JointType
from knuckle.schema.mjcf import elements
from knuckle.write.urdf_losses import SHAPES, mimic_of

if TYPE_CHECKING:
    from knuckle.model.model import Model

TYPES = {
    JointType.HINGE: "revolute",
    JointType.SLIDE: "prismatic",
    JointType.BALL: "spherical",
    JointType.FREE: "floating",
}
SETTINGS = {"discardvisual": "false", "fusestatic": "false"}  # a body stays a body, a visual geom is kept
WORLD = "world"

Element = ElementTree.Element


def urdf_text(m: "Model", folder: str = "") -> tuple[str, dict[str, bytes]]:
    """The text of a model, and the files of its meshes by their paths, which begin with `folder`."""
    writer = _Writer(m, folder)
    root = writer.robot()
    ElementTree.indent(root)
    return '<?xml version="1.0"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n", writer.files


class _Writer:
    def __init__(self, m: "Model", folder: str):
        self.m = m
        self.folder = folder
        self.files: dict[str, bytes] = {}
        self.links = _unique([WORLD, *m.names("body")[1:]], "body")
        self.joints = _unique(m.names("joint"), "joint")
        self.meshes = _unique(m.names("mesh"), "mesh")
        # where the frame of a link lies in that of its body: at the anchor of its joint
        anchors = [m.jnt_pos[m.body_jntadr[b]] if m.body_jntnum[b] else (0.0, 0.0, 0.0) for b in range(m.nbody)]
        free = [m.body_jntnum[b] and m.jnt_type[m.body_jntadr[b]] == JointType.FREE for b in range(m.nbody)]
        self.anchors = [(0.0, 0.0, 0.0) if is_free else a for a, is_free in zip(anchors, free, strict=True)]

    def robot(self) -> Element:
        m = self.m
        root = Element("robot", {"name": m.model_name})
        settings = _add(root, "mujoco")
        _add(settings, "compiler", SETTINGS)
        _add_options(settings, m)
        for b in range(m.nbody):
            self._link(root, b)
        for b in range(1, m.nbody):
            self._joint(root, b)
        return root

    def _link(self, root: Element, b: int) -> None:
        """A link with its inertia, also where that is zero: it would be inferred from geoms else."""
        m, link = self.m, _add(root, "link", {"name": self.links[b]})
        if b:
            inertial = _add(link, "inertial")
            _add_origin(inertial, subtract(m.body_ipos[b], self.anchors[b]), m.body_iquat[b])
            _add(inertial, "mass", {"value": _number(m.body_mass[b])})
            moments = dict(zip(("ixx", "iyy", "izz"), map(_number, m.body_inertia[b]), strict=True))
            _add(inertial, "inertia", moments | dict.fromkeys(("ixy", "ixz", "iyz"), "0"))
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if m.geom_type[g] in SHAPES:
                self._geom(link, g)

    def _geom(self, link: Element, g: int) -> None:
        m = self.m
        is_visual = not m.geom_contype[g] and not m.geom_conaffinity[g]
        name = m.names("geom")[g]
        geom = _add(link, "visual" if is_visual else "collision", {"name": name} if name else {})
        _add_origin(geom, subtract(m.geom_pos[g], self.anchors[m.geom_bodyid[g]]), m.geom_quat[g])
        kind, size = GeomType(int(m.geom_type[g])), m.geom_size[g]
        geometry = _add(geom, "geometry")
        if kind == GeomType.BOX:
            _add(geometry, "box", {"size": _numbers(2 * size)})
        elif kind == GeomType.SPHERE:
            _add(geometry, "sphere", {"radius": _number(size[0])})
        elif kind in (GeomType.CYLINDER, GeomType.CAPSULE):
            _add(geometry, kind.name.lower(), {"radius": _number(size[0]), "length": _number(2 * size[1])})
        else:
            _add(geometry, "mesh", {"filename": self._mesh(int(m.geom_dataid[g]))})
        if is_visual:
            material = _add(geom, "material", {"name": f"colour_{g}"})
            _add(material, "color", {"rgba": _numbers(float(f"{x:.7g}") for x in m.geom_rgba[g])})

    def _mesh(self, mesh: int) -> str:
        """The path of a file with the vertices and triangles of a mesh, in its own frame."""
        m = self.m
        path = f"{self.folder}{self.meshes[mesh]}.obj"
        if path not in self.files:
            vertices = m.mesh_vert[m.mesh_vertadr[mesh] :][: m.mesh_vertnum[mesh]]
            faces = m.mesh_face[m.mesh_faceadr[mesh] :][: m.mesh_facenum[mesh]] + 1
            lines = [f"v {_numbers(map(float, row))}" for row in vertices]
            lines += [f"f {a} {b} {c}" for a, b, c in faces.tolist()]
            self.files[path] = ("\n".join(lines) + "\n").encode()
        return path

    def _joint(self, root: Element, b: int) -> None:
        m, count = self.m, int(self.m.body_jntnum[b])
        j, parent = int(m.body_jntadr[b]), int(m.body_parentid[b])
        kind = TYPES[JointType(int(m.jnt_type[j]))] if count == 1 else "planar" if count else "fixed"
        if kind == "revolute" and not m.jnt_limited[j]:
            kind = "continuous"
        name = (
            self.joints[j].removesuffix("_TX") if count > 1 else self.joints[j] if count else f"{self.links[b]}_fixed"
        )
        joint = _add(root, "joint", {"name": name, "type": kind})
        anchor = add(m.body_pos[b], rotate(m.body_quat[b], self.anchors[b]))
        _add_origin(joint, subtract(anchor, self.anchors[parent]), m.body_quat[b])
        _add(joint, "parent", {"link": self.links[parent]})
        _add(joint, "child", {"link": self.links[b]})
        if count:
            self._motion(joint, kind, j)

    def _motion(self, joint: Element, kind: str, j: int) -> None:
        """Axis, dynamics and limits of a joint; the axis of a planar one is that of its hinge."""
        m, dof = self.m, int(self.m.jnt_dofadr[j])
        if kind not in ("floating", "spherical"):
            _add(joint, "axis", {"xyz": _numbers(m.jnt_axis[j + 2 if kind == "planar" else j])})
        if m.dof_damping[dof] or m.dof_frictionloss[dof]:
            values = {"damping": _number(m.dof_damping[dof]), "friction": _number(m.dof_frictionloss[dof])}
            _add(joint, "dynamics", values)
        limit = {}
        if m.jnt_limited[j]:
            limit = {"lower": _number(m.jnt_range[j, 0]), "upper": _number(m.jnt_range[j, 1])}
        if m.jnt_actfrclimited[j]:
            limit["effort"] = _number(m.jnt_actfrcrange[j, 1])
        if limit:
            _add(joint, "limit", limit)
        for e in range(m.neq):
            if mimic_of(m, e) and m.eq_obj1id[e] == j:
                offset, factor = m.eq_data[e, :2]
                other = self.joints[m.eq_obj2id[e]]
                values = {"joint": other, "multiplier": _number(factor), "offset": _number(offset)}
                _add(joint, "mimic", values)


def _add_options(parent: Element, m: "Model") -> None:
    """The options that are not the built-in ones, as in MJCF."""
    option = _add(parent, "option")
    for attribute in elements()["option"].attributes.values():
        value = getattr(m.opt, attribute.name, None)
        if value is None or attribute.name == "actuatorgroupdisable":
            continue
        if attribute.kind == "enum":
            if value != attribute.default:
                option.set(attribute.name, attribute.words[attribute.values.index(value)])
        elif not np.array_equal(value, attribute.default):
            option.set(attribute.name, _numbers(np.atleast_1d(value)))
    flags = {str(bit.name).lower(): "disable" for bit in DisableBit if m.opt.disableflags & bit}
    flags |= {str(bit.name).lower(): "enable" for bit in EnableBit if m.opt.enableflags & bit}
    if flags:
        _add(option, "flag", flags)


def _add(parent: Element, tag: str, attributes: dict[str, str] | None = None) -> Element:
    return ElementTree.SubElement(parent, tag, attributes or {})


def _add_origin(parent: Element, pos: Any, quat: Any) -> None:
    """A pose, with angles about the fixed axes x, y, z in this order."""
    (r00, r01, _), (r10, r11, _), (r20, r21, r22) = matrix(quat)
    across = hypot(r00, r10)
    angles = (atan2(r21, r22), atan2(-r20, across), atan2(r10, r00))
    if across < 1e-9:  # x points up or down: turns about x and z are one
        angles = (0.0, atan2(-r20, across), atan2(-r01, r11))
    _add(parent, "origin", {"xyz": _numbers(pos), "rpy": _numbers(angles)})


def _number(value: Any) -> str:
    """The shortest text that reads back as the same number."""
    return repr(float(value)).removesuffix(".0")


def _numbers(values: Any) -> str:
    return " ".join(map(_number, values))


def _unique(names: list[str], kind: str) -> list[str]:
    """Names for all: those without one get one that is free."""
    taken = set(names)
    found = []
    for i, name in enumerate(names):
        new = name or f"{kind}_{i}"
        while not name and new in taken:
            new += "_"
        taken.add(new)
        found.append(new)
    return found
