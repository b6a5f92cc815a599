"""Paths around spheres and cylinders: lengths, points and moments are the reference's, wherever ends and side are."""

import mujoco
import numpy as np
import pytest

import knuckle as kn

TRIALS = 5000 if kn.machine().name == "single" else 1000
TEXT = """
<mujoco>
  <worldbody>
    <body name="one" pos="0 0 0"><freejoint/><geom size=".01"/><site name="a"/></body>
    <body name="two"><freejoint/><geom size=".01"/><site name="b" pos="1 0 0"/></body>
    <body name="three">
      <freejoint/><geom name="g" type="{kind}" size=".1 .2" contype="0" conaffinity="0"/><site name="s" pos="0 0 1"/>
    </body>
  </worldbody>
  <tendon><spatial name="t"><site site="a"/><geom geom="g" {side}/><site site="b"/></spatial></tendon>
</mujoco>
"""
STAGES = ((kn.kinematics, mujoco.mj_kinematics), (kn.com_pos, mujoco.mj_comPos), (kn.tendon, mujoco.mj_tendon))
CASES = [(kind, side) for kind in ("sphere", "cylinder") for side in ("", 'sidesite="s"')]


@pytest.mark.sweep
@pytest.mark.parametrize(("kind", "side"), CASES)
def test_random_paths_are_the_references(kind, side):
    text = TEXT.format(kind=kind, side=side)
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    rng, wrapped, g = np.random.default_rng(0), 0, m.geom("g").id
    for _ in range(TRIALS):
        set_up(rng, m, reference, d, theirs, g)
        for stage, other in (
            (kn.kinematics, mujoco.mj_kinematics),
            (kn.com_pos, mujoco.mj_comPos),
            (kn.tendon, mujoco.mj_tendon),
        ):
            stage(m, d)
            other(reference, theirs)
        assert d.ten_wrapnum[0] == theirs.ten_wrapnum[0]
        wrapped += d.ten_wrapnum[0] == 4
        assert d.ten_length[0] == pytest.approx(theirs.ten_length[0], rel=1e-10)
        assert d.ten_J == pytest.approx(theirs.ten_J, abs=1e-10)
    assert wrapped > TRIALS / 40


def set_up(rng, m, reference, d, theirs, g):
    """Ends, side, geom and its size at random; the side is inside of the geom now and then."""
    radius, side = rng.uniform(0.1, 1.2), rng.normal(size=3) * rng.choice((0.3, 1.0))
    qpos = np.concatenate([np.append(rng.normal(size=3), turn(rng)) for _ in range(3)])
    for model in (m, reference):
        model.geom_size[g, 0], model.site_pos[2] = radius, side
        model.site_sameframe[:] = 0
    d.qpos[:], theirs.qpos[:] = qpos, qpos


def turn(rng):
    quat = rng.normal(size=4)
    return quat / np.linalg.norm(quat)


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_lengths_do_not_jump_where_a_path_begins_to_touch(kind):
    """An end moves past a geom in small steps; the length follows it without a jump."""
    text = TEXT.format(kind=kind, side="")
    m = kn.load(text)
    d = kn.Data(m)
    m.geom_size[m.geom("g").id, 0] = 0.3
    lengths = []
    for x in np.linspace(-1.0, 1.0, 4001):
        d.qpos[:3], d.qpos[7:10], d.qpos[14:17] = (-1.0, 0.0, x), (0.2, 0.1, 0.05), (0.0, 0.0, 0.0)
        for stage, _ in STAGES:
            stage(m, d)
        lengths.append(d.ten_length[0])
    assert np.abs(np.diff(lengths)).max() < 1e-3


@pytest.mark.parametrize(("kind", "side"), CASES)
def test_degenerate_paths_are_finite(kind, side):
    """Ends in one point, at the centre, on the surface, on one line with the centre, on the axis."""
    m = kn.load(TEXT.format(kind=kind, side=side))
    d = kn.Data(m)
    g = m.geom("g").id
    points = [
        (0, 0, 0),
        (0.3, 0, 0),
        (-0.3, 0, 0),
        (0, 0, 0.3),
        (0, 0, 2),
        (1, 0, 0),
        (-1, 0, 0),
        (1, 1, 0),
        (0.3, 0, 1),
    ]
    m.site_pos[1] = 0.0
    for radius in (0.3, 1e-20):
        m.geom_size[g, 0] = radius
        for a in points:
            for b in points:
                d.qpos[:3], d.qpos[7:10] = a, b
                kn.forward(m, d)
                assert np.isfinite(d.ten_length).all() and np.isfinite(d.ten_J).all() and np.isfinite(d.qacc).all()
