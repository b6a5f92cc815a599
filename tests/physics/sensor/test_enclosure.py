"""How far objects jut out of sites: exact where a formula says, and what the reference's search comes near to."""

import mujoco
import numpy as np
import pytest

import knuckle as kn

SIZES = {
    "sphere": (0.3,),
    "capsule": (0.2, 0.3),
    "ellipsoid": (0.2, 0.3, 0.4),
    "cylinder": (0.25, 0.3),
    "box": (0.2, 0.3, 0.4),
    "mesh": (),
}
SEARCH = 1e-4  # [m] the reference ends its search where a step gains less than 1e-6, and steps shrink slowly


def text(site: str, shape: str, rng: np.random.Generator, scale: float, objtype: str = "geom") -> str:
    def attributes(kind: str, mesh: str, factor: float) -> str:
        size = " ".join(str(factor * x) for x in SIZES[kind])
        return f'type="{kind}" ' + (f'mesh="{mesh}"' if kind == "mesh" else f'size="{size}"')

    x, y, z = rng.normal(size=3) * 0.15
    a, b, c = rng.uniform(-90, 90, 3)
    return f"""
    <mujoco>
      <asset>
        <mesh name="outer" builtin="sphere" params="0" scale=".4 .4 .4"/>
        <mesh name="inner" builtin="sphere" params="0" scale="{0.4 * scale} {0.4 * scale} {0.4 * scale}"/>
      </asset>
      <worldbody>
        <site name="s" {attributes(site, "outer", 1.0)} pos=".1 .2 .3" euler="20 30 40"/>
        <body name="o" pos="{0.1 + x} {0.2 + y} {0.3 + z}" euler="{a} {b} {c}">
          <geom name="o" {attributes(shape, "inner", scale)}/><site name="o" {attributes(shape, "inner", scale)}/>
        </body>
      </worldbody>
      <sensor><insidesite site="s" objtype="{objtype}" objname="o" enclosed="true"/></sensor>
    </mujoco>"""


def ours(model: str) -> float:
    m = kn.load(model)
    d = kn.Data(m)
    kn.forward(m, d)
    return float(d.sensordata[0])


def theirs(model: str) -> float:
    m = mujoco.MjModel.from_xml_string(model)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    return float(d.sensordata[0])


@pytest.mark.parametrize("site", SIZES)
def test_it_is_at_least_what_the_reference_finds(site):
    """Both look for a largest value from the same starts; ours goes on where the reference stops inside of a site."""
    rng = np.random.default_rng(1)
    for shape in SIZES:
        model = text(site, shape, rng, 0.5)
        found, expected = ours(model), theirs(model)
        assert found >= expected - SEARCH
        if site not in ("cylinder", "mesh"):
            assert found == pytest.approx(expected, abs=SEARCH), shape


def test_a_ball_juts_out_by_its_radius_and_the_distance_of_its_centre():
    corner = 0.05 + np.hypot(0.01, 0.01)
    for position, expected in (((0.1, 0.0, 0.0), -0.1), ((0.1, 0.0, 0.3), 0.05), ((0.0, 0.26, 0.31), corner)):
        x, y, z = position
        model = f"""<mujoco><worldbody><site name="s" type="cylinder" size=".25 .3"/>
        <geom name="o" size=".05" pos="{x} {y} {z}"/></worldbody>
        <sensor><insidesite site="s" objtype="geom" objname="o" enclosed="true"/></sensor></mujoco>"""
        assert ours(model) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("objtype", ["body", "xbody", "site"])
def test_bodies_and_sites_are_what_they_hold(objtype):
    rng = np.random.default_rng(4)
    state = rng.bit_generator.state
    expected = ours(text("box", "capsule", rng, 0.6))
    rng.bit_generator.state = state
    model = text("box", "capsule", rng, 0.6, objtype)
    assert ours(model) == pytest.approx(expected, abs=1e-12)
    assert ours(model) == pytest.approx(theirs(model), abs=SEARCH)
