"""Contacts with height fields beside the reference implementation: how many, in which order, how deep, which way."""

import mujoco
import numpy as np
import pytest
from support.pair_bench import PairBench
from support.reference import compile_product
from support.ties import DISTANCE, Tie, close

import knuckle as kn

SHAPES = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
HEIGHTS = {"on top": (0.1, 0.5), "inside": (-0.2, 0.3), "below": (-0.5, -0.2)}


class Hills(PairBench):
    """A geom somewhere at a height field of random size, in both implementations."""

    def __init__(self, random, shape: str, heights: tuple[float, float], margin: float = 0.0):
        self.pair, self.margin = ("hfield", shape), margin
        size, turn = random.uniform(0.1, 0.3, 3), random.normal(size=4)
        width, depth, height, base = random.uniform(0.5, 1.2, 4) * (1, 1, 0.4, 0.3)
        nrow, ncol = random.integers(2, 9, 2)
        x, y, z = random.uniform(-width, width), random.uniform(-depth, depth), random.uniform(*heights)
        what = 'mesh="wedge"' if shape == "mesh" else f'size="{size[0]} {size[1]} {size[2]}"'
        self.reference = mujoco.MjModel.from_xml_string(f"""
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
        self.reference.hfield_data[:] = random.uniform(0, 1, nrow * ncol)
        self.state = mujoco.MjData(self.reference)
        mujoco.mj_forward(self.reference, self.state)
        self.m = kn.Model(compile_product(self.reference))
        self.d = kn.Data(self.m)

    def here(self) -> tuple[np.ndarray, np.ndarray]:
        """The pose of both geoms."""
        return self.state.geom_xpos.copy(), self.state.geom_xmat.reshape(2, 3, 3).copy()


def contacts(m) -> kn.Data:
    d = kn.Data(m)
    kn.kinematics(m, d)
    kn.collision(m, d)
    return d


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("where", HEIGHTS)
def test_contacts_are_those_of_the_reference(shape, where):
    """Of box and mesh the search ends where a vertex of theirs comes again, at a depth that depends on its path."""
    random = np.random.default_rng(SHAPES.index(shape))
    found = 0
    for _ in range(40):
        hills = Hills(random, shape, HEIGHTS[where])
        ours, theirs = hills.collide(*hills.here())
        assert len(ours) == len(theirs)
        assert (
            np.allclose(ours[:, 0], theirs[:, 0], rtol=0, atol=DISTANCE) or not Tie(hills, *hills.here()).difference()
        )
        found += len(theirs)
    assert found > 30


@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_within_the_margin_have_the_same_place_and_normal(shape):
    random = np.random.default_rng(7)
    found = 0
    for _ in range(40):
        hills = Hills(random, shape, (0.4, 0.8), margin=0.1)
        ours, theirs = hills.collide(*hills.here())
        assert close(ours, theirs) or not Tie(hills, *hills.here()).difference()
        found += (theirs[:, 0] > 1e-3).sum()
    assert found > 20


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
