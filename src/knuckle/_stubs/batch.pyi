# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterable, Sequence
from typing import Any, Final

from numpy import int32
from numpy.typing import ArrayLike, NDArray

from knuckle._stubs.data import Data
from knuckle._stubs.model import Model

class Batch:
    """Many independent worlds of one model, stepped together.

    Each world starts in the state of a new `Data(model)`. `read` and `write` copy a field of all worlds at once, with
    the world as first axis:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.write("qvel", rng.normal(size=(4096, model.nv)))
        batch.step(100)
        heights = batch.read("qpos")[:, 2]

    `nworld` is the number of worlds, `dtype` the precision ("float64" or "float32"), and `threads` how many threads
    step the worlds (default: one for each processor). `keep` names the computed fields to store for every world
    (default: all); state and inputs are always stored. With few fields kept a world needs less memory and steps faster:
    poses of geoms, sites, cameras and lights that are not kept are not even computed.

    Where a call takes `worlds`, give the number of a world, a sequence of numbers, a slice, or a mask of booleans. Only
    one thread may use a batch at a time; a second one gets a KnuckleError.
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
        """How many worlds share one SIMD register."""
    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that `read` and `write` take."""
    def load(self, data: Data, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> None:
        """Copy everything in one Data into the chosen worlds."""
    def read(self, name: str, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> NDArray[Any]:
        """Return a copy of a field, with the world as first axis; without that axis for the number of one world."""
    def write(self, name: str, values: ArrayLike, worlds: int | slice | Sequence[int] | NDArray[Any] = ...) -> None:
        """Set a field in the chosen worlds; values without the world axis are written to each of them."""
    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage such as "kinematics" `count` times in every world.

        Stages other than "step", "forward" and "inverse" need a batch that keeps all fields.
        """
    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps.

        Where this is interrupted (Ctrl-C, MemoryError), each world has done a whole number of steps, which
        `read("time")` tells, and the batch can still be used.
        """
    def forward(self) -> None:
        """Compute everything that follows from state and inputs, up to the acceleration, in every world."""
    @property
    def status(self) -> NDArray[int32]:
        """The problems that each world met, as bits of `Status`; 0 where there were none."""
    def copy(self) -> Batch:
        """An independent copy of all worlds, of the same model."""
