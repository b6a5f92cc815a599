# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterator
from typing import Any, Final

from numpy import float64, int32
from numpy.typing import NDArray

from knuckle._stubs.arrays import Array, FixedArray

class Contact:
    """One contact: a view of its row in each array, so what is written here is written to the data."""

    id: Final[int]
    dist: float
    """Distance between the surfaces; negative in penetration."""
    pos: Array[float64]
    """Point midway between the surfaces, world frame."""
    frame: Array[float64]
    """Normal from the first geom to the second, and two tangents."""
    includemargin: float
    """Distance below which the contact carries force."""
    friction: Array[float64]
    """Friction: two tangents, torsion, two rolling axes."""
    solref: Array[float64]
    """Solver reference along the normal."""
    solreffriction: Array[float64]
    """Solver reference of friction; zeros: solref."""
    solimp: Array[float64]
    """Solver impedance."""
    adhesion: float
    """Force with which the contact sticks."""
    surfacevel: Array[float64]
    """Velocity of the second surface against the first."""
    mu: float
    """Friction of the regularized cone."""
    H: Array[float64]
    """Hessian of the cone's cost, where Newton's method left the contact on it."""
    dim: int
    """Dimensions of the contact force: 1, 3, 4 or 6."""
    geom: FixedArray[int32]
    """Both geoms."""
    exclude: int
    """Why it carries no force (Exclusion)."""
    efc_address: Final[int]
    """First constraint row; -1 for none."""
    geom1: Final[int]
    """Geom 1."""
    geom2: Final[int]
    """Geom 2."""
    flex: FixedArray[int32]
    """No part of contacts between geoms: -1."""
    elem: FixedArray[int32]
    """No part of contacts between geoms: -1."""
    vert: FixedArray[int32]
    """No part of contacts between geoms: -1."""

class ContactList:
    """All contacts of a data: `len`, indexing and iteration give contacts, attributes give whole arrays."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Contact: ...
    def __iter__(self) -> Iterator[Contact]: ...
    dist: Array[float64]
    """Distance between the surfaces; negative in penetration."""
    pos: Array[float64]
    """Point midway between the surfaces, world frame."""
    frame: Array[float64]
    """Normal from the first geom to the second, and two tangents."""
    includemargin: Array[float64]
    """Distance below which the contact carries force."""
    friction: Array[float64]
    """Friction: two tangents, torsion, two rolling axes."""
    solref: Array[float64]
    """Solver reference along the normal."""
    solreffriction: Array[float64]
    """Solver reference of friction; zeros: solref."""
    solimp: Array[float64]
    """Solver impedance."""
    adhesion: Array[float64]
    """Force with which the contact sticks."""
    surfacevel: Array[float64]
    """Velocity of the second surface against the first."""
    mu: Array[float64]
    """Friction of the regularized cone."""
    H: Array[float64]
    """Hessian of the cone's cost, where Newton's method left the contact on it."""
    dim: FixedArray[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6."""
    geom: FixedArray[int32]
    """Both geoms."""
    exclude: Array[int32]
    """Why it carries no force (Exclusion)."""
    efc_address: FixedArray[int32]
    """First constraint row; -1 for none."""
    geom1: FixedArray[int32]
    """Geom 1."""
    geom2: FixedArray[int32]
    """Geom 2."""
    flex: FixedArray[int32]
    """No part of contacts between geoms: -1."""
    elem: FixedArray[int32]
    """No part of contacts between geoms: -1."""
    vert: FixedArray[int32]
    """No part of contacts between geoms: -1."""

class SolverStatistics:
    """The iterations of the last solve: `improvement`, `gradient`, … of one island, in order, ready to plot."""
    def island(self, index: int) -> dict[str, NDArray[float64]]:
        """Statistics of each iteration in one island; `cost` is the cost after it, above that at the end."""
    cost: FixedArray[Any]
    """Cost of each iteration in the first island."""
    improvement: FixedArray[Any]
    """Improvement of each iteration in the first island."""
    gradient: FixedArray[Any]
    """Gradient of each iteration in the first island."""
    lineslope: FixedArray[Any]
    """Lineslope of each iteration in the first island."""
    nactive: FixedArray[Any]
    """Nactive of each iteration in the first island."""
    nchange: FixedArray[Any]
    """Nchange of each iteration in the first island."""
    neval: FixedArray[Any]
    """Neval of each iteration in the first island."""
