"""Random edits with random values: whatever is refused is refused in words, and no model breaks the compiler."""

import os
import random

import pytest
from support.spec_scene import TEXT

import knuckle as kn
from knuckle.schema.mjcf import elements

pytestmark = pytest.mark.filterwarnings("ignore")
SEEDS = range(int(os.environ.get("KNUCKLE_FUZZ_EDITS", "60")))
NUMBERS = (0, 1, -1, 1.5, float("nan"), float("inf"), 10**30, (1, 2, 3), (1,), [], [1] * 50, (1, "a"))
VALUES = (None, "", "a", "b", "ja", "sphere", True, object(), {}, b"x", "é" * 50, *NUMBERS)
PARTS = ("geom", "joint", "body", "site", "camera", "light", "frame", "freejoint", "inertial")
LISTS = ("actuators", "sensors", "tendons", "equalities", "keys", "meshes", "materials", "textures", "excludes")
REFUSALS = (kn.KnuckleError, TypeError, AttributeError, ValueError, KeyError)


class Fuzzer:
    """One Spec under random edits."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.spec = kn.Spec.from_string(TEXT)

    def nodes(self) -> list:
        return [*self.spec.walk(), *(node for group in LISTS for node in getattr(self.spec, group))]

    def node(self):
        return self.random.choice(self.nodes())

    def edit(self) -> None:
        choice = self.random.choice
        edits = {
            "assign": lambda node: setattr(node, choice([*node.schema, "other"]), choice(VALUES)),
            "add": self.add,
            "delete": lambda node: self.spec.delete(node),
            "move": lambda node: self.spec.move(node, self.node()),
            "rename": lambda node: self.spec.rename(node, choice(("x", "y", "a", "", 3, None))),
            "attach": lambda node: self.spec.attach(
                choice((self.spec.copy(), self.spec, kn.Spec())),
                choice((None, node)),
                prefix=choice(("p", "", "q-")),
                part=choice((None, node)),
            ),
        }
        edits[choice(list(edits))](self.node())

    def add(self, node) -> None:
        kind = self.random.choice(PARTS)
        names = self.random.sample(list(elements()[kind].attributes), k=2)
        given = {"class_" if name == "class" else name: self.random.choice(VALUES) for name in names}
        getattr(node, f"add_{kind}")(**given)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_refusal_is_in_words(seed):
    fuzzer = Fuzzer(seed)
    for _ in range(25):
        try:
            fuzzer.edit()
        except REFUSALS as error:
            assert str(error)
    for spec in (fuzzer.spec, fuzzer.spec.copy()):
        try:
            spec.compile()
        except kn.ModelError as error:
            assert error.problems
