"""Strategies for documents that the tables of MJCF and URDF allow, with valid, extreme and wrong attributes.

`documents()` gives texts of MJCF, `robots()` texts of URDF. Which elements may stand where, and what attributes they
have, is read from `schema`; the tables here say only what a schema does not: numbers that make sense, and which
attributes an element needs together.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fuzz.recipes import NUMBERS, RECIPES, URDF_RECIPES, Ref
from hypothesis import strategies as st

from knuckle.schema import mjcf, urdf
from knuckle.schema.mjcf import Attribute, Element
from knuckle.spec.references import kind_of
from knuckle.spec.tree import NODES
from knuckle.write.markup import Tag, render

PLAIN, EXTREME, WRONG = range(3)
REALS = ("0.1", "0.5", "1", "2", "-0.3", "0", "0.02", "1e-3")
EXTREME_REALS = (
    *("0", "-0", "-1", "1e-300", "5e-324", "1e-9", "1e5", "1e9", "1e16", "1e30", "1e154", "1e300", "-1e300"),
    "1.7976931348623157e308",
)
WRONG_REALS = ("nan", "inf", "-inf", "1e400", "abc", "", "0x1p3", "1,2", "--1", "1e", "٣", "1_0")
INTS = ("0", "1", "2", "3", "4")
EXTREME_INTS = ("-1", "7", "100", "65536", "2147483647", "-2147483648", "4294967296", "1000000")
WRONG_INTS = ("1.5", "1e3", "99999999999999999999", "nan", "x", "")
TEXTS = ("", "a", "xyz", "b c", "é", "../x", "/", "a" * 300, "&<>\"'\n\t", "\x7f", "none")
MOST_NUMBERS = 9  # of an attribute with any number of values
SHARE = 2  # of 16 attributes, how many are not plain


@dataclass
class Writer:
    """One document while it is drawn: what it names so far, and how wrong it may be."""

    draw: Callable[[st.SearchStrategy], Any]
    table: dict[str, Element]
    recipes: dict[str, list[dict[str, Any]]]
    level: int
    left: int  # elements that it may still have
    names: dict[str, list[str]] = field(default_factory=dict)
    wanted: list[tuple[Tag, str, Ref, Tag]] = field(default_factory=list)

    def number(self, most: int) -> int:
        return self.draw(st.integers(0, most))

    def one_of(self, choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def element(self, key: str, parent: Tag, depth: int = 0) -> Tag:
        """An element in its parent, with all that is in it."""
        known = self.table[key]
        tag = Tag(known.tag)
        parent.children.append(tag)
        self.left -= 1
        given = dict(self.one_of(self.recipes[key])) if key in self.recipes else {}
        inner = given.pop("children", ())
        for attribute in known.attributes.values():
            if attribute.required and attribute.name not in given:
                given[attribute.name] = self.value(attribute)
        for name in self.extras(key, known, given):
            given[name] = self.value(known.attributes[name])
        for name, value in given.items():
            self.put(tag, name, value, parent)
        if key in NODES or key in mjcf.ACTUATORS or self.table is urdf.elements():
            self.name(tag, key, known)
        for tag_name in inner:
            self.element(known.children[tag_name][0], tag, depth + 1)
        self.children(known, tag, depth)
        return tag

    def extras(self, key: str, known: Element, given: dict[str, Any]) -> list[str]:
        """Some more attributes, at most one of each group that exclude each other; any where it may be wrong."""
        taken: list[str] = []
        groups = mjcf.EXCLUSIVE.get(key.removeprefix("default."), ())
        optional = [a.name for a in known.attributes.values() if a.kind not in ("name", "class") and not a.later]
        for _ in range(self.number(3) if optional else 0):
            name = self.one_of(optional)
            clashes = any(name in group and {*group} & {*given, *taken} for group in groups)
            risky = self.level == PLAIN and name in RISKY
            if not risky and name not in given and name not in taken and (not clashes or self.off()):
                taken.append(name)
        return taken

    def off(self) -> bool:
        """Whether the next thing is not plain."""
        return self.level != PLAIN and self.number(15) < SHARE

    def wrong(self) -> bool:
        """Whether the next thing is against the rules."""
        return self.level == WRONG and self.off()

    def put(self, tag: Tag, name: str, value: Any, parent: Tag) -> None:
        if isinstance(value, Ref):
            self.wanted.append((tag, name, value, parent))
        elif callable(value):
            tag.attributes[name] = value(self)
        else:
            tag.attributes[name] = value

    def name(self, tag: Tag, key: str, known: Element) -> None:
        if "name" not in known.attributes or tag.name == "robot":
            return
        kind = kind_of(NODES[key]) if key in NODES else "actuator" if key in mjcf.ACTUATORS else tag.name
        if known.attributes["name"].required or self.number(3):
            others = self.names.setdefault(kind, [])
            tag.attributes["name"] = self.one_of((*others, *TEXTS)) if self.wrong() else f"{kind}{len(others)}"
            others.append(tag.attributes["name"])

    def children(self, known: Element, tag: Tag, depth: int) -> None:
        """A few children, fewer the deeper; what may stand only once does."""
        needless = (*NEEDLESS, "joint") if known.key in ("worldbody", "replicate", "frame") else NEEDLESS
        wrong = self.wrong()
        choices = [name for name in known.children if name not in needless or wrong]
        choices = [name for name in choices if name in IN_SECTIONS or depth]
        if not choices or depth > 5 or (known.key == "geometry" and not wrong):
            return
        there = {child.name for child in tag.children}
        for _ in range(self.number(4 if depth < 3 else 2)):
            name = self.one_of(choices)
            key, once = known.children[name]
            if self.left > 0 and (not once or name not in there or self.wrong()):
                there.add(name)
                self.element(key, tag, depth + 1)

    def value(self, attribute: Attribute) -> Any:
        """A text for an attribute, or what it refers to."""
        off = self.off()
        if off and self.level == WRONG and not self.number(2):
            return self.one_of((*WRONG_REALS, *TEXTS))
        if attribute.kind in ("real", "int"):
            return self.numbers(attribute, off)
        if attribute.kind in ("bool", "auto"):
            return self.one_of(("true", "false", "auto")[: 2 + (attribute.kind == "auto")])
        if attribute.kind == "switch":
            return self.one_of(attribute.words)
        if attribute.kind in ("word", "enum", "flags"):
            return self.one_of([word for word in attribute.words if word not in attribute.later_words])
        if attribute.kind == "ref":
            return Ref(attribute.target, needed=attribute.required)
        if attribute.kind == "bytes":
            return self.one_of(("1M", "100", "-1", "1K", "1T" if off else "2M"))
        return self.one_of(TEXTS) if off else self.one_of(NUMBERS.get(attribute.name, ("", "a")))

    def numbers(self, attribute: Attribute, off: bool) -> str:
        fitting = [t for t in NUMBERS.get(attribute.name, ()) if attribute.low <= len(t.split()) <= attribute.high]
        if not off and fitting:
            return self.one_of(fitting)
        count = attribute.low + self.number(min(attribute.high, MOST_NUMBERS) - attribute.low)
        count = self.one_of(attribute.counts) if attribute.counts else count
        if off and self.level == WRONG and not self.number(3):
            count = self.number(12)
        whole = attribute.kind == "int"
        plain, extreme, wrong = (INTS, EXTREME_INTS, WRONG_INTS) if whole else (REALS, EXTREME_REALS, WRONG_REALS)
        choices = plain if not off else extreme if self.level == EXTREME else (*extreme, *wrong)
        return " ".join(self.one_of(choices) if not off or self.number(1) else self.one_of(plain) for _ in range(count))

    def refer(self) -> None:
        """Give every reference a name of its kind; what lacks one that it needs is taken out."""
        for tag, name, ref, parent in self.wanted:
            choices = self.names.get(ref.kind, [])
            choices = choices[ref.nth :: 2] if ref.nth >= 0 and len(choices) > 1 else choices
            if self.wrong():
                tag.attributes[name] = self.one_of(("nobody", "", *choices))
            elif choices:
                tag.attributes[name] = self.one_of(choices)
            elif ref.otherwise:
                tag.attributes["type"] = ref.otherwise
            elif ref.needed:
                parent.children = [child for child in parent.children if child is not tag]
                for others in self.names.values():
                    others[:] = [other for other in others if other != tag.attributes.get("name")]


RISKY = ("settotalmass", "nkey", "coordinate", "mocap", "class", "childclass", "user", "content_type", "gridlayout")
RISKY += ("fromto", "sleep", "type", "focal", "focalpixel", "principal", "principalpixel", "sensorsize")
RISKY += ("inheritrange", "qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic", "actdim", "input", "saveinertial")
NEEDLESS = ("attach", "model", "default", "inertial", "freejoint", "mujoco")
IN_SECTIONS = mjcf.elements()["mujoco"].children.keys() | urdf.elements()["robot"].children.keys()


@st.composite
def documents(draw: Any, levels: tuple[int, ...] = (PLAIN, EXTREME, WRONG)) -> str:
    """A text of MJCF."""
    writer = Writer(draw, mjcf.elements(), RECIPES, draw(st.sampled_from(levels)), left=40)
    root = Tag("mujoco")
    for section in draw(st.lists(st.sampled_from(SECTIONS), max_size=5)):
        writer.element(section, root)
    body = writer.element("worldbody", root)
    writer.element("body", body, 1)
    for section in draw(st.lists(st.sampled_from(REFERRING), max_size=4)):
        writer.element(section, root)
    writer.refer()
    return render(root)


@st.composite
def robots(draw: Any, levels: tuple[int, ...] = (PLAIN, EXTREME, WRONG)) -> str:
    """A text of URDF: links in a tree, and whatever else there may be."""
    writer = Writer(draw, urdf.elements(), URDF_RECIPES, draw(st.sampled_from(levels)), left=40)
    root = Tag("robot", {"name": "r"})
    for i in range(1 + writer.number(4)):
        link = writer.element("link", root)
        link.attributes["name"] = f"link{i}" if i or writer.number(3) else "world"
        if i:
            joint = writer.element("joint", root)
            ends = {"parent": root.children[2 * writer.number(i - 1)], "child": link}
            for tag in joint.children:
                if tag.name in ends and not writer.wrong():
                    tag.attributes["link"] = ends[tag.name].attributes["name"]
        else:
            writer.element("material", root)
    for key in draw(st.lists(st.sampled_from(("transmission", "material", "link")), max_size=2)):
        writer.element(key, root)
    writer.refer()
    return render(root)


SECTIONS = ("compiler", "option", "size", "statistic", "visual", "default", "custom", "asset", "asset")
REFERRING = ("contact", "equality", "tendon", "actuator", "sensor", "keyframe", "tendon", "actuator", "sensor")
