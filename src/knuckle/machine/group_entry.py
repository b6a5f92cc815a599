"""Entries of a group of lanes: rows of worlds into the workspace, the steps, and the rows back (machine/row_plan.py).

A lane without a world to compute holds another world of the group: all lanes hold numbers that can be computed with,
and nothing is stored of what nobody asked for.
"""

from collections.abc import Callable

from numba.extending import overload

from knuckle.kernel import any_lane, kernel
from knuckle.machine import row_plan
from knuckle.machine.entry import OVERFLOW, REFUSED, Entry
from knuckle.machine.lowering.kernels import OPTIONS
from knuckle.machine.lowering.view import field_address, prefetch
from knuckle.machine.transpose import (
    long_at,
    move_byte,
    move_long,
    move_word,
    store_long,
    transposition,
    word_at,
)
from knuckle.schema.status import Status

DIVERGED = int(Status.BAD_QPOS | Status.BAD_QVEL | Status.BAD_QACC)
FETCHED = 512  # bytes of a row that are asked for ahead
LINE = 64  # bytes of a cache line
# where the words of a plan, and of each copy in it, are [bytes]
TABLE, WORLDS, CHOSEN, LOADS, STORES, STATUS, FREEZES, LANES, COPIES = (
    8 * getattr(row_plan, name)
    for name in ("TABLE", "WORLDS", "CHOSEN", "LOADS", "STORES", "STATUS", "FREEZES", "LANES", "HEADER")
)
ROW, STRIDE, PLACE, LENGTH, BYTES, COUNT, COUNT_BYTES, UNIT, COPY = (
    8 * getattr(row_plan, name)
    for name in ("ROW", "STRIDE", "PLACE", "LENGTH", "BYTES", "COUNT", "COUNT_BYTES", "UNIT", "COPY")
)


@kernel
def world_in(plan, group, lane, lanes):
    """The number of the world that belongs in a lane of a group."""
    return long_at(long_at(plan + WORLDS) + 8 * (group * lanes + lane))


@kernel
def live_lanes(plan, group, lanes):
    """Lanes with a world that is to be computed, as bits: not those beyond the last, nor worlds that are frozen."""
    live = 0
    for lane in range(min(lanes, long_at(plan + CHOSEN) - group * lanes)):
        status = word_at(long_at(plan + STATUS) + 4 * world_in(plan, group, lane, lanes))
        if long_at(plan + FREEZES) == 0 or status & DIVERGED == 0:
            live |= 1 << lane
    return live


@kernel
def fill_lanes(plan, group, lanes, live):
    """List the worlds of the lanes; in those that are not live is the first that is."""
    spare = 0
    while live >> spare & 1 == 0:
        spare += 1
    for lane in range(lanes):
        store_long(plan + LANES + 8 * lane, world_in(plan, group, lane if live >> lane & 1 else spare, lanes))  # type: ignore[call-arg]


@kernel
def any_diverged(status, live, lanes):
    """Whether a live lane has diverged: `status` is where the lanes' words are."""
    found = 0
    for lane in range(lanes):
        if live >> lane & 1:
            found |= word_at(status + 4 * lane)
    return found & DIVERGED != 0


@kernel
def fetch_rows(plan, group, lanes):
    """Ask for the rows of a group ahead: they come near while another one is computed."""
    for lane in range(min(lanes, long_at(plan + CHOSEN) - group * lanes)):
        world = world_in(plan, group, lane, lanes)
        for k in range(long_at(plan + LOADS)):
            copy = plan + COPIES + COPY * k
            row = long_at(copy + ROW) + world * long_at(copy + STRIDE)
            for line in range(row, row + min(long_at(copy + STRIDE), FETCHED), LINE):
                prefetch(line)  # type: ignore[call-arg]


@kernel
def length_in_use(copy, lane):
    """Elements of a lane's row that are stored: those in use where these are counted, never more than there are."""
    length, count = long_at(copy + LENGTH), long_at(copy + COUNT)
    if count == 0:
        return length
    rows = long_at(count + 8 * lane) if long_at(copy + COUNT_BYTES) == 8 else word_at(count + 4 * lane)
    return min(length, max(0, rows) * long_at(copy + UNIT))


@kernel
def store_lane(plan, copy, lane, lanes, first):
    """The elements in use of one field and lane into the row of its world, from `first` on."""
    width, length = long_at(copy + BYTES), length_in_use(copy, lane)
    row = long_at(copy + ROW) + long_at(plan + LANES + 8 * lane) * long_at(copy + STRIDE)
    place, step = long_at(copy + PLACE) + width * lane, width * lanes
    if width == 8:
        for k in range(first, length):
            move_long(row + 8 * k, place + step * k)
    elif width == 4:
        for k in range(first, length):
            move_word(row + 4 * k, place + step * k)
    else:
        for k in range(first, length):
            move_byte(row + k, place + step * k)


def _copier(lanes: int, inward: bool) -> Callable:
    """A function in compiled code: the first elements of a field of all lanes, from rows to the workspace, or back."""
    longs, words, single = (transposition(lanes, bits, inward) for bits in (64, 32, 8))

    def copy_lanes(plan, copy, length):
        place, row, stride, width = (
            long_at(copy + PLACE),
            long_at(copy + ROW),
            long_at(copy + STRIDE),
            long_at(copy + BYTES),
        )
        if width == 8:
            longs(place, row, stride, plan + LANES, length)
        elif width == 4:
            words(place, row, stride, plan + LANES, length)
        else:
            single(place, row, stride, plan + LANES, length)

    return _known(copy_lanes)


def _loader(lanes: int) -> Callable:
    """A function in compiled code: rows of the live worlds of a group into its workspace."""
    copy_in = _copier(lanes, inward=True)

    def load_rows(plan, group, live):
        fill_lanes(plan, group, lanes, live)
        for k in range(long_at(plan + LOADS)):
            copy = plan + COPIES + COPY * k
            copy_in(plan, copy, long_at(copy + LENGTH))

    return _known(load_rows)


def _storer(lanes: int) -> Callable:
    """A function in compiled code: the workspace into the rows of the group's live worlds."""
    copy_out, every = _copier(lanes, inward=False), (1 << lanes) - 1

    def store_rows(plan, live):
        start = plan + COPIES + COPY * long_at(plan + LOADS)
        for k in range(long_at(plan + STORES)):
            copy = start + COPY * k
            common = 0
            if live == every:
                common = length_in_use(copy, 0)
                for lane in range(1, lanes):
                    common = min(common, length_in_use(copy, lane))
                copy_out(plan, copy, common)
            if live != every or long_at(copy + COUNT) != 0:
                for lane in range(lanes):
                    if live >> lane & 1:
                        store_lane(plan, copy, lane, lanes, common)

    return _known(store_rows)


def _known(function: Callable) -> Callable:
    """The function, made callable in compiled code as kernels are."""
    overload(function, strict=False, jit_options=OPTIONS)(lambda *args: function)  # type: ignore[arg-type]
    return function


def group_wrapper(entry: Entry, model, data, lanes: int) -> Callable:
    """(model, plan, first group, last group + 1, count) -> 0, OVERFLOW where a group stopped, REFUSED by the guard."""
    function, guard, halts = entry.function, entry.guard, entry.is_repeated
    load_rows, store_rows = _loader(lanes), _storer(lanes)

    def stage(m, plan, begin, end, count):
        if not guard(model(m)):
            return REFUSED
        result = 0
        table = long_at(plan + TABLE)
        status: int = field_address(data(table), "status")  # type: ignore[call-arg]
        freezes = halts and long_at(plan + FREEZES) != 0
        for group in range(begin, end):
            live = live_lanes(plan, group, lanes)
            if live == 0:
                continue
            load_rows(plan, group, live)
            if group + 1 < end:
                fetch_rows(plan, group + 1, lanes)
            for step in range(count):
                function(model(m), data(table))
                if any_lane(data(table).overflow > 0.0):
                    data(table).steps_done = float(step)
                    result = OVERFLOW
                    break
                # a world that has diverged stays as it is, for the user to look at; another takes its lane
                if freezes and any_diverged(status, live, lanes):
                    store_rows(plan, live)
                    live = live_lanes(plan, group, lanes)
                    if live == 0:
                        break
                    load_rows(plan, group, live)
            store_rows(plan, live)
        return result

    return stage
