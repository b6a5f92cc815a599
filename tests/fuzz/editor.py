"""A Spec under edits that are told in plain values, so that another process can ask for them."""

from typing import Any

from support.spec_scene import TEXT

import knuckle as kn

LISTS = (
    *("actuators", "sensors", "tendons", "equalities", "pairs", "excludes", "keys", "meshes", "hfields"),
    *("materials", "textures", "numerics", "texts", "tuples"),
)
SIZES = ("nq", "nv", "nu", "nbody", "njnt", "ngeom", "nsite", "ntendon", "nsensor", "neq", "nmesh", "nkey")
SECTIONS = ("option", "compiler", "size", "statistic")


class Editor:
    """One Spec, another that can be attached to it, and its last model with a Data. Elements are told by numbers."""

    def __init__(self) -> None:
        self.start("")

    def start(self, text: str) -> None:
        self.spec = kn.Spec.from_string(text or TEXT)
        self.other = self.spec.copy()
        self.compiled: tuple[kn.Model, kn.Data] | None = None

    def nodes(self) -> list[Any]:
        sections = [getattr(self.spec, name) for name in SECTIONS]
        return [*self.spec.walk(), *(node for group in LISTS for node in getattr(self.spec, group)), *sections]

    def node(self, number: int) -> Any:
        nodes = self.nodes()
        return nodes[number % len(nodes)]

    def value(self, value: Any) -> Any:
        """The value itself, or the element that it stands for."""
        return self.node(value[1]) if isinstance(value, tuple) and value[:1] == ("node",) else value

    def assign(self, number: int, name: int, value: Any) -> None:
        node = self.node(number)
        names = [*node.schema, "other"]
        setattr(node, names[name % len(names)], self.value(value))

    def add(self, number: int, kind: str, attributes: dict[str, Any]) -> None:
        given = {name: self.value(value) for name, value in attributes.items()}
        parents = [node for node in self.spec.walk() if hasattr(node, "children")]
        getattr(parents[number % len(parents)], f"add_{kind}")(**given)

    def add_to_model(self, kind: str, tag: str, attributes: dict[str, Any]) -> None:
        given = {name: self.value(value) for name, value in attributes.items()}
        getattr(self.spec, f"add_{kind}")(*([tag] if tag else []), **given)

    def add_default(self, name: str, tag: str, attribute: str, value: Any) -> None:
        setattr(getattr(self.spec.add_default(name), tag), attribute, value)

    def delete(self, number: int) -> None:
        self.spec.delete(self.node(number))

    def move(self, number: int, parent: int) -> None:
        self.spec.move(self.node(number), self.node(parent))

    def rename(self, number: int, name: Any) -> None:
        self.spec.rename(self.node(number), name)

    def attach(self, to: int, part: int | None, itself: bool, prefix: str) -> None:
        source = self.spec if itself else self.other
        chosen = None if part is None else list(source.walk())[part % len(list(source.walk()))]
        self.spec.attach(source, self.node(to), prefix=prefix, part=chosen)

    def copy(self) -> None:
        """Go on with a copy; what it was copied from can be attached to it."""
        self.other, self.spec = self.spec, self.spec.copy()
        self.compiled = None

    def compile(self) -> kn.Model:
        m = self.spec.compile()
        self.compiled = m, kn.Data(m)
        return m

    def recompile(self) -> kn.Model | None:
        if self.compiled is None:
            return None
        self.compiled = self.spec.recompile(*self.compiled)
        return self.compiled[0]

    def write(self, canonical: bool) -> None:
        """Whatever compiles has a text, which loads to a model of the same sizes."""
        m = self.spec.compile()
        text = self.spec.to_xml(canonical=canonical)
        try:
            again = kn.load(text, assets=self.spec.assets)
        except kn.ModelError as error:
            raise AssertionError(f"{error}\n{text}") from error
        assert [getattr(again, name) for name in SIZES] == [getattr(m, name) for name in SIZES], text
