"""Without islands all trees are one block of the solver, connected or not: forces are those of the reference."""

import mujoco
import numpy as np
import pytest
from support.reference import both

import knuckle as kn
from knuckle.schema.enums import Cone, Solver

TEXT = """
<mujoco>
  <option tolerance="1e-14" iterations="300"><flag island="disable"/></option>
  <worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody>
</mujoco>
"""


def boxes(count: int, floating: int = 0):
    """Boxes that touch the ground and not each other, one of each `floating` in the air, in both engines."""
    bodies = "".join(
        f'<body pos="{3 * (k % 10)} {3 * (k // 10)} {5 if floating and k % floating == 0 else 0.9}" euler="0 {k} 0">'
        f'<freejoint/><geom type="box" size="1 1 1"/></body>'
        for k in range(count)
    )
    m, reference = both(TEXT.format(bodies=bodies))
    d, reference_d = kn.Data(m), mujoco.MjData(reference)
    d.qvel[:] = reference_d.qvel[:] = np.random.default_rng(count).normal(0, 0.3, m.nv)
    return m, d, reference, reference_d


def gap(ours: np.ndarray, theirs: np.ndarray) -> float:
    return float(np.nan_to_num(np.abs(ours - theirs), nan=np.inf).max() / np.abs(theirs).max())


@pytest.mark.parametrize("solver", Solver)
@pytest.mark.parametrize("cone", Cone)
@pytest.mark.parametrize("count", [17, 100])
def test_forces_are_those_of_the_reference(count, cone, solver):
    m, d, reference, reference_d = boxes(count)
    m.opt.cone = reference.opt.cone = cone
    m.opt.solver = reference.opt.solver = solver
    if solver == Solver.PGS:  # after many sweeps rounding decides where momentum begins anew
        m.opt.iterations = reference.opt.iterations = 30
    mujoco.mj_forward(reference, reference_d)
    kn.forward(m, d)
    assert d.nisland == reference_d.nisland == 0
    assert d.nefc == reference_d.nefc
    assert gap(d.qacc, reference_d.qacc) < 1e-8
    assert gap(d.efc_force, reference_d.efc_force) < 1e-8


def test_trees_that_no_constraint_acts_on_have_places_too():
    m, d, reference, reference_d = boxes(30, floating=3)
    mujoco.mj_forward(reference, reference_d)
    kn.forward(m, d)
    assert sorted(d._arrays["ordered_dof"].tolist()) == list(range(m.nv))
    assert gap(d.qacc, reference_d.qacc) < 1e-10


def test_a_block_is_as_good_as_its_islands():
    m, d, *_ = boxes(40, floating=5)
    kn.forward(m, d)
    together = d.qacc.copy()
    m.opt.flags.island = True
    kn.forward(m, d)
    assert d.nisland == 32
    assert gap(d.qacc, together) < 1e-10
