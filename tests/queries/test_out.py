"""Arrays of the caller for the answers of queries: what is written, what is refused, and what may overlap."""

import threading

import numpy as np
import pytest
from support.questions import QUESTIONS, as_tuple, ready, vector

import knuckle as kn
from knuckle.calls.in_use import alone

MACHINES = ("single", "python", "checked")


@pytest.fixture(scope="module")
def shared():
    return ready()


def empty_like(answer, numbers: int):
    """Arrays for an answer, filled with what no query answers."""
    arrays = tuple(np.full_like(each, 99) for each in as_tuple(answer)[numbers:])
    return arrays if len(arrays) > 1 else arrays[0]


@pytest.mark.parametrize("machine", ["", *MACHINES])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.function)
def test_the_answer_is_written_to_out_and_out_is_returned(shared, question, machine):
    m, d, *_ = shared
    expected = question.ask(m, d)
    out = empty_like(expected, question.numbers)
    answer = question.ask(m, d, machine, out=out)
    assert (answer[question.numbers] if question.numbers else answer) is out
    for given, wanted in zip(as_tuple(out), as_tuple(expected)[question.numbers :], strict=True):
        # the python machine fuses no product with a sum
        tolerance = 1e-12 * max(1.0, np.abs(wanted).max()) if machine == "python" else 0.0
        np.testing.assert_allclose(given, wanted, rtol=0, atol=tolerance)


def test_what_is_not_wanted_is_none(shared):
    m, d, *_ = shared
    expected, jacr = kn.jac_site(m, d, "tip"), np.zeros((3, m.nv))
    answer = kn.jac_site(m, d, "tip", out=(None, jacr))
    assert answer[0] is None and answer[1] is jacr
    np.testing.assert_array_equal(jacr, expected[1])


WRONG = {
    "list": (lambda nv: [0.0] * nv, TypeError, "out: expected an array for result, found list"),
    "float32": (lambda nv: np.zeros(nv, np.float32), TypeError, "expected an array of float64 .*, found float32"),
    "swapped bytes": (lambda nv: np.zeros(nv, ">f8"), TypeError, "expected an array of float64 .*, found >f8"),
    "short": (lambda nv: np.zeros(nv - 1), ValueError, r"out: expected shape \(17,\) for result, found shape \(16,\)"),
    "matrix": (lambda nv: np.zeros((nv, 1)), ValueError, r"found shape \(17, 1\)"),
    "strided": (lambda nv: np.zeros(2 * nv)[::2], ValueError, "C-contiguous"),
    "backwards": (lambda nv: np.zeros(nv)[::-1], ValueError, "C-contiguous"),
    "unaligned": (lambda nv: np.zeros(8 * nv + 1, np.uint8)[1:].view(np.float64), ValueError, "aligned"),
    "number": (lambda nv: 0.0, TypeError, "expected an array for result, found float"),
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_array_is_refused_before_anything_is_written(shared, name, machine):
    m, d, *_ = shared
    make, error, words = WRONG[name]
    out = make(m.nv)
    before = np.array(out)
    with pytest.raises(error, match=words):
        kn.machine(machine).mul_M(m, d, vector(m.nv), out=out)
    np.testing.assert_array_equal(out, before)


def test_a_read_only_array_is_refused(shared):
    m, d, *_ = shared
    out = np.zeros(m.nv)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="that can be written, found a read-only one"):
        kn.mul_M(m, d, vector(m.nv), out=out)
    with pytest.raises(ValueError, match="read-only"):
        kn.integrate_pos(m, m.qpos0, vector(m.nv), 0.1, out=np.frombuffer(bytes(8 * m.nq)))
    assert not out.any()


def test_the_second_of_two_arrays_is_looked_at_before_the_first_is_written(shared):
    m, d, *_ = shared
    jacp = np.full((3, m.nv), 7.0)
    for jacr in (np.zeros((m.nv, 3)), np.zeros((m.nv, 3)).T, np.zeros((3, m.nv + 1))[:, 1:], [1.0]):
        with pytest.raises((TypeError, ValueError), match=r"out: expected .* for jacr"):
            kn.jac_site(m, d, 0, out=(jacp, jacr))
    assert (jacp == 7.0).all()


@pytest.mark.parametrize("out", [np.zeros((2, 3, 17)), (np.zeros((3, 17)),), [None, None], 5])
def test_several_outputs_are_a_tuple(shared, out):
    m, d, *_ = shared
    with pytest.raises(TypeError, match=r"out: expected a tuple of 2 arrays \(jacp, jacr\), found"):
        kn.jac_site(m, d, 0, out=out)


def test_outputs_that_overlap_are_refused(shared):
    m, d, *_ = shared
    memory = np.full((5, m.nv), 7.0)
    for out in ((memory[:3], memory[2:]), (memory[1:4], memory[1:4])):
        with pytest.raises(ValueError, match="found jacp and jacr in the same memory"):
            kn.jac_site(m, d, 0, out=out)
    assert (memory == 7.0).all()
    whole = np.zeros((6, m.nv))
    kn.jac_site(m, d, 0, out=(whole[:3], whole[3:]))
    np.testing.assert_array_equal(whole, np.concatenate(kn.jac_site(m, d, 0)))


@pytest.mark.parametrize("machine", MACHINES)
def test_an_argument_may_be_its_own_output(shared, machine):
    m, d, *_ = shared
    functions = kn.machine(machine)
    for name in ("mul_M", "solve_M"):
        x = vector(m.nv)
        expected = getattr(functions, name)(m, d, x)
        getattr(functions, name)(m, d, x, out=x)
        np.testing.assert_array_equal(x, expected)
    memory = vector(m.nv + 3)
    expected = functions.mul_M(m, d, memory[3:])
    functions.mul_M(m, d, memory[3:], out=memory[: m.nv])
    np.testing.assert_array_equal(memory[: m.nv], expected)


def test_an_output_may_be_an_array_of_the_same_data(shared):
    m, shared_data, *_ = shared
    d = shared_data.copy()
    expected = kn.rne(m, d, with_acceleration=True)
    assert kn.rne(m, d, with_acceleration=True, out=d.qacc) is d.qacc
    np.testing.assert_array_equal(d.qacc, expected)
    expected = kn.integrate_pos(m, d.qpos, d.qvel, 0.5)
    kn.integrate_pos(m, d.qpos, d.qvel, 0.5, out=d.qpos)
    np.testing.assert_array_equal(d.qpos, expected)
    expected = kn.mul_M(m, d, d.qvel)
    kn.mul_M(m, d, d.qvel, out=d.M[: m.nv])
    np.testing.assert_array_equal(d.M[: m.nv], expected)


class Subclass(np.ndarray):
    """An array of another class."""


def test_arguments_of_any_kind_are_converted(shared):
    m, d, *_ = shared
    point = vector(3)
    expected = kn.jac(m, d, point, 1)
    for same in (point.tolist(), tuple(point), np.repeat(point, 2)[::2], point.astype(">f8"), point.view(Subclass)):
        for body in (1, "flyer", np.int32(1), True):
            for ours, wanted in zip(kn.jac(m, d, same, body), expected, strict=True):
                np.testing.assert_array_equal(ours, wanted)
    np.testing.assert_array_equal(kn.mul_M(m, d, 2), kn.mul_M(m, d, np.full(m.nv, 2.0)))
    np.testing.assert_array_equal(
        kn.integrate_pos(m, d.qpos, d.qvel, np.float64(1)), kn.integrate_pos(m, d.qpos, d.qvel, 1)
    )


def test_arguments_may_be_read_only_and_of_the_same_data(shared):
    m, d, *_ = shared
    still = d.qvel.copy()
    still.flags.writeable = False
    np.testing.assert_array_equal(kn.mul_M(m, d, d.qvel), kn.mul_M(m, d, still))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda m, d: kn.jac_site(m, d, 2**70), IndexError, "does not exist"),
        (lambda m, d: kn.jac_site(m, d, -1), IndexError, "site -1 does not exist"),
        (lambda m, d: kn.contact_force(m, d, 10**6), IndexError, "contact 1000000: there are"),
        (lambda m, d: kn.contact_force(m, d, -1), ValueError, "contact: expected a whole number"),
        (lambda m, d: kn.contact_force(m, d, 0.5), TypeError, "contact: expected a whole number"),
        (lambda m, d: kn.jac_site(m, d), TypeError, "site"),
        (lambda m, d: kn.integrate_pos(d, d.qpos, d.qvel, 0.1), TypeError, "expected a Model.*found Data"),
        (lambda m, d: kn.integrate_pos(m, d.qpos, d.qvel, "x"), TypeError, "dt: expected values of type float64"),
        (lambda m, d: kn.integrate_pos(m, d.qpos, d.qvel[1:], 0.1), ValueError, r"qvel: expected shape \(17,\)"),
        (lambda m, d: kn.object_velocity(m, d, "geom", 99), IndexError, "geom 99 does not exist"),
        (lambda m, d: kn.object_velocity(m, d, ["geom"], 0), KeyError, "unknown kind of object"),
    ],
)
def test_wrong_arguments_are_told(shared, call, error, words):
    m, d, *_ = shared
    with pytest.raises(error, match=words):
        call(m, d)


def test_no_exception_is_left_behind_by_a_number_too_large(shared):
    m, d, *_ = shared
    with pytest.raises(IndexError):
        kn.jac_site(m, d, 2**70)
    assert kn.jac_site(m, d, 1)[0].shape == (3, m.nv)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.function)
def test_data_in_use_is_told_and_out_stays_as_it_is(shared, question):
    m, d, *_ = shared
    out = empty_like(question.ask(m, d), question.numbers)
    if not question.has_data:
        alone(d, lambda: question.ask(m, d, out=out))  # it needs no Data
        return
    begun, end = threading.Event(), threading.Event()
    thread = threading.Thread(target=alone, args=(d, lambda: (begun.set(), end.wait(60))))
    thread.start()
    assert begun.wait(60)
    try:
        for machine in ("", *MACHINES):
            with pytest.raises(kn.KnuckleError, match="this Data is in use"):
                question.ask(m, d, machine, out=out)
    finally:
        end.set()
        thread.join()
    assert all((each == 99).all() for each in as_tuple(out))
    question.ask(m, d, out=out)
    assert not all((each == 99).all() for each in as_tuple(out))
