"""Each scheme runs each experiment that it claims: what it cannot do it says before, and what fails is a lesson."""

import pytest

from knuckle import lab
from knuckle.cli.main import main
from knuckle.lab.texts import USUAL, scheme_of

# experiment | schemes that must fail in it: rigid bodies have no answer to Painlevé's paradox
LESSONS = {"painleve_rod": {"Hybrid"}}


@pytest.mark.parametrize("name", lab.experiments())
def test_what_is_claimed_runs_at_the_longest_step(name):
    runs = lab.compare(None, [scheme_of(text) for text in USUAL], name, h=0.01).runs
    failed = {type(run.scheme).__name__: run.reason for run in runs if run.verdict == "failed"}
    assert set(failed) == LESSONS.get(name, set()), failed
    assert all(run.reason for run in runs if run.verdict == "unsupported")


@pytest.mark.parametrize("name", lab.experiments())
def test_every_experiment_is_a_lesson(name, capsys):
    """It asks, runs, explains, and ends with what each model got wrong."""
    asked = lab.experiments()[name]
    assert main(["lab", "lesson", name, "--scheme", "Main", "--h", "0.01"]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) <= 60 and "What each model got wrong" in text
    told = "".join(text.split())
    assert all("".join(text.split()) in told for text in (asked.question, asked.explanation)) and "Main()" in told
