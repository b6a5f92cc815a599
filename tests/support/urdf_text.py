"""Pieces of URDF, and robots with everything in them at random."""

import numpy as np

INERTIAL = (
    '<inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>'
    '<inertia ixx="1" iyy="1.2" izz="1.3" ixy="0.1" ixz="0.05" iyz="0.02"/></inertial>'
)
BOX = '<geometry><box size="1 2 3"/></geometry>'
BALL = '<geometry><sphere radius="0.4"/></geometry>'
KEEP = '<mujoco><compiler discardvisual="false" fusestatic="false"/></mujoco>'
TETRAHEDRON = b"v 0 0 0\nv 1 0 0\nv 0.1 1.4 0\nv 0 0.2 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


def robot(content: str, settings: str = KEEP, name: str = "r") -> str:
    return f'<robot name="{name}">{settings}{content}</robot>'


def link(name: str, content: str = INERTIAL) -> str:
    return f'<link name="{name}">{content}</link>'


def joint(name: str, parent: str, child: str, kind: str = "revolute", content: str = "") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{content}</joint>'


def two_links(content: str = "", kind: str = "revolute", settings: str = KEEP) -> str:
    """Link b, which joint k connects to link a."""
    return robot(link("a", "") + link("b") + joint("k", "a", "b", kind, content), settings)


KINDS = ("revolute", "continuous", "prismatic", "fixed", "planar", "spherical")


class RandomRobot:
    """Robots with all elements of URDF, in any order."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def text(self) -> str:
        count = int(self.random.integers(1, 9))
        names = [f"l{i}" for i in range(count)]
        if self.random.random() < 0.3:
            names[0] = "world"
        pieces = [link(name, self._content(name)) for name in names]
        kinds = ["fixed", *self.random.choice(KINDS, count)]
        parents = [int(self.random.integers(0, i)) if i else 0 for i in range(count)]
        for i in range(1, count):
            if parents[i] == 0 and names[0] == "world" and self.random.random() < 0.3:
                kinds[i] = "floating"
            pieces.append(self._joint(i, names, parents, kinds))
        pieces += [f'<material name="m{i}">{self._colour()}</material>' for i in range(2)]
        self.random.shuffle(pieces)
        return robot("".join(pieces), self._settings())

    def _numbers(self, count: int = 3, low: float = -1.0, high: float = 1.0) -> str:
        return " ".join(f"{x:.6g}" for x in self.random.uniform(low, high, count))

    def _maybe(self, text: str, chance: float = 0.6) -> str:
        return text if self.random.random() < chance else ""

    def _settings(self) -> str:
        switches = [
            self._maybe(f'{name}="{self.random.choice(["true", "false"])}"')
            for name in ("discardvisual", "fusestatic", "balanceinertia")
        ]
        option = self._maybe(f'<option timestep="{self._numbers(1, 1e-3, 1e-2)}" integrator="implicitfast"/>')
        return self._maybe(f"<mujoco><compiler {' '.join(switches)}/>{option}</mujoco>", 0.8)

    def _origin(self) -> str:
        place, turn = f'xyz="{self._numbers()}"', f'rpy="{self._numbers(3, -3, 3)}"'
        return self._maybe(f"<origin {self._maybe(place)} {self._maybe(turn)}/>")

    def _colour(self) -> str:
        return f'<color rgba="{self._numbers(4, 0)}"/>'

    def _material(self) -> str:
        named = f'<material name="m{self.random.integers(0, 3)}"/>'
        own = f'<material name="m{self.random.integers(0, 3)}">{self._colour()}</material>'
        return self._maybe(str(self.random.choice([named, own])))

    def _geometry(self) -> str:
        shapes = (
            f'<box size="{self._numbers(3, 0.1)}"/>',
            f'<sphere radius="{self._numbers(1, 0.1)}"/>',
            f'<cylinder radius="{self._numbers(1, 0.1)}" length="{self._numbers(1, 0.1)}"/>',
            f'<capsule radius="{self._numbers(1, 0.1)}" length="{self._numbers(1, 0.1)}"/>',
            f'<mesh filename="{self.random.choice(["m.obj", "sub/m.obj", "n.obj"])}"'
            + self._maybe(f' scale="{self.random.choice(["1 2 3", "2 2 2", "-1 1 1"])}"')
            + "/>",
        )
        return f"<geometry>{self.random.choice(shapes)}</geometry>"

    def _content(self, name: str) -> str:
        geoms = []
        for g in range(int(self.random.integers(1, 4))):
            kind = self.random.choice(["visual", "collision"]) if g else "collision"
            label = self._maybe(f' name="g{self.random.integers(0, 6)}"')
            material = self._material() if kind == "visual" else ""
            geoms.append(f"<{kind}{label}>{self._origin()}{self._geometry()}{material}</{kind}>")
        moments = self.random.uniform(1.0, 1.9, 3)
        products = self.random.uniform(-0.1, 0.1, 3)
        values = zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), [*moments, *products], strict=True)
        matrix = " ".join(f'{name}="{value:.6g}"' for name, value in values)
        mass = f'<mass value="{self._numbers(1, 0.5, 3)}"/>'
        inertial = f"<inertial>{self._origin()}{mass}<inertia {matrix}/></inertial>"
        pieces = [*geoms, self._maybe(inertial, 0.6 if name != "world" else 0.0)]
        self.random.shuffle(pieces)
        return "".join(pieces)

    def _joint(self, i: int, names: list[str], parents: list[int], kinds: list[str]) -> str:
        lower = "0" if kinds[i] == "spherical" else self._numbers(1, -2, 0)
        others = [j for j in range(1, len(names)) if j != i]
        mimic = f'<mimic joint="j{self.random.choice(others)}" multiplier="{self._numbers(1)}"/>' if others else ""
        content = [
            self._origin(),
            self._maybe(f'<axis xyz="{self._numbers()}"/>'),
            self._maybe(f'<limit lower="{lower}" upper="{self._numbers(1, 0.1, 2)}" effort="{self._numbers(1)}"/>'),
            self._maybe(f'<dynamics damping="{self._numbers(1, 0)}" friction="{self._numbers(1, 0)}"/>'),
            self._maybe(mimic, 0.2),
        ]
        self.random.shuffle(content)
        return joint(f"j{i}", names[parents[i]], names[i], kinds[i], "".join(content))
