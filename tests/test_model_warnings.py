"""What is doubtful about a model is said where a program loads it, and kept in `m.warnings`."""

import warnings
from pathlib import Path

import pytest

import knuckle as kn
from knuckle.cli.opening import open_model

OLD_SEARCH = """
<mujoco>
  <option>
    <flag nativeccd="disable"/>
  </option>
</mujoco>
"""
TEXT = "option: nativeccd is off, but there is one convex search here: contacts are those of the native one"


@pytest.mark.parametrize("load", [kn.load, kn.Model.from_xml_string])
def test_a_warning_names_its_place_and_stands_at_the_line_that_loads(load):
    with pytest.warns(kn.ModelWarning, match=TEXT) as told:
        m = load(OLD_SEARCH)
    assert [Path(w.filename).name for w in told] == [Path(__file__).name]
    assert m.warnings == (f"<string>:3:3: {TEXT}",)


def test_the_command_line_has_it_among_its_notes_alone(tmp_path):
    path = tmp_path / "old.xml"
    path.write_text(OLD_SEARCH)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        notes = open_model(str(path)).notes
    assert any(TEXT in note for note in notes)
