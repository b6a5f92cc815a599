"""Where compiled code finds what: the slots of the tables behind Model and Data views."""

import hashlib
from dataclasses import dataclass
from functools import cache

from knuckle.schema.fields import Field, capacities, data_fields, model_fields, sizes
from knuckle.schema.hooks import TABLE_WORDS


@dataclass(frozen=True, eq=False)  # one object per layout: told apart by identity, which is quick to hash
class Layout:
    """Slots of one table of int64: first the sizes (their values), then the fields (their addresses).

    The first word of a Data's table is 1 while no call has it, else 0 (see calls/in_use.py). A `lasting` table is
    complete before any code that reads it starts; that of a query is written by the code that calls it."""

    name: str
    sizes: tuple[str, ...]
    fields: tuple[Field, ...]
    lasting: bool = True

    def slot(self, name: str) -> int:
        return self.slots[name]

    @property
    def slots(self) -> dict[str, int]:
        return _slots(self)

    @property
    def by_name(self) -> dict[str, Field]:
        return _by_name(self)


@cache
def _slots(layout: Layout) -> dict[str, int]:
    return {name: k for k, name in enumerate((*layout.sizes, *(f.name for f in layout.fields)))}


@cache
def _by_name(layout: Layout) -> dict[str, Field]:
    return {f.name: f for f in layout.fields}


@cache
def model_layout() -> Layout:
    return Layout("Model", (*sizes(), *TABLE_WORDS), model_fields())


@cache
def data_layout() -> Layout:
    return Layout("Data", ("free", *capacities()), data_fields())


@cache
def layout_digest() -> str:
    """Fingerprint of both layouts as this process knows them."""
    content = repr([(layout.sizes, layout.fields) for layout in (model_layout(), data_layout())])
    return hashlib.sha256(content.encode()).hexdigest()
