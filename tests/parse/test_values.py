"""Numbers and keywords are read as the reference engine reads them; NaN and infinity are refused where they harm."""

import math

import mujoco
import pytest

from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema import mjcf

REALS = [
    *("1", "+1", "-1", ".5", "5.", "+.5", "1e5", "1E+5", "1e-320", "1e308", "0x10", "0X1P3", "0x1.8", "007"),
    *("1e400", "-1e400", "1.8e308", "1e", "1e+", ".", "-", "1_0", "0b1", "1f", ".e1", "١", "1;2", "0x", "--1"),
    *("+-1", "1e5.5", "true", "1,2", "1d3", " 2 ", "", "  ", "1\xa02"),
]
INTEGERS = ["+5", "-5", "007", "2147483647", "2147483648", "-2147483648", "-2147483649", "5.", "1e2", "nan", "0x1f"]
INTEGERS += ["1_0", "x", "9" * 17]
SIZES = ["-1", "0", "10", "10k", "10K", " 10M ", "1G", "20E", "7E", "9" * 20, "+5", "-2", "1.5", "", "M"]


def both(text, read_ours, read_theirs):
    """The value in our Spec and in the reference's; None where the text is refused."""
    try:
        ours = read_ours(load_string(text))
    except ModelError:
        ours = None
    try:
        theirs = read_theirs(mujoco.MjSpec.from_string(text))
    except ValueError:
        theirs = None
    return ours, theirs


@pytest.mark.parametrize("word", REALS)
def test_reals(word):
    text = f'<mujoco><option timestep="{word}"/></mujoco>'
    ours, theirs = both(text, lambda s: s.option.timestep, lambda s: s.option.timestep)
    assert ours == theirs


@pytest.mark.parametrize("word", INTEGERS)
def test_integers(word):
    text = f'<mujoco><option iterations="{word}"/></mujoco>'
    ours, theirs = both(text, lambda s: s.option.iterations, lambda s: s.option.iterations)
    assert ours == theirs


@pytest.mark.parametrize("word", SIZES)
def test_sizes_in_bytes(word):
    ours, theirs = both(f'<mujoco><size memory="{word}"/></mujoco>', lambda s: s.size.memory, lambda s: s.memory)
    assert ours == theirs


@pytest.mark.parametrize("word", ["nan", "-NaN", "nan(1)", "inf", "-Infinity", "+INF"])
def test_nan_and_infinity_are_refused_in_physics(word):
    with pytest.raises(ModelError, match=r"must not be NaN|must be finite"):
        load_string(f'<mujoco><worldbody><geom size="1" pos="0 0 {word}"/></worldbody></mujoco>')


def test_infinite_range_and_user_nan_are_kept():
    text = '<body><joint range="-inf inf" user="nan 1"/><geom size="1"/></body>'
    joint = load_string(f"<mujoco><worldbody>{text}</worldbody></mujoco>").worldbody.children[0].children[0]
    assert joint.range == (-math.inf, math.inf)
    assert math.isnan(joint.user[0]) and joint.user[1] == 1


@pytest.mark.parametrize("word", ["elliptic", "Elliptic", " elliptic ", "", "pyramid"])
def test_keywords_are_exact(word):
    ours, theirs = both(
        f'<mujoco><option cone="{word}"/></mujoco>', lambda s: int(s.option.cone), lambda s: s.option.cone
    )
    assert ours == theirs


VECTORS = [
    (key, attribute.name)
    for key in ("geom", "joint", "site", "camera", "light", "frame", "body")
    for attribute in mjcf.elements()[key].attributes.values()
    if attribute.kind in ("real", "int") and not (key == "camera" and attribute.name == "output")
]


@pytest.mark.parametrize(("key", "name"), VECTORS, ids=[f"{key}-{name}" for key, name in VECTORS])
def test_the_same_numbers_of_values_are_accepted(key, name):
    for count in range(9):
        text = f'<mujoco><worldbody><body><{key} {name}="{" ".join(["1"] * count)}"/></body></worldbody></mujoco>'
        ours, theirs = both(text, lambda s: True, lambda s: True)
        assert ours == theirs, count


# the reference complains about a blank value of these alone
NOT_BLANK = {"njmax", "nconmax", "nstack"}


@pytest.mark.parametrize("section", ["option", "compiler", "statistic", "size"])
def test_the_same_numbers_of_values_are_accepted_in_sections(section):
    for attribute in mjcf.elements()[section].attributes.values():
        if attribute.kind in ("real", "int"):
            for count in range(1 if attribute.name in NOT_BLANK else 0, 9):
                text = f'<mujoco><{section} {attribute.name}="{" ".join(["1"] * count)}"/></mujoco>'
                ours, theirs = both(text, lambda s: True, lambda s: True)
                assert ours == theirs, (attribute.name, count)
