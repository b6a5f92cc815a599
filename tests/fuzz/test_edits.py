"""Edits of a Spec in any order: each is done or refused in words, and what compiles can be stepped and written."""

from collections import Counter
from typing import Any, ClassVar

import numpy as np
from fuzz.explore import rounds
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from knuckle.schema.mjcf import ACTUATORS, elements
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec.tree import python_name

NUMBERS = (0, 1, -1, 0.5, 1.5, float("nan"), float("inf"), 1e300, 10**30, 10**400)
VECTORS = ((1, 2, 3), (0.1, 0.2, 0.3), (1,), [], [1] * 50, np.ones(3), np.ones((2, 2)))
WORDS = ("", "a", "b", "ja", "ga", "sa", "me", "t", "mat", "sphere", "box", "mesh", "hinge", "é" * 50)
OTHERS = (None, True, {}, b"x", (1, "a"), ["a", 3], ["a", "b"], "1 2 3", 2j, frozenset("a"), "\0", "\ud800")
NODES = tuple(("node", i) for i in (0, 3, 7, 20, 30))
PARTS = ("geom", "joint", "body", "site", "camera", "light", "frame", "freejoint", "inertial")
TAGS = {
    "actuator": ACTUATORS,
    "sensor": tuple(SENSORS),
    "equality": ("connect", "weld", "joint", "tendon", "distance"),
    "tendon": ("spatial", "fixed"),
    **dict.fromkeys(("pair", "exclude", "mesh", "hfield", "texture", "material", "key", "numeric", "text"), ("",)),
}
PREFIX = {"sensor": "sensor.", "equality": "equality.", "tendon": "tendon."}
GIVEN: dict[str, dict[str, Any]] = {
    **{key: {"joint": "ja"} for key in ACTUATORS},
    "geom": {"size": 0.1},
    "sensor.jointpos": {"joint": "ja"},
    "pair": {"geom1": "ga", "geom2": "gb"},
    "exclude": {"body1": "c", "body2": "d"},
    "equality.joint": {"joint1": "ja"},
    "inertial": {"pos": (0, 0, 0), "mass": 1, "diaginertia": (1, 1, 1)},
    "texture": {"builtin": "flat", "width": 4, "height": 4},
    "mesh": {"builtin": "sphere", "params": (1,)},
    "text": {"name": "words", "data": "x"},
    "numeric": {"name": "numbers", "data": (1, 2)},
}
place = st.integers(0, 60)
value = st.sampled_from((*NUMBERS, *VECTORS, *WORDS, *OTHERS, *NODES))


@st.composite
def attributes(draw: Any, key: str) -> dict[str, Any]:
    """What makes sense, and up to three attributes that need not."""
    names = draw(st.lists(st.sampled_from([*elements()[key].attributes, "other"]), max_size=3))
    return GIVEN.get(key, {}) | {"class_" if name == "class" else python_name(name): draw(value) for name in names}


class Edits(RuleBasedStateMachine):
    """Asks another process for edits of the Spec that it has."""

    judge: Any = None
    answers: ClassVar[Counter[tuple[str, str]]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.ask("start", "")

    def ask(self, *job: Any) -> None:
        """Ask for an edit; what is neither done nor refused in words is a Fault."""
        self.answers[job[0], self.judge.ask("edit", *job)] += 1

    @rule(node=place, name=place, value=value)
    def assign(self, node, name, value):
        self.ask("assign", node, name, value)

    @rule(node=place, data=st.data(), kind=st.sampled_from(PARTS))
    def add(self, node, data, kind):
        self.ask("add", node, kind, data.draw(attributes(kind)))

    @rule(data=st.data(), kind=st.sampled_from(sorted(TAGS)))
    def add_to_model(self, data, kind):
        tag = data.draw(st.sampled_from(TAGS[kind]))
        key = PREFIX.get(kind, "") + tag if tag else kind
        self.ask("add_to_model", kind, tag, data.draw(attributes(key)))

    @rule(name=st.sampled_from(WORDS), tag=st.sampled_from(("geom", "joint", "site", "mesh")), data=st.data())
    def add_default(self, name, tag, data):
        attribute = data.draw(st.sampled_from([*elements()[f"default.{tag}"].attributes]))
        self.ask("add_default", name, tag, attribute, data.draw(value))

    @rule(node=place)
    def delete(self, node):
        self.ask("delete", node)

    @rule(node=place, parent=place)
    def move(self, node, parent):
        self.ask("move", node, parent)

    @rule(node=place, name=st.sampled_from((*WORDS, 3, None)))
    def rename(self, node, name):
        self.ask("rename", node, name)

    @rule(to=place, part=st.none() | place, itself=st.booleans(), prefix=st.sampled_from(("p", "", "q-", "é")))
    def attach(self, to, part, itself, prefix):
        self.ask("attach", to, part, itself, prefix)

    @rule()
    def copy(self):
        self.ask("copy")

    @rule()
    def compile(self):
        self.ask("compile")

    @rule()
    def recompile(self):
        self.ask("recompile")

    @rule(canonical=st.booleans())
    def write(self, canonical):
        self.ask("write", canonical)

    def teardown(self):
        self.ask("compile")


def test_every_edit_is_done_or_refused_in_words(judge):
    Edits.judge, Edits.answers = judge, Counter()
    for chosen in rounds(short=12, long=30):
        run_state_machine_as_test(Edits, settings=chosen)
    assert {answer for _, answer in Edits.answers} == {"done", "refused", "model"}
