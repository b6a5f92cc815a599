"""The line search evaluates the cost where the reference does, so that a limit of evaluations ends both alike."""

import mujoco
import numpy as np
import pytest
from physics.solve.solver_scenes import PILE, Twin

from knuckle.schema.enums import Cone, Solver

pytestmark = pytest.mark.filterwarnings("ignore")  # running out of iterations is what these tests do


@pytest.mark.parametrize("solver", (Solver.NEWTON, Solver.CG))
@pytest.mark.parametrize("cone", Cone)
def test_a_limit_of_evaluations_ends_the_search_where_the_references_ends(cone, solver):
    """1e-10: rounding of the direction. Far starts need brackets, whose ends are not the same for all limits."""
    both, evaluations = Twin(PILE, cone), set()
    for factor in (-3.0, 0.7, 30.0):
        both.start = factor * both.reference_d.qacc_warmstart
        for limit in range(1, 13):
            both.m.opt.ls_iterations = both.reference_m.opt.ls_iterations = limit
            both.solve(solver, 1, 1e-8)
            assert both.error <= 1e-10, (factor, limit)
            islands = range(both.reference_d.nisland)
            theirs = [both.reference_d.solver[mujoco.mjNSOLVER * s].neval for s in islands]
            assert [both.d.solver.island(s)["neval"][0] for s in islands] == theirs, (factor, limit)
            evaluations.update(theirs)
    assert max(evaluations) >= 8, "some searches have rounds inside a bracket"


def test_a_row_of_enormous_weight_does_not_use_up_the_evaluations():
    """The slope is a hook: nearly level, then all but upright, as where a limit has next to no softness."""
    both = Twin(HARD_LIMIT, Cone.PYRAMIDAL, 0)
    both.reference_d.qvel[:] = 1.0, -1.0
    both.start = np.zeros(2)
    both.solve(Solver.NEWTON, 100, 1e-12)
    assert both.d.efc_D.max() > 1e12
    assert both.d.solver.island(0)["neval"].max() <= 20
    assert both.error <= 1e-9


HARD_LIMIT = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body>
      <joint axis="0 1 0" frictionloss=".3" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0">
        <joint axis="0 1 0" range="0 1" solimplimit="1 1" limited="true"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
