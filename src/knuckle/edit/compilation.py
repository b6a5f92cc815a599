"""What a Spec was compiled to last, and how a world of that goes on in the next model."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knuckle.data.carrying import Keys, carry
from knuckle.data.data import Data
from knuckle.errors import KnuckleError
from knuckle.model.model import Model

if TYPE_CHECKING:
    from knuckle.compile import Compiled


@dataclass(frozen=True)
class Compilation:
    """A model, and the nodes that its elements were made from: by these they are known, whatever is changed."""

    model: Model
    nodes: Keys

    @classmethod
    def of(cls, compiled: "Compiled") -> "Compilation":
        nodes = {kind: list(elements) for kind, elements in compiled.elements.items()}
        return cls(Model._with_warnings(compiled), nodes | {"mocap": nodes["body"]})

    def check(self, m: Model, d: Data) -> None:
        """Raise an error where these are not the model and a Data of it."""
        if m is not self.model:
            raise KnuckleError("recompile: expected the model that this Spec was compiled to last")
        if not isinstance(d, Data):
            raise TypeError(f"recompile: expected a Data, found {type(d).__name__}")
        if d.model is not m:
            raise KnuckleError("recompile: the data are not of this model")

    def continued(self, before: Data, former: "Compilation") -> Data:
        """A Data in which everything that stayed has its state of one of the former model."""
        after = Data(self.model)
        carry(before, former.nodes, after, self.nodes)
        return after
