"""A Batch whose worlds are computed on a cluster: the same calls, each shared out in parts."""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray
from numpy.typing import ArrayLike

from knuckle.batch.batch import Batch
from knuckle.batch.inputs import inputs_of, is_of_each_world
from knuckle.batch.kept import field_names
from knuckle.batch.plan import Course
from knuckle.batch.recording import Recording
from knuckle.batch.rollout import check_stop, progress_bar
from knuckle.calls.in_use import alone, require_free
from knuckle.cluster.calls import Common, Task, Work
from knuckle.cluster.functions import Functions
from knuckle.cluster.part import Done, Part, PartBatch, fit
from knuckle.cluster.session import Session, require_room, require_session
from knuckle.cluster.workers import Workers
from knuckle.errors import KnuckleError
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model

PARTS_OF_WORKER = 4  # so that workers end at nearly the same time, and a lost part is a small one
LEAST_WORLDS = 64  # in a part: as many as fill the registers of several groups


@dataclass(frozen=True)
class Streamed:
    """Recorded fields of some worlds: arrays (world, step, …), as `rollout` returns them for all, to be read only."""

    worlds: np.ndarray
    results: dict[str, np.ndarray]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.results[name]


class ClusterBatch(Batch):
    """A Batch whose worlds are computed by the workers of a Ray cluster.

        ray.init(address="auto")
        batch = ClusterBatch(model, 100_000, keep=["qacc"])
        found = batch.rollout(100, torques)

    Ray must have been started (`ray.init`). The worlds are here: all that a Batch has can be read, written and asked.
    `step`, `forward`, `inverse`, `run` and `rollout` send parts of them to workers, each as many worlds as `part` says,
    and take them back; so a long rollout is worth the way, a single step is not. The model is sent once, and again when
    it was changed. A world goes the way that it goes in a Batch, to the bit where processors are alike.

    A worker that dies is replaced and its part computed again. Where a call fails the worlds stay as they were.

    `workers` is how many there are (default: one for each `threads` processors of the cluster), and `threads` how many
    threads each has. All other arguments are those of Batch. Functions that are given to `rollout` run on workers, with
    a batch of the part's worlds, whose `world_numbers` are their numbers here.

    Copies (`copy`, the module `copy`, pickle) have no workers: each is a Batch of this process, with as many threads as
    a worker has.
    """

    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        workers: int | None = None,
        threads: int = 1,
        part: int | None = None,
        **options: Any,
    ):
        require_session()
        threads = whole_number(threads, "threads", least=1)
        count = require_room(None if workers is None else whole_number(workers, "workers", least=1), threads)
        size = None if part is None else whole_number(part, "part", least=1)
        super().__init__(model, nworld, threads=threads, **options)
        if size is None:
            size = max(LEAST_WORLDS, -(-self.nworld // (PARTS_OF_WORKER * count)))
        self._size, self._workers = size, Workers(min(count, -(-self.nworld // size)), threads)
        self._sent: tuple[Session, bytes, Any] | None = None

    def rollout(
        self,
        nstep: int,
        control: "ArrayLike | Mapping[str, ArrayLike] | Callable[[Batch, int], Any] | None" = None,
        *,
        record: Iterable[str] = ("qpos", "qvel"),
        out: Mapping[str, np.ndarray] | None = None,
        progress: bool = False,
        stop: "Callable[[Batch], Any] | int | None" = None,
    ) -> dict[str, np.ndarray]:
        """As `Batch.rollout`, on the workers; functions get the batch of a part."""
        nstep, names = self._recorded(nstep, record)
        recording = Recording(self, names, nstep, out)
        shared = self._share(nstep, control, names, _rollout, Functions.of(control, stop))
        with closing(shared), progress_bar(progress, self.nworld) as advance:
            for worlds, results in shared:
                recording.take(worlds, results)
                advance(len(worlds))
        return recording.results

    def stream(
        self,
        nstep: int,
        control: "ArrayLike | Mapping[str, ArrayLike] | Callable[[Batch, int], Any] | None" = None,
        *,
        record: Iterable[str] = ("qpos", "qvel"),
        stop: "Callable[[Batch], Any] | int | None" = None,
    ) -> Generator[Streamed, None, None]:
        """As `rollout`, part by part as workers are done.

        What is recorded is held for the part that came last, and for one more of each worker at most; states and inputs
        of all worlds are held until the end. The worlds move on when the last part has come, and what is written to
        them meanwhile is lost; where the stream is closed before (`close`) they stay.
        """
        nstep, names = self._recorded(nstep, record)
        return _streamed(self._share(nstep, control, names, _rollout, Functions.of(control, stop)))

    def sample(
        self,
        nstep: int,
        control: "ArrayLike | Mapping[str, ArrayLike] | Callable[[Batch, int], Any] | None",
        score: Callable[[dict[str, np.ndarray]], ArrayLike],
        *,
        record: Iterable[str] = ("qpos", "qvel"),
        stop: "Callable[[Batch], Any] | int | None" = None,
    ) -> np.ndarray:
        """Roll out from the worlds as they are, and return the scores of all: an array (nworld, …).

        `score` is called on workers with what `rollout` records of a part, and returns values for its worlds: these
        alone travel back. The worlds stay as they are, so that one plan after the other can be tried from the same
        state; nobody is warned of problems that they meet on the way.
        """
        nstep, names = self._recorded(nstep, record)
        if not callable(score):
            raise TypeError(f"score: expected a function, found {shown(score)}")
        shared = self._share(nstep, control, names, _score, Functions.of(control, stop, score), rows=False)
        return joined(list(shared), self.nworld)

    def close(self) -> None:
        """End the workers; the worlds stay, and later work starts workers anew."""
        self._workers.close()

    def __enter__(self) -> "ClusterBatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _recorded(self, nstep: int, record: Iterable[str]) -> tuple[int, tuple[str, ...]]:
        """How many steps, and which fields are recorded; an error where the batch has no such field."""
        names = field_names(record, "record")
        for name in names:
            self._check_field(name)
        return whole_number(nstep, "nstep"), names

    def _share(
        self, nstep: int, control: Any, names: tuple[str, ...], work: Work, functions: Functions, rows: bool = True
    ) -> Generator[tuple[np.ndarray, Any], None, None]:
        """(worlds, results) of each part as it comes; the worlds move on in the end where their `rows` are wanted."""
        require_free(self)
        self._check_numbers()
        check_stop(functions.stop)
        inputs = inputs_of(control, self, nstep)
        common = self._common(functions)
        tasks = []
        for part in self._parts(np.arange(self.nworld)):
            own = {
                name: values[part.worlds] if is_of_each_world(name, values, self) else values
                for name, values in inputs.items()
            }
            tasks.append(Task(part, work, (nstep, own, names), rows))
        return self._results(tasks, common, rows)

    def _results(self, tasks: list[Task], common: Common, moves: bool) -> Generator[tuple[np.ndarray, Any], None, None]:
        finished: list[tuple[Part, Done]] = []
        with closing(self._workers.run(tasks, common)) as ended:
            for task, done in ended:
                if moves:
                    finished.append((task.part, done.without_results()))
                yield task.part.worlds, done.results
        if moves:
            self._problems.forget(self._memory.fields["status"])
            alone(self, self._take_back, finished)
            self._report(self._tell())

    def _advance(self, stage: str, count: int, worlds: np.ndarray | None = None, course: Course | None = None) -> None:
        self._check_numbers()
        common = self._common(Functions())
        chosen = np.arange(self.nworld) if worlds is None else worlds
        tasks = [Task(part, _run, (stage, count)) for part in self._parts(chosen)]
        with closing(self._workers.run(tasks, common)) as ended:
            finished = [(task.part, done) for task, done in ended]
        self._take_back(finished)

    def _common(self, functions: Functions) -> Common:
        """What workers need for each part: the model and functions, both sent to the cluster here."""
        options = {"dtype": self.dtype, "threads": self._threads, "keep": self._keep}
        options |= {"on_divergence": self.on_divergence, "exact": self._exact}
        key, model = self._send_model()
        return Common(key, model, options, functions.send())

    def _parts(self, chosen: np.ndarray) -> Iterator[Part]:
        memory = self._memory
        known = self._problems._known & memory.fields["status"]
        for first in range(0, len(chosen), self._size):
            worlds = chosen[first : first + self._size]
            fields = {name: rows[worlds] for name, rows in memory.fields.items()}
            numbers = {name: values[worlds] for name, values in self._expanded.items()}
            yield Part(worlds, fields, numbers, memory.capacity, known[worlds])

    def _take_back(self, finished: list[tuple[Part, Done]]) -> None:
        for _, done in finished:
            self._memory.reserve(done.capacity)
        for part, done in finished:
            for name, rows in done.fields.items():
                fit(rows, self._memory.fields[name], part.worlds)

    def _send_model(self) -> tuple[bytes, Any]:
        """What tells the model from former ones, and a reference to it in the memory of the cluster."""
        if self.model.callbacks.given:
            raise KnuckleError("a model with callbacks is computed on one machine: use kn.Batch")
        now, key = require_session(), _fingerprint(self.model)
        if self._sent is None or self._sent[:2] != (now, key):
            self._sent = now, key, ray.put(self.model)
        return self._sent[1:]


def _fingerprint(m: Model) -> bytes:
    """A digest of all numbers of a model."""
    digest = hashlib.blake2b()
    for buffer in m._arena.buffers.values():
        digest.update(buffer.data)
    return digest.digest()


def _streamed(shared: Generator[tuple[np.ndarray, Any], None, None]) -> Generator[Streamed, None, None]:
    with closing(shared):
        for worlds, results in shared:
            yield Streamed(worlds, results)


def joined(found: list[tuple[np.ndarray, np.ndarray]], nworld: int) -> np.ndarray:
    """The scores of all worlds, of a kind that holds those of each part; ValueError where their shapes differ."""
    shapes = {values.shape[1:] for _, values in found}
    if len(shapes) > 1:
        raise ValueError(f"score: expected one shape for all worlds, found {', '.join(map(str, sorted(shapes)))}")
    scores = np.empty((nworld, *shapes.pop()), np.result_type(*(values for _, values in found)))
    for worlds, values in found:
        scores[worlds] = values
    return scores


def _run(batch: PartBatch, arguments: tuple[str, int], functions: Functions) -> None:
    batch.run(*arguments)


def _rollout(batch: PartBatch, arguments: tuple, functions: Functions) -> dict[str, np.ndarray]:
    nstep, inputs, names = arguments
    control = inputs if functions.control is None else functions.control
    return batch.rollout(nstep, control, record=names, stop=functions.stop)


def _score(batch: PartBatch, arguments: tuple, functions: Functions) -> np.ndarray:
    score: Any = functions.score
    values = np.asarray(score(_rollout(batch, arguments, functions)))
    if values.shape[:1] != (batch.nworld,):
        raise ValueError(f"score: expected values for {batch.nworld} worlds, found shape {values.shape}")
    return values
