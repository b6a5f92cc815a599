"""The public names: one list, complete, documented, and the same functions on every machine."""

import inspect
import pickle
import re
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import numpy as np
import pytest

import knuckle as kn
from knuckle.functions import stages
from knuckle.functions.stage_texts import STAGE_TEXTS
from knuckle.program import entries, queries
from knuckle.schema.fields import data_fields

ROOT = Path(__file__).parents[1]
SLEEP = ROOT / "src/knuckle/data/sleep.py"  # asked by Data and reset
STAGES = [entry for entry in entries() if not entry.is_query]


def public_names() -> set[str]:
    """What the package imports for its users, at once or later: everything without underscore that is no module."""
    now = {name for name, value in vars(kn).items() if not name.startswith("_") and not isinstance(value, ModuleType)}
    return now | set(kn._LAZY)


def test_dir_shows_the_public_names_only():
    assert dir(kn) == sorted([*kn.__all__, "__version__", "kernel", "lab", "replay", "studio"])


def test_the_list_of_names_is_what_the_package_imports():
    assert set(kn.__all__) == public_names()
    assert len(kn.__all__) == len(set(kn.__all__))
    assert kn.__all__ == sorted(kn.__all__)


@pytest.mark.parametrize("entry", STAGES, ids=lambda entry: entry.name)
def test_every_stage_is_public_under_its_name(entry):
    public = getattr(kn, entry.name)
    assert entry.name in kn.__all__
    assert public is getattr(stages, entry.name) is getattr(kn.machine("single"), entry.name)
    assert public.__name__ == entry.name
    assert public.__doc__ == STAGE_TEXTS[entry.name]


def test_every_stage_has_a_text_for_users_and_no_text_is_left_over():
    assert STAGE_TEXTS.keys() == {entry.name for entry in STAGES}
    for name, text in STAGE_TEXTS.items():
        first = text.splitlines()[0]
        assert first.endswith((".", ":")) and len(first) > 20, name


def test_the_names_in_texts_of_stages_exist():
    fields = {field.name for field in data_fields()} | {"contact"}
    for name, text in STAGE_TEXTS.items():
        for word in re.findall(r"`d\.(\w+?)(?:_…)?[\[`]", text):
            assert word in fields | {"efc"}, f"{name}: d.{word}"


@pytest.mark.parametrize("query", queries(), ids=lambda query: query.name)
def test_every_query_is_public_or_asked_by_a_public_function(query):
    if not query.by_hand:
        public = getattr(kn, query.name)
        assert query.name in kn.__all__ and public is getattr(kn.machine("single"), query.name)
        assert public.__doc__.startswith(query.function.__doc__.split("\n")[0])
        return
    folders = ("functions", "compile/derived")
    files = [file for folder in folders for file in (ROOT / "src/knuckle" / folder).glob("*.py")]
    files.append(SLEEP)
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    assert re.search(rf"_single\.{query.name}\b|answer\({query.name}\(\)", source)


def test_a_query_can_be_sent_to_another_process():
    for query in queries():
        if not query.by_hand:
            assert pickle.loads(pickle.dumps(getattr(kn, query.name))) is getattr(kn, query.name)


def test_a_query_shows_its_signature():
    assert get_type_hints(kn.jac)["return"] == tuple[np.ndarray, np.ndarray]
    shown = inspect.signature(kn.jac)
    assert list(shown.parameters) == ["m", "d", "point", "body", "out"]
    assert shown.parameters["m"].annotation is kn.Model and shown.parameters["body"].annotation == (str | int)
    assert shown.parameters["out"].default is None and shown.parameters["out"].kind is inspect.Parameter.KEYWORD_ONLY
    assert list(inspect.signature(kn.integrate_pos).parameters) == ["m", "qpos", "qvel", "dt", "out"]
    assert inspect.signature(kn.rne).parameters["with_acceleration"].default is False


@pytest.mark.parametrize("name", kn.__all__)
def test_every_public_name_says_what_it_is(name):
    doc = inspect.getdoc(getattr(kn, name))
    assert doc and doc.splitlines()[0].strip(), f"{name} has no docstring"


@pytest.mark.parametrize("cls", [kn.Batch, kn.Data, kn.Model])
def test_every_public_method_says_what_it_does(cls):
    for name, value in vars(cls).items():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and (callable(function)):
            assert inspect.getdoc(function), f"{cls.__name__}.{name} has no docstring"


def test_machines_have_the_same_functions():
    for name in ("single", "checked", "python"):
        assert {entry.name for entry in entries()} <= vars(kn.machine(name)).keys()
    with pytest.raises(kn.KnuckleError, match=r"'gpu'.*single, checked, python"):
        kn.machine("gpu")


def test_the_version_is_the_packages():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.*)"', text, re.M)[1] == kn.__version__
