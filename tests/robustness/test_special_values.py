"""Values that no model should have, and needs that no machine can meet: told in words, with the data still of use."""

import warnings

import numpy as np
import pytest

import knuckle as kn

MESH = '<mesh name="t" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/>'
HFIELD = '<hfield name="h" nrow="3" ncol="3" size="2 2 .1 .1" elevation="0 1 0 1 0 1 0 1 0"/>'
SHAPES = (
    'type="sphere" size=".1"',
    'type="capsule" size=".1 .1"',
    'type="ellipsoid" size=".1 .2 .1"',
    'type="cylinder" size=".1 .1"',
    'type="box" size=".1 .1 .1"',
    'type="mesh" mesh="t"',
)
GROUNDS = ('type="plane" size="0 0 1"', 'type="hfield" hfield="h"')
REFUSED = (np.nan, np.inf)
STRANGE = (-1.0, 0.0, 1e300, 1e-300)


def crowd(ground: str = GROUNDS[0]):
    """Two of every shape, overlapping, on the ground."""
    bodies = "".join(
        f'<body pos="{0.15 * k} 0 .1"><freejoint/><geom {shape}/></body>' for k, shape in enumerate(SHAPES * 2)
    )
    m = kn.load(f"<mujoco><asset>{MESH}{HFIELD}</asset><worldbody><geom {ground}/>{bodies}</worldbody></mujoco>")
    return m, kn.Data(m)


def run(m, d, steps: int = 20) -> list[str]:
    """Steps with automatic reset, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kn.step(m, d, steps)
    return [str(w.message) for w in caught]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    "name", ["geom_size", "geom_rbound", "geom_margin", "geom_gap", "geom_friction", "geom_solref", "geom_solimp"]
)
def test_bad_numbers_in_geoms_never_pass_in_silence(ground, name):
    for value in REFUSED:
        m, d = crowd(ground)
        getattr(m, name)[1:] = value
        with pytest.raises(ValueError, match=rf"Model: {name}\[1.*\] is {value}"):
            kn.step(m, d)
        assert d.time == 0.0
    for value in STRANGE:
        m, d = crowd(ground)
        getattr(m, name)[1:] = value
        told = run(m, d)
        finite = np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all()
        assert finite or any("joint" in text and "largest force" in text for text in told), (value, told)


def test_a_divergence_is_explained_where_the_solver_ran_out_before():
    m, d = crowd()
    m.opt.flags.autoreset = False
    m.opt.solver, m.opt.iterations, m.opt.tolerance = "pgs", 50, 0.0  # no gain is too small for another iteration
    m.geom_size[1:] = 1e20
    with pytest.raises(kn.DivergenceError, match=r"^joint .*largest force then was that of the contact between geom"):
        kn.step(m, d)
    assert d.status & kn.Status.SOLVER  # what used to be told instead


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("far", [1e8, 9e9, -1e8])
def test_positions_far_away_are_simulated(ground, far):
    m, d = crowd(ground)
    d.qpos.reshape(-1, 7)[:, :2] += far
    run(m, d)
    assert np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all()


@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
@pytest.mark.parametrize("option", ["iterations", "ls_iterations", "ccd_iterations", "tolerance", "ccd_tolerance"])
def test_limits_of_zero_end_and_stay_finite(solver, option):
    m, d = crowd()
    m.opt.solver = solver
    setattr(m.opt, option, 0)
    run(m, d, 50)
    assert np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all()


def test_more_contacts_than_memory_holds_are_refused_and_the_data_goes_on(monkeypatch):
    count = 150
    bodies = '<body><joint type="slide"/><geom size=".1"/></body>' * count
    m = kn.load(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    d = kn.Data(m)
    with monkeypatch.context() as small:
        small.setattr("knuckle.memory.arguments.physical_memory", lambda: 2**23)
        with pytest.raises(MemoryError, match="this machine has"):
            kn.step(m, d)
    assert d.time == 0
    m.opt.flags.contact = False
    kn.step(m, d)
    assert d.time == m.opt.timestep and np.isfinite(d.qpos).all()
    m.opt.flags.contact = True
    kn.forward(m, d)
    assert d.ncon == count * (count - 1) // 2
