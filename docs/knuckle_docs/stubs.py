"""Stubs: what editors and type checkers know of the package, made from the tables that the package itself is made from.

Attributes of Model, Data, options and views exist at run time only, so each gets a line with its type and meaning. The
files lie in src/knuckle/_stubs, which holds nothing that runs; src/knuckle/__init__.pyi names the public ones.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from enum import EnumType
from pathlib import Path

import knuckle as kn
from knuckle.batch.batch import Batch
from knuckle.batch.questions import BatchContacts, BatchHits
from knuckle.batch.views import NamedBatch
from knuckle.compile.elements.options import visual_settings
from knuckle.data.contacts import ABSENT, STATISTICS, Contact, ContactList, SolverStatistics, contact_names
from knuckle.data.data import COUNTS, KERNEL_INDICES, SCRATCH, Data
from knuckle.functions.calls import Machine
from knuckle.model.model import Model
from knuckle.model.names import NamedData, NamedModel
from knuckle.model.options import ENUMS, FLAGS
from knuckle.model.views import DATA_INTEGERS, KINDS, data_columns, model_columns
from knuckle.model.visual import attribute_name
from knuckle.program import entries
from knuckle.render.renderer import Renderer
from knuckle.schema import enums as knuckle_enums
from knuckle.schema.fields import Field, data_fields, model_fields, sizes
from knuckle.spec.tree import Spec
from knuckle.validate.indices import STRUCTURE
from knuckle_docs.signatures import declare_function, declare_members, docstring, indented, parts_of
from knuckle_docs.spec_stubs import spec_stub

PACKAGE = Path(kn.__file__).parent
HEADER = "# Written by `python docs/build.py` from the tables of the package; a test keeps it true.\n"
NAMES = """
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic, Literal, NamedTuple, Never, TypeVar, overload

from numpy import bool_, bytes_, float32, float64, generic, int32, int64, uint8
from numpy.typing import ArrayLike, DTypeLike, NDArray

from knuckle.batch.problems import Problem
from knuckle.compile.result import Compiled
from knuckle.contact_terms.terms import ContactTerms
from knuckle.doctor.findings import CheckReport
from knuckle.errors import Place
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Scene
from matplotlib.figure import Figure
from PIL.Image import Image
from knuckle.schema.enums import {enums}
from knuckle.schema.status import Status
from knuckle._stubs.arrays import Array, Bits, Choice, FixedArray
from knuckle._stubs.batch import Batch
from knuckle._stubs.contacts import Contact, ContactList, SolverStatistics
from knuckle._stubs.data import Data
from knuckle._stubs.display import Display
from knuckle.model.callbacks import Callbacks
from knuckle._stubs.elements import {elements}
from knuckle._stubs.machine import Machine
from knuckle._stubs.model import Model
from knuckle._stubs.options import Flags, Options, Statistics
"""
ARRAYS = '''
T = TypeVar("T", bound=generic)
E = TypeVar("E")

class Array(Generic[T]):
    """An attribute that is an array; numbers that are assigned to it are written into it."""
    def __get__(self, owner: object, kind: type | None = None) -> NDArray[T]: ...
    def __set__(self, owner: object, value: ArrayLike) -> None: ...

class FixedArray(Generic[T]):
    """An attribute that is an array which can only be read."""
    def __get__(self, owner: object, kind: type | None = None) -> NDArray[T]: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Choice(Generic[E]):
    """An attribute that is a member of an enumeration, and takes one as itself, by name or by number."""
    def __get__(self, owner: object, kind: type | None = None) -> E: ...
    def __set__(self, owner: object, value: E | str | int) -> None: ...

class Bits(Generic[E]):
    """An attribute that is made of bits of an enumeration."""
    def __get__(self, owner: object, kind: type | None = None) -> E: ...
    def __set__(self, owner: object, value: E | int) -> None: ...
'''
HITS = ["x: NDArray[float64]", "geom: NDArray[int32]", "normal: NDArray[float64]"]
TYPES = {
    "real": "float64",
    "int": "int32",
    "size": "int64",
    "bool": "bool_",
    "byte": "uint8",
    "float": "float32",
    "char": "bytes_",
}
MODEL_FIELDS = {field.name: field for field in model_fields()}
DATA_FIELDS = {field.name: field for field in data_fields()}
NAMES_OF_A_GROUP = ["def __iter__(self) -> Iterator[str]: ...", "def __contains__(self, name: object) -> bool: ..."]
VOCABULARY = ("per_world", "where", "any_lane", "sqrt", "absolute", "minimum", "maximum", "rint", "floor", "real_of")
STAGES = [entry for entry in entries() if not entry.is_query]


def stubs() -> dict[Path, str]:
    """The text of every stub by its file."""
    folder = PACKAGE / "_stubs"
    parts = {
        "__init__": "",
        "arrays": ARRAYS,
        "options": "\n\n".join((options(), statistics(), flags())),
        "display": display(),
        "elements": "\n\n".join(element(owner, kind) for owner, kind in kinds_by_owner()),
        "model": model(),
        "contacts": contacts(),
        "data": data(),
        "batch": batch(),
        "machine": machine(),
        "stages": "\n\n".join(map(stage, STAGES)),
        "functions": functions(),
        "vocabulary": vocabulary(),
        "renderer": class_stub("Renderer", Renderer.__doc__, declare_members(Renderer)),
        "spec": spec_stub(),
    }
    texts = {folder / f"{name}.pyi": formatted(_with_names(text)) for name, text in parts.items()}
    return texts | {PACKAGE / "__init__.pyi": formatted(public_names())}


def public_names() -> str:
    """The stub of the package: every public name from the stub or the module that says most about it."""
    lines = []
    for name in kn.__all__:
        owner = getattr(kn, name)
        lines.append(f"from {_home(name, owner)} import {name} as {name}")
    lines.append("from knuckle._stubs.vocabulary import kernel as kernel")
    lines += [f"from knuckle import {room} as {room}" for room in kn._ROOMS]
    return "\n".join([*lines, "\n__version__: str", f"__all__ = {kn.__all__!r}"])


def vocabulary() -> str:
    """`kn.kernel`, a module that is called as a decorator: the mark itself, and the words that kernels have."""
    words = [getattr(kn.kernel, name) for name in ("kernel", *VOCABULARY)]
    methods = [f"def {word.__name__}(self, *args: Any) -> Any:\n{docstring(word.__doc__ or '…')}" for word in words]
    marks = ["def __call__(self, function: F) -> F:\n" + docstring(kn.kernel.kernel.__doc__ or "")]
    text = class_stub("Vocabulary", kn.kernel._Vocabulary.__doc__, [*marks, *methods])
    return f'F = TypeVar("F", bound=Callable[..., Any])\n\n{text}\n\nkernel: Vocabulary'


def _home(name: str, owner: Callable | type) -> str:
    if name in {entry.name for entry in STAGES}:
        return "knuckle._stubs.stages"
    if owner in (Model, Data, Batch, Renderer, kn.Spec):
        return f"knuckle._stubs.{name.lower()}"
    return "knuckle._stubs.functions" if owner in functions_of_worlds() else owner.__module__


def functions_of_worlds() -> list[Callable]:
    """Public functions whose arguments or answers are Model and Data, but for the stages."""
    stages = {entry.name for entry in STAGES}
    found = (getattr(kn, name) for name in kn.__all__ if name not in stages)
    return [value for value in found if callable(value) and not isinstance(value, type)]


def functions() -> str:
    return "\n\n".join(map(declare_function, functions_of_worlds()))


def stage(entry, owner: str = "") -> str:
    """A stage as a function, or as a method of a machine."""
    arguments = f"{owner}m: Model, d: Data" + (", nstep: int = 1" if entry.is_repeated else "")
    return f"def {entry.name}({arguments}) -> None:\n{docstring(getattr(kn, entry.name).__doc__)}"


def machine() -> str:
    methods = [stage(entry, "self, ") for entry in STAGES]
    queries = [f"def {e.name}(self, m: Model, d: Data, index: int) -> None: ..." for e in entries() if e.is_query]
    return class_stub("Machine", Machine.__doc__, ["name: Final[str]", *methods, *queries])


def model() -> str:
    counts = [attribute(name, "Final[int]", meaning) for name, meaning in sizes().items()]
    public = [field for field in model_fields() if not field.name.startswith(("opt_", "stat_"))]
    arrays = [array(field, field.name, field.name in STRUCTURE) for field in public]
    members = [*declare_members(Model), *finders(NamedModel, "Model"), *counts, *arrays]
    return class_stub("Model", Model.__doc__, members)


def data() -> str:
    public = [field for field in data_fields() if field.name not in SCRATCH]
    counts = [attribute(f.name, "Final[int]", f.doc) for f in public if f.name in COUNTS]
    arrays = [array(field, field.name, field.name in KERNEL_INDICES) for field in public if field.shape]
    members = [*declare_members(Data), *finders(NamedData, "Data"), *counts, *arrays]
    return class_stub("Data", Data.__doc__, members)


def batch() -> str:
    own = [member for part in parts_of(Batch) for member in declare_members(part, "Batch")]
    public = [field for field in data_fields() if field.name not in SCRATCH]
    whole = class_stub("Batch", Batch.__doc__, [*own, *finders(NamedBatch, "Data"), *map(rows_of_worlds, public)])
    hits = class_stub("BatchHits(NamedTuple)", BatchHits.__doc__, HITS)
    return "\n\n".join([hits, batch_contacts(), whole])


def batch_contacts() -> str:
    """Contacts of all worlds: arrays by the names that contacts have."""
    fields = {name: DATA_FIELDS.get(f"contact_{name}", DATA_FIELDS["contact_geom"]) for name in contact_names()}
    arrays = [
        attribute(name, f"{'FixedArray' if field.kind == 'int' else 'Array'}[{_batch_kind(field)}]", field.doc)
        for name, field in fields.items()
        if name not in ABSENT
    ]
    own = ["count: FixedArray[int32]", "mask: FixedArray[bool_]"]
    return class_stub("BatchContacts", BatchContacts.__doc__, [*own, *arrays])


def _batch_kind(field: Field) -> str:
    return "Any" if field.kind == "real" else TYPES[field.kind]


def rows_of_worlds(field: Field) -> str:
    """A field of a batch: the world is its first axis, and its reals are of the batch's precision."""
    kind = _batch_kind(field)
    shape = " × ".join(map(str, ("nworld", *field.shape)))
    fixed = "FixedArray" if field.name in KERNEL_INDICES else "Array"
    return attribute(field.name, f"{fixed}[{kind}]", f"{field.doc}{_unit(field)}, {shape}")


def contacts() -> str:
    """One contact, the list of them, and the statistics of the solver."""
    fields = {name: DATA_FIELDS.get(f"contact_{name}", DATA_FIELDS["contact_geom"]) for name in contact_names()}
    single, whole = ["id: Final[int]"], []
    for name, field in fields.items():
        pairs, index = name in ABSENT, name in ("geom1", "geom2")
        fixed = field.name in KERNEL_INDICES
        doc = "no part of contacts between geoms: -1" if pairs else f"geom {name[-1]}" if index else field.doc
        whole.append(attribute(name, f"{'FixedArray' if fixed else 'Array'}[{TYPES[field.kind]}]", doc))
        is_array = pairs or (len(field.shape) > 1 and not index)
        scalar = {"real": "float", "int": "int"}[field.kind]
        kind = f"{'FixedArray' if fixed else 'Array'}[{TYPES[field.kind]}]" if is_array else scalar
        single.append(attribute(name, kind if is_array or not fixed or name == "dim" else f"Final[{kind}]", doc))
    meaning = "{} of each iteration in the first island"
    statistics = [attribute(name, "FixedArray[Any]", meaning.format(name)) for name in STATISTICS]
    return "\n\n".join(
        [
            class_stub("Contact", Contact.__doc__, single),
            class_stub("ContactList", ContactList.__doc__, [*_without_start(ContactList), *whole]),
            class_stub("SolverStatistics", SolverStatistics.__doc__, [*_without_start(SolverStatistics), *statistics]),
        ]
    )


def _without_start(cls: type) -> list[str]:
    return [member for member in declare_members(cls) if "__init__" not in member]


def options() -> str:
    members = [option(field) for field in model_fields() if field.name.startswith("opt_")]
    members.append(attribute("flags", "Final[Flags]", "every flag by name, as True (on) or False (off)"))
    return group("Options", "`model.opt`: numbers, vectors and choices of the simulation.", members)


def statistics() -> str:
    members = [option(field) for field in model_fields() if field.name.startswith("stat_")]
    return group("Statistics", "`model.stat`: overall quantities of the model.", members)


def flags() -> str:
    bits = [str(bit.name).lower() for enum in FLAGS.values() for bit in enum]
    members = [attribute(name, "bool", f"whether {name} is on") for name in bits]
    return group("Flags", "`model.opt.flags`: True where a feature is on.", members)


def option(field: Field) -> str:
    """An option or a statistic: a number, a vector, a choice, or bits."""
    name = field.name.partition("_")[2]
    if field.shape:
        return array(field, name, fixed=False)
    plain = {"real": "float", "int": "int", "size": "int", "bool": "bool"}[field.kind]
    chosen = ENUMS.get(field.name) or FLAGS.get(field.name)
    kind = plain if chosen is None else f"{'Bits' if field.name in FLAGS else 'Choice'}[{chosen.__name__}]"
    return attribute(name, kind, f"{field.doc}{_unit(field)}")


def display() -> str:
    """The display settings: a class for each group, and one that holds the groups."""
    classes, groups = [], []
    for part, settings in visual_settings(Spec()).items():
        title = f"Display{part.title()}"
        members = [f"{attribute_name(name)}: {_setting(value)}" for name, value in settings.items()]
        classes.append(group(title, f"`model.vis.{attribute_name(part)}`: display settings.", members))
        groups.append(f"{attribute_name(part)}: Final[{title}]")
    groups.append("def as_dict(self) -> dict[str, Any]:\n" + docstring("The settings as nested dictionaries."))
    return "\n\n".join([*classes, group("Display", "`model.vis`: display settings by group.", groups)])


def _setting(value) -> str:
    return "Array[float32]" if isinstance(value, tuple | list) else type(value).__name__


def kinds_by_owner() -> list[tuple[str, str]]:
    """Every kind of element that a Model can be asked for, then those of a Data."""
    owners = (("Model", NamedModel), ("Data", NamedData))
    return [(owner, kind) for owner, named in owners for kind in KINDS if hasattr(named, kind)]


def element(owner: str, kind: str) -> str:
    """The view of a single element: `m.joint("hip")` is a ModelJoint, `d.joint("hip")` a DataJoint."""
    columns, fields = (model_columns(kind), MODEL_FIELDS) if owner == "Model" else (data_columns(kind), DATA_FIELDS)
    fixed = STRUCTURE if owner == "Model" else DATA_INTEGERS
    members = [
        attribute("id", "Final[int]", "the index"),
        attribute("name", "Final[str]", "the name; empty where there is none"),
    ]
    for name, column in columns.items():
        if callable(column):
            members.append(attribute(name, "FixedArray[float64]", (column.__doc__ or "").strip().rstrip(".")))
        else:
            members.append(array(fields[column[0]], name, column[0] in fixed, size=False))
    where = f"`{'m' if owner == 'Model' else 'd'}.{kind}(…)`"
    doc = f"One {kind}, {where}: its part of the arrays of {owner}; numbers that are assigned are written into them."
    return class_stub(f"{owner}{kind.title()}", doc, members)


def finders(named: type, owner: str) -> Iterable[str]:
    """The methods that find an element by name or index."""
    for name, method in vars(named).items():
        if not name.startswith("_"):
            head = f"def {name}(self, key: str | int) -> {owner}{method.__name__.title()}:"
            yield f"{head}\n{docstring(method.__doc__)}"


def array(field: Field, name: str, fixed: bool, size: bool = True) -> str:
    shape = f", {' × '.join(map(str, field.shape))}" if size else ""
    kind = f"{'FixedArray' if fixed else 'Array'}[{TYPES[field.kind]}]"
    return attribute(name, kind, f"{field.doc}{_unit(field)}{shape}")


def _unit(field: Field) -> str:
    return "" if field.unit in ("", "-") else f" [{field.unit}]"


def attribute(name: str, kind: str, doc: str) -> str:
    text = docstring(doc[:1].upper() + doc[1:] + ".").replace("\n    ", "\n").removeprefix("    ")
    return f"{name}: {kind}\n{text}"


def group(name: str, doc: str, members: Iterable[str]) -> str:
    """A class of named settings, over whose names one can iterate."""
    return class_stub(name, doc, [*members, *NAMES_OF_A_GROUP])


def class_stub(name: str, doc: str | None, members: Iterable[str]) -> str:
    return f"class {name}:\n{docstring(doc or name)}\n{indented(members)}"


def _with_names(text: str) -> str:
    """The text below the imports it may need, without those of what it defines itself."""
    own = {line.split()[1].split("(")[0].rstrip(":") for line in text.splitlines() if line.startswith("class ")}
    enums = [name for name, value in vars(knuckle_enums).items() if isinstance(value, EnumType)]
    names = NAMES.format(enums=", ".join(enums), elements=", ".join(f"{o}{k.title()}" for o, k in kinds_by_owner()))
    lines = [line for line in names.splitlines() if not own & set(line.replace(",", " ").split())]
    return "\n".join([*lines, text])


def formatted(text: str) -> str:
    """The text as ruff writes it, without imports that nothing needs."""
    for words in (["check", "--fix", "--exit-zero", "--quiet", "--select", "F401,I"], ["format", "--quiet"]):
        command = [sys.executable, "-m", "ruff", *words, "--stdin-filename", "src/knuckle/_stubs/stub.pyi", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=PACKAGE.parents[1])
        text = done.stdout
    return HEADER + text
