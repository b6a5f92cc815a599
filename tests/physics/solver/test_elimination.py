"""The matrix of large islands: little fill-in whatever way trees are tied together, and the forces of the reference."""

import mujoco
import numpy as np
import pytest
from support.reference import both
from support.sequence_models import apart, heap
from support.worlds import batch_of, unequal

import knuckle as kn
from knuckle.memory.capacity import capacities_of
from knuckle.schema.enums import Cone

BALL = '<body name="b{k}" pos="{x} {y} {z}"><freejoint/><geom size=".1" mass="{mass}"/></body>'
TREE = 21  # entries of the lower triangle of one free body
TIE = 36  # entries of two free bodies tied together


def scene(bodies: str, equality: str = "", options: str = "") -> str:
    return f"""
<mujoco>
  <option tolerance="1e-13" {options}/>
  <worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody>
  <equality>{equality}</equality>
</mujoco>"""


def balls(count: int, spacing: float = 1.0, height: float = 2.0) -> str:
    """Balls in a square, far from each other, with masses of their own."""
    side = int(np.ceil(np.sqrt(count)))
    return "".join(
        BALL.format(k=k, x=spacing * (k % side), y=spacing * (k // side), z=height, mass=1 + k % 3)
        for k in range(count)
    )


def ties(pairs) -> str:
    return "".join(f'<connect body1="b{a}" body2="b{b}" anchor=".5 .1 0"/>' for a, b in pairs)


def solved(text: str, cone: Cone = Cone.PYRAMIDAL, steps: int = 0):
    """Forward dynamics in both engines from the same state; the largest relative gap of accelerations."""
    m, reference = both(text)
    d, reference_d = kn.Data(m), mujoco.MjData(reference)
    m.opt.cone = reference.opt.cone = cone
    reference_d.qvel[:] = np.random.default_rng(3).normal(0, 0.1, m.nv)
    mujoco.mj_step(reference, reference_d, steps)
    d.qpos[:], d.qvel[:] = reference_d.qpos, reference_d.qvel
    d.qacc_warmstart[:] = reference_d.qacc_warmstart[:] = 0
    mujoco.mj_forward(reference, reference_d)
    kn.forward(m, d)
    gap = np.nan_to_num(np.abs(d.qacc - reference_d.qacc), nan=np.inf).max() / np.abs(reference_d.qacc).max()
    return d, float(gap)


def random_tree(count: int):
    random = np.random.default_rng(0)
    return [(int(random.integers(k)), k) for k in range(1, count)]


FORESTS = {
    "star with the hub first": [(0, k) for k in range(1, 60)],
    "star with the hub last": [(k, 59) for k in range(59)],
    "two stars": [(0, k) for k in range(2, 30)] + [(1, k) for k in range(30, 60)] + [(0, 1)],
    "chain": [(k, k + 1) for k in range(59)],
    "binary tree": [((k - 1) // 2, k) for k in range(1, 60)],
    "any tree": random_tree(60),
}


@pytest.mark.parametrize("ends", FORESTS.values(), ids=FORESTS)
def test_trees_tied_without_loops_make_no_fill_in(ends):
    d, gap = solved(scene(balls(60), ties(ends)))
    assert d.nisland == 1
    assert d.solver_nnz[0] == 60 * TREE + 59 * TIE
    assert gap < 1e-9


def test_a_grid_makes_less_fill_in_than_a_band():
    side = 12
    across = [(k, k + 1) for k in range(side * side) if k % side < side - 1]
    along = [(k, k + side) for k in range(side * (side - 1))]
    d, gap = solved(scene(balls(side * side), ties(across + along)))
    assert d.solver_nnz[0] < side * side * side * TIE
    assert gap < 1e-9


def test_trees_all_tied_to_each_other_fill_the_matrix():
    n = 18
    d, gap = solved(scene(balls(n), ties([(a, b) for a in range(n) for b in range(a)])))
    assert d.solver_nnz[0] == 6 * n * (6 * n + 1) // 2
    assert gap < 1e-9


@pytest.mark.parametrize("cone", Cone)
@pytest.mark.parametrize("steps", [0, 20])
def test_accelerations_of_a_heap_are_those_of_the_reference(cone, steps):
    shapes = ('size=".1"', 'type="capsule" size=".099 .01"')
    bodies = "".join(
        f'<body pos="{0.198 * (k % 4)} {0.198 * (k // 4 % 4)} {0.099 + 0.198 * (k // 16)}"><freejoint/>'
        f'<geom {shapes[k % 2]} condim="{(1, 3, 4, 6)[k % 4]}"/></body>'
        for k in range(48)
    )
    d, gap = solved(scene(bodies), cone, steps)
    assert (np.bincount(d.tree_island[d.tree_island >= 0]) > 16).any()  # trees of an island that counts as large
    assert gap < 1e-8


def test_trees_of_many_dofs_keep_their_branches_apart():
    """Chains of hinges on free bodies, tied together: rows of one tree have entries at different columns."""
    link = '<body pos=".3 0 0"><joint axis="0 {axis} 1"/><geom size=".05"/>'
    arm = "".join(link.format(axis=k % 2) for k in range(4)) + "</body>" * 4
    arms = arm + arm.replace(".3 0 0", "0 .3 0")
    bodies = "".join(
        f'<body name="b{k}" pos="{3 * k} 0 2"><freejoint/><geom size=".1"/>{arms}</body>' for k in range(9)
    )
    _, gap = solved(scene(bodies, ties([(k, k + 1) for k in range(8)] + [(0, 8), (2, 6)])))
    assert gap < 1e-9


def test_room_for_fronts_and_spans_grows():
    m, _ = both(scene(balls(60), ties(FORESTS["any tree"])))
    d, other = kn.Data(m), kn.Data(m)
    d._resize(capacities_of(d._arrays) | {"maxfront": 1, "maxspan": 1, "maxH": 1})
    kn.forward(m, d)
    kn.forward(m, other)
    assert min(capacities_of(d._arrays)[name] for name in ("maxfront", "maxspan", "maxH")) > 1
    assert np.array_equal(d.qacc, other.qacc)


@pytest.mark.parametrize("text", [heap(20, 'cone="elliptic">'), apart(20)], ids=["island", "unconnected block"])
def test_large_blocks_have_the_same_bits_in_a_batch_as_alone(text):
    m = kn.load(text)
    worlds = [kn.Data(m) for _ in range(5)]
    for seed, d in enumerate(worlds):
        d.qvel[:] = np.random.default_rng(seed).normal(0, 0.3, m.nv)
    batch = batch_of(m, worlds, "float64", exact=True)
    batch.step(20)
    for d in worlds:
        kn.step(m, d, 20)
    assert unequal(batch, worlds) == []
