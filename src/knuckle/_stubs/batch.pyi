# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterable, Sequence
from typing import Any, Final

from numpy import int32
from numpy.typing import ArrayLike, NDArray

from knuckle._stubs.data import Data
from knuckle._stubs.model import Model

class Batch:
    """`nworld` independent worlds of one model, stepped together.

    Worlds start where `Data(model)` starts. `read` and `write` move whole fields, with the world as first axis:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.write("qvel", rng.normal(size=(4096, model.nv)))
        batch.step(100)
        heights = batch.read("qpos")[:, 2]

    `keep` names the computed fields that have room for every world; state and inputs always have. All fields are kept
    unless it is given; with few kept, worlds need less memory and step faster, and frames of geoms, sites, cameras and
    lights that are not kept are not computed. `threads` is how many threads step the worlds, the caller's among them;
    as many as there are processors unless it is given.

    Where a call takes `worlds`, these are the number of a world, a sequence of numbers, a slice, or a mask of booleans.
    A batch serves one call at a time: one that comes from another thread meanwhile raises KnuckleError.
    """

    model: Model
    nworld: Final[int]
    dtype: Final[str]
    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: str = "float64",
        threads: int | None = None,
        keep: Iterable[str] | None = None,
    ) -> None: ...
    @property
    def lanes(self) -> int:
        """Worlds in one register."""
    @property
    def fields(self) -> tuple[str, ...]:
        """Names that `read` and `write` take."""
    def load(self, data: Data, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> None:
        """Copy everything of one Data into the chosen worlds."""
    def read(self, name: str, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> NDArray[Any]:
        """A copy of a field of Data, world first; of one world given by its number, the field alone."""
    def write(self, name: str, values: ArrayLike, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> None:
        """Set a field of Data in the chosen worlds; `values` may leave out the world axis to serve them all."""
    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage of the pipeline `count` times in every world; stages alone need all fields kept."""
    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps.

        Where something is raised meanwhile (Ctrl-C, MemoryError) each world has done some whole number of them, which
        `read("time")` tells, and the batch can be used as before.
        """
    def forward(self) -> None:
        """Everything that follows from the state, in every world."""
    @property
    def status(self) -> NDArray[int32]:
        """Status word of each world, bits of `Status`; 0 is good."""
    def copy(self) -> Batch:
        """A batch of its own with the same worlds, of the same model."""
