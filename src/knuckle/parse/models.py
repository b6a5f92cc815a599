"""`<asset><model>`: other models that can be attached to the one that is read."""

from collections.abc import Callable
from dataclasses import dataclass, field

from knuckle.errors import ModelError, Problems
from knuckle.parse import xml
from knuckle.parse.include import Files
from knuckle.parse.source import Source, hint, quote
from knuckle.parse.unreadable import reason
from knuckle.schema.limits import MOST_NESTED
from knuckle.spec.attachment import Child
from knuckle.spec.copying import Budget
from knuckle.spec.tree import Spec

Reader = Callable[[Source, "Library"], Spec]


@dataclass
class Library:
    """The models that a model names, and what is shared by all that are read for it.

    `chain` holds the files that are being read, each naming the next; `specs` those that have been, each once.
    """

    files: Files
    read: Reader
    chain: tuple[str, ...]
    omit: frozenset[str] = frozenset()
    transmissions: bool = False  # of a URDF become actuators
    budget: Budget = field(default_factory=Budget)
    specs: dict[str, Spec] = field(default_factory=dict)
    children: dict[str, Child] = field(default_factory=dict)  # models by name
    is_complete: bool = True  # without models that have faults

    def add(self, raw: xml.Element, name: str, file: str, problems: Problems) -> None:
        """Read the model of one element, unless it was read before."""
        identity, path = self.files.find_model(file, raw.source.name)
        fault = ""
        if identity in self.chain:
            circle = " → ".join(map(quote, (*self.chain[self.chain.index(identity) :], identity)))
            fault = f"models are attached to each other in a circle: {circle}"
        elif len(self.chain) > MOST_NESTED:
            fault = f"models are attached more than {MOST_NESTED} deep inside each other"
        elif identity not in self.specs:
            try:
                self.specs[identity] = self.read(Source(path, self.files.read(path)), self._inside(identity, path))
            except (OSError, ValueError) as error:  # a name may hold what no path can
                fault = f"cannot read file {quote(file)}: {reason(error)}"
            except ModelError as error:
                problems.found.update(dict.fromkeys(error.problems))
        if fault:
            problems.add(raw.place_of("file"), raw.label, fault)
        spec = self.specs.get(identity)
        if spec is None:
            self.is_complete = False
        else:
            self.children.setdefault(name or spec.model, Child(spec, quote(name or spec.model)))

    def child(self, name: str) -> Child | None:
        return self.children.get(name)

    def known(self, name: str) -> str:
        """The end of a message about a model that is not there."""
        return hint(name, self.children)

    def _inside(self, identity: str, path: str) -> "Library":
        return Library(
            self.files.inside(path), self.read, (*self.chain, identity), self.omit, False, self.budget, self.specs
        )
