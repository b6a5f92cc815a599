"""Contacts with height fields beside the reference implementation: how many, in which order, how deep, which way."""

import mujoco
import numpy as np
import pytest
from reference import compile_product

import knuckle as kn

# in a prism the search on these two ends where a vertex of theirs comes again, at a depth that depends on its path
FACETED = ("box", "mesh")
# part of the paths that rounding sends another way, where the top and the bottom of a prism are equally far
OTHER_PATHS = 0.1
SHAPES = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
HEIGHTS = {"on top": (0.1, 0.5), "inside": (-0.2, 0.3), "below": (-0.5, -0.2)}


def scene(rng, shape: str, heights: tuple[float, float], margin: float = 0.0):
    """A geom somewhere at a height field of random size; both models, and the reference's contacts."""
    size, turn = rng.uniform(0.1, 0.3, 3), rng.normal(size=4)
    width, depth, height, base = rng.uniform(0.5, 1.2, 4) * (1, 1, 0.4, 0.3)
    nrow, ncol = rng.integers(2, 9, 2)
    x, y, z = rng.uniform(-width, width), rng.uniform(-depth, depth), rng.uniform(*heights)
    what = 'mesh="wedge"' if shape == "mesh" else f'size="{size[0]} {size[1]} {size[2]}"'
    reference = mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <asset>
        <hfield name="hills" nrow="{nrow}" ncol="{ncol}" size="{width} {depth} {height} {base}"/>
        <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  1 1 1" scale=".3 .3 .3"/>
      </asset>
      <worldbody>
        <geom type="hfield" hfield="hills" pos=".1 .2 0" euler="3 4 5"/>
        <body pos="{x} {y} {z}" quat="{turn[0]} {turn[1]} {turn[2]} {turn[3]}"><freejoint/>
          <geom type="{shape}" {what} margin="{margin}"/>
        </body>
      </worldbody>
    </mujoco>""")
    reference.hfield_data[:] = rng.uniform(0, 1, nrow * ncol)
    data = mujoco.MjData(reference)
    mujoco.mj_fwdPosition(reference, data)
    return kn.Model(compile_product(reference)), data.contact


def contacts(m) -> kn.Data:
    d = kn.Data(m)
    kn.kinematics(m, d)
    kn.collision(m, d)
    return d


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("where", HEIGHTS)
def test_contacts_are_those_of_the_reference(shape, where):
    rng = np.random.default_rng(SHAPES.index(shape))
    errors: list[float] = []
    for _ in range(40):
        m, expected = scene(rng, shape, HEIGHTS[where])
        d = contacts(m)
        assert d.ncon == len(expected)
        errors += np.abs(d.contact_dist - expected.dist).tolist()
    assert len(errors) > 30
    assert np.mean(np.array(errors) > 1e-5) <= (OTHER_PATHS if shape in FACETED else 0)


@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_within_the_margin_have_the_same_place_and_normal(shape):
    """Shapes that do not overlap: the normal is unique, and so is the place but for parallel edges and faces."""
    rng = np.random.default_rng(7)
    offsets: list[float] = []
    for _ in range(40):
        m, expected = scene(rng, shape, (0.4, 0.8), margin=0.1)
        d = contacts(m)
        assert d.ncon == len(expected)
        apart = expected.dist > 1e-3
        np.testing.assert_allclose(d.contact_dist[apart], expected.dist[apart], atol=1e-5)
        # the direction of a nearest point that is off by e is off by e over the distance
        np.testing.assert_allclose(d.contact_frame[apart, :3], expected.frame[apart, :3], atol=1e-3)
        offsets += np.abs(d.contact_pos - expected.pos)[apart].max(axis=1, initial=0.0).tolist()
    assert len(offsets) > 20
    assert np.median(offsets) < 1e-5


def test_a_sphere_on_flat_ground_touches_the_triangle_below_it():
    m = kn.Model(compile_product(flat('<geom size=".1"/>', "0.13 0.21 0.05")))
    d = contacts(m)
    np.testing.assert_allclose(d.contact_dist[0], -0.05, atol=1e-9)
    np.testing.assert_allclose(d.contact_pos[0], [0.13, 0.21, -0.025], atol=1e-9)
    np.testing.assert_allclose(d.contact_frame[0, :3], [0, 0, 1], atol=1e-9)


def test_a_pair_has_at_most_fifty_contacts():
    reference = flat('<geom type="box" size=".9 .9 .1"/>', "0 0 .05", cells=20)
    data = mujoco.MjData(reference)
    mujoco.mj_fwdPosition(reference, data)
    assert contacts(kn.Model(compile_product(reference))).ncon == data.ncon == 50


@pytest.mark.parametrize("place", ["3 0 0", "0 -3 0", "0 0 2", "0 0 -2"])
def test_what_is_beside_above_or_below_does_not_touch(place):
    assert contacts(kn.Model(compile_product(flat('<geom size=".1"/>', place)))).ncon == 0


def flat(geom: str, place: str, cells: int = 4) -> mujoco.MjModel:
    """A geom over level ground of height zero."""
    size = f'nrow="{cells + 1}" ncol="{cells + 1}" size="1 1 .5 .2"'
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco><asset><hfield name="ground" {size}/></asset>
      <worldbody><geom type="hfield" hfield="ground"/><body pos="{place}"><freejoint/>{geom}</body></worldbody>
    </mujoco>""")
