"""What docs/batch.md says of float32: how far its worlds go from those of float64, model by model."""

from dataclasses import asdict
from pathlib import Path

import pytest
from support.batch_models import FILES, path_of
from support.precision import EPSILON, LABELS, MEDIANS, measure, read_table

PAGE = read_table((Path(__file__).parents[2] / "docs" / "batch.md").read_text(encoding="utf-8"))
# Another processor adds in another order. Medians over worlds then hardly change. The worst world is one in which a
# contact is at the edge of touching, or the solver at the edge of ending: any model with contacts may have one.
SLACK, EDGE = 3.0, 10.0
SMOOTH = ("cart-pole", "acrobot", "swimmer")  # few dofs, and nothing touches
FEW = 4.0  # roundings that add up in a step of these: of the state, the force and its sum
WORST = {name: max(asdict(drift)[name] for drift in PAGE.values()) for name in asdict(PAGE["humanoid"])}
# the others are loaded from large files; `python -m support.precision` measures all
TESTED = [label for label in LABELS if not FILES[label].startswith("archive") or label == "ANYmal"]


def test_the_page_has_every_model():
    assert list(PAGE) == LABELS


@pytest.mark.parametrize("label", TESTED)
def test_worlds_in_float32_stay_as_near_as_the_page_says(label):
    path = path_of(label)
    if path is None:
        pytest.skip(f"{FILES[label]} is not there")
    told, found = asdict(PAGE[label]), asdict(measure(path))
    for name in MEDIANS:
        assert told[name] / 100 < found[name] <= SLACK * max(told[name], EPSILON), name
    for name in found.keys() - MEDIANS:
        assert found[name] <= EDGE * (told if label in SMOOTH else WORST)[name], name
    if label in SMOOTH:
        assert found["worst_step"] <= FEW * EPSILON
