"""Experiments that are no simulation over time, the humanoid, and shipped tasks."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab
from knuckle.lab.experiments.humanoid import lowest, standing
from knuckle.lab.experiments.touch import OFFSETS, PAUSES, remembered, turning
from knuckle.lab.solver_figures import smoothing
from knuckle.lab.tasks import task

NAMES = (
    "free_fall",
    "oscillator",
    "ball_drop",
    "bounce",
    "spinning_ball",
    "cart_wall",
    "brick_slide",
    "incline",
    "oblique_impact",
    "four_legs",
    "box_on_table",
    "box_tilt",
    "box_box_normals",
    "four_bar",
    "driven_joint",
    "double_pendulum",
    "heavy_stand",
    "painleve_rod",
    "finger_twice",
    "feet_apart",
    "wall_push",
    "stack_10",
    "mass_ratio",
    "humanoid_drop",
    "turntable",
    "gait",
)


def only(scheme: lab.Scheme, name: str, h: float = 0.01):
    (run,) = lab.compare(None, scheme, name, h).runs
    return run


def test_all_26_experiments_are_there():
    assert sorted(lab.experiments()) == sorted(NAMES) and len(NAMES) == 26
    assert all(e.question.endswith("?") and e.explanation for e in lab.experiments().values())


def test_points_jump_where_a_patch_turns():
    """Overlaps a ≤ b: tan = 2b/a − 1, 45° where they are equal; points push along the axis of least overlap."""
    assert turning(np.array([0.15])) == pytest.approx(45.0) and turning(np.array([0.175])) == pytest.approx(
        np.degrees(np.arctan(3.0))
    )
    patch, point = only(lab.Patch(), "box_box_normals"), only(lab.Convex(), "box_box_normals")
    assert patch.verdict == "pass" and np.abs(np.diff(patch.values)).max() < 15
    apart = np.abs(OFFSETS - 0.15) > 1e-9
    assert point.values[apart] == pytest.approx(np.where(OFFSETS[apart] < 0.15, 0.0, 90.0), abs=1e-3)
    assert "overlap" in only(lab.Hybrid(), "box_box_normals").reason


def test_skin_remembers_a_finger_and_other_models_do_not():
    """Work of the second push over the first, for pauses of 0.2 T to 5 T."""
    assert remembered(PAUSES) == pytest.approx([0.0, 0.460, 0.585, 0.760, 0.957], abs=1e-3)
    skin = only(lab.Augmented(start="rest"), "finger_twice", 5e-4)
    assert skin.verdict == "pass" and skin.deviation < 0.04
    assert only(lab.Main(), "finger_twice", 2e-3).values == pytest.approx(1.0)


@pytest.mark.parametrize("scheme", [lab.Interior(), lab.Convex(), lab.Main()], ids=repr)
def test_the_inverse_knows_how_hard_feet_push(scheme):
    run = only(scheme, "feet_apart")
    assert run.verdict == "pass" and run.deviation < 1e-8, run.deviation


def test_rigid_models_do_not_know():
    run = only(lab.Lcp(), "feet_apart")
    assert run.verdict == "unsupported" and "no inverse" in run.reason
    # five sweeps do not end at the minimum that the inverse is that of
    assert only(lab.Gauss050(equality="soft", softness=0.1), "feet_apart").deviation > 1.0


def test_a_humanoid_that_falls_on_its_feet():
    m = lab.experiments()["humanoid_drop"].model()
    d = kn.Data(m)
    d.qpos[:] = standing(m, 0.05)
    kn.forward(m, d)
    assert lowest(m, d) == pytest.approx(0.05, abs=1e-12) and d.ncon == 0
    for scheme in (lab.Gauss050(mindist=0.1, clamp=True), lab.Lcp(mindist=0.03), lab.Anitescu(mindist=0.03)):
        assert only(scheme, "humanoid_drop", 0.005).verdict == "pass"
    sinks = only(lab.Compliant(stiffness=1e4, integrator="implicit"), "humanoid_drop", 0.005)
    assert sinks.deviation > only(lab.Compliant(integrator="implicit"), "humanoid_drop", 0.005).deviation


def test_a_hop_that_was_optimized_is_what_a_simulation_does():
    run = only(lab.Interior(), "gait")
    assert run.verdict == "pass" and run.deviation < 1e-8
    assert only(lab.Coulomb(), "gait").verdict == "unsupported"


def test_shipped_tasks():
    """Each has a first guess without contact that is violated; the hopper hops, and nothing unseen pushes it."""
    assert list(lab.tasks()) == ["pendulum", "hopper", "cube", "trot", "gait"] and lab.tasks()["gait"].long
    for each in lab.tasks().values():
        asked, guess = each.build(T=8)
        assert guess.shape == (8, asked.m.nq) and np.isfinite(guess).all()
    asked, guess = task("hopper").build(T=20)
    found = lab.optimize(asked, guess, continuation=task("hopper").continuation, maxiter=20, tolerance=1e-4)
    assert found.certificate["unactuated"] < 1e-2 and np.ptp(found.q[:, 0]) > 0.01
    with pytest.raises(lab.LabError, match="did you mean 'hopper'"):
        task("hoper")


def test_the_pendulum_swings_up_as_shooting_finds_it():
    """Unknown torques, forward steps of h, the same cost: to 1 %."""
    from scipy.optimize import least_squares

    asked, guess = task("pendulum").build(0.05, 30)
    found = lab.optimize(asked, guess, lab.Interior(), maxiter=60, tolerance=1e-8)
    h, T = asked.h, asked.T

    def residual(u: np.ndarray) -> np.ndarray:
        q, w, frames, speeds = 0.0, 0.0, [0.0], [0.0]
        for torque in u:
            w += h * (torque - 9.81 * np.sin(q))
            q += h * w
            frames.append(q)
            speeds.append(w)
        torques = np.append(u, 0.0)
        every = [np.array(each)[:, None] for each in (frames, speeds, torques)]
        return np.asarray(asked.residual(*every)).ravel()

    shot = least_squares(residual, found.u[:T, 0] + 0.3, x_scale="jac", ftol=1e-10)
    assert found.cost == pytest.approx(shot.cost, rel=0.01)
    assert found.q[-1, 0] == pytest.approx(np.pi, abs=0.05)


def test_larger_kappa_needs_fewer_steps_from_a_bad_start():
    found = smoothing((3.0, 0.1))
    assert found[3.0] < found[0.1]
