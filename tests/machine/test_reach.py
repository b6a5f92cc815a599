"""Keys of units: what changes the code changes them, and nothing else does."""

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import knuckle
from knuckle.kernel import STAGES
from knuckle.machine import targets
from knuckle.machine.programs import units_of
from knuckle.machine.reach import reached, unit_key, unit_weight
from knuckle.machine.unit import ROW_COPIES
from knuckle.program import entries, queries

PACKAGE = Path(knuckle.__file__).parent
KEYS = """
import sys
from knuckle.machine import targets
from knuckle.machine.reach import unit_key
from knuckle.machine.programs import units_of
for unit in units_of(targets.by_name(sys.argv[1])):
    print(unit.name, unit_key(targets.by_name(sys.argv[1]), unit))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package whose files tests may change."""
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, folder / "knuckle", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return folder


def keys(folder: Path, machine: str = "single") -> dict[str, str]:
    environment = {"PYTHONPATH": str(folder), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", KEYS, machine]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


@cache
def unchanged_keys(folder: Path, machine: str) -> dict[str, str]:
    return keys(folder, machine)


def changed(folder: Path, file: str, pattern: str, replacement: str, machine: str = "single") -> set[str]:
    """Units whose keys change with a change of a file."""
    path, before = folder / "knuckle" / file, unchanged_keys(folder, machine)
    text = path.read_text(encoding="utf-8")
    other, count = re.subn(pattern, replacement, text, count=1)
    assert count == 1 and other != text
    try:
        path.write_text(other, encoding="utf-8")
        after = keys(folder, machine)
    finally:
        path.write_text(text, encoding="utf-8")
    assert after.keys() == before.keys()
    return {name for name in before if after[name] != before[name]}


def test_keys_are_the_same_in_every_process(copy):
    assert all(query.layout and query.arrays is not None for query in queries())  # what they say is kept once read
    own = {unit.name: unit_key(targets.SINGLE, unit) for unit in units_of(targets.SINGLE)}
    assert keys(copy) == keys(copy) == own


@pytest.mark.parametrize("machine", ["single", "lanes64"])
def test_comments_docstrings_and_blank_lines_change_nothing(copy, machine):
    text = r'\n\n\n# a remark\n\n\n\1    """Another docstring."""\n'
    pattern = r'\n\n\n(@kernel\ndef stiffness_at.*\n)    """.*"""\n'
    assert changed(copy, "physics/force/polynomial.py", pattern, text, machine) == set()


def test_a_changed_kernel_changes_the_units_that_reach_it(copy):
    found = changed(copy, "physics/force/polynomial.py", r"return linear \+ x", "return 2.0 * linear + x")
    assert found == {"passive.stage", "rne_post_constraint.stage"}


def test_a_changed_constant_changes_the_units_that_name_it(copy):
    found = changed(copy, "physics/solver/dof_order.py", r"LARGE = 96", "LARGE = 97")
    assert "islands.stage" in found and len(found) < 12
    assert not found & {"kinematics.stage", "collide.stage", "step"}


def test_a_changed_member_of_an_enumeration_changes_the_units_that_name_it(copy):
    found = changed(copy, "schema/enums.py", r"FIXED = 0", "FIXED = 9")
    assert found and "kinematics.stage" not in found


def test_a_changed_stage_leaves_its_callers_alone(copy):
    found = changed(copy, "physics/inertia/crb.py", r"d\.crb\[b\] = d\.cinert\[b\]", "d.crb[b] = d.cinert[b - b]")
    assert found == {"crb.stage"}


def test_a_field_that_moves_changes_the_units_that_touch_it(copy):
    found = changed(copy, "schema/data_table.py", r"(ccd_height .*\n)", r"\1another | real | | scratch | - | nothing\n")
    assert len(found) < len(STAGES)


def test_a_changed_compiler_changes_everything(copy):
    found = changed(copy, "machine/optimise.py", r"speed_level=level", "speed_level=2")
    assert len(found) == len(units_of(targets.SINGLE))


@pytest.mark.parametrize("machine", ["single", "lanes64"])
def test_code_around_groups_is_part_of_entries_in_lanes_alone(copy, machine):
    found = changed(copy, "machine/row_copies.py", r"FETCHED = 512", "FETCHED = 1024", machine)
    units = {unit.name for unit in units_of(targets.by_name(machine)) if unit.entry is not None}
    assert found == (units | {ROW_COPIES.name} if machine == "lanes64" else set())


def test_stages_are_reached_by_calls_and_weigh_nothing_there():
    units = {unit.name: unit for unit in units_of(targets.SINGLE)}
    functions = reached(targets.SINGLE, units["step"])
    assert not set(functions) & set(STAGES)
    assert unit_weight(targets.SINGLE, units["step"]) < unit_weight(targets.SINGLE, units["newton.stage"])


def test_names_of_units_are_unique():
    for target in (targets.SINGLE, targets.lanes(64)):
        names = [unit.name for unit in units_of(target)]
        assert len(set(names)) == len(names)


def test_a_field_before_all_others_changes_every_entry(copy):
    """The code around the kernel of an entry reads fields as well: how the call went, and how far it came."""
    moved = changed(
        copy, "schema/data_table.py", r"(?m)^status ", "newcomer | real | | scratch | - | moves all others\nstatus "
    )
    assert {entry.name for entry in entries()} <= moved


def test_a_size_before_all_others_changes_every_query_that_has_sizes(copy):
    moved = changed(copy, "schema/model_table.py", r"(?m)^nq ", "newcomer | moves all others\nnq ")
    assert {query.name for query in queries() if re.search(r"\bn\w+", query.signature + query.returns)} <= moved
