"""Faces with any number of corners: discs, cones and prisms on every ground, as in the reference."""

import itertools

import mujoco
import numpy as np
import pytest
from support.pair_bench import any_turn, numbers, rows
from support.reference import compile_product

import knuckle as kn
from knuckle.memory.capacity import capacities_of
from knuckle.schema.fields import capacities

HEIGHT = 0.05
DEPTH = 5e-4
GROUNDS = {
    "plane": 'type="plane" size="1 1 1"',
    "box": 'type="box" size=".5 .5 .05" pos="0 0 -.05"',
    "cylinder": 'type="cylinder" size=".5 .05" pos="0 0 -.05"',
    "disc": 'type="mesh" mesh="disc" pos="0 0 -.05"',
    "wide disc": 'type="mesh" mesh="wide" pos="0 0 -.05"',
    "height field": 'type="hfield" hfield="level"',
}


def ring(corners: int, radius: float = 0.1, phase: float = 0.0) -> np.ndarray:
    angles = phase + np.arange(corners) * 2 * np.pi / corners
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def disc(corners: int, radius: float = 0.1, phase: float = 0.0) -> np.ndarray:
    return np.concatenate([np.insert(ring(corners, radius, phase), 2, z, axis=1) for z in (-HEIGHT, HEIGHT)])


def cone(corners: int) -> np.ndarray:
    """A ring of corners at height zero and an apex."""
    return np.concatenate([np.insert(ring(corners), 2, 0, axis=1), [[0, 0, 0.2]]])


def scene(shape: np.ndarray, ground: str, option: str = "") -> mujoco.MjModel:
    """A free mesh that stands on a ground, a little inside it."""
    z = -DEPTH - shape[:, 2].min()
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>{option}
      <asset>
        <mesh name="shape" vertex="{numbers(shape)}"/>
        <mesh name="disc" vertex="{numbers(disc(len(shape) // 2))}"/>
        <mesh name="wide" vertex="{numbers(disc(len(shape) // 2, 0.3, 0.1))}"/>
        <hfield name="level" nrow="5" ncol="5" size="1 1 .1 .1"/>
      </asset>
      <worldbody>
        <geom {GROUNDS[ground]}/>
        <body pos="0 0 {z}"><freejoint/><geom type="mesh" mesh="shape"/></body>
      </worldbody>
    </mujoco>""")


class Bench:
    """Two geoms in both implementations."""

    def __init__(self, reference: mujoco.MjModel):
        self.reference, self.state = reference, mujoco.MjData(reference)
        self.m = kn.Model(compile_product(reference))
        self.d = kn.Data(self.m)

    def collide(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows of contacts where the bodies are, ours and theirs."""
        mujoco.mj_kinematics(self.reference, self.state)
        mujoco.mj_collision(self.reference, self.state)
        self.d.geom_xpos[:] = self.state.geom_xpos
        self.d.geom_xmat[:] = self.state.geom_xmat.reshape(self.d.geom_xmat.shape)
        kn.collision(self.m, self.d)
        theirs = self.state.contact
        return rows(self.d.contact_dist, self.d.contact_pos, self.d.contact_frame), rows(
            theirs.dist, theirs.pos, theirs.frame
        )


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("corners", [3, 5, 16, 126, 128, 255, 256, 257, 1000, 2000])
def test_a_disc_has_the_number_and_depth_of_contacts_of_the_reference(corners, ground):
    ours, theirs = Bench(scene(disc(corners), ground)).collide()
    assert len(ours) == len(theirs) >= 3
    np.testing.assert_allclose(np.sort(ours[:, 0]), np.sort(theirs[:, 0]), rtol=0, atol=1e-9)


@pytest.mark.parametrize("corners", [8, 60, 250, 252, 256, 300, 1000])
@pytest.mark.parametrize("ground", ["plane", "box", "cylinder"])
def test_a_cone_leaning_in_any_way_has_the_contacts_of_the_reference(corners, ground):
    bench, random = Bench(scene(cone(corners), ground)), np.random.default_rng(corners)
    for lean in (0.0, 1e-6, 1e-4, 1e-3, 1e-2) * 4:
        turn = random.uniform(0, np.pi)
        quat = np.array([np.cos(turn), *lean * random.normal(size=2), np.sin(turn)])
        bench.state.qpos[:2], bench.state.qpos[3:] = random.uniform(-0.2, 0.2, 2), quat / np.linalg.norm(quat)
        ours, theirs = bench.collide()
        assert len(ours) == len(theirs) > 0
        np.testing.assert_allclose(np.sort(ours[:, 0]), np.sort(theirs[:, 0]), rtol=0, atol=1e-9)


@pytest.mark.parametrize("corners", [256, 1000])
@pytest.mark.parametrize("ground", ["plane", "disc", "box"])
def test_a_disc_stays_upright(corners, ground):
    m = kn.Model(compile_product(scene(disc(corners), ground)))
    d = kn.Data(m)
    kn.step(m, d, 500)
    tilt = np.degrees(np.arccos(d.xmat[1].reshape(3, 3)[2, 2]))
    assert tilt < 0.1 and abs(d.qpos[2] - HEIGHT) < 2 * DEPTH


@pytest.mark.parametrize("first, second", [*itertools.product([cone, disc], repeat=2)])
def test_faces_of_many_corners_almost_in_one_plane_are_never_missed(first, second):
    """Vertices in single precision make faces uneven by 1e-9: triangles of a polytope between them may turn over."""
    random = np.random.default_rng(1)
    for corners in (40, 70, 100, 110):
        bench = Bench(two_free_meshes(first(corners), second(corners)))
        for _ in range(250):
            depth = stand_on_each_other(bench, random, [-m[:, 2].min() for m in (first(corners), second(corners))])
            ours, theirs = bench.collide()
            assert len(ours) == len(theirs) == 4
            np.testing.assert_allclose(ours[:, 0], -depth, rtol=0, atol=1e-5)  # they lean by up to a few 1e-6


def two_free_meshes(first: np.ndarray, second: np.ndarray) -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <asset><mesh name="a" vertex="{digits(first)}"/><mesh name="b" vertex="{digits(second)}"/></asset>
      <worldbody>
        <body><freejoint/><geom type="mesh" mesh="a"/></body><body><freejoint/><geom type="mesh" mesh="b"/></body>
      </worldbody>
    </mujoco>""")


def digits(vertices: np.ndarray) -> str:
    return " ".join(map(str, vertices.ravel().tolist()))


def stand_on_each_other(bench: Bench, random: np.random.Generator, heights: list[float]) -> float:
    """Put the undersides of two bodies on each other, hardly leaning, the whole turned at random.

    Returns how deep they overlap in the middle.
    """
    depth = random.choice([1e-4, 1e-3, 3e-3])
    whole = any_turn(random)
    places = (0, 0, heights[0]), (*random.uniform(-0.05, 0.05, 2), depth - heights[1])
    for k, place in enumerate(places):
        turn = 0.5 * random.uniform(0, 2 * np.pi)
        lean = random.choice([0, 1e-9, 1e-6]) * random.normal(size=2)
        quat, upright = np.array([np.cos(turn), *lean, np.sin(turn)]), np.empty(9)
        mujoco.mju_quat2Mat(upright, quat / np.linalg.norm(quat))
        upside = np.diag([1, 1, 1] if k == 0 else [1, -1, -1])
        mujoco.mju_mat2Quat(quat, (whole @ upside @ upright.reshape(3, 3)).ravel())
        bench.state.qpos[7 * k : 7 * k + 3], bench.state.qpos[7 * k + 3 : 7 * k + 7] = whole @ place, quat
    return depth


def test_an_accurate_search_has_the_depth_of_the_reference():
    """300 corners of a polytope and more."""
    reference = mujoco.MjModel.from_xml_string("""
    <mujoco><option ccd_iterations="500" ccd_tolerance="1e-10"/>
      <worldbody>
        <body><freejoint/><geom type="ellipsoid" size=".1 .07 .05"/></body>
        <body pos=".02 .01 .015" euler="30 40 50"><freejoint/><geom type="ellipsoid" size=".08 .1 .12"/></body>
      </worldbody>
    </mujoco>""")
    bench = Bench(reference)
    ours, theirs = bench.collide()
    np.testing.assert_allclose(ours[:, 0], theirs[:, 0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_first_room_does_not_decide_about_contacts(ground):
    bench = Bench(scene(disc(100), ground))
    expected, _ = bench.collide()
    distance = kn.geom_distance(bench.m, bench.d, 0, 1, 1.0) if ground != "height field" else None
    bench.d._resize(dict.fromkeys(capacities(), 0))
    found, _ = bench.collide()
    np.testing.assert_array_equal(found, expected)
    assert capacities_of(bench.d._arrays)["maxcon"] > 0
    if distance is not None:
        bench.d._resize(dict.fromkeys(capacities(), 0))
        again = kn.geom_distance(bench.m, bench.d, 0, 1, 1.0)
        assert again[0] == distance[0] and (again[1] == distance[1]).all()
