"""Random trees of replicas, attached models and scaled frames, with all that refers to them, are the reference's."""

import os
import random

import pytest
from support.verdict import assert_same_or_refused

pytestmark = pytest.mark.filterwarnings("ignore")
SEEDS = range(int(os.environ.get("KNUCKLE_RANDOM_COPIES", "40")))


class Scene:
    """A random model, and the models that it attaches."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.files: dict[str, bytes] = {}
        self.names = 0

    def model(self, depth: int) -> str:
        """The text of a model that attaches others to a depth."""
        children = [f"m{len(self.files)}_{i}" for i in range(self.random.randint(0, 2) if depth else 0)]
        for name in children:
            self.files[f"{name}.xml"] = b""
            self.files[f"{name}.xml"] = self.model(depth - 1).encode()
        settings = self.random.choice(("", 'angle="radian"', 'eulerseq="zyx"', 'boundmass="1"', 'alignfree="true"'))
        assets = "".join(f'<model name="{name}" file="{name}.xml"/>' for name in children)
        joints: list[str] = []
        tree = self.inside(3, children, joints)
        sections = f"<sensor>{self.sensors(joints)}</sensor><actuator>{self.motors(joints)}</actuator>"
        key = '<keyframe><key name="k" qpos="1"/></keyframe>' if self.random.random() < 0.4 and joints else ""
        world = f'<worldbody><geom size=".3"/>{tree}</worldbody>'
        head = f'<compiler {settings}/><asset><material name="mat"/>{assets}</asset>'
        return f"<mujoco>{head}{world}{sections}{key}</mujoco>"

    def inside(self, depth: int, children: list[str], joints: list[str]) -> str:
        made = []
        for _ in range(self.random.randint(1, 2)):
            kind = self.random.choice(("body", "body", "frame", "replicate", "attach", "geom"))
            if kind == "geom" or not depth:
                made.append(f'<geom name="{self.name()}" size=".1" material="mat" pos="{self.vector()}"/>')
            elif kind == "body":
                made.append(self.body(depth, children, joints))
            elif kind == "frame":
                scale = self.random.choice(("", "", 'scale="2"'))
                inner = self.inside(depth - 1, children, joints)
                made.append(f'<frame pos="{self.vector()}" euler="{self.vector()}" {scale}>{inner}</frame>')
            elif kind == "replicate":
                count, separator = self.random.randint(1, 3), self.random.choice(("", "_"))
                inner = self.inside(depth - 1, children, joints)
                attributes = f'count="{count}" sep="{separator}" offset="{self.vector()}" euler="{self.vector()}"'
                made.append(f"<replicate {attributes}>{inner}</replicate>")
            elif children:
                made.append(f'<attach model="{self.random.choice(children)}" prefix="{self.name()}-"/>')
        return "".join(made)

    def body(self, depth: int, children: list[str], joints: list[str]) -> str:
        joints.append(self.name())
        joint = f'<joint name="{joints[-1]}" type="{self.random.choice(("hinge", "slide", "ball"))}" range="0 1"/>'
        inner = self.inside(depth - 1, children, joints) if self.random.random() < 0.6 else ""
        name, pose = self.name(), f'pos="{self.vector()}" euler="{self.vector()}"'
        return (
            f'<body name="{name}" {pose}>{joint}<geom name="{self.name()}" size=".2 .1" type="capsule"/>{inner}</body>'
        )

    def sensors(self, joints: list[str]) -> str:
        return "".join(f'<jointlimitpos name="{self.name()}" joint="{joint}"/>' for joint in joints[::2])

    def motors(self, joints: list[str]) -> str:
        return "".join(f'<motor name="{self.name()}" joint="{joint}"/>' for joint in joints[1::2])

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def vector(self) -> str:
        return " ".join(f"{self.random.uniform(-1, 1):.3f}" for _ in range(3))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_copies_are_those_of_the_reference(seed):
    scene = Scene(seed)
    text = scene.model(2)
    assert_same_or_refused(text, scene.files)


def test_most_random_models_load():
    loaded = 0
    for seed in range(1000, 1010):
        scene = Scene(seed)
        text = scene.model(2)
        loaded += assert_same_or_refused(text, scene.files)
    assert loaded >= 5
