"""Random scenes: 2 to 60 bodies dropped on each other, of every shape, size, mass and contact setting.

Lengths of a scene are around its own scale (log-uniform, 1 mm to 100 m), masses spread by up to 1e6. Gravity follows
the scale, so that everything falls within ten seconds, and the timestep follows the smallest body: what falls passes
at most a fraction of its size in a step. Nothing overlaps at the start, so contacts have no energy to give.
"""

from dataclasses import dataclass

import numpy as np
from support.shapes import Shapes

SMALLEST, LARGEST = 1e-3, 1e2  # sizes [m]
DURATION = 10.0  # [s]
LIGHTEST = 1e-4  # masses stay above [kg]: smaller inertias are refused by the compiler
# the least thickness over width of shapes: a thin body that spins fast makes explicit gyroscopic forces unstable
INTEGRATORS = {"Euler": 0.2, "RK4": 0.1, "implicit": 0.02, "implicitfast": 1e-3}


@dataclass
class Scene:
    """A scene as MJCF text, and what the checks need to know of it."""

    seed: int
    text: str
    timestep: float
    bodies: int
    speed: float  # of what falls over some lengths [m/s]

    @property
    def steps(self) -> int:
        return round(DURATION / self.timestep)


@dataclass
class Draft:
    """What is drawn once for a scene."""

    random: np.random.Generator
    shapes: Shapes
    length: float  # typical size of a body
    decades: float  # spread of sizes around it
    ratio: float  # decades of mass
    solref: str


def make_scene(seed: int) -> Scene:
    """The scene of a seed."""
    random = np.random.default_rng(seed)
    integrator = str(random.choice(list(INTEGRATORS)))
    length = 10 ** random.uniform(np.log10(SMALLEST), np.log10(LARGEST))
    decades = random.choice([0.3, 1, 2], p=[0.4, 0.45, 0.15])
    gravity = length * 10 ** random.uniform(0, 1)
    smallest = max(SMALLEST, length * 10 ** (-decades / 2))
    speed = float(np.sqrt(2 * gravity * 5 * length))
    timestep = float(np.clip(0.03 * smallest / speed, 1e-4, 2e-3))
    draft = Draft(
        random,
        Shapes(random, INTEGRATORS[integrator]),
        length,
        decades,
        random.uniform(0, 6),
        _solref(random, timestep),
    )
    count = int(random.integers(2, 61))
    bodies, assets = _heap(draft, count)
    ground, asset = _ground(draft)
    text = f"""<mujoco model="scene {seed}">
  <compiler boundinertia="1e-12" angle="radian"/>
  {_option(random, integrator, timestep, gravity)}
  <asset>{"".join(assets)}{asset}</asset>
  <worldbody>
    {ground}
    {bodies}
  </worldbody>
</mujoco>"""
    return Scene(seed, text, timestep, count, speed)


def _option(random: np.random.Generator, integrator: str, timestep: float, gravity: float) -> str:
    """Every cone, solver and Jacobian."""
    cone = random.choice(["pyramidal", "elliptic"])
    solver = random.choice(["Newton", "CG", "PGS"], p=[0.7, 0.2, 0.1])
    jacobian = random.choice(["dense", "sparse", "auto"])
    ratio = random.choice([1, 10])
    multiple = random.choice(["enable", "disable"])
    return (
        f'<option timestep="{timestep:.6g}" gravity="0 0 {-gravity:.6g}" integrator="{integrator}" cone="{cone}" '
        f'solver="{solver}" jacobian="{jacobian}" impratio="{ratio}">'
        f'<flag energy="enable" multiccd="{multiple}"/></option>'
    )


def _solref(random: np.random.Generator, timestep: float) -> str:
    """Stiffness of all contacts: a time constant of some steps, or the same as stiffness and damping."""
    constant, ratio = timestep * 10 ** random.uniform(0.7, 1.5), random.uniform(0.5, 1.5)
    if random.random() < 0.2:
        return f"{-1 / (constant * ratio) ** 2:.6g} {-2 / constant:.6g}"
    return f"{constant:.6g} {ratio:.6g}"


def _contact(draft: Draft, size: float) -> tuple[str, float]:
    """Contact attributes of a geom, and the distance at which it touches."""
    random = draft.random
    margin, gap = np.where(random.random(2) < 0.3, random.uniform(0, 0.05, 2) * size, 0)
    friction = " ".join(f"{x:.4g}" for x in random.uniform(0, 1, 3) * [1, 0.1 * size, 0.01 * size])
    impedance = f"{random.uniform(0.5, 0.9):.3g} {random.uniform(0.9, 0.99):.3g} {0.05 * size:.4g}"
    text = (
        f'condim="{random.choice([1, 3, 4, 6])}" margin="{margin:.6g}" gap="{gap:.6g}" friction="{friction}" '
        f'solref="{draft.solref}" solimp="{impedance}"'
    )
    return text, margin + gap


def _heap(draft: Draft, count: int) -> tuple[str, list[str]]:
    """Bodies and chains in a heap: each as low as it can be without the balls around them overlapping."""
    random, texts, assets, left = draft.random, [], [], count
    placed = np.empty((0, 4))  # centre and radius of the balls so far
    while left:
        links = min(left, int(random.integers(2, 5)) if random.random() < 0.15 else 1)
        text, reach, found = _chain(draft, links)
        x, y = random.uniform(-1, 1, 2) * draft.length * np.sqrt(count) / 2
        apart = (1.01 * (placed[:, 3] + reach)) ** 2 - (placed[:, 0] - x) ** 2 - (placed[:, 1] - y) ** 2
        z = max(1.01 * reach, *(placed[:, 2] + np.sqrt(np.maximum(apart, 0)))[apart > 0], 0)
        placed = np.vstack([placed, (x, y, z, reach)])
        texts.append(text.replace("POS", f"{x:.9g} {y:.9g} {z:.9g}", 1))
        assets += found
        left -= links
    return "\n    ".join(texts), assets


def _chain(draft: Draft, links: int) -> tuple[str, float, list[str]]:
    """A free body with others hung on it by joints with limits; the text, the radius of it all, and meshes."""
    random, assets, text, reach, former = draft.random, [], "", 0.0, 0.0
    heaviness = max(LIGHTEST, 1000 * draft.length**3) * 10 ** random.uniform(0, draft.ratio)
    for k in range(links):
        half = draft.decades / 2
        size = float(np.clip(draft.length * 10 ** random.uniform(-half, half), SMALLEST, LARGEST))
        shape = draft.shapes.draw(size)
        contact, distance = _contact(draft, size)
        mass = heaviness * random.uniform(0.3, 3)
        radius = 1.05 * shape.radius + distance
        axis = random.normal(size=3)
        quat = " ".join(f"{x:.6g}" for x in random.normal(size=4))
        offset = f"{former + radius:.9g} 0 0"
        place = 'pos="POS"' if k == 0 else f'pos="{offset}"'
        joint = "<freejoint/>" if k == 0 else _joint(draft, radius, mass, axis)
        text += f'<body {place}>{joint}<geom {shape.attributes} mass="{mass:.6g}" quat="{quat}" {contact}/>'
        reach += radius if k == 0 else 2 * radius
        former = radius
        assets.append(shape.asset)
    return text + "</body>" * links, reach, assets


def _joint(draft: Draft, radius: float, mass: float, axis: np.ndarray) -> str:
    """A joint with limits and some damping at the near end of a link."""
    random = draft.random
    kind = random.choice(["hinge", "slide", "ball"])
    reach = random.uniform(0.05, 0.6) * (0.2 * radius if kind == "slide" else 1)
    low = 0 if kind == "ball" else -reach
    damping = 0.5 * mass * (1 if kind == "slide" else radius**2)
    text = " ".join(f"{x:.6g}" for x in axis)
    return (
        f'<joint type="{kind}" axis="{text}" pos="{-radius:.9g} 0 0" range="{low:.6g} {reach:.6g}" limited="true" '
        f'damping="{damping:.6g}"/>'
    )


def _ground(draft: Draft) -> tuple[str, str]:
    """A plane, a height field or a block below everything, and the asset it needs."""
    random, length = draft.random, draft.length
    contact, distance = _contact(draft, length)
    top = f'pos="0 0 {-1.01 * distance:.9g}"'
    kind = random.choice(["plane", "hfield", "box"], p=[0.5, 0.35, 0.15])
    if kind == "plane":
        return f'<geom type="plane" size="0 0 1" {top} {contact}/>', ""
    wide = 20 * length
    if kind == "box":
        thick = f'pos="0 0 {-length - 1.01 * distance:.9g}"'
        return f'<geom type="box" size="{wide:.9g} {wide:.9g} {length:.9g}" {thick} {contact}/>', ""
    rows, columns = random.integers(2, 30, 2)
    heights = " ".join(f"{x:.3f}" for x in random.uniform(0, 1, rows * columns))
    high = random.uniform(0.1, 3) * length
    low = f'pos="0 0 {-high - 1.01 * distance:.9g}"'
    asset = (
        f'<hfield name="terrain" nrow="{rows}" ncol="{columns}" elevation="{heights}" '
        f'size="{wide:.9g} {wide:.9g} {high:.9g} {length:.9g}"/>'
    )
    return f'<geom type="hfield" hfield="terrain" {low} {contact}/>', asset
