"""Random heaps of geoms with every contact parameter, filter and flag, as MJCF."""

import numpy as np

SIZES = {
    "plane": "1 1 1",
    "sphere": ".2",
    "capsule": ".1 .2",
    "ellipsoid": ".2 .1 .15",
    "cylinder": ".1 .2",
    "box": ".15 .1 .2",
}


class Scene:
    """One random model: `xml`, from a seed and the shapes to use."""

    def __init__(self, seed: int, shapes: tuple[str, ...], *, bodies: int = 8, geoms: int = 5, override: bool = False):
        self.random = np.random.default_rng(seed)
        self.shapes = shapes
        self.override = override
        self.most_geoms = geoms
        self.geoms = 0
        self.bodies = 0
        world = "".join(self.geom(("plane", *shapes)) for _ in range(self.random.integers(1, 5)))
        world += "".join(self.body(2) for _ in range(bodies))
        self.xml = (
            f"<mujoco><option {self.options()}><flag {self.flags()}/></option>"
            f"<worldbody>{world}</worldbody><contact>{self.pairs()}{self.excludes()}</contact></mujoco>"
        )

    def maybe(self, chance: float, text) -> str:
        return text() if self.random.random() < chance else ""

    def numbers(self, low: float, high: float, count: int) -> str:
        return " ".join(f"{x:.17g}" for x in self.random.uniform(low, high, count))

    def options(self) -> str:
        return f'o_margin="{self.numbers(0, 0.1, 1)}" o_friction="{self.numbers(0, 1, 5)}" o_solref=".3 .4"'

    def flags(self) -> str:
        text = self.maybe(0.3, lambda: 'filterparent="disable" ') + self.maybe(0.3, lambda: 'midphase="disable" ')
        return text + ('override="enable"' if self.override else "")

    def solver(self) -> str:
        """solref in either format, and solimp."""
        direct = self.random.random() < 0.2
        solref = f"-{self.numbers(10, 99, 1)} -{self.numbers(1, 9, 1)}" if direct else self.numbers(0.01, 1, 2)
        return f'solref="{solref}" solimp="{self.numbers(0.1, 0.9, 4)} 3"'

    def distances(self) -> str:
        """Margin, perhaps negative, and gap; the sum is not negative."""
        margin, gap = self.random.uniform(-0.02, 0.06), self.random.uniform(0.02, 0.06)
        return f'margin="{margin:.17g}"' + ("" if self.override and margin >= 0 else f' gap="{gap:.17g}"')

    def geom(self, shapes: tuple[str, ...]) -> str:
        random = self.random
        shape = random.choice(shapes)
        self.geoms += 1
        parts = [
            f'<geom name="g{self.geoms - 1}" type="{shape}" size="{SIZES[shape]}" pos="{self.numbers(-0.4, 0.4, 3)}"',
            f'quat="{self.numbers(-1, 1, 4)}"',
            self.maybe(0.5, lambda: f'contype="{random.integers(4)}" conaffinity="{random.integers(4)}"'),
            self.maybe(0.5, self.distances) if not self.override else "",
            self.maybe(0.5, lambda: f'condim="{random.choice((1, 3, 4, 6))}" friction="{self.numbers(0, 1, 3)}"'),
            self.maybe(0.3, lambda: f'priority="{random.integers(2)}"'),
            self.maybe(0.5, lambda: f'solmix="{random.choice((0, 1, 3))}" {self.solver()}'),
            self.maybe(0.3, lambda: f'surfacevel="{self.numbers(-1, 1, 6)}"'),
            self.maybe(0.2, lambda: f'adhesion="{self.numbers(0, 3, 1)}"'),
        ]
        return " ".join(parts) + "/>"

    def body(self, depth: int) -> str:
        """A body, free, jointed, fixed or driven by motion capture, and its children."""
        random = self.random
        kinds = ("<freejoint/>", "", "mocap", '<joint type="ball"/>') if depth == 2 else ("", "<joint/>")
        kind = random.choice(kinds)
        self.bodies += 1
        head = f'<body name="b{self.bodies}" pos="{self.numbers(-0.4, 0.4, 3)}"'
        head += ' mocap="true">' if kind == "mocap" else ">" + kind
        geoms = "".join(self.geom(self.shapes) for _ in range(random.integers(1, 1 + self.most_geoms)))
        child = self.maybe(0.5, lambda: self.body(depth - 1)) if depth else ""
        return head + geoms + child + "</body>"

    def pairs(self) -> str:
        """Listed pairs; a few of them twice, within one body, or of geoms that nothing moves."""
        text = ""
        for _ in range(self.random.integers(0, 3 * self.geoms)):
            g1, g2 = self.random.choice(self.geoms, 2, replace=False)
            parts = [
                f'<pair geom1="g{g1}" geom2="g{g2}" condim="{self.random.choice((1, 3, 4, 6))}"',
                self.maybe(0.5, lambda: f'friction="{self.numbers(0, 1, 5)}"'),
                self.maybe(0.5, self.distances),
                self.maybe(0.5, self.solver),
                self.maybe(0.3, lambda: f'solreffriction="{self.numbers(0.01, 1, 2)}"'),
                self.maybe(0.2, lambda: f'adhesion="{self.numbers(0, 3, 1)}"'),
            ]
            text += " ".join(parts) + "/>"
        return text

    def excludes(self) -> str:
        text = ""
        for _ in range(self.random.integers(0, self.bodies)):
            b1, b2 = self.random.choice(self.bodies, 2, replace=False)
            text += f'<exclude body1="b{b1 + 1}" body2="{"world" if b2 == 0 else f"b{b2 + 1}"}"/>'
        return text
