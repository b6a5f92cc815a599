"""Entries of a group of lanes: rows of worlds into the workspace, the steps, the rows back (machine/row_copies.py)."""

from collections.abc import Callable

from knuckle.kernel import any_lane, kernel
from knuckle.machine import row_plan
from knuckle.machine.entry import OVERFLOW, REFUSED, Entry
from knuckle.machine.lowering.view import field_address
from knuckle.machine.row_copies import fetch_rows, fill_lanes, load_rows, store_rows, world_in
from knuckle.machine.transpose import long_at, move_word, word_at
from knuckle.schema.status import Status

DIVERGED = int(Status.BAD_QPOS | Status.BAD_QVEL | Status.BAD_QACC)
# where the words of a plan are [bytes]
TABLE, CHOSEN, STATUS, FREEZES, COURSE, START, LOADED, BEFORE = (
    8 * getattr(row_plan, name)
    for name in ("TABLE", "CHOSEN", "STATUS", "FREEZES", "COURSE", "START", "LOADED", "BEFORE")
)


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
def any_diverged(status, live, lanes):
    """Whether a live lane has diverged: `status` is where the lanes' words are."""
    found = 0
    for lane in range(lanes):
        if live >> lane & 1:
            found |= word_at(status + 4 * lane)
    return found & DIVERGED != 0


@kernel
def copy_words(source, target, count):
    """So many words of 4 bytes from one address to another."""
    for k in range(count):
        move_word(target + 4 * k, source + 4 * k)


def group_wrapper(entry: Entry, model, data, lanes: int) -> Callable:
    """(model, plan, first group, last group + 1, count) -> 0, OVERFLOW where a group stopped, REFUSED by the guard."""
    function, guard, halts = entry.function, entry.guard, entry.is_repeated

    def stage(m, plan, begin, end, count):
        if not guard(model(m)):
            return REFUSED
        result = 0
        table = long_at(plan + TABLE)
        status: int = field_address(data(table), "status")  # type: ignore[call-arg]
        freezes = halts and long_at(plan + FREEZES) != 0
        course, start, loaded = long_at(plan + COURSE), long_at(plan + START), long_at(plan + LOADED) != 0
        for group in range(begin, end):
            live = live_lanes(plan, group, lanes)
            if live == 0:
                continue
            load_rows(plan, group, live, 0)
            if group + 1 < end:
                fetch_rows(plan, group + 1)
            for step in range(count):
                if course != 0 and step == 0 and loaded:
                    fill_lanes(course, group, lanes, live)
                elif course != 0:
                    load_rows(course, group, live, start + step)
                if freezes:
                    copy_words(status, plan + BEFORE, lanes)
                function(model(m), data(table))
                if any_lane(data(table).overflow > 0.0):
                    if freezes:  # worlds that diverged in this step are to do it again
                        copy_words(plan + BEFORE, status, lanes)
                    data(table).steps_done = float(step)
                    result = OVERFLOW
                    break
                if course != 0:
                    store_rows(course, live, start + step)
                # a world that has diverged stays as it is, for the user to look at; another takes its lane
                if freezes and any_diverged(status, live, lanes):
                    store_rows(plan, live, 0)
                    live = live_lanes(plan, group, lanes)
                    if live == 0:
                        break
                    load_rows(plan, group, live, 0)
            store_rows(plan, live, 0)
        return result

    return stage
