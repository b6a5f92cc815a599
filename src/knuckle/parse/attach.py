"""`<replicate>` and `<attach>`: the copies that they add to the tree that is being read."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from knuckle.errors import Problems
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, Quaternion, Vector, add, rotate, times
from knuckle.parse import xml
from knuckle.parse.models import Library
from knuckle.parse.source import hint, quote
from knuckle.spec.attachment import Child, Grafter
from knuckle.spec.copying import Naming, TooMany
from knuckle.spec.merging import Conflict, merge_settings
from knuckle.spec.orientation import BadPose, orientation
from knuckle.spec.references import in_tree
from knuckle.spec.referring import names_of_lists
from knuckle.spec.tree import Frame, Spec

Values = dict[str, Any]


class Attacher:
    """Adds copies to a tree while it is read: what stands later in the file is not there yet."""

    def __init__(self, spec: Spec, problems: Problems, library: Library):
        self.spec = spec
        self.problems = problems
        self.library = library
        self.known = names_of_lists(spec)
        self.fresh: list[Any] = [spec.worldbody]  # nodes of the tree whose names are not among those known yet
        self.grafter = Grafter(spec, self.known, library.budget, prefixes_once=True)

    def replicate(self, raw: xml.Element, values: Values, roots: list[Any], parent: Any) -> None:
        """Put `count` copies of nodes into the parent, each in a frame of its own."""
        self._name_fresh()
        copies = values.get("count") or 0
        if copies < 1:
            if values.get("count") is not None:
                self.problems.add(raw.place_of("count"), raw.label, f"count must be positive, got {copies}")
            return
        digits, separator = len(str(copies)), values.get("sep") or ""
        namings = (Naming(suffix=f"{separator}{i:0{digits}d}") for i in range(copies))
        try:
            self.grafter.budget.check(copies * max(1, sum(1 for _ in in_tree(roots))))
            replicas, lost = self.grafter.replicate(roots, namings)
        except TooMany as fault:
            self.problems.add(raw.place, raw.label, str(fault))
            return
        for node in lost:
            told = "refers to what is replicated here and to something else, so it is left out"
            self.spec.warnings.append(f"{node.place}: {node.label} {told}: {raw.place}")
        written = raw.source, raw.offset
        for (pos, quat), children in zip(self._poses(raw, values), replicas, strict=False):
            parent.children.append(Frame(written=written, pos=pos, quat=quat, children=children))

    def _name_fresh(self) -> None:
        """Names are collected when a copy is made: most models have none."""
        self.known.add(self.fresh)
        self.fresh.clear()

    def _poses(self, raw: xml.Element, values: Values) -> Iterator[tuple[Vector, Quaternion]]:
        """p₀ = 0, pᵢ₊₁ = pᵢ + qᵢ offset, qᵢ = q(i euler), without end: angles add up, not rotations."""
        offset, angles = values.get("offset") or ORIGIN, values.get("euler") or ORIGIN
        pos = ORIGIN
        for i in count():
            quat = self._turn(raw, times(float(i), angles)) if any(angles) else IDENTITY
            yield pos, quat
            pos = add(pos, rotate(quat, offset))

    def _turn(self, raw: xml.Element, angles: Vector) -> Quaternion:
        try:
            return orientation(Frame(euler=angles), self.spec.compiler)
        except BadPose as fault:
            self.problems.add(raw.place, raw.label, str(fault))
            return IDENTITY

    def attach(self, raw: xml.Element, values: Values, parent: Any) -> None:
        """Put a part of this model or of another one into the parent."""
        self._name_fresh()
        if values.get("prefix") is None:
            self.problems.add(raw.place, raw.label, 'attribute "prefix" is missing')
            return
        naming = Naming(prefix=values["prefix"])
        try:
            if values.get("model"):
                self._attach_model(raw, values, naming, parent)
            else:
                self._attach_own(raw, values, naming, parent)
        except TooMany as fault:
            self.problems.add(raw.place, raw.label, str(fault))

    def _attach_own(self, raw: xml.Element, values: Values, naming: Naming, parent: Any) -> None:
        if not (values.get("body") or values.get("frame")):
            message = "without a model, body or frame must say which part of this one is attached"
            self.problems.add(raw.place, raw.label, message)
            return
        root = self._part(raw, values, self.spec, "so far in this model")
        if root is not None:
            parent.children.append(self.grafter.copy_here(root, naming))

    def _attach_model(self, raw: xml.Element, values: Values, naming: Naming, parent: Any) -> None:
        child = self.library.child(values["model"])
        if child is None and not self.library.is_complete:
            return  # why it is not there has been told
        if child is None:
            message = f"model: there is no model {quote(values['model'])}" + self.library.known(values["model"])
            self.problems.add(raw.place_of("model"), raw.label, message)
            return
        if not naming.prefix:
            self.spec.warnings.append(f"{raw.place}: {raw.label} has an empty prefix: names may be taken")
        try:
            merge_settings(self.spec, child.spec, f"{raw.place}: model {child.label}")
        except Conflict as conflict:
            self.problems.add(raw.place, raw.label, str(conflict))
        self._add_parts(raw, values, child, naming, parent)

    def _add_parts(self, raw: xml.Element, values: Values, child: Child, naming: Naming, parent: Any) -> None:
        if values.get("body") or values.get("frame"):
            root = self._part(raw, values, child.spec, f"in model {child.label}")
            if root is not None:
                parent.children += self.grafter.attach(child, [root], naming)
            return
        children = self.grafter.attach(child, child.spec.worldbody.children, naming)
        parent.children.append(Frame(place=raw.place, children=children))

    def _part(self, raw: xml.Element, values: Values, spec: Spec, where: str) -> Any:
        """The body or frame that is attached; None, and a fault, where there is no such."""
        kind = "body" if values.get("body") else "frame"
        name = values[kind]
        found = {node.name: node for node in spec.walk() if node.key == kind and node.name}
        if name not in found:
            self.problems.add(
                raw.place_of(kind), raw.label, f"there is no {kind} {quote(name)} {where}" + hint(name, found)
            )
        return found.get(name)
