"""The stub of Spec: a class for each element of MJCF with its attributes, made from the schema."""

from collections.abc import Iterable

from knuckle.contact_terms.pairs import PROPERTIES
from knuckle.edit.defaults import TAGS, DefaultClass
from knuckle.edit.spec import EQUALITIES, Spec
from knuckle.schema import mjcf
from knuckle.schema.mjcf import ACTUATORS, Attribute
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec.parents import Parent, Route
from knuckle.spec.references import LISTS
from knuckle.spec.tree import NODES, Node, python_name
from knuckle_docs.signatures import docstring, indented

DESCRIPTORS = '''
N = TypeVar("N")
B = TypeVar("B", bound=Node)
Numbers = float | Sequence[float] | NDArray[Any]

class Values(Generic[N]):
    """An attribute that is several numbers; it takes them in any form."""
    def __get__(self, owner: object, kind: type | None = None) -> tuple[N, ...]: ...
    def __set__(self, owner: object, value: Numbers | None) -> None: ...

class Reference:
    """An attribute that names another element, and takes that element or its name."""
    def __get__(self, owner: object, kind: type | None = None) -> str | None: ...
    def __set__(self, owner: object, value: Node | str | None) -> None: ...
'''
SINGLE = {"real": "float", "int": "int", "bool": "bool", "auto": "bool | None", "bytes": "int", "name": "str"}
KINDS = {"body": "Body", "joint": "Joint", "geom": "Geom", "site": "Site", "camera": "Camera", "light": "Light"}
KINDS |= {"frame": "Frame", "mesh": "Mesh", "hfield": "HField", "material": "Material", "texture": "Texture"}
KINDS |= {"pair": "Pair", "exclude": "Exclude", "actuator": "Actuator", "key": "Key", "numeric": "Numeric"}
KINDS |= {"text": "Text", "tuple": "Tuple", "tendon": "Spatial | Fixed", "equality": "Equality", "sensor": "Sensor"}
OF_LISTS = {"meshes": "mesh", "hfields": "hfield", "tendons": "tendon", "actuators": "actuator", "sensors": "sensor"}
OF_LISTS |= {name: name.removesuffix("s") for name in LISTS if name not in OF_LISTS} | {"equalities": "equality"}
INNER = {"children": "list[Any]", "path": "list[Any]", "layers": "list[Layer]", "elements": "list[TupleElement]"}
INNER |= {"inertial": "Inertial | None", "lengthrange": "LengthRange", "global_": "VisualGlobal"}
INNER |= {name: f"Visual{name.title()}" for name in ("quality", "headlight", "map", "scale", "rgba")}
INNER |= {"disableflags": "int", "enableflags": "int"}


def spec_stub() -> str:
    """Everything that a Spec is made of."""
    nodes = [node_class(cls) for cls in NODES.values()]
    unions = [f"Equality = {' | '.join(NODES[f'equality.{tag}'].__name__ for tag in EQUALITIES)}"]
    unions.append("Sensor = " + " | ".join(NODES[f"sensor.{tag}"].__name__ for tag in SENSORS))
    settings = [_class(f"{tag.title()}Defaults", f"What a class sets for <{tag}>.", _settings(tag)) for tag in TAGS]
    members = ["name: Final[str]", *(f"{tag}: Final[{tag.title()}Defaults]" for tag in TAGS)]
    defaults = _class("DefaultClass", DefaultClass.__doc__, members)
    return "\n\n".join([DESCRIPTORS, base(), *nodes, *unions, *settings, defaults, spec_class()])


def base() -> str:
    members = ["place: Place", "given: set[str]", "class_name: str", "key: str", "tag: str"]
    members += ["@property\ndef label(self) -> str: ..."]
    return _class("Node", Node.__doc__, members)


def node_class(cls: type) -> str:
    members = [f"{name}: {_attribute(attribute)}" for name, attribute in cls.schema.items()]
    known = {*cls.schema, *Node.__dataclass_fields__, "owner", "inertial_frames", "parts", "shortcut"}
    extra = [name for name in cls.__dataclass_fields__ if name not in known]
    members += [f"{name}: {_inner(cls, name)}" for name in extra]
    if issubclass(cls, Parent):
        members += [adder(f"add_{tag}", "", _attributes(tag), title) for tag, title in PARTS.items()]
    if issubclass(cls, Route):
        members += ROUTES[cls.key.rpartition(".")[2]]
    return _class(f"{cls.__name__}(Node)", cls.__doc__.split(":")[0] + ".", members or ["..."])


def _inner(cls: type, name: str) -> str:
    if cls.__name__ == "Fixed":
        return {"width": "float", "material": "Reference", "rgba": "Values[float]"}.get(name, INNER.get(name, "Any"))
    return INNER[name]


PARTS = {tag: tag.title() for tag in ("body", "frame", "geom", "joint", "site", "camera", "light", "inertial")}
PARTS |= {"freejoint": "FreeJoint"}
OBJECT = "Node | str"
ROUTES = {
    "spatial": [
        f"def add_site(self, site: {OBJECT}) -> TendonSite: ...",
        f"def add_geom(self, geom: {OBJECT}, sidesite: {OBJECT} | None = None) -> TendonGeom: ...",
        "def add_pulley(self, divisor: float) -> Pulley: ...",
    ],
    "fixed": [f"def add_joint(self, joint: {OBJECT}, coef: float) -> TendonJoint: ..."],
}


def spec_class() -> str:
    lists = [f"{name}: list[{KINDS[OF_LISTS[name]]}]" for name in LISTS]
    sections = [f"{name}: {name.title()}" for name in ("compiler", "option", "size", "statistic", "visual")]
    other = ["model: str", "worldbody: Body", "warnings: list[str]", "assets: Mapping[str, bytes]"]
    other += [
        "folder: Path | None",
        "sources: dict[str, str]",
        "omitted: frozenset[str]",
        "classes: dict[str, dict[str, dict[str, Any]]]",
        "class_parents: dict[str, str]",
    ]
    return _class("Spec", Spec.__doc__, [*other, *sections, *lists, *METHODS, *_adders(), *_finders()])


def _adders() -> Iterable[str]:
    for tag in ("mesh", "hfield", "texture", "material", "pair", "exclude", "key", "numeric", "text"):
        yield adder(f"add_{tag}", "", _attributes(tag), KINDS[tag], PROPERTIES if tag == "pair" else ())
    actuators = {name: a for tag in ACTUATORS for name, a in _attributes(tag).items()}
    yield adder("add_actuator", f"kind: {_literal(ACTUATORS)} = ...", actuators, "Actuator")
    sensors = {name: a for tag in SENSORS for name, a in _attributes(f"sensor.{tag}").items()}
    yield adder("add_sensor", f"kind: {_literal(SENSORS)}", sensors, "Sensor")
    equalities = {name: a for tag in EQUALITIES for name, a in _attributes(f"equality.{tag}").items()}
    yield adder("add_equality", f"kind: {_literal(EQUALITIES)}", equalities, "Equality")
    for tag, title, default in (("spatial", "Spatial", " = ..."), ("fixed", "Fixed", "")):
        text = adder("add_tendon", f'kind: Literal["{tag}"]{default}', _attributes(f"tendon.{tag}"), title)
        yield f"@overload\n{text}"


METHODS = [
    "def __init__(self, model: str = ...) -> None: ...",
    "@classmethod\ndef from_file(cls, path: str | PathLike[str], omit: Iterable[str] = ()) -> Spec:\n"
    + docstring(Spec.from_file.__doc__),
    "@classmethod\ndef from_string(cls, text: str, assets: Mapping[str, bytes] | None = None, omit: Iterable[str] = ()"
    ") -> Spec:\n" + docstring(Spec.from_string.__doc__),
    f"def add_tuple(self, elements: Iterable[tuple[str, {OBJECT}] | tuple[str, {OBJECT}, float]], *, name: str) -> "
    "Tuple:\n" + docstring(Spec.add_tuple.__doc__),
    "def add_default(self, name: str, parent: str | DefaultClass = ...) -> DefaultClass:\n"
    + docstring(Spec.add_default.__doc__),
    "def default(self, name: str = ...) -> DefaultClass:\n" + docstring(Spec.default.__doc__),
    "def delete(self, node: Node) -> list[Node]:\n" + docstring(Spec.delete.__doc__),
    "def move(self, node: Node, parent: Body | Frame) -> None:\n" + docstring(Spec.move.__doc__),
    "def rename(self, node: Node, name: str) -> None:\n" + docstring(Spec.rename.__doc__),
    "@overload\ndef attach(self, other: Spec, to: Body | Frame | Site | None = None, *, prefix: str = ..., "
    "suffix: str = ..., part: None = None) -> Frame:\n" + docstring(Spec.attach.__doc__),
    "@overload\ndef attach(self, other: Spec, to: Body | Frame | Site | None = None, *, prefix: str = ..., "
    "suffix: str = ..., part: B) -> B: ...",
    "def copy(self) -> Spec:\n" + docstring(Spec.copy.__doc__),
    "def compile(self) -> Model:\n" + docstring(Spec.compile.__doc__),
    "def to_xml(self, canonical: bool = ...) -> str:\n" + docstring(Spec.to_xml.__doc__),
    "def save_xml(self, path: str | PathLike[str], canonical: bool = ...) -> None:\n"
    + docstring(Spec.save_xml.__doc__),
    "def recompile(self, m: Model, d: Data) -> tuple[Model, Data]:\n" + docstring(Spec.recompile.__doc__),
    "def compiler_of(self, node: Node) -> Compiler: ...",
    "def origin_of(self, node: Node) -> Any: ...",
]


def _finders() -> Iterable[str]:
    for kind, title in KINDS.items():
        yield f'@overload\ndef find(self, kind: Literal["{kind}"], name: str) -> {title}: ...'
    yield "@overload\ndef walk(self, kind: None = None) -> Iterator[Node]: ..."
    for kind, title in KINDS.items():
        yield f'@overload\ndef walk(self, kind: Literal["{kind}"]) -> Iterator[{title}]: ...'


def adder(name: str, first: str, attributes: dict[str, Attribute], answer: str, numbers: Iterable[str] = ()) -> str:
    """A method that adds an element, with an argument for each attribute that it may have, and for further numbers."""
    given = [f"{_argument(a)}: {_accepted(a)} = ..." for a in attributes.values()]
    given += [f"{number}: float | None = ..." for number in numbers]
    return f"def {name}({', '.join(['self', *filter(None, [first]), '*', *given])}) -> {answer}: ..."


def _attributes(key: str) -> dict[str, Attribute]:
    return mjcf.elements()[key].attributes


def _argument(attribute: Attribute) -> str:
    return "class_" if attribute.name == "class" else python_name(attribute.name)


def _settings(tag: str) -> list[str]:
    return [f"{python_name(n)}: {_attribute(a)}" for n, a in _attributes(f"default.{tag}").items()] or ["..."]


def _attribute(attribute: Attribute) -> str:
    """The type of an attribute of a node."""
    if attribute.kind in ("enum", "flags"):
        return f"{'Choice' if attribute.kind == 'enum' else 'Bits'}[{type(attribute.values[0]).__name__}]"
    if attribute.kind == "ref":
        return "Reference"
    if attribute.is_vector:
        return f"Values[{SINGLE[attribute.kind]}]"
    if attribute.kind in ("real", "int") and attribute.default is None:
        return f"{SINGLE[attribute.kind]} | None"
    return _literal(attribute.words) if attribute.kind == "word" else SINGLE.get(attribute.kind, "str | None")


def _accepted(attribute: Attribute) -> str:
    """What may be given for an attribute."""
    if attribute.kind in ("enum", "flags"):
        return f"{type(attribute.values[0]).__name__} | str | int"
    if attribute.kind == "ref":
        return f"{OBJECT} | None"
    if attribute.kind == "class":
        return "str | DefaultClass | None"
    if attribute.is_vector:
        return "Numbers | None"
    return _literal(attribute.words) if attribute.kind == "word" else f"{SINGLE.get(attribute.kind, 'str')} | None"


def _literal(words: Iterable[str]) -> str:
    return f"Literal[{', '.join(repr(word) for word in words)}]"


def _class(head: str, doc: str | None, members: Iterable[str]) -> str:
    return f"class {head}:\n{docstring(doc or head)}\n{indented(members)}"
