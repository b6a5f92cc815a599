"""The compiled model as its elements are made from it: rows as plain numbers, nodes by kind, and their names."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from knuckle.schema.enums import ObjType

if TYPE_CHECKING:
    from knuckle.model.model import Model

KINDS = {ObjType.XBODY: "body"}  # kind of object -> kind of name, where that is another word


@dataclass(kw_only=True, eq=False)
class Source:
    """A model, the nodes made so far by kind and number, and files that go with the text where these are wanted."""

    m: "Model"
    nodes: dict[str, list[Any]] = field(default_factory=dict)
    files: dict[str, bytes] | None = None

    def add(self, kind: str, nodes: Iterable[Any]) -> list[Any]:
        """Keep the nodes of a kind, each with its name in the model."""
        self.nodes[kind] = list(nodes)
        for node, name in zip(self.nodes[kind], self.m.names(kind), strict=True):
            node.name = name
        return self.nodes[kind]

    def name(self, kind: str | ObjType, number: int) -> str:
        """The name of an element that another one refers to: its own, or a new one where it has none."""
        word = KINDS.get(kind, str(kind)) if isinstance(kind, ObjType) else kind
        node = self.nodes[word][number]
        if not node.name:
            taken = {other.name for other in self.nodes[word]}
            node.name = next(new for new in _names(f"{word}_{number}") if new not in taken)
        return node.name

    def named(self, kind: str | ObjType, number: int) -> str | None:
        """The same, or None where the number is negative."""
        return self.name(kind, int(number)) if number >= 0 else None


def _names(stem: str) -> Iterable[str]:
    yield stem
    for i in range(1 << 30):
        yield f"{stem}_{i}"


def plain(value: Any) -> Any:
    """A row or number of an array as Python's own numbers; single precision as its shortest decimal."""
    array = np.asarray(value)
    if array.dtype == np.float32:
        found: Any = singles(array) if array.ndim else float(str(array[()]))
        return found
    return tuple(array.ravel().tolist()) if array.ndim else array.item()


def singles(array: np.ndarray) -> tuple[float, ...]:
    """Numbers of single precision as the doubles of their shortest decimals, which round back to them."""
    return tuple(map(float, array.ravel().astype("U24")))


def copied(m: "Model", prefix: str, row: int, names: Iterable[str]) -> dict[str, Any]:
    """Attributes that have the names of fields: `{"margin": m.geom_margin[row]}`."""
    return {name: plain(getattr(m, f"{prefix}_{name}")[row]) for name in names}
