"""Damaged files: each is a model that can be stepped, or is refused in words."""

from collections import Counter

from fuzz.accidents import damaged_archives, damaged_compiled, damaged_models
from fuzz.explore import LONG, explore


def test_damaged_models_load_or_are_refused(judge):
    """A text, a mesh or a picture of a model, of the corpus too where it is looked for long."""
    verdicts = Counter()

    def check(files: dict[str, bytes]) -> None:
        text = files["model.xml"].decode(errors="surrogateescape")
        verdicts[judge.try_text("<" + text.partition("<")[2], files)] += 1

    explore(check, damaged_models(with_corpus=LONG), short=80)
    assert verdicts["model"] and verdicts["refused"]


def test_damaged_archives_load_or_are_refused(judge):
    verdicts = Counter()

    def check(content: bytes) -> None:
        verdicts[judge.try_file("a.mjz", content)] += 1

    explore(check, damaged_archives(with_corpus=LONG), short=60)
    assert verdicts["refused"]


def test_damaged_compiled_models_load_or_are_refused(judge):
    verdicts = Counter()

    def check(content: bytes) -> None:
        verdicts[judge.try_file("a.knm", content)] += 1

    explore(check, damaged_compiled(), short=60)
    assert verdicts["model"] and verdicts["refused"]
