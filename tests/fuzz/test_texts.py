"""Documents from the tables of MJCF and URDF: each is a model that can be stepped, or is refused in words."""

from collections import Counter

from fuzz.documents import documents, robots
from fuzz.explore import explore
from fuzz.recipes import ASSETS


def test_documents_of_mjcf_load_or_are_refused(judge):
    verdicts = Counter()

    def check(text: str) -> None:
        verdicts[judge.try_text(text, ASSETS)] += 1

    explore(check, documents(), short=100)
    assert verdicts["model"] and verdicts["refused"]


def test_documents_of_urdf_load_or_are_refused(judge):
    verdicts = Counter()

    def check(text: str) -> None:
        verdicts[judge.try_text(text, ASSETS, transmissions=len(text) % 2 == 0)] += 1

    explore(check, robots(), short=60)
    assert verdicts["model"] and verdicts["refused"]
