"""What a schema does not say: numbers that make sense, and attributes that an element needs together."""

from dataclasses import dataclass
from typing import Any

from support.mesh_files import FACES, VERTICES, msh, png, stl
from support.urdf_text import TETRAHEDRON

PICTURE = png([b"\0" + bytes([0, 99, 200] * 12)] * 12, 12, colour=2)
GRID = png([b"\0" + bytes([0, 99, 200] * 16)] * 12, 16, colour=2)
GREY = png([b"\0" + bytes(range(6))] * 5, 6)
ASSETS = {
    "m.obj": TETRAHEDRON,
    "m.stl": stl(VERTICES[FACES]),
    "m.msh": msh(),
    "t.png": PICTURE,
    "g.png": GRID,
    "h.png": GREY,
}


@dataclass(frozen=True)
class Ref:
    """A name of some kind; two that need different ones take those of even and of odd numbers.

    Where there is none, what needs it is left out, or has another type.
    """

    kind: str
    needed: bool = True
    nth: int = -1
    otherwise: str = ""


_SOLIMP = ("0.9 0.95 0.001 0.5 2", "0.5", "0 0.99 0.01")
_PAIR = ("-1 1", "0 2", "-0.5 0.5")
_POSITIVE = ("0.1", "0.5", "2", "1e-3")
# attribute -> texts that make sense wherever it stands
NUMBERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("size",), ("0.1 0.2 0.3", "0.5 0.5 0.5")),
    **dict.fromkeys(("mass", "density", "massscale", "scale_", "divisor", "fovy", "extent", "meanmass"), _POSITIVE),
    **dict.fromkeys(("solref", "solreflimit", "solreffriction", "o_solref"), ("0.02 1", "-100 -10", "0.1")),
    **dict.fromkeys(("solimp", "solimplimit", "solimpfriction", "o_solimp"), _SOLIMP),
    **dict.fromkeys(("range", "actuatorfrcrange", "ctrlrange", "forcerange", "actrange", "lengthrange"), _PAIR),
    **dict.fromkeys(("velrange", "ffrange"), _PAIR),
    **dict.fromkeys(("quat", "refquat"), ("1 0 0 0", "0.7 0 0.7 0", "1 2 3 4")),
    **dict.fromkeys(("axis", "zaxis", "xyz", "dir"), ("0 0 1", "1 0 0", "1 2 3")),
    "axisangle": ("0 0 1 30", "1 1 0 2"),
    "xyaxes": ("1 0 0 0 1 0", "0 1 0 0 0 1"),
    "fromto": ("0 0 0 0 0 1", "0 0.1 0 1 0 0.3"),
    "condim": ("1", "3", "4", "6"),
    "group": ("0", "1", "5"),
    "inertiagrouprange": ("0 5", "1 2"),
    "relpose": ("0 1 0 0 0 0 0", "1 0 0 1 0 0 0"),
    "friction": ("1", "0.5 0.01 0.01"),
    "damping": ("0", "1", "0.1 0.2"),
    "armature": ("0", "0.1"),
    "frictionloss": ("0", "0.5"),
    "timestep": ("0.001", "0.005"),
    "iterations": ("1", "20", "100"),
    "scale": ("1 1 1", "2 2 2"),
    "eulerseq": ("xyz", "XYZ", "zyx"),
    "nsample": ("0", "1", "3"),
    "delay": ("0", "0.004"),
    "interval": ("0", "0.01", "0.01 0.002"),
    "num": ("1", "2"),
    "dim": ("1", "3"),
    "springdamper": ("0 0", "0.1 1"),
    "actuatorgroupdisable": ("", "1", "0 3"),
    "maxhullvert": ("-1", "4", "10"),
    "width": ("4", "12"),
    "height": ("4", "12"),
    "gridsize": ("1 1",),
    "resolution": ("1 1", "40 30"),
    "texrepeat": ("1 1", "2 3"),
    "rgba": ("1 0 0 1", "0.5 0.5 0.5 0"),
    "sep": ("-", "_"),
    "prefix": ("p", "q-"),
    "model": ("m", "attached"),
    "mark": ("none", "edge"),
    "springlength": ("-1", "0.1 0.2"),
    "data": ("1 2", "a"),
}
_TARGETS: list[dict[str, Any]] = [
    {"joint": Ref("joint")},
    {"jointinparent": Ref("joint")},
    {"tendon": Ref("tendon")},
    {"site": Ref("site")},
    {"cranksite": Ref("site", nth=0), "slidersite": Ref("site", nth=1), "cranklength": "0.5"},
]
_GAINS: list[dict[str, Any]] = [
    {},
    {"gaintype": "affine", "biastype": "affine", "gainprm": "1 2 3", "biasprm": "0 -1 -2"},
    {"dyntype": "filter", "dynprm": "0.1"},
    {"dyntype": "muscle", "gaintype": "muscle", "biastype": "muscle", "lengthrange": "0.1 1"},
]
_OBJECTS: list[dict[str, Any]] = [
    {"objtype": kind, "objname": Ref("body" if kind == "xbody" else kind)}
    for kind in ("body", "xbody", "geom", "site", "camera")
]
_BODIES: list[dict[str, Any]] = [
    {"children": ("geom",)},
    {"children": ("joint", "geom")},
    {"children": ("geom", "joint", "site", "joint")},
    {"children": ("site", "joint", "geom", "body")},
]
_ENDS: list[dict[str, Any]] = [
    {"body1": Ref("body", nth=0), "body2": Ref("body", nth=1), "anchor": "0 0 0"},
    {"body1": Ref("body"), "anchor": "0.1 0 0"},
    {"site1": Ref("site", nth=0), "site2": Ref("site", nth=1)},
]
# key of an element -> sets of attributes with which it makes sense
RECIPES: dict[str, list[dict[str, Any]]] = {
    "worldbody": [{"children": ("geom", "body", "site")}, {"children": ("body", "camera", "light")}],
    "body": _BODIES,
    "frame": [{"children": ("geom",)}, {"pos": "0 0 1", "children": ("body", "site")}],
    "replicate": [{"count": "2", "children": ("body",)}, {"count": "3", "offset": "1 0 0", "children": ("geom",)}],
    "geom": [
        {"size": "0.1 0.2 0.3"},
        *({"type": kind, "size": "0.1 0.2 0.3"} for kind in ("box", "capsule", "cylinder", "ellipsoid", "sphere")),
        {"type": "mesh", "mesh": Ref("mesh", otherwise="sphere"), "size": "0.1"},
        {"type": "box", "mesh": Ref("mesh", otherwise="box"), "size": "0.1 0.1 0.1"},
        {"type": "capsule", "fromto": "0 0 0 0.1 0 1", "size": "0.1"},
        {"size": "0.2", "material": Ref("material", needed=False)},
        {"type": "hfield", "hfield": Ref("hfield", otherwise="sphere"), "size": "0.1"},
    ],
    "joint": [{}, {"type": "slide"}, {"type": "ball"}, {"range": "-1 1"}, {"stiffness": "1", "springyield": "0.1"}],
    "camera": [{}, {"mode": "targetbody", "target": Ref("body")}],
    "light": [{}, {"mode": "targetbodycom", "target": Ref("body")}],
    "inertial": [{"pos": "0 0 0", "mass": "1", "diaginertia": "1 1 1"}],
    "mesh": [
        *({"file": name} for name in ("m.obj", "m.stl", "m.msh")),
        {"vertex": "0 0 0 1 0 0 0 1 0 0 0 1"},
        {"vertex": "0 0 0 1 0 0 0 1 0 0 0 1", "face": "0 2 1 0 1 3 0 3 2 1 2 3"},
        *({"builtin": kind, "params": params} for kind, params in (("sphere", "1"), ("hemisphere", "2"))),
        {"builtin": "cone", "params": "8 0.5"},
        {"builtin": "supersphere", "params": "8 0.5 0.5"},
        {"builtin": "supertorus", "params": "8 0.5 0.5 0.5"},
        {"builtin": "wedge", "params": "8 8 30 30 0.1"},
        {"builtin": "plate", "params": "8 8"},
    ],
    "hfield": [
        {"nrow": "3", "ncol": "2", "elevation": "0 1 2 1 0 1", "size": "1 1 1 0.1"},
        {"file": "h.png", "size": "1 2 1 0.1"},
    ],
    "texture": [
        {"builtin": "flat", "width": "4", "height": "4", "type": "2d"},
        {"builtin": "checker", "width": "8", "height": "48"},
        {"file": "t.png", "type": "2d"},
        {"file": "g.png", "gridsize": "3 4", "gridlayout": ".U..LFRB.D..", "type": "cube"},
        {"fileup": "t.png", "fileright": "t.png"},
    ],
    "material": [{}, {"texture": Ref("texture")}],
    "numeric": [{"data": "1 2 3"}, {"size": "4"}],
    "text": [{"data": "words"}],
    "tuple.element": [{"objtype": "body", "objname": Ref("body")}, {"objtype": "geom", "objname": Ref("geom")}],
    "asset.model": [{"file": "m.xml"}],
    "pair": [{"geom1": Ref("geom", nth=0), "geom2": Ref("geom", nth=1)}],
    "exclude": [{"body1": Ref("body", nth=0), "body2": Ref("body", nth=1)}],
    "equality.connect": _ENDS,
    "equality.weld": [{name: value for name, value in ends.items() if name != "anchor"} for ends in _ENDS],
    "equality.joint": [{"joint1": Ref("joint", nth=0), "joint2": Ref("joint", nth=1)}, {"joint1": Ref("joint")}],
    "equality.tendon": [{"tendon1": Ref("tendon", nth=0), "tendon2": Ref("tendon", nth=1)}],
    "equality.distance": [{"geom1": Ref("geom", nth=0), "geom2": Ref("geom", nth=1)}],
    "tendon.spatial": [
        {"children": ("site", "site")},
        {"children": ("site", "geom", "site", "pulley", "site", "site")},
    ],
    "tendon.spatial.pulley": [{"divisor": "2"}],
    "tendon.fixed": [{"children": ("joint",)}, {"children": ("joint", "joint")}],
    "tendon.fixed.joint": [{"joint": Ref("joint"), "coef": "2"}],
    "general": [{**target, **gain} for target in _TARGETS for gain in _GAINS],
    **dict.fromkeys(("motor", "position", "velocity", "intvelocity", "damper", "cylinder", "pid"), _TARGETS),
    "muscle": [{**target, "lengthrange": "0.1 1"} for target in _TARGETS[:3]],
    "adhesion": [{"body": Ref("body"), "ctrlrange": "0 1"}],
    "orientation": [{"site": Ref("site", nth=0), "refsite": Ref("site", nth=1)}, {"joint": Ref("joint")}],
    "dcmotor": [{**target, "motorconst": "0.1", "resistance": "1"} for target in _TARGETS[:3]],
    **{f"sensor.{tag}": _OBJECTS for tag in ("framepos", "framequat", "framexaxis", "framelinvel", "framelinacc")},
    "sensor.insidesite": [{**each, "site": Ref("site")} for each in _OBJECTS],
    **{
        f"sensor.{tag}": [
            {"geom1": Ref("geom", nth=0), "geom2": Ref("geom", nth=1)},
            {"body1": Ref("body", nth=0), "body2": Ref("body", nth=1)},
        ]
        for tag in ("distance", "normal", "fromto")
    },
    "sensor.contact": [{}, {"geom1": Ref("geom")}, {"body1": Ref("body"), "num": "2", "reduce": "mindist"}],
    "sensor.rangefinder": [{"site": Ref("site")}, {"camera": Ref("camera"), "data": "dist point"}],
    "sensor.tactile": [{"geom": Ref("geom"), "mesh": Ref("mesh")}],
}
_SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")
URDF_RECIPES: dict[str, list[dict[str, Any]]] = {
    "link": [
        {"children": ("collision",)},
        {"children": ("inertial", "visual")},
        {"children": ("inertial", "collision")},
    ],
    "inertial": [{"children": ("mass", "inertia")}],
    "mass": [{"value": "2"}],
    "inertia": [{"ixx": "1", "iyy": "1", "izz": "1", "ixy": "0", "ixz": "0", "iyz": "0"}],
    "visual": [{"children": ("geometry",)}],
    "collision": [{"children": ("geometry",)}],
    "geometry": [{"children": (shape,)} for shape in _SHAPES],
    "box": [{"size": "1 2 3"}],
    "cylinder": [{"radius": "0.5", "length": "1"}],
    "sphere": [{"radius": "0.5"}],
    "capsule": [{"radius": "0.5", "length": "1"}],
    "mesh": [{"filename": "m.obj"}, {"filename": "m.stl"}],
    "joint": [
        {"type": kind, "children": ("parent", "child")} for kind in ("revolute", "continuous", "prismatic", "fixed")
    ]
    + [
        {"type": kind, "children": ("parent", "child", "axis", "limit")} for kind in ("planar", "revolute", "spherical")
    ],
    "limit": [{"lower": "-1", "upper": "1", "effort": "10"}],
    "mimic": [{"joint": Ref("joint")}],
    "transmission": [{"children": ("joint", "actuator")}],
    "transmission.joint": [{"name": Ref("joint")}],
}
