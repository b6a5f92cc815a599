"""A side view as with a stroboscope: outlines of geoms at some instants, contact forces as arrows."""

from typing import TYPE_CHECKING

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.svg import canvas
from knuckle.model.model import Model
from knuckle.schema.enums import GeomType

if TYPE_CHECKING:
    from knuckle.lab.compare import Run

SHOTS, POINTS = 6, 12
WIDTH, MOST_HIGH = 720.0, 420.0


def outline(kind: int, size: np.ndarray) -> np.ndarray:
    """Points on a geom's surface whose hull is its outline from any side; a plane has none."""
    turn = np.linspace(0, 2 * np.pi, POINTS, endpoint=False)
    ball = np.array(
        [[np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)] for a in turn for b in turn[: POINTS // 2]]
    )
    ball = np.concatenate([ball, -ball])
    if kind == GeomType.SPHERE:
        return size[0] * ball
    if kind == GeomType.CAPSULE:
        return np.concatenate([size[0] * ball + [0, 0, s * size[1]] for s in (1, -1)])
    if kind == GeomType.ELLIPSOID:
        return size * ball
    if kind in (GeomType.BOX, GeomType.CYLINDER):
        corners = np.array([[a, b, c] for a in (1, -1) for b in (1, -1) for c in (1, -1)], float)
        if kind == GeomType.BOX:
            return corners * size
        rim = np.array([[np.cos(a), np.sin(a), s] for a in turn for s in (1, -1)])
        return rim * [size[0], size[0], size[1]]
    return np.zeros((0, 3))


def hull(points: np.ndarray) -> np.ndarray:
    """The convex hull of points in a plane, in order (the monotone chain of Andrew)."""
    points = np.unique(points.round(9), axis=0)
    if len(points) < 3:
        return points

    def half(ordered: np.ndarray) -> list[np.ndarray]:
        chain: list[np.ndarray] = []
        for p in ordered:
            while len(chain) > 1 and _left(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return np.array(half(points) + half(points[::-1]))


def _left(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def shapes(m: Model, q: np.ndarray) -> list[np.ndarray]:
    """Outlines in the plane of x and z."""
    d, found = Data(m), []
    d.qpos[:] = q
    machine().kinematics(m, d)
    for g in range(m.ngeom):
        points = outline(int(m.geom_type[g]), m.geom_size[g])
        if len(points):
            world = points @ d.geom_xmat[g].reshape(3, 3).T + d.geom_xpos[g]
            found.append(hull(world[:, [0, 2]]))
    return found


def strobe(m: Model, run: "Run") -> str:
    """Some instants of a run, the later the darker; arrows are contact forces."""
    trace = run.trace
    assert trace is not None
    frames = np.unique(np.linspace(0, len(trace) - 1, SHOTS).astype(int))
    drawn = [(k, shapes(m, trace.qpos[k])) for k in frames]
    every = np.concatenate([p for _, polygons in drawn for p in polygons] or [np.zeros((1, 2))])
    low, high = every.min(axis=0) - 0.05, every.max(axis=0) + 0.05
    scale = min(WIDTH / (high - low)[0], MOST_HIGH / (high - low)[1])

    def place(p: np.ndarray) -> np.ndarray:
        return (p - low) * [scale, -scale] + [0, scale * (high - low)[1]]

    parts = []
    for i, (k, polygons) in enumerate(drawn):
        shade = 0.2 + 0.8 * i / max(1, len(drawn) - 1)
        for polygon in polygons:
            path = "L".join(f"{a:.1f} {b:.1f}" for a, b in place(polygon))
            parts.append(f'<path d="M{path}Z" stroke-opacity="{shade:.2f}"/>')
        parts += arrows(run, int(k), place, shade)
    if (m.geom_type == GeomType.PLANE).any() and low[1] < 0 < high[1]:
        y = place(np.zeros(2))[1]
        parts.append(f'<path d="M0 {y:.1f}H{WIDTH}" stroke-width="0.8"/>')
    return canvas(parts, WIDTH, scale * (high - low)[1] + 6, f"side view of {run.scheme!r}")


def arrows(run: "Run", k: int, place: object, shade: float) -> list[str]:
    """Contact forces of a frame; the longest of the run is a fixed length on the page."""
    assert run.trace is not None
    contact = run.trace.contact
    if contact is None or k < 1:
        return []
    largest = max((np.abs(each["impulse"][:, :3]).max(initial=0.0) for each in contact), default=0.0)
    if largest <= 0:
        return []
    parts, now = [], contact[k - 1]
    for pos, frame, impulse in zip(now["pos"], now["frame"], now["impulse"], strict=True):
        push = frame.reshape(3, 3).T @ impulse[:3] / largest
        a = place(pos[[0, 2]])  # type: ignore[operator]
        b = a + 60 * push[[0, 2]] * [1, -1]
        if np.linalg.norm(b - a) > 1:
            line = f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
            parts.append(f'<path d="{line}" stroke-width="2.5" stroke-opacity="{shade:.2f}"/>')
            parts.append(f'<circle cx="{b[0]:.1f}" cy="{b[1]:.1f}" r="3"/>')
    return parts
