"""Spec: a model that can be built and changed, and compiled whenever it is complete."""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, Self

from knuckle.contact_terms.pairs import PROPERTIES, numeric_name
from knuckle.data.data import Data
from knuckle.edit import changes, descriptions
from knuckle.edit.compilation import Compilation
from knuckle.edit.defaults import DefaultClass
from knuckle.edit.sound import SECTIONS, check_assigned, check_lists, sound_walk
from knuckle.errors import KnuckleError, Problems, nearest
from knuckle.files import write_whole
from knuckle.memory.garbage import collection_paused
from knuckle.model.model import Model
from knuckle.schema.mjcf import ACTUATORS
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec import tree
from knuckle.spec.assigned import caller_place
from knuckle.spec.attachment import Child, Grafter
from knuckle.spec.copying import Budget, Copier, Naming, TooMany, section_copy
from knuckle.spec.merging import Conflict, merge_settings
from knuckle.spec.references import LISTS, every_node, in_tree, kind_of
from knuckle.spec.referring import Names

EQUALITIES = ("connect", "weld", "joint", "tendon", "distance")
KINDS = (
    *("body", "frame", "geom", "joint", "site", "camera", "light", "texture", "material", "mesh", "hfield", "pair"),
    *("exclude", "tendon", "equality", "actuator", "sensor", "numeric", "text", "tuple", "key"),
)


class Spec(tree.Spec):
    """A model that can be built and changed: `Spec()`, `Spec.from_file(path)` or `Spec.from_string(text)`.

    Its tree starts at `worldbody`; bodies and frames have `add_body`, `add_geom`, …, the spec has `add_actuator`,
    `add_sensor`, …. Attributes are those of MJCF: `geom.friction = (1, 0.1, 0.1)`. `compile()` gives a Model, as often
    as you like.
    """

    def __init__(self, model: str = "MuJoCo Model"):
        check_assigned("model", model)
        super().__init__(model=model)
        self._prepare()

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dataclass_fields__ and not name.startswith("_"):
            raise AttributeError(f"a Spec has no attribute {name!r}{nearest(name, self.__dataclass_fields__)}")
        check_assigned(name, value)
        super().__setattr__(name, value)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        from knuckle.edit.pickling import packed, unpacked

        self._check_sound()
        return unpacked, (type(self), packed(self))

    def __repr__(self) -> str:
        bodies = sum(node.key == "body" for node in self.walk())
        return f"<Spec {self.model!r}: {bodies} bodies>"

    @classmethod
    def from_file(cls, path: str | PathLike[str], omit: Iterable[str] = (), *, transmissions: bool = False) -> Self:
        """The Spec of an MJCF or URDF file, or of an archive (.mjz); `omit` names features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
        from knuckle.assets.mjz import is_archive, load_archive
        from knuckle.parse import load_file

        read = load_archive if is_archive(path) else load_file
        return cls._of(read(path, omit=omit, transmissions=transmissions))

    @classmethod
    def from_string(
        cls,
        text: str,
        assets: Mapping[str, bytes] | None = None,
        omit: Iterable[str] = (),
        *,
        transmissions: bool = False,
    ) -> Self:
        """The Spec of a text in MJCF or URDF; `assets` holds the contents of files it names, the rest as for files."""
        from knuckle.parse import load_string

        return cls._of(load_string(text, assets=assets, omit=omit, transmissions=transmissions))

    @classmethod
    def _of(cls, loaded: tree.Spec) -> Self:
        spec = cls.__new__(cls)
        spec.__dict__.update(loaded.__dict__)
        spec._prepare()
        return spec

    def _prepare(self) -> None:
        self._compiled: Compilation | None = None
        self._own([self.worldbody])

    @cached_property
    def _adder(self) -> Any:
        from knuckle.edit.adding import Adder

        return Adder(self)

    def _own(self, roots: Iterable[Any]) -> None:
        for node in in_tree(roots):
            if "owner" in node.__dict__:
                node.owner = self

    # adding

    def _add_to(self, parent: Any, kind: str, attributes: dict[str, Any]) -> Any:
        """What `parent.add_geom(…)` and its like do."""
        node = self._adder.in_tree(parent, kind, attributes)
        if kind == "inertial":
            if parent.key != "body" or parent is self.worldbody:
                raise changes.refuse(parent, "only a body can have an inertial, and the world body cannot")
            parent.inertial, parent.inertial_frames = node, []
            return node
        if kind in ("body", "frame"):
            node.owner = self
        parent.children.append(node)
        return node

    def add_actuator(self, kind: str = "general", **attributes: Any) -> Any:
        """Add an actuator: `general`, or a shortcut such as `motor` or `position`."""
        return self._append("actuators", self._adder.actuator(_one_of(kind, ACTUATORS, "actuator"), attributes))

    def add_sensor(self, kind: str, **attributes: Any) -> Any:
        """Add a sensor by its kind, such as `jointpos`."""
        return self._append("sensors", self._adder.sensor(_one_of(kind, tuple(SENSORS), "sensor"), attributes))

    def add_equality(self, kind: str, **attributes: Any) -> Any:
        """Add an equality constraint: `connect`, `weld`, `joint`, `tendon` or `distance`."""
        tag = _one_of(kind, EQUALITIES, "equality")
        return self._append("equalities", self._adder.in_list(tag, f"equality.{tag}", attributes))

    def add_tendon(self, kind: str = "spatial", **attributes: Any) -> Any:
        """Add a tendon, `spatial` or `fixed`; its path is added to it: `tendon.add_site(…)`, `tendon.add_joint(…)`."""
        tag = _one_of(kind, ("spatial", "fixed"), "tendon")
        return self._append("tendons", self._adder.in_list(tag, f"tendon.{tag}", attributes))

    def add_pair(self, **attributes: Any) -> Any:
        """Add a pair of geoms that collide.

        Their contact may be described by `stiffness`, `damping`, `restitution`, `impact_speed` and `mass`: these become
        solver parameters for the time step of the model, when it is compiled and whenever the time step is set.
        """
        terms = {name: attributes.pop(name) for name in PROPERTIES if name in attributes}
        terms = {name: value for name, value in terms.items() if value is not None}
        node = self._adder.in_list("pair", "pair", attributes)
        if terms and not node.name:
            node.name = f"{node.geom1}-{node.geom2}"
        numbers = [
            self._adder.in_list("numeric", "numeric", {"name": numeric_name(node.name, name), "data": [value]})
            for name, value in terms.items()
        ]
        self.numerics += numbers
        return self._append("pairs", node)

    def add_exclude(self, **attributes: Any) -> Any:
        """Add a pair of bodies that do not collide."""
        return self._append("excludes", self._adder.in_list("exclude", "exclude", attributes))

    def add_mesh(self, **attributes: Any) -> Any:
        """Add a mesh."""
        return self._append("meshes", self._adder.in_list("mesh", "mesh", attributes))

    def add_hfield(self, **attributes: Any) -> Any:
        """Add a height field."""
        return self._append("hfields", self._adder.in_list("hfield", "hfield", attributes))

    def add_texture(self, **attributes: Any) -> Any:
        """Add a texture."""
        return self._append("textures", self._adder.in_list("texture", "texture", attributes))

    def add_material(self, **attributes: Any) -> Any:
        """Add a material."""
        return self._append("materials", self._adder.in_list("material", "material", attributes))

    def add_key(self, **attributes: Any) -> Any:
        """Add a keyframe; its vectors are those of the complete model."""
        return self._append("keys", self._adder.in_list("key", "key", attributes))

    def add_numeric(self, **attributes: Any) -> Any:
        """Add numbers of the user's own."""
        return self._append("numerics", self._adder.in_list("numeric", "numeric", attributes))

    def add_text(self, **attributes: Any) -> Any:
        """Add a text of the user's own."""
        return self._append("texts", self._adder.in_list("text", "text", attributes))

    def add_tuple(self, elements: Iterable[tuple[str, Any, float] | tuple[str, Any]], **attributes: Any) -> Any:
        """Add a group of elements: (kind, name or node) or (kind, name or node, number) of each."""
        node = self._adder.in_list("tuple", "tuple", attributes)
        for element in elements:
            if len(element) not in (2, 3):
                raise changes.refuse(node, f"an element is (kind, name) or (kind, name, number), found {element!r}")
            given = dict(zip(("objtype", "objname", "prm"), element, strict=False))
            node.elements.append(self._adder.in_list("element", "tuple.element", given))
        return self._append("tuples", node)

    def add_default(self, name: str, parent: str | DefaultClass = "main") -> DefaultClass:
        """Add a default class that starts as its parent is now; elements take it with `class_=name`."""
        if not isinstance(name, str) or not name:
            raise changes.refuse(None, f"a default class needs a name, found {name!r}")
        around = self.default(parent.name if isinstance(parent, DefaultClass) else parent)
        if name in self.classes:
            raise changes.refuse(None, f'the default class "{name}" is there already')
        copied = {tag: dict(values) for tag, values in self.classes[around.name].items()}
        self.classes[name], self.class_parents[name] = copied, around.name
        return DefaultClass(name, self.classes[name])

    def default(self, name: str = "main") -> DefaultClass:
        """The default class of a name."""
        if name not in self.classes:
            raise KeyError(f"there is no default class {name!r}{nearest(str(name), self.classes)}")
        return DefaultClass(name, self.classes[name])

    def _append(self, group: str, node: Any) -> Any:
        getattr(self, group).append(node)
        return node

    # finding

    def find(self, kind: str, name: str) -> Any:
        """The element of a kind with this name; KeyError offers the nearest name."""
        if not isinstance(name, str):
            raise TypeError(f"find: expected a name, found {name!r}")
        named = {node.name: node for node in self.walk(kind) if node.name}
        if name not in named:
            raise KeyError(f"there is no {kind} {name!r}{nearest(name, named)}")
        return named[name]

    def walk(self, kind: str | None = None) -> Iterator[Any]:
        """Every node of the tree, parents first; or every node of a kind, such as `actuator`, wherever it is."""
        nodes = sound_walk(super().walk())
        if kind is None:
            return nodes
        if kind not in KINDS:
            raise ValueError(f"there is no kind of element {kind!r}{nearest(str(kind), KINDS)}")
        check_lists(self)
        lists = (node for group in LISTS for node in getattr(self, group))
        return (node for node in chain(nodes, lists) if kind_of(node) == kind)

    # changing

    def delete(self, node: Any) -> list[Any]:
        """Take out an element with everything in it and all that refers to it; return what is gone."""
        _check_node(node)
        return changes.delete(self, node)

    def move(self, node: Any, parent: Any) -> None:
        """Put an element of the tree at the end of another body or frame."""
        _check_node(node)
        changes.move(self, node, parent)

    def rename(self, node: Any, name: str) -> None:
        """Give an element another name, also wherever it is referred to."""
        _check_node(node)
        changes.rename(self, node, name)

    def attach(self, other: tree.Spec, to: Any = None, *, prefix: str = "", suffix: str = "", part: Any = None) -> Any:
        """Add a copy of another Spec, or of a body or frame of it, to a body, frame or site; return that copy.

        All names get the prefix and the suffix. Assets, default classes, keyframes and everything that refers to what
        is attached come along. The whole world of the other Spec becomes a frame. A part of this Spec can be attached
        to it again.
        """
        to = self.worldbody if to is None else to
        with collection_paused():
            self._check_attachment(other, to, part, prefix, suffix)
            copies = self._grafted(other, part, Naming(prefix, suffix))
            new = copies[0] if part is not None else tree.Frame(place=caller_place(), children=copies)
            self._place(to, new)
        return new

    def _grafted(self, other: tree.Spec, part: Any, naming: Naming) -> list[Any]:
        """Copies of another Spec or of a part of it, which are not in the tree yet; all that they need is added."""
        check_lists(self)
        check_lists(other)
        roots = other.worldbody.children if part is None else [part]
        if isinstance(part, tree.World):
            roots = [tree.Body(**part.__dict__)]  # which is a body like others here
        try:
            Budget().check(changes.most_copies(roots, other))
            known = Names(every_node(self))
            self._check_names(naming, known, roots, () if other is self else every_node(other))
            changes.hold_keys(self)
            grafter = Grafter(self, known, Budget())
            if other is self:
                described = descriptions.descriptions(self)
                copies = [grafter.copy_here(part, naming)]
                descriptions.copied(self, described, naming)
                return copies
            merge_settings(self, other, f'"{other.model}"')
            return grafter.attach(Child(other, other.model), roots, naming)
        except (Conflict, TooMany) as fault:
            raise changes.refuse(None, str(fault)) from None

    def _check_attachment(self, other: tree.Spec, to: Any, part: Any, prefix: str, suffix: str) -> None:
        """Whether there is something to attach, and somewhere."""
        if not isinstance(other, tree.Spec):
            raise TypeError(f"attach: expected a Spec, found {type(other).__name__}")
        for name, text in (("prefix", prefix), ("suffix", suffix)):
            if not isinstance(text, str):
                raise TypeError(f"attach: expected {name} to be a text, found {text!r}")
        if other is self and (part is None or part is self.worldbody):
            raise changes.refuse(None, "a Spec can only be attached to itself in parts: say which, part=…")
        if part is not None and not any(part is node for node in other.walk() if hasattr(node, "children")):
            raise changes.refuse(None, f"part: expected a body or frame of the Spec that is attached, found {part!r}")
        if not any(to is node for node in self.walk() if hasattr(node, "children") or node.key == "site"):
            raise changes.refuse(None, f"to: expected a body, frame or site of this Spec, found {to!r}")

    def _check_names(self, naming: Naming, known: Names, roots: list[Any], others: Iterable[Any]) -> None:
        assets = [node for node in others if node.key in ("mesh", "material", "texture", "hfield", "numeric", "text")]
        for node in [*in_tree(roots), *assets]:
            if naming(getattr(node, "name", "")) in known[kind_of(node)]:
                raise changes.refuse(node, f'the name "{naming(node.name)}" is taken: give another prefix or suffix')

    def _place(self, to: Any, node: Any) -> None:
        """Put a new node into a body or frame, or where a site is."""
        if to.key == "site":
            siblings = changes.siblings_of(self, to)
            names = ("pos", "quat", "axisangle", "euler", "xyaxes", "zaxis")
            pose = {name: getattr(to, name) for name in names}
            node = tree.Frame(place=caller_place(), origin=to.origin, children=[node], **pose)
            siblings.append(node)
        else:
            to.children.append(node)
        self._own([node])

    def copy(self) -> Self:
        """An independent copy."""
        self._check_sound()
        with collection_paused():
            return self._copied()

    def _copied(self) -> Self:
        copier = Copier(Naming(), Budget(left=1 << 62))
        new = type(self)(self.model)
        for name in SECTIONS:
            setattr(new, name, section_copy(getattr(self, name)))
        for group in LISTS:
            setattr(new, group, [copier.copy(node) for node in getattr(self, group)])
        new.worldbody = copier.tree([self.worldbody])[0]
        for key in new.keys:
            if key.parts is not None:
                key.parts = {copier.copies[node]: values for node, values in key.parts.items() if node in copier.copies}
        new.classes = {name: {tag: dict(v) for tag, v in table.items()} for name, table in self.classes.items()}
        new.class_parents = dict(self.class_parents)
        new.folder, new.assets, new.warnings = self.folder, dict(self.assets), list(self.warnings)
        new.sources, new.omitted = dict(self.sources), self.omitted
        new._prepare()
        return new

    # compiling

    def compile(self) -> Model:
        """The model as it is now; ModelError lists every fault, with its file or the line that made the element."""
        from knuckle.compile import compile_spec
        from knuckle.edit.complete import check_complete
        from knuckle.parse import references

        check_lists(self)
        problems = Problems()
        with collection_paused():
            check_complete(self, problems)
            references.check(self, problems, frozenset(), set())  # which walks the tree
            problems.check()
            self._compiled = Compilation.of(compile_spec(self))
        return self._compiled.model

    def to_xml(self, canonical: bool = False) -> str:
        """The model as it is now, as MJCF text.

        Where it came from a text this is that text with the changes in place: comments, frames and classes stay, and
        files in which nothing changed stay included. Where that cannot be, as with one of several replicas, or if
        asked for, the text is canonical: every attribute that differs from the built-in default, without classes.
        """
        from knuckle.write import in_own_notation, spec_to_xml

        self._check_sound()
        own = None if canonical or not self.sources else in_own_notation(self)
        return spec_to_xml(self) if own is None else own

    def save_xml(self, path: str | PathLike[str], canonical: bool = False) -> None:
        """Write the model as an MJCF file, which names meshes and textures from where it lies.

        In another folder than the one it came from it is canonical. Assets that were handed over in memory are written
        beside it.
        """
        from knuckle.write import in_own_notation, save_spec_xml

        self._check_sound()
        stays = self.folder is not None and os.path.realpath(Path(path).parent) == os.path.realpath(self.folder)
        own = in_own_notation(self) if stays and self.sources and not canonical else None
        if own is None:
            save_spec_xml(self, path)
        else:
            write_whole(Path(path), own.encode(errors="surrogateescape"))

    def _check_sound(self) -> None:
        """Whoever changes the lists of a Spec may put anything into them."""
        check_lists(self)
        for _ in self.walk():
            pass

    def recompile(self, m: Model, d: Data) -> tuple[Model, Data]:
        """The model as it is now and a Data of it, in which everything that stayed has its state of `d`.

        `m` is what `compile` or `recompile` gave last.
        """
        before = self._compiled
        if before is None:
            raise KnuckleError("recompile: this Spec was not compiled yet")
        before.check(m, d)
        self.compile()
        assert self._compiled is not None
        return self._compiled.model, self._compiled.continued(d, before)


def _check_node(node: Any) -> None:
    if not isinstance(node, tree.Node):
        raise TypeError(f"expected an element of the Spec, found {node!r}; use spec.find(kind, name)")


def _one_of(word: str, valid: tuple[str, ...], kind: str) -> str:
    if word not in valid:
        raise ValueError(f"there is no {kind} {word!r}{nearest(str(word), valid)}")
    return word
