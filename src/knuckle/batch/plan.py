"""Plans: what compiled code is told of the rows and workspaces of a batch (machine/row_plan.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from knuckle.batch.workspace import Workspace
from knuckle.calls.slices import Slice
from knuckle.machine import row_plan as word
from knuckle.memory.capacity import row_counts
from knuckle.schema.fields import Field

# of which a step leaves rows in use as they were: those of contacts that stick, and of what only some solvers need
PARTLY_WRITTEN = frozenset(
    {"contact_H", "efc_b", *(f"efc_{each}" for each in ("Y_rownnz", "Y_rowadr", "AR_rownnz", "AR_rowadr"))}
)

Pair = tuple[np.ndarray, np.ndarray]  # rows of worlds, and their place in a workspace


@dataclass(frozen=True)
class Course:
    """Fields that are written before each step of a rollout, and fields that are recorded after it.

    Each is an array (world, step, …) of the field's own type, contiguous behind the world. A call begins at `start`.
    `begun` has groups that stopped for want of room, and the step, for which they have been written to already.
    """

    driven: Mapping[str, np.ndarray]
    recorded: Mapping[str, np.ndarray]
    start: int
    begun: set[tuple[int, int]] = field(default_factory=set)


class Plan:
    """The plans of all workspaces for one call, and what they point at, which lives as long as the plan.

    Groups are runs of `lanes` chosen worlds. The last one is filled up with its last world.
    """

    __slots__ = (
        *("_course", "_course_words", "_overflow", "_own", "_steps_done", "_words"),
        *("held", "lanes", "ngroup", "worlds"),
    )

    def __init__(
        self,
        words: np.ndarray,
        worlds: np.ndarray,
        lanes: int,
        fields: Mapping[str, np.ndarray],
        workspaces: Sequence[Workspace],
        own: Sequence[Sequence[Pair]] = (),
        course: Course | None = None,
    ):
        self.lanes, self.ngroup = lanes, group_count(len(worlds), lanes)
        self.worlds = np.zeros(self.ngroup * lanes, np.int64)
        self.arrange(worlds)
        self._words, self.held, self._own = words, (fields, workspaces), own
        self._overflow, self._steps_done = fields["overflow"], fields["steps_done"]
        words[:, word.WORLDS], words[:, word.CHOSEN] = self.worlds.ctypes.data, len(worlds)
        self._course = course
        steps = [] if course is None else [_course_words(course, *each) for each in zip(words, workspaces, strict=True)]
        self._course_words, words[:, word.COURSE] = steps, [each.ctypes.data for each in steps] or 0

    def arrange(self, worlds: np.ndarray) -> None:
        """Put the worlds into groups in this order; there are as many as before."""
        self.worlds[: len(worlds)] = worlds
        self.worlds[len(worlds) :] = worlds[-1:]

    def address(self, workspace: int) -> int:
        """Where the plan of a workspace is."""
        return self._words.ctypes.data + workspace * self._words.strides[0]

    def of(self, worlds: np.ndarray) -> "Plan":
        """The plan for other worlds of the same memory."""
        return Plan(self._words.copy(), worlds, self.lanes, *self.held, self._own)

    def along(self, course: Course) -> "Plan":
        """The plan of the same worlds on a course."""
        worlds = self.worlds[: int(self._words[0, word.CHOSEN])]
        return Plan(self._words.copy(), worlds, self.lanes, *self.held, self._own, course)

    def begin(self, workspace: int, group: int, step: int) -> None:
        """The next call in a workspace begins with this group and this step of the course, if there is one."""
        if self._course is not None:
            self._words[workspace, word.START] = self._course.start + step
            self._words[workspace, word.LOADED] = (group, step) in self._course.begun

    def freeze(self, wanted: bool) -> None:
        """Whether worlds that have diverged, or will, stay as they are."""
        self._words[:, word.FREEZES] = wanted

    def unfinished(self, first: int, last: int, start: int, stop: int) -> list[Slice]:
        """What is left of the groups in [first, last) that stopped for want of room in a call of these steps."""
        worlds = self.worlds[first * self.lanes : last * self.lanes].reshape(-1, self.lanes)
        lacking = self._overflow[worlds] > 0
        done = np.max(self._steps_done[worlds], axis=1, where=lacking, initial=0)
        stopped = np.flatnonzero(lacking.any(axis=1))
        left = [(first + g, first + g + 1, start + int(done[g]), stop) for g in stopped.tolist()]
        if self._course is not None:
            self._course.begun.update((group, step) for group, _, step, _ in left)
        return left


def plan_words(
    kept: Sequence[Field],
    fields: Mapping[str, np.ndarray],
    workspaces: Sequence[Workspace],
    whole: bool,
    own: Sequence[Sequence[Pair]] = (),
) -> np.ndarray:
    """The words of the plan of each workspace, but for the worlds that it is for.

    `own` has, for each workspace, numbers of the model that worlds differ in, which are loaded with the state. Whole
    steps make contacts and constraint rows anew, so none are loaded, and those in use are stored. What a step may leave
    as it was is copied both ways.
    """
    rows = row_counts() if whole else {}
    loads = [field for field in kept if field.name not in rows or field.name in PARTLY_WRITTEN]
    header = np.zeros(word.HEADER, np.int64)
    plans = []
    for k, workspace in enumerate(workspaces):
        loaded = [_copy(field, fields, workspace, "") for field in loads if fields[field.name].size]
        loaded += [_words(*pair) for pair in own[k]] if own else []
        stored = [
            _copy(field, fields, workspace, rows.get(field.name, "")) for field in kept if fields[field.name].size
        ]
        header[word.TABLE] = workspace.table.ctypes.data
        header[word.LOADS], header[word.STORES] = len(loaded), len(stored)
        header[word.STATUS] = fields["status"].ctypes.data
        plans.append(np.concatenate([header, *loaded, *stored]))
    return np.stack(plans)


def _course_words(course: Course, plan: np.ndarray, workspace: Workspace) -> np.ndarray:
    """The words of a course for the worlds of a plan."""
    header = plan[: word.HEADER].copy()
    loaded, stored = (
        [_words(rows, workspace.arrays[name]) for name, rows in fields.items() if rows.size]
        for fields in (course.driven, course.recorded)
    )
    header[word.LOADS], header[word.STORES] = len(loaded), len(stored)
    return np.concatenate([header, *loaded, *stored])


def _copy(field: Field, fields: Mapping[str, np.ndarray], workspace: Workspace, count: str) -> np.ndarray:
    """The words of one field: where it is and how long; `count` names the number of rows in use."""
    rows, place = fields[field.name], workspace.arrays[field.name]
    words = _words(rows, place)
    if count:
        counts = workspace.arrays[count]
        words[word.COUNT], words[word.COUNT_BYTES] = counts.ctypes.data, counts.itemsize
        words[word.UNIT] = prod(rows.shape[2:])
    return words


def _words(rows: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The words of a copy of whole rows."""
    words = np.zeros(word.COPY, np.int64)
    words[word.ROW], words[word.STRIDE] = rows.ctypes.data, rows.strides[0]
    words[word.PLACE], words[word.LENGTH] = place.ctypes.data, len(place)
    words[word.BYTES] = rows.itemsize if rows.itemsize == place.itemsize else word.ROUNDED
    return words


def group_count(nworld: int, lanes: int) -> int:
    """Groups that hold `nworld` worlds."""
    return -(-nworld // lanes)
