"""Steps cut into calls: all are done, once, in pieces no larger than they may be."""

from collections import Counter

import pytest

from knuckle.calls.slices import LARGEST_BUDGET, SLICE_SECONDS, Pace, paced, take_slice


@pytest.mark.parametrize(("groups", "steps"), [(1, 1), (1, 1000), (40, 1), (7, 13), (13, 7)])
@pytest.mark.parametrize("budget", [1, 2, 5, 64, 10**6])
def test_visits_are_all_steps_of_all_groups(groups, steps, budget):
    done, todo = Counter(), [(3, 3 + groups, 0, steps)]
    while todo:
        first, last, start, stop = take_slice(todo, budget)
        assert 0 < (last - first) * (stop - start) <= budget
        assert all(done[group] == start for group in range(first, last))
        done.update(dict.fromkeys(range(first, last), stop - start))
    assert done == dict.fromkeys(range(3, 3 + groups), steps)


def test_a_group_does_as_many_of_its_steps_in_a_visit_as_it_may():
    todo = [(0, 5, 0, 100)]
    slices = []
    while todo:
        slices.append(take_slice(todo, 60))
    assert slices == [(g, g + 1, *steps) for g in range(5) for steps in ((0, 60), (60, 100))]


def test_the_pace_follows_the_clock():
    pace = Pace()
    for _ in range(10):
        pace.learn(pace.budget, pace.budget * SLICE_SECONDS / 500)
    assert 400 <= pace.budget <= 600
    pace.learn(pace.budget, 1000 * SLICE_SECONDS)
    assert pace.budget == 1
    for _ in range(50):
        pace.learn(pace.budget, 0.0)
    assert pace.budget == LARGEST_BUDGET


@pytest.mark.parametrize("steps", [0, 1, 8, 9, 1000, 10**6])
def test_paced_calls_add_up(steps):
    counts = list(paced(steps, Pace()))
    assert sum(counts) == steps and all(count > 0 for count in counts)


def test_what_nobody_knows_the_pace_of_begins_with_one_step():
    assert next(paced(2**63 - 1, Pace())) == 1
