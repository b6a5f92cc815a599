"""Which link hangs on which: the trees that the joints of a URDF make of its links."""

from dataclasses import dataclass, field

from knuckle.parse import xml
from knuckle.parse.source import hint, quote
from knuckle.parse.urdf.reader import UrdfReader

WORLD = "world"  # a link of this name is the world itself
MOST_SHOWN = 5  # links in a message


@dataclass
class Kinematics:
    """Links by name, the joint above each link that has one, and the links below each, in the order of their joints."""

    links: dict[str, xml.Element] = field(default_factory=dict)
    above: dict[str, xml.Element] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)

    @property
    def roots(self) -> list[str]:
        """The links without a parent, in the order of the file."""
        return [name for name in self.links if name not in self.above]


def connect(root: xml.Element, reader: UrdfReader) -> Kinematics:
    """The trees of a robot; every link that is missing, doubled or part of a circle is a fault."""
    found = Kinematics()
    for raw in root.children:
        if raw.tag == "link":
            _add_link(found, raw, reader)
    for raw in root.children:
        if raw.tag == "joint":
            _add_joint(found, raw, reader)
    _check_circles(found, reader)
    if len(found.roots) > 1 and WORLD not in found.roots:
        reader.remarks.add(root, f"{len(found.roots)} links have no parent, URDF expects one: all stand in the world")
    return found


def _add_link(found: Kinematics, raw: xml.Element, reader: UrdfReader) -> None:
    name = reader.values(raw, "link", {}).get("name")
    if not name:
        return  # which has been told
    if name in found.links:
        message = f"the name {quote(name)} is taken: the first is at {found.links[name].place}"
        reader.problems.add(raw.place, raw.label, message)
    else:
        found.links[name] = raw


def _add_joint(found: Kinematics, raw: xml.Element, reader: UrdfReader) -> None:
    reader.values(raw, "joint", {})  # also where it connects nothing
    parent, child = reader.of(raw, "parent").get("link"), reader.of(raw, "child").get("link")
    unknown = [(tag, name) for tag, name in (("parent", parent), ("child", child)) if name and name not in found.links]
    for tag, name in unknown:
        message = f"<{tag}>: there is no link {quote(name)}{hint(name, found.links)}"
        reader.problems.add(raw.place, raw.label, message)
    if unknown or not parent or not child:
        return
    if child == WORLD:
        message = f"the link {quote(WORLD)} is the world itself: it cannot be a child"
        reader.problems.add(raw.place, raw.label, message)
    elif child in found.above:
        first = found.above[child]
        message = f"link {quote(child)} has two parents; the first is given by {first.label} at {first.place}"
        reader.problems.add(raw.place, raw.label, message)
    else:
        found.above[child] = raw
        found.below.setdefault(parent, []).append(child)


def _check_circles(found: Kinematics, reader: UrdfReader) -> None:
    """Every link hangs on a root; those that do not hang on each other."""
    reached = set(found.roots)
    pending = list(reached)
    while pending:
        below = found.below.get(pending.pop(), [])
        reached.update(below)
        pending.extend(below)
    circling = [name for name in found.links if name not in reached]
    if circling:
        shown = ", ".join(quote(name)[1:-1] for name in circling[:MOST_SHOWN]) + ", …" * (len(circling) > MOST_SHOWN)
        raw = found.links[circling[0]]
        reader.problems.add(raw.place, raw.label, f"links hang on each other in a circle, none has a root: {shown}")
