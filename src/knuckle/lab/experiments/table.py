"""The experiments that there are; a file with more of them gets a line here."""

from functools import cache
from importlib import import_module

from knuckle.errors import nearest
from knuckle.lab.experiments.experiment import Experiment
from knuckle.lab.faults import LabError
from knuckle.memory.arguments import shown

# modules with a function `experiments()`
MODULES = (
    "knuckle.lab.experiments.flight",
    "knuckle.lab.experiments.impact",
    "knuckle.lab.experiments.friction",
    "knuckle.lab.experiments.rigid",
    "knuckle.lab.experiments.joints",
    "knuckle.lab.experiments.loads",
    "knuckle.lab.experiments.touch",
    "knuckle.lab.experiments.humanoid",
    "knuckle.lab.experiments.gait",
)


@cache
def experiments() -> dict[str, Experiment]:
    """All experiments by name."""
    found = [each for module in MODULES for each in import_module(module).experiments()]
    return {each.name: each for each in found}


def experiment(name: str | Experiment) -> Experiment:
    """The experiment of that name; LabError with the nearest one where there is none."""
    if isinstance(name, Experiment):
        return name
    if not isinstance(name, str):
        raise TypeError(f"experiment: expected a name or a lab.Experiment, found {shown(name)}")
    if name not in experiments():
        known = ", ".join(experiments())
        raise LabError(f"unknown experiment {name!r}{nearest(name, experiments())}; there are: {known}")
    return experiments()[name]
