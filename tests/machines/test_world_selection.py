"""Which worlds a call is about: numbers, slices and masks choose the same worlds; all else is refused by name."""

import numpy as np
import pytest
from support.systems import model, random_state

import knuckle as kn

NWORLD = 6


class Foreign:
    """An array of another library, of which booleans without an axis count as whole numbers."""

    def __init__(self, values):
        self._values = np.asarray(values)
        self.dtype, self.shape, self.ndim = f"foreign.{self._values.dtype}", self._values.shape, self._values.ndim

    def __array__(self, dtype=None, copy=None):
        return self._values

    def __index__(self):
        return int(self._values)

    def __repr__(self):
        return f"Foreign({self._values})"


CHOICES = {
    "all": (None, [0, 1, 2, 3, 4, 5]),
    "foreign number": (Foreign(4), [4]),
    "foreign array": (Foreign([4, 1]), [4, 1]),
    "foreign mask": (Foreign(np.arange(NWORLD) > 3), [4, 5]),
    "number": (3, [3]),
    "last": (-1, [5]),
    "NumPy number": (np.int16(2), [2]),
    "array of no axis": (np.array(4), [4]),
    "list": ([4, 1], [4, 1]),
    "tuple": ((0, -2), [0, 4]),
    "array": (np.array([5, 0], np.uint8), [5, 0]),
    "range": (range(1, 4), [1, 2, 3]),
    "nothing": ([], []),
    "slice": (slice(1, 5, 2), [1, 3]),
    "backwards": (slice(None, None, -2), [5, 3, 1]),
    "mask": (np.arange(NWORLD) % 2 == 0, [0, 2, 4]),
    "list mask": ([False, True, False, False, False, True], [1, 5]),
}
WRONG = {
    "beyond": (6, IndexError, "numbers from -6 to 5, found 6"),
    "before": (-7, IndexError, "numbers from -6 to 5, found -7"),
    "huge": (2**80, TypeError, "found 1208925819614629174706176"),
    "one beyond": ([1, 99], IndexError, "numbers from -6 to 5, found 99"),
    "huge array": (np.array([2**63], np.uint64), IndexError, "found 9223372036854775808"),
    "real": (1.0, TypeError, "the number of a world.*found 1.0"),
    "reals": ([0.0, 1.0], TypeError, r"found \[0.0, 1.0\]"),
    "true": (True, TypeError, "found True"),
    "NumPy true": (np.True_, TypeError, "found"),
    "foreign true": (Foreign(True), TypeError, "found"),
    "dots": (..., TypeError, "found Ellipsis"),
    "text": ("3", TypeError, "found '3'"),
    "texts": (["3"], TypeError, r"found \['3'\]"),
    "two axes": ([[0, 1]], TypeError, r"found \[\[0, 1\]\]"),
    "unequal": ([[0], [1, 2]], TypeError, "found"),
    "short mask": ([True, False], IndexError, r"a mask of shape \(6,\), found shape \(2,\)"),
    "flat mask": (np.ones((6, 1), bool), IndexError, r"found shape \(6, 1\)"),
    "real slice": (slice(0.5, 2), TypeError, "a slice of whole numbers"),
    "slice of step zero": (slice(0, 3, 0), TypeError, "a slice of whole numbers"),
    "set": ({1, 2}, TypeError, "a sequence of numbers"),
    "generator": ((k for k in [1]), TypeError, "a sequence of numbers"),
    "object": (object(), TypeError, "a sequence of numbers"),
}


@pytest.fixture
def batch():
    batch = kn.Batch(model("everything"), NWORLD)
    batch.write("qvel", np.random.default_rng(0).normal(size=(NWORLD, batch.model.nv)))
    return batch


@pytest.mark.parametrize("choice", CHOICES)
def test_reading_gives_the_chosen_worlds_in_their_order(batch, choice):
    worlds, numbers = CHOICES[choice]
    expected = batch.read("qvel")[numbers]
    found = batch.read("qvel", worlds)
    assert np.array_equal(
        found, expected[0] if np.ndim(worlds) == 0 and not isinstance(worlds, slice | None) else expected
    )


@pytest.mark.parametrize("choice", CHOICES)
def test_writing_changes_the_chosen_worlds_alone(batch, choice):
    worlds, numbers = CHOICES[choice]
    expected, values = batch.read("qvel"), np.random.default_rng(1).normal(size=(len(numbers), batch.model.nv))
    expected[numbers] = values
    batch.write("qvel", values, worlds)
    assert (batch.read("qvel") == expected).all()


@pytest.mark.parametrize("choice", CHOICES)
def test_loading_changes_the_chosen_worlds_alone(batch, choice):
    worlds, numbers = CHOICES[choice]
    expected, d = batch.read("qvel"), random_state(batch.model, 2)
    expected[numbers] = d.qvel
    batch.load(d, worlds)
    assert (batch.read("qvel") == expected).all()


def test_one_world_takes_values_without_an_axis_of_worlds(batch):
    values = np.arange(batch.model.nv)
    batch.write("qvel", values, 3)
    assert (batch.read("qvel", 3) == values).all()
    assert batch.read("time", 3).shape == ()


@pytest.mark.parametrize("choice", WRONG)
@pytest.mark.parametrize("call", ["read", "write", "load"])
def test_wrong_choices_are_refused_by_name_and_change_nothing(batch, choice, call):
    worlds, error, words = WRONG[choice]
    before = batch.read("qvel")
    calls = {
        "read": lambda: batch.read("qvel", worlds),
        "write": lambda: batch.write("qvel", np.zeros(batch.model.nv), worlds),
        "load": lambda: batch.load(kn.Data(batch.model), worlds),
    }
    with pytest.raises(error, match=f"worlds: expected.*{words}"):
        calls[call]()
    assert (batch.read("qvel") == before).all()


def test_a_world_is_written_once_and_may_be_read_twice(batch):
    values, d = np.zeros((3, batch.model.nv)), kn.Data(batch.model)
    for call in (lambda: batch.write("qvel", values, [1, 2, -5]), lambda: batch.load(d, [1, 2, -5])):
        with pytest.raises(ValueError, match="each world once, found world 1 several times"):
            call()
    assert (batch.read("qvel", [1, 1]) == batch.read("qvel", 1)).all()
