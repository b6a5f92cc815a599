"""Limits L1 to L12, as the report measures them."""

import pytest

from knuckle.lab.limits import limits
from knuckle.lab.limits.limit import slope


@pytest.mark.parametrize("name", limits())
def test_formulations_agree_where_they_must(name):
    found = limits()[name].measure()
    assert found.holds, found.words
    assert found.words and "<path" in found.plot(name)


def test_all_twelve_are_there():
    assert list(limits()) == [f"L{k}" for k in range(1, 13)]
    assert slope([1, 2, 4], [3, 6, 12]) == pytest.approx(1)
