"""Analytic derivatives of forces by velocity, against central differences."""

import numpy as np
import pytest
from support.differences import by_velocities, deviation
from support.systems import model, random_state

import knuckle as kn

# h² of third derivatives and rounding over h: both some 1e-10 of the largest entry
DIFFERENCES = 1e-8

MODELS = ["everything", "flight", "humanoid", "quadruped", "double_pendulum", "spinning_top"]
MEDIA = {"air": (1.2, 0.05), "dense": (80.0, 0.0), "viscous": (0.0, 2.0), "vacuum": (0.0, 0.0)}


def full(m: kn.Model, values: np.ndarray) -> np.ndarray:
    """A matrix on the pattern of D, dense."""
    matrix = np.zeros((m.nv, m.nv))
    matrix[np.repeat(np.arange(m.nv), m.D_rownnz), m.D_colind] = values
    return matrix


def prepared(name: str, medium: str) -> tuple[kn.Model, kn.Data]:
    density, viscosity = MEDIA[medium]
    m = model(name, density=density, viscosity=viscosity, wind=(0.5, -0.3, 0.2))
    d = random_state(m, 1)
    kn.forward(m, d)
    d.qDeriv[:] = np.nan
    return m, d


def smooth_force(m):
    def force(d):
        kn.fwd_velocity(m, d)
        return d.qfrc_passive - d.qfrc_bias

    return force


def passive_force(m):
    def force(d):
        kn.fwd_velocity(m, d)
        return d.qfrc_passive.copy()

    return force


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("medium", MEDIA)
def test_derivative_of_smooth_forces(name, medium):
    m, d = prepared(name, medium)
    kn.smooth_derivative(m, d)
    found = full(m, d.qDeriv)
    assert deviation(found, by_velocities(m, d, smooth_force(m))) < DIFFERENCES


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("medium", MEDIA)
def test_derivative_of_passive_forces_is_made_symmetric_but_for_lone_free_bodies(name, medium):
    m, d = prepared(name, medium)
    kn.passive_derivative(m, d)
    found = full(m, d.qDeriv)
    exact = by_velocities(m, d, passive_force(m))
    lone = np.zeros(m.nv, bool)
    for tree in range(m.ntree):
        dofs = slice(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree])
        lone[dofs] = m.tree_dofnum[tree] == 6 and m.jnt_type[m.dof_jntid[dofs.start]] == kn.JointType.FREE
    expected = np.where(lone[:, None], exact, 0.5 * (exact + exact.T))
    assert deviation(found, expected) < DIFFERENCES


@pytest.mark.parametrize("flag", ["spring", "damper"])
def test_derivative_follows_the_flags_of_passive_forces(flag):
    m, d = prepared("everything", "air")
    setattr(m.opt.flags, flag, False)
    kn.smooth_derivative(m, d)
    found = full(m, d.qDeriv)
    assert deviation(found, by_velocities(m, d, smooth_force(m))) < DIFFERENCES


@pytest.mark.parametrize("name", ["everything", "quadruped"])
def test_an_implicit_step_solves_its_equation(name):
    """(M − h D)(v' − v) = h M q̈"""
    h = 0.01
    m = model(name, integrator="implicit", timestep=h)
    d = random_state(m, 2)
    kn.forward(m, d)
    kn.smooth_derivative(m, d)
    D, M, before, force = full(m, d.qDeriv), kn.full_M(m, d), d.qvel.copy(), kn.mul_M(m, d, d.qacc)
    kn.step(m, d)
    assert deviation((M - h * D) @ (d.qvel - before) / h, force) < 1e-11  # rounding times the condition of M
