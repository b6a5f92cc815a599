"""Contacts and solver statistics as users read them: `d.contact[3].dist`, `d.contact.pos`, `d.solver.improvement`."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from knuckle.memory.capacity import ISLANDS
from knuckle.memory.records import assign, unknown_attribute
from knuckle.schema.fields import data_fields
from knuckle.schema.limits import CONTACT_DIMENSIONS

if TYPE_CHECKING:
    from knuckle.data.data import Data

ABSENT = ("flex", "elem", "vert")  # what a contact between geoms has none of
STATISTICS = ("cost", "improvement", "gradient", "lineslope", "nactive", "nchange", "neval")


@cache
def contact_names() -> tuple[str, ...]:
    """What a contact has, by the published names."""
    fields = [field for field in data_fields() if field.name.startswith("contact_") and field.stage != "scratch"]
    own = [field.name.removeprefix("contact_") for field in fields]
    return (*own, "geom1", "geom2", *ABSENT)


class Contact:
    """One contact: a view of its row in each array, so what is written here is written to the data."""

    __slots__ = ("_list", "id")

    def __init__(self, contacts: "ContactList", index: int):
        object.__setattr__(self, "_list", contacts)
        object.__setattr__(self, "id", index)

    def __getattr__(self, name: str):
        value = getattr(self._list, name)[self.id]
        return value if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, name: str, value) -> None:
        rows = getattr(self._list, name)
        if name == "dim":
            if np.ndim(value) or value not in CONTACT_DIMENSIONS:
                raise ValueError(
                    f"contact.dim: expected one of {', '.join(map(str, CONTACT_DIMENSIONS))}, found {value!r}"
                )
            rows = self._list._data._arrays["contact_dim"]
        assign(rows[self.id : self.id + 1], np.asarray(value)[None], f"contact.{name}")

    def __dir__(self) -> list[str]:
        return sorted(contact_names())

    def __repr__(self) -> str:
        first, second = self.geom
        return f"<Contact of geoms {first} and {second}: dist {self.dist:g} m, dim {self.dim}>"


class ContactList:
    """All contacts of a data: `len`, indexing and iteration give contacts, attributes give whole arrays."""

    __slots__ = ("_data",)

    def __init__(self, data: "Data"):
        self._data = data

    def __len__(self) -> int:
        return self._data.ncon

    def __getitem__(self, index: int) -> Contact:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"contact {index}: there are {count} contacts")
        return Contact(self, index % count)

    def __iter__(self) -> Iterator[Contact]:
        return (Contact(self, c) for c in range(len(self)))

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("__") or name not in contact_names():
            raise unknown_attribute("contact", name, contact_names())
        if name in ABSENT:
            return np.full((len(self), 2), -1, np.int32)
        if name in ("geom1", "geom2"):
            return self._data.contact_geom[:, int(name[-1]) - 1]
        return getattr(self._data, f"contact_{name}")

    def __dir__(self) -> list[str]:
        return sorted(contact_names())

    def __repr__(self) -> str:
        return f"<{len(self)} contacts>"


class SolverStatistics:
    """The iterations of the last solve: `improvement`, `gradient`, … of one island, in order, ready to plot."""

    __slots__ = ("_data",)

    def __init__(self, data: "Data"):
        self._data = data

    def island(self, index: int) -> dict[str, np.ndarray]:
        """Statistics of each iteration in one island; `cost` is the cost after it, above that at the end."""
        arrays = self._data._arrays
        count = arrays["nstat"].item()
        chosen = np.flatnonzero(arrays["stat_block"][:count] == index)
        found = {name: arrays[f"stat_{name}"][chosen] for name in STATISTICS if name != "cost"}
        gains = found["improvement"]
        return found | {"cost": gains[::-1].cumsum()[::-1] - gains}

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in STATISTICS:
            raise unknown_attribute("solver", name, STATISTICS)
        return self.island(0)[name]

    def __dir__(self) -> list[str]:
        return sorted((*STATISTICS, "island"))

    def __repr__(self) -> str:
        return f"<Statistics of the constraint solver: {len(self.improvement)} iterations in the first island>"


def per_island(data: "Data", name: str) -> np.ndarray:
    """A number of each block of the solver, for the first twenty islands."""
    result = np.zeros(ISLANDS, np.int32)
    count = min(data._arrays["nblock"].item(), ISLANDS)
    result[:count] = data._arrays[name][:count]
    return result
