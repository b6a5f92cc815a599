"""Answers of queries: those of the reference, on every machine and by every way into it."""

import copy
import pickle

import numpy as np
import pytest
from support.questions import QUESTIONS, as_tuple, ready

import knuckle as kn
from knuckle.functions import query_machines
from knuckle.machine import answer as machine_answer
from knuckle.program import queries

MACHINES = ("single", "python", "checked")


@pytest.fixture(scope="module")
def shared():
    return ready()


@pytest.fixture(params=QUESTIONS, ids=lambda question: question.function)
def question(request):
    return request.param


def bits(answer) -> list[bytes]:
    return [np.asarray(each).tobytes() for each in as_tuple(answer)]


def test_every_query_is_asked_here():
    asked = {question.machine or question.function for question in QUESTIONS}
    assert asked == {query.name for query in queries()} - {
        "add_contact",
        "reference_constants",
        "length_sweep",
        "initial_sleep",
        "constraint_update",
    }  # see test_contacts.py, test_set_const.py, test_length_range.py


def test_the_answer_is_that_of_the_reference(shared, question):
    m, d, model, data = shared
    found, expected = as_tuple(question.ask(m, d)), question.expected(model, data)
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert np.shape(ours) == np.shape(theirs)
        error = np.abs(np.asarray(ours) - theirs).max() / max(1.0, np.abs(theirs).max())
        assert error < question.tolerance


def test_compiled_machines_have_the_same_bits(shared, question):
    m, d, *_ = shared
    assert bits(question.ask(m, d, "single")) == bits(question.ask(m, d, "checked")) == bits(question.ask(m, d))


def test_the_python_machine_agrees_to_rounding(shared, question):
    m, d, *_ = shared
    for python, compiled in zip(as_tuple(question.ask(m, d, "python")), as_tuple(question.ask(m, d)), strict=True):
        assert np.asarray(python).dtype == np.asarray(compiled).dtype
        # it fuses no product with a sum
        np.testing.assert_allclose(python, compiled, rtol=0, atol=1e-12 * max(1.0, np.abs(compiled).max()))


def test_asking_changes_nothing(shared, question):
    m, d, *_ = shared
    public = [name for name in d._arrays if not name.startswith(("rne_", "ccd_", "detection", "contact_", "need_"))]
    before = {name: d._arrays[name].tobytes() for name in public}
    rows = {name: getattr(d, name).tobytes() for name in ("contact_dist", "contact_pos", "contact_geom")}
    for machine in MACHINES:
        question.ask(m, d, machine)
    assert {name: d._arrays[name].tobytes() for name in public} == before
    assert {name: getattr(d, name).tobytes() for name in rows} == rows


@pytest.mark.parametrize("twin", [kn.Data.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_a_copy_answers_alike(shared, question, twin):
    m, d, *_ = shared
    other = twin(d)
    if question.has_data:
        assert bits(question.ask(m, other)) == bits(question.ask(m, d))


def test_the_long_way_leads_to_the_same_bits(shared, question, monkeypatch):
    """Where NumPy's arrays do not lie in memory as they are known to, no query uses its fast trampoline."""
    m, d, *_ = shared
    monkeypatch.setattr(query_machines, "is_as_expected", lambda: False)
    monkeypatch.setattr(machine_answer, "compiled_entry", opened := Doors(machine_answer.compiled_entry))
    query = next(query for query in queries() if query.name == (question.machine or question.function))
    function = query_machines.compiled_query(query)
    first = (m, d) if question.has_data else (m,)
    arguments, options = (question.raw or question.arguments)(m), question.raw_options or question.options
    assert bits(function(*first, *arguments, **options)) == bits(question.ask(m, d))
    assert opened.names == {query.name}


class Doors:
    """Notes which trampolines are asked for."""

    def __init__(self, load):
        self.load, self.names = load, set()

    def __call__(self, name):
        self.names.add(name)
        return self.load(name)


def test_what_is_already_as_it_should_be_enters_by_the_fast_trampoline(shared, question, monkeypatch):
    m, d, *_ = shared
    query = next(query for query in queries() if query.name == (question.machine or question.function))

    def refuse(*args):
        raise AssertionError("the long way")

    monkeypatch.setattr(query_machines, "long_way", lambda query, enter, run: refuse)
    function = query_machines.compiled_query(query)
    first = (m, d) if question.has_data else (m,)
    arguments, options = (question.raw or question.arguments)(m), question.raw_options or question.options
    answer = function(*first, *arguments, **options)
    assert bits(answer) == bits(question.ask(m, d))
    # views of the caller's own memory as well
    memory = [np.full((2, *np.shape(each)), 7, np.asarray(each).dtype) for each in as_tuple(answer)[question.numbers :]]
    out = tuple(each[1] for each in memory)
    function(*first, *arguments, **options, out=out if len(out) > 1 else out[0])
    assert bits(out) == bits(question.ask(m, d))[question.numbers :]
    assert all((each[0] == 7).all() for each in memory)
