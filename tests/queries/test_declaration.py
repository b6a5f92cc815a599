"""A query is its kernel and its declaration: the rest is made from them."""

import inspect
import re

import numpy as np
import pytest
from support.systems import model

import knuckle as kn
from knuckle.functions.query_machines import interpreted_query
from knuckle.kernel import KERNELS, kernel
from knuckle.machine.array_object import is_as_expected
from knuckle.machine.query import Query
from knuckle.machine.query_trampoline import fast_trampoline_text
from knuckle.program import queries
from knuckle.schema.fields import data_fields


@pytest.fixture
def heights():
    """A query that nobody knows: heights of points above a body, and how many lie below it."""

    @kernel
    def heights_above(m, d, q):
        """Heights of points above a body. [m]"""
        q.count = 0
        for k in range(q.n):
            q.height[k] = q.scale * (q.points[k, 2] - d.xpos[q.body][2])
            if q.height[k] < 0.0 and q.below != 0:
                q.count = q.count + 1

    yield Query(
        "heights_above",
        heights_above,
        "points: real n 3, body: index nbody, scale: real, below: flag",
        "height: real n, count: size",
    )
    KERNELS.remove(heights_above)


def test_a_kernel_and_a_line_make_a_function(heights):
    m = model("pendulum")
    d = kn.Data(m)
    kn.kinematics(m, d)
    function = interpreted_query(heights)
    points = np.array([[0, 0, 9.0], [0, 0, -9.0]])
    height, count = function(m, d, points, 1, 2, below=True)
    np.testing.assert_array_equal(height, 2 * (points[:, 2] - d.xpos[1, 2]))
    assert count == 1 and function(m, d, points, 1, 2)[1] == 0
    out = np.zeros(2)
    assert function(m, d, points.tolist(), m.names("body")[1], 2.0, out=out)[0] is out
    with pytest.raises(ValueError, match=r"points: expected shape \(n, 3\), found shape \(3,\)"):
        function(m, d, points[0], 1, 2)
    with pytest.raises(ValueError, match=r"out: expected shape \(2,\) for height, found shape \(3,\)"):
        function(m, d, points, 1, 2, out=np.zeros(3))


def test_the_function_shows_what_was_declared(heights):
    function = interpreted_query(heights)
    shown = inspect.signature(function)
    assert list(shown.parameters) == ["m", "d", "points", "body", "scale", "below", "out"]
    assert shown.return_annotation == tuple[np.ndarray, int]
    assert shown.parameters["below"].kind is inspect.Parameter.KEYWORD_ONLY
    assert function.__doc__.startswith("Heights of points above a body. [m]") and "`out`" in function.__doc__
    assert function.__name__ == function.__qualname__ == "heights_above"


def test_the_fast_trampoline_of_any_declaration_is_valid_code(heights):
    llvm = pytest.importorskip("llvmlite.binding")
    for query in (*queries(), heights):
        for text in fast_trampoline_text(query).values():
            module = llvm.parse_assembly(text)
            module.verify()
            assert any(function.name.startswith(query.name) for function in module.functions)


def test_arrays_lie_in_memory_as_the_fast_trampoline_reads_them():
    assert is_as_expected()


@pytest.mark.parametrize("query", queries(), ids=lambda query: query.name)
def test_a_kernel_uses_all_that_is_declared(query):
    """By the text of the kernel and of those that it hands `q` to, in the same file or one that it imports."""
    module = inspect.getmodule(query.function)
    modules = {module, inspect.getmodule(query.guard), *map(inspect.getmodule, vars(module).values())} - {None}
    source = "".join(inspect.getsource(each) for each in modules if each.__name__.startswith("knuckle.physics"))
    declared = (*query.layout.sizes, *query.layout.by_name)
    unused = {name for name in declared if not re.search(rf"\bq\.{name}\b", source)}
    assert not unused


def test_data_has_no_field_for_questions():
    assert not [f.name for f in data_fields() if f.name.startswith(("query_", "ray_", "jacp", "jacr"))]
