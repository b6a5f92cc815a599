"""The core of the laboratory: schemes as values, problems as arrays, worlds that are moved and left as they were."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.elimination import eliminate
from knuckle.lab.table import scheme_classes

BALL = """
<mujoco><option timestep="0.01"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/>
  <body pos="0 0 .099"><freejoint/><geom name="ball" size=".1" mass="1" friction=".5"/></body>
</worldbody></mujoco>"""


@dataclass(frozen=True, repr=False)
class Hold(lab.Scheme):
    """A toy: normals that are violated stop at once, one after the other; friction does nothing."""

    gain: float = 1.0
    integrator: str = "semi"

    def solve(self, p: lab.Problem, memory: Any = None) -> lab.Solution:
        f = np.zeros(p.rows)
        for _ in range(50):
            for r in p.normals:
                f[r] = np.maximum(0.0, f[r] - self.gain * (p.J_I[r] @ lab.from_impulses(p, f).qvel_next) / p.A[r, r])
        return lab.from_impulses(p, f)


@dataclass
class Kept:
    count: int = 0
    owner: Any = field(default=None, compare=False)


@dataclass(frozen=True, repr=False)
class Counting(Hold):
    has_memory = True

    def step(self, world, memory=None):
        memory.count += 1
        return super().step(world, memory)

    def memory(self, m, d):
        return Kept()


@pytest.fixture
def ball():
    m = kn.load(BALL)
    return m, kn.Data(m)


@pytest.mark.parametrize("name", scheme_classes())
def test_a_scheme_is_a_value(name):
    scheme = scheme_classes()[name]()
    assert scheme == scheme_classes()[name]() and hash(scheme) == hash(scheme_classes()[name]())
    assert lab.from_json(scheme.to_json()) == scheme
    assert eval(repr(scheme), vars(lab)) == scheme
    with pytest.raises(AttributeError):
        scheme.anything = 1


def test_wrong_json_is_refused():
    with pytest.raises(lab.LabError, match="expected one of: Main"):
        lab.from_json('{"scheme": "Mian"}')
    with pytest.raises(lab.LabError, match="no parameter 'kapa'"):
        lab.from_json('{"scheme": "Main", "kapa": 1}')
    for text in ("", "[1]", "{}", "3"):
        with pytest.raises(lab.LabError):
            lab.from_json(text)


def test_the_scheme_of_the_engine_is_its_step(ball):
    m, d = ball
    other = d.copy()
    x = lab.forward(m, d, lab.Main())
    assert np.array_equal(d.qvel, other.qvel) and d.time == 0.0
    lab.step(m, d, lab.Main(), 7)
    kn.step(m, other)
    assert np.array_equal(x.qvel_next, other.qvel)
    kn.step(m, other, 6)
    assert np.array_equal(d.qpos, other.qpos)


def test_the_inverse_of_the_engine_finds_what_was_applied():
    m = kn.load(models.path("humanoid"))
    d = kn.Data(m)
    kn.step(m, d, 150)
    force = np.random.default_rng(0).normal(size=m.nv)
    plain = d.copy()
    d.qfrc_applied[:] = force
    after = lab.forward(m, d, lab.Main()).qvel_next
    found = lab.inverse(m, plain, lab.Main(), after).qfrc_inverse
    # Newton stops at a tolerance of 1e-8 in cost, its square root in force
    assert np.abs(found - force).max() < 1e-3


def test_a_problem_is_that_of_the_state(ball):
    m, d = ball
    d.qvel[2] = -1.0
    p = lab.problem(m, d)
    assert p.rows == 3 and list(p.kinds) == [lab.Kind.CONE, lab.Kind.TANGENT, lab.Kind.TANGENT]
    assert p.w[0] == pytest.approx(-0.001) and list(p.mu) == [0.0, 1.0, 1.0]  # friction is the larger of two
    assert p.labels == ("contact floor–ball",) * 3
    assert p.J_I[0] @ p.v == pytest.approx(-1.0) and p.A[0, 0] == pytest.approx(1.0)
    assert p.v_minus[2] == pytest.approx(-1.0 - 9.81 * 0.01)
    assert lab.problem(m, d, h=0.1).v_minus[2] == pytest.approx(-1.0 - 0.981)
    assert p.index == {"friction": slice(0, 0), "limit": slice(0, 0), "contact": slice(0, 3)}


def test_a_pyramidal_model_stays_pyramidal(ball):
    m, d = ball
    lab.problem(m, d)
    assert m.opt.cone == kn.Cone.PYRAMIDAL
    kn.forward(m, d)
    assert d.nefc == 4


@pytest.mark.parametrize(
    "change", [{"M": np.diag([1.0, -1])}, {"w": [np.nan]}, {"w": [1, 2]}, {"h": 0.0}, {"mu": [-1]}]
)
def test_a_problem_that_is_none_is_refused(change):
    good = {"M": np.eye(2), "J_I": [[1, 0]], "kinds": [lab.Kind.LIMIT], "v": [0, 0], "v_minus": [0, 0]}
    lab.Problem(**good)
    with pytest.raises(lab.LabError, match=next(iter(change))):
        lab.Problem(**good | change)
    p = lab.Problem(**good)
    name, value = next(iter(change.items()))
    setattr(p, name, np.asarray(value) if name != "h" else value)
    with pytest.raises(lab.LabError):
        lab.solve(p, Hold())


def test_a_scheme_moves_a_world_by_each_integrator(ball):
    m, d = ball
    d.qpos[2], d.qvel[2] = 1.0, 0.5
    fall = {"explicit": 0.5 * 0.01, "midpoint": 0.0, "semi": -0.5 * 0.01, "rk4": 0.0, "interleave": 0.0}
    for integrator, error in fall.items():
        e = d.copy()
        lab.step(m, e, Hold(integrator=integrator), 10)
        assert e.qpos[2] - (1.0 + 0.05 - 0.5 * 9.81 * 0.01) == pytest.approx(9.81 * 0.1 * error, abs=1e-12)
        assert e.time == pytest.approx(0.1) and e.qvel[2] == pytest.approx(0.5 - 0.981)


def test_results_are_in_data(ball):
    m, d = ball
    d.qvel[2] = -1.0
    lab.step(m, d, Hold())
    assert d.efc_force[0] == pytest.approx((1.0 + 0.0981) / 0.01) and d.qvel[2] == pytest.approx(0.0)
    trace = lab.rollout(m, d, Hold(), 3, record=("energy", "contact", "qfrc_bias"))
    assert trace.qpos.shape == (4, 7) and trace.energy.shape == (4, 2) and trace.qfrc_bias.shape == (4, 6)
    assert trace.contact[0]["impulse"][0, 0] == pytest.approx(0.0981)
    assert trace.frame(0.02)["time"] == pytest.approx(0.02)


def test_a_trace_is_kept_in_a_file(ball, tmp_path):
    m, d = ball
    trace = lab.rollout(m, d, Hold(), 3, record=("contact",))
    trace.save(tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as found:
        assert np.array_equal(found["qpos"], trace.qpos) and found["contact_count"].tolist() == [1, 1, 1]
    with pytest.raises(lab.LabError, match="qpos"):
        lab.rollout(m, d, Hold(), 1, record=("qposs",))


def test_bad_numbers_do_not_move_the_state(ball):
    m, d = ball
    before = d.qpos.copy()
    for integrator in ("semi", "rk4"):
        with pytest.raises(lab.SolverError, match=r"Hold\(gain=nan.*step 0.*first at contact floor–ball"):
            lab.step(m, d, Hold(gain=float("nan"), integrator=integrator))
        assert np.array_equal(d.qpos, before) and d.time == 0.0


def test_memories_belong_to_one_scheme_and_one_data(ball):
    m, d = ball
    scheme = Counting()
    with pytest.raises(lab.LabError, match="needs a memory"):
        lab.step(m, d, scheme)
    kept = lab.memory(m, d, scheme)
    lab.step(m, d, scheme, 3, kept)
    assert kept.count == 3
    with pytest.raises(lab.LabError, match="expected that of Counting"):
        lab.step(m, d, Counting(gain=0.5), 1, kept)
    with pytest.raises(lab.LabError, match="another Data"):
        lab.step(m, d.copy(), scheme, 1, kept)
    with pytest.raises(lab.LabError, match=r"d\.copy"):
        lab.step(m, d, Counting(gain=0.5), 1, lab.memory(m, d, Counting(gain=0.5)))


def test_what_a_scheme_cannot_do_is_said(ball):
    m, d = ball
    with pytest.raises(kn.UnsupportedError, match="no inverse"):
        lab.inverse(m, d, Hold(), np.zeros(6))
    with pytest.raises(TypeError, match="expected a scheme"):
        lab.step(m, d, "Main")
    m.opt.enableflags = kn.EnableBit.SLEEP
    assert "sleep" in lab.supports(m, Hold())[0] and lab.supports(m, lab.Main()) == ()
    with pytest.raises(kn.UnsupportedError, match="sleep"):
        lab.step(m, d, Hold())


def test_materials_are_mixed_and_checked(ball):
    m, d = ball
    both = lab.Materials(
        {"ball": lab.Material(restitution=0.8, stiffness=2.0)}, lab.Material(restitution=0.5, stiffness=2.0)
    )
    assert lab.problem(m, d, materials=both).restitution[0] == 0.5 and both.between(m, 0, 1).stiffness == 1.0
    with pytest.raises(lab.LabError, match="nearest: ball"):
        lab.problem(m, d, materials=lab.Materials({"bal": lab.Material()}))
    with pytest.raises(lab.LabError, match="restitution"):
        lab.Material(restitution=1.5)
    with pytest.raises(lab.LabError, match="mu_dynamic"):
        lab.Material(mu_static=0.3, mu_dynamic=0.4)


@pytest.mark.parametrize("seed", range(5))
def test_equalities_hold_whatever_the_impulses_are(seed):
    p = lab.random_problem(3, seed, equalities=4)
    rng = np.random.default_rng(seed)
    hard = eliminate(p)
    for _ in range(3):
        x = hard.solution(rng.normal(size=p.rows))
        assert np.abs(p.J_E @ x.qvel_next + p.e / p.h).max() < 1e-12
        assert lab.residuals(p, x).momentum < 1e-12
    assert np.abs(p.J_E @ hard.response).max() < 1e-12
    x = hard.solution(rng.normal(size=p.rows))
    errors = []
    for lam in (1e4, 1e5, 1e6):
        soft = eliminate(p, lam=lam).solution(x.impulse)
        assert np.allclose(soft.equality_impulse, lam * (-p.e / p.h - p.J_E @ soft.qvel_next), atol=1e-6)
        errors.append(np.abs(soft.qvel_next - x.qvel_next).max())
    assert np.allclose(np.diff(np.log10(errors)), -1, atol=0.01)


def test_redundant_equalities_share_the_least_impulse():
    p = lab.random_problem(2, 0, equalities=1)
    twice = p.copy(J_E=np.concatenate([p.J_E, p.J_E]), e=np.concatenate([p.e, p.e]), R_engine=[], v_engine=[])
    one, two = eliminate(p).solution(np.zeros(p.rows)), eliminate(twice).solution(np.zeros(p.rows))
    assert two.rank == 1 and np.allclose(two.equality_impulse, one.equality_impulse / 2)


FALLEN = """<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .099"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
WHOLE = ({"kappa": 1}, {"q": 10, "R_max": 100}, {"kappa": 2, "scaling": "model"}, {"imperrreduce": 1, "w_max": 1})


@pytest.mark.parametrize("given", WHOLE)
def test_whole_numbers_are_taken_as_real_ones(given):
    """In arrays of compiled code, too: those of other types were read as they lie in memory."""
    m = kn.load(FALLEN)
    found = []
    for kind in (int, float):
        d = kn.Data(m)
        lab.step(m, d, lab.Interior(**{k: v if isinstance(v, str) else kind(v) for k, v in given.items()}), 3)
        found.append(d.qvel.copy())
    np.testing.assert_array_equal(*found)


def test_more_iterations_than_can_be_counted_are_refused():
    with pytest.raises(lab.LabError, match="sweeps: expected a whole number"):
        lab.Gauss050(sweeps=10**30)


@pytest.mark.parametrize("scheme", [lab.Coulomb(), lab.Interior(), lab.Lcp()])
def test_wrong_arguments_and_forces_beyond_numbers_are_told(scheme):
    m = kn.load(FALLEN)
    d = kn.Data(m)
    for wrong in ((None, d), (d, m), (m, None)):
        with pytest.raises(TypeError, match="expected a"):
            lab.step(*wrong, scheme)
    d.qfrc_applied[:] = 1e200
    with suppress(kn.KnuckleError), np.errstate(over="ignore", invalid="ignore"):
        lab.step(m, d, scheme)
    assert np.isfinite(d.qvel).all()
    with pytest.raises(TypeError, match="residuals: expected a Solution"):
        lab.residuals(lab.problem(m, kn.Data(m)), None)
