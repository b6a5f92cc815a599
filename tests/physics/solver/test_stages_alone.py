"""Stages that a caller runs one by one, with changes in between: the solve is one of the rows that there are."""

import numpy as np
import pytest

import knuckle as kn
from knuckle.schema.enums import Cone, EnableBit, Solver

TEXT = """
<mujoco>
  <option cone="{cone}"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom size=".1" condim="4" adhesion=".3"/></body>
    <body name="b" pos=".1 0 .2"><freejoint/><geom type="box" size=".1 .1 .03" condim="6" friction=".4 .1 .1"/></body>
    <body pos="1 0 1"><joint range="-5 5" frictionloss=".3"/><geom size=".1" pos=".2 0 0"/></body>
  </worldbody>
  <equality><connect name="pin" body1="b" anchor=".1 0 0"/></equality>
</mujoco>
"""


def world(cone: str = "pyramidal", **options):
    """A world after its forward dynamics."""
    m = kn.load(TEXT.format(cone=cone))
    for name, value in options.items():
        setattr(m.opt, name, value)
    d = kn.Data(m)
    d.qvel[:] = np.random.default_rng(0).normal(0, 0.3, m.nv)
    kn.forward(m, d)
    return m, d


def solution(d) -> tuple:
    return d.qacc.tolist(), d.efc_force.tolist(), d.qfrc_constraint.tolist()


@pytest.mark.parametrize("solver", Solver)
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_rows_made_anew_are_solved_without_their_islands_being_asked_for(cone, solver):
    m, d = world(cone, solver=solver)
    d.eq_active[0] = False
    kn.make_constraint(m, d)
    kn.constraint_solve(m, d)
    alone = solution(d)
    kn.forward(m, d)
    assert d.ne == 0
    assert alone == solution(d)


@pytest.mark.parametrize("solver", Solver)
@pytest.mark.parametrize("before", Cone)
def test_rows_keep_the_cone_that_they_were_made_with(before, solver):
    m, d = world(before.name.lower(), solver=solver)
    expected = solution(d)
    m.opt.cone = Cone.ELLIPTIC if before == Cone.PYRAMIDAL else Cone.PYRAMIDAL
    kn.constraint_solve(m, d)
    assert expected == solution(d)


@pytest.mark.parametrize("option", [("solver", Solver.PGS), ("noslip_iterations", 5)], ids=lambda option: option[0])
@pytest.mark.parametrize("exact", [False, True])
def test_a_solver_chosen_after_the_rows_were_made_has_its_matrices(option, exact):
    m, d = world()
    setattr(m.opt, *option)
    if exact:  # with the exact diagonal rows are whitened as they are made: these were not
        m.opt.enableflags |= EnableBit.DIAGEXACT
    kn.constraint_solve(m, d)
    late = solution(d)
    m.opt.enableflags &= ~EnableBit.DIAGEXACT
    kn.forward(m, d)
    assert late == solution(d)


def test_forward_and_inverse_are_compared_for_rows_made_anew():
    m, d = world(tolerance=1e-12)
    d.eq_active[0] = False
    kn.forward(m, d)
    acceleration = d.qacc.copy()
    d.eq_active[0] = True
    kn.forward(m, d)
    d.eq_active[0] = False
    kn.make_constraint(m, d)
    d.qacc[:] = acceleration
    kn.compare_fwd_inv(m, d)
    assert d.solver_fwdinv[1] < 1e-6


def test_new_contacts_have_no_rows_of_former_ones():
    m, d = world()
    assert d.nefc > 0
    kn.collision(m, d)
    assert (d.nefc, d.ne, d.nJ, d.nisland) == (0, 0, 0, 0)
    assert (d.contact_efc_address == -1).all()


def test_a_contact_dropped_after_the_rows_were_made_takes_them_along():
    m, d = world()
    kept = d.ncon
    dropped = kn.filter_contacts(m, d, lambda m, d, first, second: first != 0)
    assert 0 < dropped < kept
    assert (d.nefc, d.nisland) == (0, 0)
    stages = (kn.constrain, kn.fwd_velocity, kn.fwd_acceleration)
    for stage in stages:
        stage(m, d)
    late = solution(d)
    kn.detect(m, d)
    kn.filter_contacts(m, d, lambda m, d, first, second: first != 0)
    for stage in stages:
        stage(m, d)
    assert late == solution(d)


@pytest.mark.parametrize("dim", [1, 3, 4, 6])
@pytest.mark.parametrize("solver", Solver)
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_rows_are_counted_by_themselves_and_not_by_dimensions_written_later(cone, solver, dim):
    m, d = world(cone, solver=solver, noslip_iterations=3)
    kn.step1(m, d)
    other = d.copy()
    for contact in other.contact:
        contact.dim = dim
    for each in (d, other):
        kn.step2(m, each)
        kn.rne_post_constraint(m, each)
    assert solution(d) == solution(other)
    assert d.cfrc_ext.tolist() == other.cfrc_ext.tolist()
