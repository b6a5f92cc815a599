"""Names that MJCF had in earlier versions: understood where only the name changed, else answered with the new one."""

import pytest

from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema.former_names import FORMER_ATTRIBUTES, FORMER_ELEMENTS, RENAMED
from knuckle.schema.mjcf import elements

WRAPPED = {
    "compiler": "<compiler {}/>",
    "option": "<option {}/>",
    "option.flag": "<option><flag {}/></option>",
    "camera": "<worldbody><camera {}/></worldbody>",
}
RENAMES = [(key, old, new) for key, names in RENAMED.items() for old, new in names.items()]
GONE = [(key, name) for key, names in FORMER_ATTRIBUTES.items() for name in names]


def in_model(text: str) -> str:
    return f"<mujoco>\n{text}\n</mujoco>"


@pytest.mark.parametrize(("key", "old", "new"), RENAMES)
def test_a_renamed_attribute_is_understood(key, old, new):
    spec = load_string(in_model(WRAPPED[key].format(f'{old}="7"')))
    assert getattr(getattr(spec, key), new) == 7
    both = load_string(in_model(WRAPPED[key].format(f'{new}="9"')))
    assert getattr(getattr(both, key), new) == 9
    assert old not in elements()[key].attributes and new in elements()[key].attributes


@pytest.mark.parametrize(("key", "old", "new"), RENAMES)
def test_both_names_at_once_are_refused(key, old, new):
    with pytest.raises(ModelError, match=f'unknown attribute "{old}"'):
        load_string(in_model(WRAPPED[key].format(f'{new}="9" {old}="7"')))


@pytest.mark.parametrize(("key", "name"), GONE)
def test_an_attribute_that_is_gone_is_answered_with_what_to_do(key, name):
    with pytest.raises(ModelError) as error:
        load_string(in_model(WRAPPED[key].format(f'{name}="true"')))
    (problem,) = error.value.problems
    assert problem.place.line == 2
    assert problem.message == f'attribute "{name}" is gone from MJCF; {FORMER_ATTRIBUTES[key][name]}'
    assert name not in elements()[key].attributes


@pytest.mark.parametrize("tag", FORMER_ELEMENTS)
@pytest.mark.parametrize("parent", ["<worldbody>{}</worldbody>", "<worldbody><body>{}</body></worldbody>"])
def test_an_element_that_is_gone_is_answered_with_what_to_do(parent, tag):
    with pytest.raises(ModelError) as error:
        load_string(in_model(parent.format(f"<{tag}/>")))
    (problem,) = error.value.problems
    assert FORMER_ELEMENTS[tag] in problem.message and problem.place.line == 2
