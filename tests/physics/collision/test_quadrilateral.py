"""Prisms that stand on a box or a plane keep the same four of their many corners as in the reference, in order."""

import mujoco
import numpy as np
import pytest
from support.pair_bench import any_turn, numbers, rows
from support.reference import compile_product

import knuckle as kn

GROUNDS = {"box": 'type="box" size=".5 .5 .5" pos="0 0 -.5"', "plane": 'type="plane" size="1 1 1"'}
HEIGHT = 0.05
SHAPES = ("regular", "round", "slender")


def outline(random: np.random.Generator, corners: int, shape: str) -> np.ndarray:
    """A convex polygon; of a regular one many quadrilaterals have the same area but for rounding."""
    angles = np.arange(corners) * 2 * np.pi / corners
    while shape != "regular":
        angles = np.sort(random.uniform(0, 2 * np.pi, corners))
        gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
        if gaps.min() > 0.06 and gaps.max() < 2.8:
            break
    turn = random.uniform(0, np.pi)
    across = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.column_stack([0.1 * np.cos(angles), (0.03 if shape == "slender" else 0.1) * np.sin(angles)]) @ across


class Prism:
    """A prism of some corners on a ground, in both implementations."""

    def __init__(self, random: np.random.Generator, corners: int, shape: str, ground: str):
        ring = outline(random, corners, shape)
        vertices = np.concatenate([np.insert(ring, 2, z, axis=1) for z in (-HEIGHT, HEIGHT)])
        self.reference = mujoco.MjModel.from_xml_string(f"""
            <mujoco><asset><mesh name="prism" vertex="{numbers(random.permutation(vertices))}"/></asset>
              <worldbody>
                <geom {GROUNDS[ground]}/>
                <body><freejoint/><geom type="mesh" mesh="prism"/></body>
              </worldbody>
            </mujoco>""")
        self.state = mujoco.MjData(self.reference)
        self.m = kn.Model(compile_product(self.reference))
        self.d = kn.Data(self.m)

    def collide(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Rows of contacts, ours over poisoned fields and theirs, the whole scene turned at random.

        One time of three the prism stands upright, one it leans, one it leans so much that some corners are off.
        """
        lean = random.choice([0.0, 2e-3, 2e-2]) * random.normal(size=2)
        scene, turn = any_turn(random), random.uniform(0, np.pi)
        quat, upright = np.array([np.cos(turn), *lean, np.sin(turn)]), np.empty(9)
        mujoco.mju_mulQuat(quat, quat / np.linalg.norm(quat), self.reference.geom_quat[1])
        mujoco.mju_quat2Mat(upright, quat)
        place = [[0, 0, self.reference.geom_pos[0, 2]], [*random.uniform(-0.02, 0.02, 2), HEIGHT - 1e-3]]
        self.state.geom_xpos[:] = self.d.geom_xpos[:] = place @ scene.T
        self.state.geom_xmat[:] = [scene.ravel(), (scene @ upright.reshape(3, 3)).ravel()]
        self.d.geom_xmat[:] = self.state.geom_xmat.reshape(self.d.geom_xmat.shape)
        mujoco.mj_collision(self.reference, self.state)
        for name in ("dist", "pos", "frame"):
            self.d._arrays[f"contact_{name}"][...] = np.nan
        kn.collision(self.m, self.d)
        theirs = self.state.contact
        return rows(self.d.contact_dist, self.d.contact_pos, self.d.contact_frame), rows(
            theirs.dist, theirs.pos, theirs.frame
        )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_prism_keeps_the_same_four_corners_in_order(ground, shape):
    random = np.random.default_rng(13)
    four = twice = 0
    for corners in [*range(5, 13)] * 6:
        prism = Prism(random, corners, shape, ground)
        for _ in range(6):
            ours, theirs = prism.collide(random)
            assert len(ours) == len(theirs) > 0
            np.testing.assert_allclose(ours[:, :4], theirs[:, :4], rtol=0, atol=1e-12)  # roundings of lengths near one
            np.testing.assert_allclose(ours[:, 4:], theirs[:, 4:], rtol=0, atol=1e-9)  # the same over depths near 1e-6
            four += len(theirs) == 4
            twice += len(np.unique(theirs[:, 1:4].round(9), axis=0)) < len(theirs)
    assert four > 150
    assert twice > 0 or (ground, shape) != ("box", "slender")
