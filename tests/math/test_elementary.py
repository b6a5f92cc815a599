"""The elementary functions against mpmath, in ulp, on every machine.

`evaluate(name, *columns)` is the function under test applied to arrays of one precision.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import mpmath
import numpy as np
import pytest

from knuckle.math import elementary

INF = math.inf
NAN = math.nan

PRECISIONS = (np.float64, np.float32)
DENSITY = 1  # a factor on the number of random points
ODD = ("sin", "tan", "asin", "atan", "tanh", "cbrt")

# the largest error allowed to each function [ulp]
BOUNDS = {
    "sin": 1.0,
    "cos": 1.0,
    "tan": 2.0,
    "asin": 1.5,
    "acos": 1.5,
    "atan": 1.5,
    "atan2": 1.5,
    "exp": 1.0,
    "expm1": 1.0,
    "log": 1.0,
    "log1p": 1.0,
    "pow": 1.0,
    "tanh": 2.5,
    "cbrt": 1.0,
    "hypot": 1.5,
}


def evaluate_in_python(name: str, *columns: np.ndarray) -> np.ndarray:
    """The kernel run as it is written, one NumPy scalar after the other."""
    function = getattr(elementary, name)
    kind = columns[0].dtype.type
    with np.errstate(all="ignore"):
        results = [function(*row) for row in zip(*columns, strict=True)]
    assert all(type(part) is kind for result in results for part in np.atleast_1d(result)), "precision was lost"
    return np.array(results, dtype=kind)


def evaluate_in_lanes(toy, name: str, *columns: np.ndarray) -> np.ndarray:
    return evaluate_compiled(toy("lanes64" if columns[0].dtype == np.float64 else "lanes32"), name, *columns)


def evaluate_compiled(machine, name: str, *columns: np.ndarray) -> np.ndarray:
    """The compiled kernel, on as many registers of worlds as the points need."""
    size, results = 8 * 24, []
    for start in range(0, len(columns[0]), size):
        parts = [np.ones((8, 24), column.dtype) for column in columns]
        for part, column in zip(parts, columns, strict=True):
            chunk = column[start : start + size]
            part.reshape(-1)[: len(chunk)] = chunk
        found = machine.run(f"elementary_{name}", **dict(zip(("qpos", "qacc"), parts, strict=False)))
        outputs = [found[field].reshape(-1) for field in (("qvel", "qacc") if name == "sincos" else ("qvel",))]
        results.append(np.stack(outputs, axis=1) if name == "sincos" else outputs[0])
    return np.concatenate(results)[: len(columns[0])]


@pytest.fixture(params=["python", "lanes"])
def machine(request) -> str:
    return request.param


@pytest.fixture
def evaluate(machine, request) -> Callable[..., np.ndarray]:
    return partial(evaluate_in_lanes, request.getfixturevalue("toy")) if machine == "lanes" else evaluate_in_python


@pytest.fixture(scope="module")
def measured(request) -> Iterator[dict[tuple[str, str], dict[str, float]]]:
    """Errors as (machine, precision) → function → ulp, printed as a table when the module is done."""
    errors: dict[tuple[str, str], dict[str, float]] = {}
    yield errors
    columns = sorted(errors)
    lines = [f"{'max error [ulp]':16}" + "".join(f"{' '.join(c):>18}" for c in columns) + f"{'bound':>9}"]
    lines += [
        f"{name:16}" + "".join(f"{errors[c].get(name, NAN):18.3f}" for c in columns) + f"{bound:9.1f}"
        for name, bound in BOUNDS.items()
    ]
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n" + "\n".join(lines))


class Points:
    """Random points of one precision, always the same ones."""

    def __init__(self, kind: type):
        self.kind = kind
        self.random = np.random.default_rng(20)
        info = np.finfo(kind)
        self.double = kind is np.float64
        self.subnormal, self.tiny, self.large = float(info.smallest_subnormal), float(info.tiny), float(info.max)
        self.log_min, self.log_max = math.log(self.subnormal) + 0.1, math.log(self.large) - 0.1

    def uniform(self, low: float, high: float, count: int = 150) -> np.ndarray:
        return self.random.uniform(low, high, DENSITY * count)

    def spread(self, low: float, high: float, count: int = 150) -> np.ndarray:
        """Positive points of every magnitude between the two."""
        return np.exp(self.uniform(math.log(low), math.log(high), count))

    def signed(self, x: np.ndarray) -> np.ndarray:
        return x * self.random.choice([-1.0, 1.0], x.size)

    def near_quarter_turns(self) -> np.ndarray:
        """The numbers nearest to multiples of π/2, and the one that comes nearest of all."""
        multiples = np.unique(np.r_[1:20, np.rint(self.spread(20.0, 1.0e6 if self.double else 3.8e3, 100))])
        nearest = math.ldexp(6381956970095103.0, 797) if self.double else math.ldexp(16367173.0, 72)
        return np.r_[[float(mpmath.pi / 2 * int(k)) for k in multiples], nearest]


def circular(p: Points) -> tuple[np.ndarray, ...]:
    common = np.r_[p.uniform(-7.0, 7.0), p.spread(1.0e-9, 1.6e6 if p.double else 6.0e3), p.subnormal, p.tiny]
    huge = np.r_[p.spread(1.0e4, p.large, 60), p.large, 1.0e22 if p.double else 1.0e11]
    return (p.signed(np.r_[common, huge, p.near_quarter_turns()]),)


def arc(p: Points) -> tuple[np.ndarray, ...]:
    ends = np.r_[0.5, np.nextafter(p.kind(0.5), p.kind(1.0)), 1.0 - p.spread(1.0e-7, 0.5), p.subnormal, p.tiny]
    return (p.signed(np.r_[p.uniform(-1.0, 1.0, 300), p.spread(1.0e-9, 1.0), ends, 1.0]),)


def arctangent(p: Points) -> tuple[np.ndarray, ...]:
    return (p.signed(np.r_[p.spread(0.05, 20.0, 300), p.spread(p.subnormal, p.large), 1.0, p.large]),)


def plane(p: Points) -> tuple[np.ndarray, ...]:
    y = np.r_[p.spread(1.0e-2, 1.0e2, 400), p.spread(p.subnormal, p.large, 100)]
    x = np.r_[p.spread(1.0e-2, 1.0e2, 400), p.spread(p.subnormal, p.large, 100)]
    return p.signed(y), p.signed(x)


def exponents(p: Points) -> tuple[np.ndarray, ...]:
    common = np.r_[p.uniform(-2.0, 2.0, 200), p.uniform(p.log_min, p.log_max, 300)]
    return (np.r_[common, p.signed(p.spread(p.subnormal, 1.0)), p.uniform(p.log_min, math.log(p.tiny))],)


def positive(p: Points) -> tuple[np.ndarray, ...]:
    near_one = 1.0 + p.signed(p.spread(1.0e-7, 1.0e-2))
    return (np.r_[p.spread(p.subnormal, p.large, 200), p.uniform(0.3, 3.0, 200), near_one, p.subnormal, p.large],)


def above_minus_one(p: Points) -> tuple[np.ndarray, ...]:
    near_zero = p.signed(p.spread(p.subnormal, 0.5, 200))
    return (
        np.r_[p.uniform(-0.999, 3.0, 300), near_zero, p.spread(1.0e-3, p.large), p.spread(1.0e-7, 1.0) - 1.0 + 1e-9],
    )


def any_real(p: Points) -> tuple[np.ndarray, ...]:
    return (p.signed(np.r_[p.uniform(0.0, 3.0, 200), p.spread(p.subnormal, p.large, 300), p.spread(1.0e-3, 20.0)]),)


def powers(p: Points) -> tuple[np.ndarray, ...]:
    """Bases of all sizes; exponents that fill the range of the result, subnormal ones included."""
    close = 1.0 + p.signed(p.spread(1.0e-5, 0.5, 250))
    x = np.r_[p.spread(p.subnormal, p.large, 150), p.uniform(0.5, 2.0, 250), close].astype(p.kind).astype(float)
    x = np.where(x == 1.0, 2.0, x)
    y = p.random.uniform(p.log_min, p.log_max, x.size) / np.log(x)
    small = p.uniform(-4.0, 4.0, 100)
    return np.r_[x, p.spread(1.0e-3, 1.0e3, 100)], np.r_[y, small]


SWEEPS: dict[str, Callable[[Points], tuple[np.ndarray, ...]]] = {
    "sin": circular,
    "cos": circular,
    "tan": circular,
    "asin": arc,
    "acos": arc,
    "atan": arctangent,
    "atan2": plane,
    "exp": exponents,
    "expm1": exponents,
    "log": positive,
    "log1p": above_minus_one,
    "pow": powers,
    "tanh": any_real,
    "cbrt": any_real,
    "hypot": plane,
}

# mpmath's root of a negative number is the complex one
REFERENCES = {"pow": mpmath.power, "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x))}


def error_in_ulp(name: str, result: np.floating, arguments: tuple) -> float:
    """|result - exact| in units of the last digit of the exact value, in the precision of the result."""
    kind = type(result)
    with mpmath.workprec(160):
        exact = REFERENCES.get(name, getattr(mpmath, name, None))(*(mpmath.mpf(float(a)) for a in arguments))
        if abs(exact) > float(np.finfo(kind).max):
            return 0.0 if result == math.copysign(INF, exact) else INF
        unit = np.spacing(np.abs(kind(float(exact))))
        difference = mpmath.mpf(float(result)) - exact
        return float(abs(difference) / mpmath.mpf(float(unit))) if np.isfinite(result) else INF


@pytest.mark.parametrize("kind", PRECISIONS)
@pytest.mark.parametrize("name", BOUNDS)
def test_error_stays_within_its_bound(name, kind, machine, evaluate, measured):
    columns = tuple(column.astype(kind) for column in SWEEPS[name](Points(kind)))
    results = evaluate(name, *columns)
    errors = [error_in_ulp(name, r, row) for r, row in zip(results, zip(*columns, strict=True), strict=True)]
    worst = int(np.argmax(errors))
    measured.setdefault((machine, kind.__name__), {})[name] = errors[worst]
    assert errors[worst] <= BOUNDS[name], f"at {[column[worst] for column in columns]}"


SPECIAL_VALUES = {
    "sin": [((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN)],
    "cos": [((0.0,), 1.0), ((-0.0,), 1.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN)],
    "tan": [((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), NAN), ((-INF,), NAN), ((NAN,), NAN)],
    "asin": [((0.0,), 0.0), ((-0.0,), -0.0), ((1.0,), math.pi / 2), ((-1.0,), -math.pi / 2), ((1.5,), NAN)]
    + [((-INF,), NAN), ((NAN,), NAN)],
    "acos": [((1.0,), 0.0), ((-1.0,), math.pi), ((0.0,), math.pi / 2), ((1.5,), NAN), ((INF,), NAN), ((NAN,), NAN)],
    "atan": [((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), math.pi / 2), ((-INF,), -math.pi / 2), ((NAN,), NAN)],
    "atan2": [((0.0, 0.0), 0.0), ((-0.0, 0.0), -0.0), ((0.0, -0.0), math.pi), ((-0.0, -0.0), -math.pi)]
    + [((0.0, 2.0), 0.0), ((-0.0, 2.0), -0.0), ((0.0, -2.0), math.pi), ((-0.0, -2.0), -math.pi)]
    + [((3.0, 0.0), math.pi / 2), ((3.0, -0.0), math.pi / 2), ((-3.0, 0.0), -math.pi / 2), ((-3.0, -0.0), -math.pi / 2)]
    + [((INF, INF), math.pi / 4), ((INF, -INF), 3 * math.pi / 4), ((-INF, INF), -math.pi / 4)]
    + [((-INF, -INF), -3 * math.pi / 4), ((1.0, INF), 0.0), ((-1.0, INF), -0.0), ((1.0, -INF), math.pi)]
    + [((-1.0, -INF), -math.pi), ((INF, 1.0), math.pi / 2), ((-INF, -1.0), -math.pi / 2)]
    + [((NAN, 1.0), NAN), ((1.0, NAN), NAN), ((NAN, INF), NAN)],
    "exp": [
        ((0.0,), 1.0),
        ((-0.0,), 1.0),
        ((-INF,), 0.0),
        ((INF,), INF),
        ((NAN,), NAN),
        ((1.0e4,), INF),
        ((-1.0e4,), 0.0),
    ],
    "expm1": [((0.0,), 0.0), ((-0.0,), -0.0), ((-INF,), -1.0), ((INF,), INF), ((NAN,), NAN), ((1.0e4,), INF)]
    + [((-1.0e4,), -1.0)],
    "log": [
        ((0.0,), -INF),
        ((-0.0,), -INF),
        ((1.0,), 0.0),
        ((INF,), INF),
        ((-1.0,), NAN),
        ((-INF,), NAN),
        ((NAN,), NAN),
    ],
    "log1p": [((0.0,), 0.0), ((-0.0,), -0.0), ((-1.0,), -INF), ((INF,), INF), ((-1.5,), NAN), ((-INF,), NAN)]
    + [((NAN,), NAN)],
    "pow": [((0.0, 2.0), 0.0), ((-0.0, 2.0), 0.0), ((-0.0, 3.0), -0.0), ((0.0, -1.0), INF), ((-0.0, -1.0), -INF)]
    + [((-0.0, -2.0), INF), ((0.0, 0.5), 0.0), ((-0.0, 0.5), 0.0), ((0.0, INF), 0.0), ((0.0, -INF), INF)]
    + [((0.0, 0.0), 1.0), ((NAN, 0.0), 1.0), ((INF, -0.0), 1.0), ((1.0, NAN), 1.0), ((1.0, INF), 1.0)]
    + [((-1.0, INF), 1.0), ((-1.0, -INF), 1.0), ((-1.0, 1.0e10), 1.0), ((-1.0, 7.0), -1.0)]
    + [((-2.0, 3.0), -8.0), ((-2.0, 2.0), 4.0), ((-2.0, -1.0), -0.5), ((-2.0, 0.5), NAN), ((4.0, 0.5), 2.0)]
    + [((2.0, INF), INF), ((2.0, -INF), 0.0), ((0.5, INF), 0.0), ((0.5, -INF), INF), ((-0.5, INF), 0.0)]
    + [((INF, 2.0), INF), ((INF, -2.0), 0.0), ((-INF, 3.0), -INF), ((-INF, 2.0), INF), ((-INF, -3.0), -0.0)]
    + [((-INF, 0.5), INF), ((INF, INF), INF), ((INF, -INF), 0.0), ((NAN, 1.0), NAN), ((2.0, NAN), NAN)]
    + [((10.0, 400.0), INF), ((-10.0, 401.0), -INF), ((10.0, -400.0), 0.0)],
    "tanh": [((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), 1.0), ((-INF,), -1.0), ((500.0,), 1.0), ((NAN,), NAN)],
    "cbrt": [((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -INF), ((NAN,), NAN), ((-27.0,), -3.0)],
    "hypot": [((0.0, 0.0), 0.0), ((3.0, -4.0), 5.0), ((-0.0, -2.0), 2.0), ((INF, NAN), INF), ((NAN, -INF), INF)]
    + [((NAN, 1.0), NAN), ((1.0, NAN), NAN)],
}


@pytest.mark.parametrize("kind", PRECISIONS)
@pytest.mark.parametrize("name", SPECIAL_VALUES)
def test_special_values_are_those_of_c99(name, kind, evaluate):
    rows, expected = zip(*SPECIAL_VALUES[name], strict=True)
    results = evaluate(name, *(np.array(column, dtype=kind) for column in zip(*rows, strict=True)))
    expected = np.array(expected, dtype=kind)
    np.testing.assert_array_equal(results, expected, err_msg=str(rows))
    signs = [(row, r) for row, r, e in zip(rows, results, expected, strict=True) if np.signbit(r) != np.signbit(e)]
    assert not [wrong for wrong in signs if not np.isnan(wrong[1])], "the sign of zero"


@pytest.mark.parametrize("kind", PRECISIONS)
def test_sincos_is_sin_and_cos(kind, evaluate):
    x = circular(Points(kind))[0].astype(kind)
    np.testing.assert_array_equal(evaluate("sincos", x), np.stack([evaluate("sin", x), evaluate("cos", x)], axis=1))


@pytest.mark.parametrize("kind", PRECISIONS)
@pytest.mark.parametrize("name", ODD)
def test_odd_functions_are_odd_to_the_bit(name, kind, evaluate):
    x = np.array([1.0e-3, 0.1, 0.3, 0.5, 0.7, 0.99], dtype=kind)
    np.testing.assert_array_equal(evaluate(name, -x), -evaluate(name, x))


@pytest.mark.parametrize("name", BOUNDS)
def test_python_floats_serve_as_float64(name):
    arguments = (0.3, 0.7)[: len(SPECIAL_VALUES[name][0][0])]
    function = getattr(elementary, name)
    assert function(*arguments) == function(*map(np.float64, arguments))


@pytest.mark.parametrize("name", ["atan2", "hypot", "pow"])
def test_a_literal_beside_a_float32_takes_its_precision(name):
    function, x = getattr(elementary, name), np.float32(1.7)
    for mixed in (function(x, 0.75), function(0.75, x)):
        assert type(mixed) is np.float32
    assert function(x, 0.75) == function(x, np.float32(0.75))
    assert function(0.75, x) == function(np.float32(0.75), x)


@pytest.mark.parametrize("name", BOUNDS)
def test_one_world_has_the_bits_of_lanes(name, toy):
    """On points of every magnitude, of either sign."""
    random = np.random.default_rng(3)
    columns = [
        np.exp(random.uniform(-12.0, 12.0, 400)) * random.choice([-1.0, 1.0], 400) for _ in SPECIAL_VALUES[name][0][0]
    ]
    alone, together = (evaluate_compiled(toy(machine), name, *columns) for machine in ("single", "lanes64"))
    np.testing.assert_array_equal(alone, together)
    assert np.isfinite(alone).any()
