"""Worlds that diverge: told by number and cause, reset, frozen or left, and no harm to their neighbours."""

import pickle
import warnings

import numpy as np
import pytest
from support.systems import model
from support.worlds import batch_of, states

import knuckle as kn

NWORLD = 11
STRUCK = [2, 3, 10]
DTYPES = ["float64", "float32"]


def struck_batch(
    dtype: str, handling: str | None, autoreset: bool = True, differs: bool = False, **options
) -> kn.Batch:
    m = model("everything")
    m.opt.flags.autoreset = autoreset
    batch = batch_of(m, states(m, NWORLD), dtype, on_divergence=handling, **options)
    if differs:
        batch.expand("body_mass")
    batch.qvel[STRUCK, 6] = np.nan
    return batch


@pytest.mark.parametrize("dtype", [*DTYPES, "differing"])
@pytest.mark.parametrize("handling", ["reset", "freeze", "keep"])
def test_neighbours_of_a_world_that_diverges_go_their_way(dtype, handling):
    differs = dtype == "differing"
    batch = struck_batch("float64" if differs else dtype, handling, differs=differs)
    m = batch.model
    clean = batch_of(m, states(m, NWORLD), batch.dtype)
    clean.step(6)
    with pytest.warns(
        kn.SimulationWarning, match=r"3 of 11 worlds met a problem:\nworld 2: .*\(dof 6\).*qvel.*at time 0 s"
    ):
        batch.step(6)
    others = np.isin(np.arange(NWORLD), STRUCK, invert=True)
    for name in ("qpos", "qvel", "qacc", "time", "status"):
        assert (batch.read(name, others) == clean.read(name, others)).all(), name
    assert (batch.status[STRUCK] & kn.Status.BAD_QVEL).all() and not batch.status[others].any()
    assert np.isfinite(batch.qpos[STRUCK]).all() == (handling == "reset")


@pytest.mark.parametrize("differs", [False, True])
def test_a_frozen_world_is_as_a_data_is_left(differs):
    """Without autoreset a Data stays where it diverged, and raises; so do worlds, and later calls leave them."""
    batch = struck_batch("float64", None, autoreset=False, differs=differs)
    alone = [batch.get_data(w) for w in range(NWORLD)]
    with pytest.warns(kn.SimulationWarning, match="stay as they are"):
        batch.step(5)
    for w, d in enumerate(alone):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                kn.step(d.model, d, 5)
            except kn.DivergenceError:
                assert w in STRUCK
        for name in ("qpos", "qvel", "time", "status"):
            assert np.array_equal(batch.read(name, w), d._arrays[name], equal_nan=True), (w, name)
    before = batch.read("qpos", STRUCK)
    batch.step(2)
    assert np.array_equal(batch.read("qpos", STRUCK), before, equal_nan=True)
    batch.reset(STRUCK)
    batch.step()
    assert np.isfinite(batch.qpos).all() and not batch.status.any()
    np.testing.assert_allclose(batch.time[STRUCK], batch.model.opt.timestep, rtol=1e-6)


def test_problems_are_told_once_and_can_be_asked_for():
    batch = struck_batch("float64", "reset")
    d = batch.get_data(2)
    with pytest.warns(kn.SimulationWarning):
        batch.step()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        batch.step(3)
    found = batch.problems()
    assert [problem.world for problem in found] == STRUCK
    assert all(problem.status & kn.Status.BAD_QVEL and problem.time == 0.0 for problem in found)
    with pytest.warns(kn.SimulationWarning) as told:
        kn.step(batch.model, d)
    assert str(told[0].message).startswith(found[0].text) and str(found[0]) == f"world 2: {found[0].text}"
    batch.status[2] = 0
    assert [problem.world for problem in batch.problems()] == STRUCK[1:]
    batch.qvel[2, 6] = np.nan
    with pytest.warns(kn.SimulationWarning, match="1 of 11 worlds met a problem:\nworld 2"):
        batch.step()
    batch.reset()
    assert batch.problems() == []
    batch.qvel[5, 0] = np.inf
    with pytest.warns(kn.SimulationWarning, match="world 5"):
        batch.step()


def test_a_problem_in_many_worlds_is_told_in_few_lines():
    batch = struck_batch("float64", "reset")
    batch.qvel[:, 3] = np.nan
    with pytest.warns(kn.SimulationWarning, match=r"(?s)11 of 11 worlds.*and 8 more; see Batch.problems\(\)") as told:
        batch.step()
    assert len(str(told[0].message)) < 1500


def test_a_choice_that_is_none_is_refused():
    with pytest.raises(kn.KnuckleError, match="on_divergence: expected one of 'reset', 'freeze', 'keep'"):
        kn.Batch(model("pendulum"), 3, on_divergence="ignore")
    assert kn.Batch(model("pendulum"), 3).on_divergence == "reset"


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_frozen_world_does_not_hold_up_growth(dtype):
    """It would overflow in each pass, and is not computed."""
    bodies = "".join(f"<body><freejoint/><geom size='.1' pos='{k / 1000} 0 0'/></body>" for k in range(12))
    m = kn.load(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    spread = kn.Data(m)
    spread.qpos.reshape(-1, 7)[:, 0] = np.arange(12)
    batch = kn.Batch(m, 7, dtype=dtype, on_divergence="freeze", keep=[])
    batch.load(spread, [0, 1, 2, 3])
    batch.qvel[[1, 5], 0] = np.nan
    with pytest.warns(kn.SimulationWarning, match="(?s)world 1.*world 5"):
        batch.step(4)
    done = np.isin(np.arange(7), [1, 5], invert=True)
    np.testing.assert_allclose(batch.time[done], 4 * m.opt.timestep, rtol=1e-6)
    assert (batch.time[~done] < m.opt.timestep + 1e-9).all()


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_a_world_taken_out_of_a_batch_remembers_its_problem():
    batch = struck_batch("float64", "freeze")
    batch.step()
    d = batch.get_data(STRUCK[0])
    d.model.opt.flags.autoreset = False
    with pytest.raises(kn.DivergenceError, match=r"\(dof 6\): velocity"):
        kn.forward(d.model, d)
    assert [str(each) for each in pickle.loads(pickle.dumps(batch)).problems()] == [
        str(each) for each in batch.problems()
    ]
    solved = batch_of(batch.model, states(batch.model, 2), "float64")
    solved.status[1] = kn.Status.SOLVER  # as a step leaves it that has told of it
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kn.step(batch.model, solved.get_data(1))


@pytest.mark.parametrize("value", [-1, -2, -4, 2**31 - 1])
def test_a_status_that_was_written_is_no_answer_of_compiled_code(value):
    """Bits that mean nothing stay, and worlds go on."""
    m = model("everything")
    for exact in (False, True):
        batch = kn.Batch(m, 3, exact=exact, on_divergence="keep")
        batch.status = value
        batch.run("collision")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            batch.step()
            d = batch.get_data(1)
            kn.step(m, d)
        assert (batch.time > 0.0).all() and d.time > batch.time[1]


@pytest.mark.parametrize("exact", [False, True])
def test_no_force_of_another_world_is_blamed(exact):
    """What a workspace remembers of forces at the start of a step is of whichever world was there last."""
    floor = "<geom name='floor' type='plane' size='5 5 .1'/>"
    ball = "<body pos='0 0 .1'><freejoint name='root'/><geom name='ball' size='.1' mass='1'/></body>"
    m = kn.Model.from_xml_string(f"<mujoco><worldbody>{floor}{ball}</worldbody></mujoco>")
    batch = kn.Batch(m, 16, threads=1, keep=[], exact=exact)
    batch.qpos[:, 2] = 0.05
    batch.qpos[3, 2] = 100.0
    batch.step(5)
    batch.qvel[3, 0] = np.nan
    with pytest.warns(kn.SimulationWarning, match="world 3") as told:
        batch.step()
    assert "contact" not in str(told[0].message) and "constraint" not in str(told[0].message)


def test_problems_of_worlds_that_differ_hold_no_models():
    batch = kn.Batch(model("humanoid"), 600, keep=[])
    batch.expand("body_mass")[:] *= 1.1
    batch.qvel[:] = np.nan
    with pytest.warns(kn.SimulationWarning, match="600 of 600 worlds"):
        batch.step()
    assert len(batch.problems()) == 600 and len(pickle.dumps(batch)) < 3 * batch.nbytes
