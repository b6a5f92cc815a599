"""How far objects jut out of sites: no point is missed, by formulas, by samples and beside the reference's search."""

from itertools import product

import mujoco
import numpy as np
import pytest

import knuckle as kn

SIZES = {
    "sphere": (0.3,),
    "capsule": (0.2, 0.3),
    "ellipsoid": (0.2, 0.3, 0.4),
    "cylinder": (0.25, 0.3),
    "box": (0.25, 0.375, 0.5),
    "mesh": (),
}
CUBE = " ".join(f"{x} {y} {z}" for x, y, z in product((-1, 1), repeat=3))
ROUNDING = 1e-14  # [m]
CENTRE = np.array((0.1, 0.2, 0.3))


def text(site: str, shape: str, scale: float, objtype: str = "geom", mesh: str = 'builtin="sphere" params="0"') -> str:
    def attributes(kind: str, name: str, factor: float) -> str:
        size = " ".join(str(factor * x) for x in SIZES[kind])
        return f'type="{kind}" ' + (f'mesh="{name}"' if kind == "mesh" else f'size="{size}"')

    def asset(name: str, factor: float) -> str:
        return f'<mesh name="{name}" {mesh} scale="{0.25 * factor} {0.375 * factor} {0.5 * factor}"/>'

    return f"""
    <mujoco>
      <asset>{asset("outer", 1.0)}{asset("inner", scale)}</asset>
      <worldbody>
        <site name="s" {attributes(site, "outer", 1.0)} pos=".1 .2 .3" euler="20 30 40"/>
        <body name="o" mocap="true">
          <geom name="o" {attributes(shape, "inner", scale)} contype="0" conaffinity="0"/>
          <site name="o" {attributes(shape, "inner", scale)}/>
        </body>
      </worldbody>
      <sensor><insidesite site="s" objtype="{objtype}" objname="o" enclosed="true"/></sensor>
    </mujoco>"""


def poses(rng: np.random.Generator, n: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Positions around the site, near and far, and orientations."""
    turns = rng.normal(size=(n, 4))
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    return [(CENTRE + rng.normal(size=3) * (0.4, 0.1, 0.01)[i % 3], turn) for i, turn in enumerate(turns)]


def ours(model: str, at: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    m = kn.load(model)
    d = kn.Data(m)
    found = []
    for d.mocap_pos[0], d.mocap_quat[0] in at:
        kn.forward(m, d)
        found.append(d.sensordata[0])
    return np.array(found)


def theirs(model: str, at: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    m = mujoco.MjModel.from_xml_string(model)
    d = mujoco.MjData(m)
    found = []
    for d.mocap_pos[0], d.mocap_quat[0] in at:
        mujoco.mj_forward(m, d)
        found.append(d.sensordata[0])
    return np.array(found)


@pytest.mark.parametrize("site", SIZES)
@pytest.mark.parametrize("shape", SIZES)
def test_nothing_that_the_reference_finds_is_missed(site, shape):
    """Both maximize the same; the reference's search ends in local maxima where a shape has edges."""
    rng = np.random.default_rng(1)
    for scale in (0.25, 1.0):
        model, at = text(site, shape, scale), poses(rng, 12)
        found, expected = ours(model, at), theirs(model, at)
        assert (found >= expected - ROUNDING).all()
        assert np.median(found - expected) < 1e-2
        if site == "box":
            inside = found < 0.0
            assert found[inside] == pytest.approx(expected[inside], abs=ROUNDING)
        if site == "ellipsoid" and shape in ("sphere", "capsule", "ellipsoid"):
            assert found == pytest.approx(expected, abs=1e-9)


def heights(site: str, p: np.ndarray) -> np.ndarray:
    """Heights of points (n, 3) over a site, by formulas."""
    size = SIZES[site]
    if site == "sphere":
        return np.linalg.norm(p, axis=1) - size[0]
    if site == "capsule":
        z = np.clip(p[:, 2], -size[1], size[1])
        return np.linalg.norm(p - np.outer(z, (0, 0, 1)), axis=1) - size[0]
    beyond = (
        np.abs(p) - size if site == "box" else np.c_[np.hypot(p[:, 0], p[:, 1]) - size[0], np.abs(p[:, 2]) - size[1]]
    )
    return np.where(beyond.max(1) > 0, np.linalg.norm(np.maximum(beyond, 0), axis=1), beyond.max(1))


def surface(shape: str, scale: float, n: int) -> np.ndarray:
    """Points of an object that can be its farthest, at most 2π/n apart along its rim or surface."""
    size = np.array(SIZES[shape]) * scale
    around = np.linspace(0, 2 * np.pi, n, endpoint=False)
    if shape == "cylinder":
        rim = np.c_[size[0] * np.cos(around), size[0] * np.sin(around)]
        return np.vstack([np.c_[rim, np.full(n, z)] for z in (-size[1], size[1])])
    up, around = (x.ravel() for x in np.meshgrid(np.linspace(0, np.pi, n // 2), around))
    ball = np.c_[np.sin(up) * np.cos(around), np.sin(up) * np.sin(around), np.cos(up)]
    if shape == "capsule":
        return np.vstack([size[0] * ball + (0, 0, z) for z in (-size[1], size[1])])
    return ball * size


@pytest.mark.parametrize("site", ["sphere", "capsule", "cylinder", "box"])
@pytest.mark.parametrize("shape", ["sphere", "capsule", "ellipsoid", "cylinder"])
def test_it_is_the_largest_height_of_all_points(site, shape):
    rng = np.random.default_rng(2)
    n, scale = 200, 0.8
    points = surface(shape, scale, n)
    model = text(site, shape, scale)
    m = mujoco.MjModel.from_xml_string(model)
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, m.site_quat[0])
    at = poses(rng, 9)
    for (position, quat), found in zip(at, ours(model, at), strict=True):
        R = np.zeros(9)
        mujoco.mju_quat2Mat(R, quat)
        sampled = heights(site, (points @ R.reshape(3, 3).T + position - CENTRE) @ turn.reshape(3, 3)).max()
        # a sample is at most half a cell's diagonal off, and heights change at most as much as points
        assert sampled - ROUNDING <= found <= sampled + np.sqrt(2) * np.pi / n * max(SIZES[shape]) * scale


@pytest.mark.parametrize("shape", SIZES)
def test_a_box_is_also_a_mesh(shape):
    at = poses(np.random.default_rng(3), 12)
    box = f'vertex="{CUBE}"'
    assert ours(text("mesh", shape, 0.5, mesh=box), at) == pytest.approx(
        ours(text("box", shape, 0.5, mesh=box), at), abs=1e-12
    )
    if shape != "mesh":
        found = ours(text(shape, "mesh", 0.5, mesh=box), at)
        assert found == pytest.approx(ours(text(shape, "box", 0.5), at), abs=1e-12)


@pytest.mark.parametrize("objtype", ["body", "xbody", "site"])
@pytest.mark.parametrize("shape", SIZES)
def test_bodies_and_sites_are_what_they_hold(objtype, shape):
    at = poses(np.random.default_rng(4), 6)
    assert ours(text("box", shape, 0.6, objtype), at) == pytest.approx(ours(text("box", shape, 0.6), at), abs=1e-12)


def in_place(site: str, shape: str) -> float:
    """The value for two shapes without turns."""
    model = f"""<mujoco><worldbody><site name="s" {site}/><geom name="o" {shape}/></worldbody>
    <sensor><insidesite site="s" objtype="geom" objname="o" enclosed="true"/></sensor></mujoco>"""
    return float(ours(model.replace("<worldbody>", '<worldbody><body mocap="true"/>'), [(CENTRE, (1, 0, 0, 0))])[0])


BALL = 'size=".05" pos="{} {} {}"'
CYLINDER = 'type="cylinder" size=".25 .3"'


@pytest.mark.parametrize(
    ("site", "shape", "expected"),
    [
        (CYLINDER, BALL.format(0.1, 0, 0), -0.1),
        (CYLINDER, BALL.format(0.1, 0, 0.3), 0.05),
        (CYLINDER, BALL.format(0, 0.26, 0.31), 0.05 + np.hypot(0.01, 0.01)),
        (CYLINDER, BALL.format(0.06, 0.08, 0), -0.1),
        (CYLINDER, BALL.format(0, 0, 0), -0.2),
        ('type="sphere" size=".2"', BALL.format(0, 0, 0), -0.15),
        ('type="capsule" size=".2 .3"', BALL.format(0, 0, 0.1), -0.15),
        ('type="ellipsoid" size=".4 .3 .2"', BALL.format(0, 0, 0), -0.15),
        ('type="ellipsoid" size=".4 .3 .2"', BALL.format(0.39, 0, 0), 0.04),
        ('type="box" size=".2 .3 .4"', 'type="box" size=".3 .3 .5"', np.hypot(0.1, 0.1)),
        ('type="box" size=".1 .1 .4"', 'type="cylinder" size=".3 .4"', 0.2),
        ('type="ellipsoid" size=".1 .5 .5"', 'type="sphere" size=".3"', 0.2),
    ],
)
def test_it_is_what_a_formula_says(site, shape, expected):
    assert in_place(site, shape) == pytest.approx(expected, abs=1e-12)


def test_ellipsoids_with_a_common_centre_may_be_nearest_between_their_axes():
    """The largest h(u) - h_site(u), h(u)² = b² + (a² - b²) uₓ² for half axes (a, b, b), here at no axis."""
    x = np.linspace(0, 1, 1_000_001)
    reach = [np.sqrt(b * b + (a * a - b * b) * x) for a, b in ((0.5, 0.01), (0.6, 0.2))]
    expected = (reach[0] - reach[1]).max()
    assert expected > max(0.5 - 0.6, 0.01 - 0.2) + 0.005
    found = in_place('type="ellipsoid" size=".6 .2 .2"', 'type="ellipsoid" size=".5 .01 .01"')
    assert found == pytest.approx(expected, abs=1e-12)
