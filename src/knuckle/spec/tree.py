"""Spec: the editable model tree, what a model file says after defaults have been merged.

Contract between `parse`, which builds it, and `compile`, which reads it:

- Every element is a `Node`, a dataclass made from the table in `schema.mjcf`; its fields are the attributes of the
  element under their MJCF names (a Python keyword gets a trailing underscore: `visual.global_`).
- Values are final: the element's own attribute, else that of its default class (`class`, else the nearest `childclass`,
  else `main`), else the built-in default. `given` holds the names that were written in the element or in its class.
- Numbers are float or int; vectors are tuples of full length (a short `size="0.1"` keeps the class's tail); `real *`
  is a tuple as long as it was written. Keywords are members of `schema.enums`, or text where there is no such
  enumeration (`angle`, `fluidshape`, `sleep`, …). bool is bool; a three-way switch is True, False or None for auto.
  An attribute without a value is None (keys: `qpos is None` when it was not given).
- Lengths and angles are as written: degrees are not converted; `pos`, `fromto`, `quat`, `axisangle`, `euler`, `xyaxes`,
  `zaxis` are raw. At most one orientation attribute of a node is not None, and without one it is the identity.
- A frame's `scale` has three values. `light.directional` is folded into `light.type`; a material's `texture` is folded
  into `layers`, at most one per role. Option flags are bits of `option.disableflags` and `option.enableflags`.
- A key gives whole vectors, or, if it came with an attached model, `parts`: joint, tendon, actuator or mocap body ->
  attribute -> values.
- `size.nkey` may reserve more keyframes than `keys` holds. Files of textures, meshes and height fields are named, and
  not read.
- Body and Frame hold `children` in file order: Joint, FreeJoint, Geom, Site, Camera, Light, Body, Frame. `inertial`
  belongs to the body, also when it is written inside a frame; it is then wrapped: `inertial_frames` lists those
  frames from the outside in. The root is `spec.worldbody`, a Body named "world".
- An actuator has the attributes of `<general>`, those of a shortcut translated. A positive third parameter of the bias,
  where the second is minus the gain, is a damping ratio.
- `place` is where the element stands: file, line, column; use it in errors. `label` is `<geom name="foot">`.
- `tendons` (Spatial, Fixed) are in file order, each with a `path`: TendonSite, TendonGeom, Pulley; or TendonJoint.
- `sensors` are in file order, one class for each element; those of `user` may name objects of any kind.
- `pairs`, `excludes` and `equalities` (Connect, Weld, JointEquality, TendonEquality, Distance) are in file order. A
  connect or weld has either `body1` or both `site1` and `site2`.
- An element of an attached model has an `origin`: it is compiled with the settings of that model. `warnings` are told
  to whoever loads the model.
- References (`material`, `target`, `texture`, `geom1`, …) are names that exist; names are unique per kind. `name` is ""
  if absent.
"""

import keyword
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from knuckle.errors import ModelError, Place, Problem, nearest
from knuckle.schema import mjcf, mjcf_sensor_table
from knuckle.schema.enums import LightType, TextureRole
from knuckle.spec.assigned import BadValue, caller_place, checked
from knuckle.spec.parents import Parent, Route

# key of an element -> attributes that say something which is kept elsewhere
FOLDED = {"light": ("directional",), "material": ("texture",)}


@dataclass(frozen=True, eq=False, slots=True)
class Origin:
    """The model that an element was written in: its compiler's settings, and where the files that it names are."""

    compiler: Any
    folder: Path | None
    assets: Mapping[str, bytes]


@dataclass(kw_only=True, eq=False, init=False, repr=False)
class Node:
    """One element of a model: its attributes are fields, `given` names those that were written.

    Assigning checks the value as the parser does. The constructor is for those who have checked it already.
    """

    written: tuple[Any, int] | None = None  # the text that it was read from, and where it begins there
    origin: Origin | None = None  # where another model was attached that it was written in
    given: set[str] = field(default_factory=set)
    class_name: str = "main"  # the default class that applied

    key = ""  # of its element in the schema
    tag = ""  # the element it was written with
    schema: ClassVar[dict[str, mjcf.Attribute]] = {}  # by field

    def __init__(self, **values: Any):
        own = self.__dict__
        own.update(values)
        for name, make in self.made():
            if name not in own:
                own[name] = make()

    def __setattr__(self, name: str, value: Any) -> None:
        attribute = self.schema.get(name)
        if attribute is None:
            if name not in self.__dataclass_fields__ and name != "place":
                raise AttributeError(f"{self.label} has no attribute {name!r}{nearest(name, self.schema)}")
            self.__dict__[name] = value
            return
        try:
            value = checked(attribute, value, getattr(self, name))
        except BadValue as fault:
            raise ModelError(Problem(caller_place(), self.label, f"{attribute.name} {fault}")) from None
        if attribute.name in mjcf.ORIENTATIONS:
            self.__dict__.update(dict.fromkeys(mjcf.ORIENTATIONS))
            self.given.difference_update(mjcf.ORIENTATIONS)
        self.__dict__[name] = value
        self.given.add(attribute.name)
        if name in FOLDED.get(self.key, ()):
            self._fold(name, value)

    def _fold(self, name: str, value: Any) -> None:
        """Keep what an attribute stands for where the compiler looks for it."""
        if name == "directional":
            self.__dict__["directional"] = None
            if value is not None:
                self.type = LightType.DIRECTIONAL if value else LightType.SPOT
        elif name == "texture":
            others = [layer for layer in self.__dict__["layers"] if layer.role != TextureRole.RGB]
            drawn = [Layer(texture=value, role=TextureRole.RGB, place=self.place)] if value else []
            self.layers = [*others, *drawn]

    def __repr__(self) -> str:
        return f"<Spec node {self.label}>"

    @classmethod
    @cache
    def made(cls) -> tuple[tuple[str, Callable[[], Any]], ...]:
        """What every node has for itself, and how to make it; other values that are not given are the class's."""
        return tuple((e.name, e.default_factory) for e in fields(cls) if e.default_factory is not MISSING)

    @cached_property
    def place(self) -> Place:
        """Where it stands in the text that it was read from: worked out when it is asked for, which is for faults."""
        return self.written[0].place(self.written[1]) if self.written else Place()

    @property
    def label(self) -> str:
        """The element as an error names it: `<geom name="foot">`."""
        name = getattr(self, "name", "")
        shown = name if len(name) <= 40 else f"{name[:40]}…"
        return f'<{self.tag} name="{shown}">' if name else f"<{self.tag}>"

    if TYPE_CHECKING:  # the fields come from the table

        def __getattr__(self, name: str) -> Any: ...


def node_of_text(
    kind: type[Node], values: Mapping[str, Any], written: tuple[Any, int], given: set[str], class_name: str
) -> Node:
    """A node of an element of a text, where most come from: without arguments by name, which take longer."""
    node = kind.__new__(kind)
    own = node.__dict__
    own.update(values)
    own["written"], own["given"], own["class_name"] = written, given, class_name
    for name, make in kind.made():
        if name not in own:
            own[name] = make()
    return node


class Shortcut:
    """An actuator keeps the tag of the shortcut that it was written with."""

    shortcut: str

    @property
    def tag(self) -> str:
        return self.shortcut or "general"


class Fixture:
    """The world body: it is called `world`, and nothing else can be said about it."""

    if TYPE_CHECKING:
        schema: ClassVar[dict[str, mjcf.Attribute]]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.schema:
            message = f"{name}: the world body has no attributes of its own, found {value!r}"
            raise ModelError(Problem(caller_place(), "<worldbody>", message))
        super().__setattr__(name, value)


def python_name(attribute: str) -> str:
    """The field that holds an attribute: its own name, with an underscore where Python reserves it."""
    return attribute + "_" if keyword.iskeyword(attribute) else attribute


def _node(class_name: str, key: str, *mixins: type, **extra: Any) -> Any:
    """The dataclass of one element; `extra` gives further fields and how to make their values."""
    element = mjcf.elements()[key]
    columns: list = []
    schema = {}
    for attribute in element.attributes.values():
        if attribute.kind != "class":
            default = "" if attribute.kind == "name" else attribute.default
            columns.append((python_name(attribute.name), Any, field(default=default)))
            schema[python_name(attribute.name)] = attribute
    columns += [(name, Any, field(default_factory=factory)) for name, factory in extra.items()]
    doc = f"`<{element.tag}>`: {', '.join(element.attributes) or 'no attributes'}."
    namespace: dict[str, Any] = {"key": key, "__doc__": doc, "schema": schema, "__module__": __name__}
    if Shortcut not in mixins:
        namespace["tag"] = element.tag
    bases = (*mixins, Node)
    return make_dataclass(
        class_name, columns, bases=bases, namespace=namespace, kw_only=True, eq=False, init=False, repr=False
    )


def _nothing() -> None:
    return None


def _default(key: str, name: str) -> Callable[[], Any]:
    value = mjcf.elements()[key].attributes[name].default
    return lambda: value


LOOKS = ("width", "material", "rgba")  # of a tendon


LengthRange = _node("LengthRange", "compiler.lengthrange")
Compiler = _node("Compiler", "compiler", lengthrange=LengthRange)
Option = _node("Option", "option", disableflags=int, enableflags=int)
Size = _node("Size", "size")
Statistic = _node("Statistic", "statistic")
VisualGlobal = _node("VisualGlobal", "visual.global")
VisualQuality = _node("VisualQuality", "visual.quality")
VisualHeadlight = _node("VisualHeadlight", "visual.headlight")
VisualMap = _node("VisualMap", "visual.map")
VisualScale = _node("VisualScale", "visual.scale")
VisualRgba = _node("VisualRgba", "visual.rgba")
Visual = _node(
    "Visual",
    "visual",
    global_=VisualGlobal,
    quality=VisualQuality,
    headlight=VisualHeadlight,
    map=VisualMap,
    scale=VisualScale,
    rgba=VisualRgba,
)
Numeric = _node("Numeric", "numeric")
Text = _node("Text", "text")
TupleElement = _node("TupleElement", "tuple.element")
Tuple = _node("Tuple", "tuple", elements=list)
Texture = _node("Texture", "texture")
Layer = _node("Layer", "layer")
Material = _node("Material", "material", layers=list)
Pair = _node("Pair", "pair")
Exclude = _node("Exclude", "exclude")
Connect = _node("Connect", "equality.connect")
Weld = _node("Weld", "equality.weld")
JointEquality = _node("JointEquality", "equality.joint")
TendonEquality = _node("TendonEquality", "equality.tendon")
Distance = _node("Distance", "equality.distance")
TendonSite = _node("TendonSite", "tendon.spatial.site")
TendonGeom = _node("TendonGeom", "tendon.spatial.geom")
Pulley = _node("Pulley", "tendon.spatial.pulley")
TendonJoint = _node("TendonJoint", "tendon.fixed.joint")
Spatial = _node("Spatial", "tendon.spatial", Route, path=list)
# how it looks is only told by default classes
Fixed = _node("Fixed", "tendon.fixed", Route, path=list, **{name: _default("tendon.spatial", name) for name in LOOKS})
SENSORS = tuple(_node(f"{tag.title()}Sensor", f"sensor.{tag}") for tag in mjcf_sensor_table.SENSORS)
Mesh = _node("Mesh", "mesh")
HField = _node("HField", "hfield")
Key = _node("Key", "key", parts=_nothing)
Inertial = _node("Inertial", "inertial")
Joint = _node("Joint", "joint")
FreeJoint = _node("FreeJoint", "freejoint")
Geom = _node("Geom", "geom")
Site = _node("Site", "site")
Camera = _node("Camera", "camera")
Light = _node("Light", "light")
Frame = _node("Frame", "frame", Parent, children=list, owner=_nothing)
Body = _node("Body", "body", Parent, children=list, inertial=_nothing, inertial_frames=list, owner=_nothing)
World = _node("World", "body", Fixture, Parent, children=list, inertial=_nothing, inertial_frames=list, owner=_nothing)
Actuator = _node("Actuator", "general", Shortcut, shortcut=str)

NODES = {
    cls.key: cls
    for cls in (
        LengthRange, Compiler, Option, Size, Statistic, Visual, VisualGlobal, VisualQuality, VisualHeadlight,
        VisualMap, VisualScale, VisualRgba, Numeric, Text, TupleElement, Tuple, Texture, Layer, Material, Mesh, HField,
        Key, Pair, Exclude, Connect, Weld, JointEquality, TendonEquality, Distance,
        TendonSite, TendonGeom, Pulley, TendonJoint, Spatial, Fixed,
        Inertial, Joint, FreeJoint, Geom, Site, Camera, Light, Frame, Body, Actuator,
        *SENSORS,
    )
}  # fmt: skip


@dataclass(kw_only=True, eq=False)
class Spec:
    """A whole model: the single sections, the lists of named elements, and the tree under `worldbody`."""

    model: str = "MuJoCo Model"
    compiler: Any = field(default_factory=Compiler)
    option: Any = field(default_factory=Option)
    size: Any = field(default_factory=Size)
    statistic: Any = field(default_factory=Statistic)
    visual: Any = field(default_factory=Visual)
    numerics: list = field(default_factory=list)
    texts: list = field(default_factory=list)
    tuples: list = field(default_factory=list)
    textures: list = field(default_factory=list)
    materials: list = field(default_factory=list)
    pairs: list = field(default_factory=list)
    excludes: list = field(default_factory=list)
    equalities: list = field(default_factory=list)
    tendons: list = field(default_factory=list)
    actuators: list = field(default_factory=list)
    sensors: list = field(default_factory=list)
    meshes: list = field(default_factory=list)
    hfields: list = field(default_factory=list)
    keys: list = field(default_factory=list)
    worldbody: Any = field(default_factory=lambda: World(name="world"))
    # class -> tag -> attribute -> value, everything a class sets, inherited values included
    classes: dict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: {"main": {}})
    class_parents: dict[str, str] = field(default_factory=dict)  # class -> the one around it
    folder: Path | None = None  # of the main file: where the files it names are found
    assets: Mapping[str, bytes] = field(default_factory=dict)  # files handed over with a model given as text
    warnings: list[str] = field(default_factory=list)  # what a user should know although the model can be used
    sources: dict[str, str] = field(default_factory=dict)  # texts of MJCF it was read from: its own, those it includes
    omitted: frozenset[str] = frozenset()  # features that were left out then

    def origin_of(self, node: Node) -> Origin:
        """The model that a node was written in: this one, unless another was attached that it came with."""
        return node.origin or Origin(self.compiler, self.folder, self.assets)

    def compiler_of(self, node: Node) -> Any:
        """The compiler's settings under which a node was written."""
        return self.compiler if node.origin is None else node.origin.compiler

    def walk(self) -> Iterator[Node]:
        """Every node of the kinematic tree, parents first, in file order, the world body included."""
        pending = [self.worldbody]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(getattr(node, "children", ())))


def sharing(spec: Spec, **others: Any) -> Spec:
    """A Spec that shares everything with another one but what is given."""
    new = object.__new__(Spec)
    new.__dict__.update(spec.__dict__, **others)
    return new
