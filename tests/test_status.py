"""Problems in words."""

import warnings

import pytest
from support.reference import both

import knuckle as kn
from knuckle.data.data import Data, reset
from knuckle.data.status import ADVICE, FORCES, WORDS, DivergenceError, SimulationWarning, describe
from knuckle.errors import KnuckleError
from knuckle.schema.status import ForceTerm, Status


@pytest.fixture
def d():
    return Data(both()[0])


def problem(d, status, index, time=0.4, term=ForceTerm.SPRING, dof=9):
    """Leave in the data what a kernel would; the lowest bit came first."""
    first = int(status) & -int(status)
    values = {
        "status": int(status),
        "bad_kind": first,
        "bad_index": index,
        "bad_time": time,
        "bad_term": int(term),
        "bad_dof": dof,
    }
    for name, value in values.items():
        d._arrays[name][...] = value


def test_every_trouble_and_force_has_words():
    assert set(WORDS) == set(ADVICE) == set(Status)
    assert set(FORCES) == set(ForceTerm) - {ForceTerm.NONE}


@pytest.mark.parametrize(
    ("status", "index", "place"),
    [
        (Status.BAD_QPOS, 0, "joint 'root' (qpos 0)"),
        (Status.BAD_QPOS, 10, "joint 'hip' (qpos 10)"),
        (Status.BAD_QPOS, 11, "joint 'knee' (qpos 11)"),
        (Status.BAD_QVEL, 8, "joint 'hip' (dof 8)"),
        (Status.BAD_QACC, 9, "joint 'knee' (dof 9)"),
        (Status.INERTIA, 10, "joint 'rail' (dof 10)"),
    ],
)
def test_the_words_name_joint_step_and_advice(d, status, index, place):
    problem(d, status, index)
    text = describe(d)
    assert text.startswith(place) and "at time 0.4 s (step 100)" in text and text.endswith(ADVICE[status])


@pytest.mark.parametrize("time", [float("nan"), float("inf"), 1e308])
def test_a_time_without_a_step_is_told_without_one(d, time):
    problem(d, Status.BAD_QACC, 0, time=time)
    assert f"at time {time:g} s;" in describe(d)


def test_the_words_name_the_largest_force(d):
    problem(d, Status.BAD_QACC, 0)
    assert "largest force then was the spring on joint 'knee'" in describe(d)
    problem(d, Status.BAD_QACC, 0, term=ForceTerm.NONE, dof=-1)
    assert "largest force" not in describe(d)


def test_joints_without_name_are_named_by_their_body():
    m, _ = both("<mujoco><worldbody><body name='bob'><joint/><geom size='1'/></body></worldbody></mujoco>")
    d = Data(m)
    problem(d, Status.BAD_QVEL, 0, dof=0)
    assert describe(d).startswith("joint 0 of body 'bob' (dof 0)")


def test_the_first_trouble_is_told_in_full_and_the_later_ones_after_it(d):
    problem(d, Status.BAD_QPOS | Status.INERTIA, 0)
    text = describe(d)
    assert text.startswith("joint 'root' (qpos 0)") and text.endswith(ADVICE[Status.BAD_QPOS])
    assert WORDS[Status.BAD_QPOS] in text and WORDS[Status.INERTIA] in text


def test_with_automatic_reset_each_trouble_warns_once_until_the_reset(d):
    problem(d, Status.BAD_QACC, 9)
    with pytest.warns(SimulationWarning, match="The world was reset"):
        d.report_status()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        d.report_status()
        d.copy().report_status()
    problem(d, Status.BAD_QACC | Status.INERTIA, 9)
    with pytest.warns(SimulationWarning, match="inertia"):
        d.report_status()
    reset(d.model, d)
    problem(d, Status.BAD_QACC, 9)
    with pytest.warns(SimulationWarning) as told:
        d.report_status()
    assert len(told) == 1


def test_without_automatic_reset_divergence_raises_until_it_is_cleared(d):
    d.model.opt.flags.autoreset = False
    problem(d, Status.BAD_QACC, 9)
    for _ in range(2):
        with pytest.raises(DivergenceError, match="joint 'knee'"):
            d.report_status()
    d.status = 0
    assert d.status == 0
    d.report_status()
    assert issubclass(DivergenceError, KnuckleError)


def test_bad_inertia_warns_and_never_raises(d):
    d.model.opt.flags.autoreset = False
    problem(d, Status.INERTIA, 9)
    with pytest.warns(SimulationWarning, match="inertia"):
        d.report_status()


def test_words_of_a_model_without_a_timestep():
    d = Data(
        both('<mujoco><option timestep="0"/><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>')[0]
    )
    problem(d, Status.BAD_QACC, 0)
    assert "at time 0.4 s; the largest" in describe(d)


def test_an_exhausted_solver_names_island_and_pair():
    """The ball that falls alone is an island of its own, and solved."""
    text = """<mujoco><worldbody><geom name="floor" type="plane" size="9 9 1"/>
      <body name="ball" pos="3 0 .099"><freejoint/><geom name="ball" size=".1" condim="1"/></body>
      <body name="crate" pos="0 0 .19" euler="1 2 3"><freejoint/><geom name="crate" type="box" size=".2 .3 .2"/></body>
      <body name="lid" pos=".02 0 .4"><freejoint/><geom name="lid" type="box" size=".2 .3 .02" mass="50"/></body>
    </worldbody></mujoco>"""
    m = kn.load(text)
    m.opt.solver, m.opt.iterations, m.opt.tolerance = "pgs", 50, 1e-10
    d = Data(m)
    with pytest.warns(SimulationWarning, match="island of body 'crate'.*ran out of.*between geom '(floor|crate)' and"):
        kn.step(m, d)
    assert d.solver_niter[0] < 50 == d.solver_niter[1]
