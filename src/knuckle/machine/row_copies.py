"""Rows of worlds into the workspace of a group of lanes, and back (machine/row_plan.py): one unit, for all entries.

A lane without a world to compute holds another world of the group: all lanes hold numbers that can be computed with,
and nothing is stored of what nobody asked for.
"""

from collections.abc import Callable

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from knuckle.kernel import kernel
from knuckle.machine import row_plan
from knuckle.machine.lowering.kernels import OPTIONS
from knuckle.machine.lowering.view import prefetch
from knuckle.machine.row_plan import ROUNDED
from knuckle.machine.transpose import (
    I64,
    long_at,
    move_byte,
    move_long,
    move_word,
    rounding,
    store_long,
    transposition,
    word_at,
)

FETCHED = 512  # bytes of a row that are asked for ahead
LINE = 64  # bytes of a cache line
# where the words of a plan, and of each copy in it, are [bytes]
WORLDS, CHOSEN, LOADS, STORES, LANES, COPIES = (
    8 * getattr(row_plan, name) for name in ("WORLDS", "CHOSEN", "LOADS", "STORES", "LANES", "HEADER")
)
ROW, STRIDE, PLACE, LENGTH, BYTES, COUNT, COUNT_BYTES, UNIT, COPY = (
    8 * getattr(row_plan, name)
    for name in ("ROW", "STRIDE", "PLACE", "LENGTH", "BYTES", "COUNT", "COUNT_BYTES", "UNIT", "COPY")
)


def row_copies(lanes: int) -> dict[str, Callable]:
    """The functions of integers that the unit exports, by name."""
    return {"load_rows": _loader(lanes), "store_rows": _storer(lanes), "fetch_rows": _fetcher(lanes)}


def _outside(name: str, arity: int) -> Callable:
    """A function in compiled code: a call of a function of integers that another object has."""

    def emit(context, builder, sig, args):
        kind = ir.FunctionType(ir.VoidType(), [I64] * arity)
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)
        return context.get_dummy_value()

    makers: dict[int, Callable] = {
        2: lambda typingctx, a, b: (types.none(types.int64, types.int64), emit),
        3: lambda typingctx, a, b, c: (types.none(types.int64, types.int64, types.int64), emit),
        4: lambda typingctx, a, b, c, d: (types.none(types.int64, types.int64, types.int64, types.int64), emit),
    }
    return intrinsic(makers[arity])


# for entries; in a plan that is no course the step is 0
load_rows = _outside("load_rows", 4)  # plan, group, live lanes, step
store_rows = _outside("store_rows", 3)  # plan, live lanes, step
fetch_rows = _outside("fetch_rows", 2)  # plan, group


@kernel
def world_in(plan, group, lane, lanes):
    """The number of the world that belongs in a lane of a group."""
    return long_at(long_at(plan + WORLDS) + 8 * (group * lanes + lane))


@kernel
def fill_lanes(plan, group, lanes, live):
    """List the worlds of the lanes; in those that are not live is the first that is."""
    spare = 0
    while live >> spare & 1 == 0:
        spare += 1
    for lane in range(lanes):
        store_long(plan + LANES + 8 * lane, world_in(plan, group, lane if live >> lane & 1 else spare, lanes))  # type: ignore[call-arg]


@kernel
def first_row(copy, step):
    """Where the elements of world 0 begin, in a step."""
    return long_at(copy + ROW) + step * long_at(copy + LENGTH) * long_at(copy + BYTES)


@kernel
def length_in_use(copy, lane):
    """Elements of a lane's row that are stored: those in use where these are counted, never more than there are."""
    length, count = long_at(copy + LENGTH), long_at(copy + COUNT)
    if count == 0:
        return length
    rows = long_at(count + 8 * lane) if long_at(copy + COUNT_BYTES) == 8 else word_at(count + 4 * lane)
    return min(length, max(0, rows) * long_at(copy + UNIT))


@kernel
def store_lane(plan, copy, lane, lanes, first, step):
    """The elements in use of one field and lane into the row of its world, from `first` on."""
    width, length = long_at(copy + BYTES), length_in_use(copy, lane)
    row = first_row(copy, step) + long_at(plan + LANES + 8 * lane) * long_at(copy + STRIDE)
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
    rounded = rounding(lanes)

    def copy_lanes(plan, copy, length, step):
        place, row, stride, width = (
            long_at(copy + PLACE),
            first_row(copy, step),
            long_at(copy + STRIDE),
            long_at(copy + BYTES),
        )
        if width == 8:
            longs(place, row, stride, plan + LANES, length)
        elif width == 4:
            words(place, row, stride, plan + LANES, length)
        elif width == ROUNDED:
            rounded(place, row, stride, plan + LANES, length)
        else:
            single(place, row, stride, plan + LANES, length)

    return _known(copy_lanes)


def _loader(lanes: int) -> Callable:
    """A function in compiled code: rows of the live worlds of a group into its workspace."""
    copy_in = _copier(lanes, inward=True)

    def load(plan, group, live, step):
        fill_lanes(plan, group, lanes, live)
        for k in range(long_at(plan + LOADS)):
            copy = plan + COPIES + COPY * k
            copy_in(plan, copy, long_at(copy + LENGTH), step)

    return load


def _storer(lanes: int) -> Callable:
    """A function in compiled code: the workspace into the rows of the group's live worlds."""
    copy_out, every = _copier(lanes, inward=False), (1 << lanes) - 1

    def store(plan, live, step):
        start = plan + COPIES + COPY * long_at(plan + LOADS)
        for k in range(long_at(plan + STORES)):
            copy = start + COPY * k
            common = 0
            if live == every:
                common = length_in_use(copy, 0)
                for lane in range(1, lanes):
                    common = min(common, length_in_use(copy, lane))
                copy_out(plan, copy, common, step)
            if live != every or long_at(copy + COUNT) != 0:
                for lane in range(lanes):
                    if live >> lane & 1:
                        store_lane(plan, copy, lane, lanes, common, step)

    return store


def _fetcher(lanes: int) -> Callable:
    """A function in compiled code: ask for the rows of a group ahead; they come near while another one is computed."""

    def fetch(plan, group):
        for lane in range(min(lanes, long_at(plan + CHOSEN) - group * lanes)):
            world = world_in(plan, group, lane, lanes)
            for k in range(long_at(plan + LOADS)):
                copy = plan + COPIES + COPY * k
                row = long_at(copy + ROW) + world * long_at(copy + STRIDE)
                for line in range(row, row + min(long_at(copy + STRIDE), FETCHED), LINE):
                    prefetch(line)  # type: ignore[call-arg]

    return fetch


def _known(function: Callable) -> Callable:
    """The function, made callable in compiled code as kernels are."""
    overload(function, strict=False, jit_options=OPTIONS)(lambda *args: function)  # type: ignore[arg-type]
    return function
