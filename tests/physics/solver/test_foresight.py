"""The foreseen start of Newton's method in the islands of one world: fewer iterations, and the same minimum.

Worlds of float32 that are computed one by one have it. Here it is switched on for a Data, whose numbers tell more.
"""

import numpy as np
import pytest

import knuckle as kn
from knuckle import models
from knuckle.machine.layout import model_layout
from knuckle.schema.hooks import FORESIGHT, LOCKSTEP

FINEST = 1e-24  # a tolerance that is met at the minimum only
CLOSE = 1e-6  # of the largest acceleration: where the solver stops for its tolerance
STEPS = 150
CROWD = """
<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <geom type="plane" size="9 9 .1"/>
    <replicate count="3" offset=".35 .1 .25" euler="20 30 0">
      <body pos="0 0 .3"><freejoint/><geom type="capsule" size=".1" fromto="0 -.15 0 0 .15 0" mass="4"/>
        <body pos="0 .15 -.1"><joint axis="0 1 0" range="-40 20" damping=".2"/>
          <geom type="capsule" size=".05" fromto="0 0 0 0 .05 -.25" mass="1"/>
          <body pos="0 .05 -.25"><joint axis="0 1 0" range="0 60" frictionloss=".3"/>
            <geom type="capsule" size=".04" fromto="0 0 0 .15 0 -.1" mass=".5"/></body></body>
        <body pos="0 -.15 -.1"><joint axis="1 0 0" range="-30 30" damping=".2"/>
          <geom type="capsule" size=".05" fromto="0 0 0 0 -.05 -.25" mass="1"/></body></body>
    </replicate>
    <body pos="3 0 .5"><freejoint/><geom size=".1"/></body>
    <body pos="4 0 .099"><freejoint/><geom size=".1" solref="{solref}"/></body>
  </worldbody>
</mujoco>
"""


def crowd(solref: str = ".02 1", **options) -> kn.Model:
    """Three creatures that fall on each other, a ball that falls, and one that rests."""
    m = kn.load(CROWD.format(solref=solref))
    for name, value in options.items():
        setattr(m.opt, name, value)
    return m


def falls(m: kn.Model) -> list[kn.Data]:
    """States of a fall, a few steps apart."""
    d, found = kn.Data(m), []
    for k in range(STEPS):
        kn.step(m, d)
        if k % 10 == 9:
            found.append(d.copy())
    return found


def foreseeing(m: kn.Model) -> kn.Model:
    """A copy of the model whose worlds start at what is foreseen."""
    copy = m.copy()
    copy._table[model_layout().slot(LOCKSTEP)] = FORESIGHT
    return copy


def after(m: kn.Model, d: kn.Data, **options) -> kn.Data:
    """Forward dynamics of a copy, with other options."""
    m, d = foreseeing(m) if options.pop("foresight", False) else m.copy(), d.copy()
    for name, value in options.items():
        setattr(m.opt, name, value)
    kn.forward(m, d)
    return d


def apart(first: kn.Data, second: kn.Data) -> float:
    """How far accelerations are from each other, relative to the largest."""
    return np.abs(first.qacc - second.qacc).max() / np.abs(second.qacc).max()


def test_it_takes_fewer_iterations():
    m = kn.load(models.path("humanoid"))
    d, rng = kn.Data(m), np.random.default_rng(0)
    started = foreseen = 0
    for k in range(STEPS):
        if k % 10 == 0:
            d.ctrl[:] = rng.uniform(-1, 1, m.nu)
        kn.step(m, d, 3)
        start, leap = after(m, d), after(m, d, foresight=True)
        started, foreseen = started + start.solver_niter.sum(), foreseen + leap.solver_niter.sum()
    assert 0 < foreseen < 0.9 * started


@pytest.mark.parametrize("solref", [".02 1", ".0005 1"])  # the second too stiff for the step: that island does not leap
def test_it_ends_at_the_same_minimum(solref):
    m = crowd(solref)
    for d in falls(m):
        assert apart(after(m, d, foresight=True), after(m, d, tolerance=FINEST)) < CLOSE


def test_where_no_row_acts_there_is_nothing_to_solve_for():
    m = crowd()
    d = kn.Data(m)
    d.qpos[2:-7:10] += 1
    d.qvel[-4] = 3.0  # the ball that rests is thrown up: it overlaps, and parts fast enough
    leap = after(m, d, foresight=True)
    assert leap.ncon == 1 and not leap.efc_force[-4:].any()
    assert (leap.qacc[-6:] == leap.qacc_smooth[-6:]).all() and leap.solver_niter[leap.nisland - 1] == 0


@pytest.mark.parametrize(
    "options",
    [
        {"iterations": 3},
        {"tolerance": 1e-4},
        {"cone": "elliptic"},
        {"solver": "CG"},
        {"solver": "PGS"},
        {"noslip_iterations": 2},
        {"disableflags": kn.DisableBit.WARMSTART},
    ],
    ids=str,
)
def test_who_wants_another_end_has_the_bits_of_any_world(options):
    m = crowd(**options)
    for d in falls(m)[::5]:
        assert (after(m, d, foresight=True).qacc == after(m, d).qacc).all()


@pytest.mark.parametrize("last", [np.nan, np.inf, 1e200, 0.0])
def test_last_accelerations_that_tell_nothing_do_no_harm(last):
    m = crowd()
    for d in falls(m)[::5]:
        d.qacc_warmstart[:9] = last
        assert apart(after(m, d, foresight=True), after(m, d, tolerance=FINEST)) < CLOSE
