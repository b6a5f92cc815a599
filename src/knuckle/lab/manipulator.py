"""The equations of motion in the form of textbooks on manipulators.

M(q) v̇ + C(q, v) v = τ_g(q) + B u + τ_passive
"""

from typing import NamedTuple

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.functions.calls import machine
from knuckle.functions.queries import declared_queries
from knuckle.lab.faults import LabError, check_choice, check_state
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit, JointType

FORMS = ("christoffel", "passive")
FINE = 1e-6
_full_M = declared_queries()["full_M"]
_jac_body_com = declared_queries()["jac_body_com"]
_jac_dot = declared_queries()["jac_dot"]


class Manipulator(NamedTuple):
    """M, C, τ_g, B and τ_passive of a state."""

    M: np.ndarray  # nv × nv [kg, kg m²]
    C: np.ndarray  # nv × nv: C v are Coriolis and centrifugal forces
    tau_g: np.ndarray  # nv, weight [N, N m]
    B: np.ndarray  # nv × nu: ∂ qfrc_actuator / ∂ ctrl
    tau_passive: np.ndarray  # nv, springs, dampers and fluids


def manipulator(m: Model, d: Data, C: str = "christoffel") -> Manipulator:
    """The terms of M v̇ + C v = τ_g + B u + τ_passive at the present state, which stays as it is.

    C is not unique, only C v is. "christoffel": C = ½ ∂c/∂v, that of Christoffel's symbols, for hinges and slides.
    "passive": for all joints; Ṁ − 2C is skew with both.
    """
    check_choice("manipulator", "C", C, FORMS)
    check_pair(m, d)
    check_state("manipulator", d)
    if C == "christoffel":
        for j, kind in enumerate(m.jnt_type):
            if int(kind) in (int(JointType.FREE), int(JointType.BALL)):
                name = m.names("joint")[j] or j
                raise LabError(f"manipulator: C: 'christoffel' knows hinges and slides; joint {name} needs 'passive'")
    work = d.copy()
    machine().forward(m, work)
    passive = work.qfrc_passive.copy()
    matrix = christoffel(m, work) if C == "christoffel" else passive_matrix(m, work)
    return Manipulator(_full_M(m, work), matrix, -bias(m, work, 0.0 * d.qvel), actuation(m, work), passive)


def bias(m: Model, d: Data, v: np.ndarray, gravity: bool = True) -> np.ndarray:
    """c(q, v): the force that keeps v̇ = 0, with or without weight."""
    stages, flags = machine(), int(m.opt.disableflags)
    held = d.qvel.copy()
    d.qvel[:] = v
    try:
        if not gravity:
            m.opt.disableflags = flags | int(DisableBit.GRAVITY)
        stages.com_vel(m, d)
        stages.bias(m, d)
        return d.qfrc_bias.copy()
    finally:
        m.opt.disableflags = flags
        d.qvel[:] = held


def christoffel(m: Model, d: Data) -> np.ndarray:
    """½ ∂c/∂v without weight: c is quadratic in v, so that differences are exact."""
    v, columns = d.qvel.copy(), []
    for step in np.eye(m.nv):
        columns.append(0.25 * (bias(m, d, v + step, False) - bias(m, d, v - step, False)))
    bias(m, d, v)
    return np.array(columns).T.reshape(m.nv, m.nv)


def passive_matrix(m: Model, d: Data) -> np.ndarray:
    """Σ over bodies of m J_vᵀ J̇_v + J_ωᵀ (I J̇_ω + ½([ω]I − I[ω] − [Iω]) J_ω), at centres of mass in world axes."""
    machine().com_vel(m, d)
    out = np.zeros((m.nv, m.nv))
    for b in range(1, m.nbody):
        if not m.body_mass[b]:
            continue
        J_v, J_w = _jac_body_com(m, d, b)
        dot_v, dot_w = _jac_dot(m, d, d.xipos[b].copy(), b)
        axes = d.ximat[b].reshape(3, 3)
        inertia = axes @ np.diag(m.body_inertia[b]) @ axes.T
        w = J_w @ d.qvel
        turn = 0.5 * (cross(w) @ inertia - inertia @ cross(w) - cross(inertia @ w))
        out += m.body_mass[b] * J_v.T @ dot_v + J_w.T @ (inertia @ dot_w + turn @ J_w)
    return out


def cross(a: np.ndarray) -> np.ndarray:
    """[a]: the matrix of a × b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def actuation(m: Model, d: Data) -> np.ndarray:
    """∂ qfrc_actuator / ∂ ctrl, by central differences (exact but for rounding where forces are affine)."""
    columns, ctrl = [], d.ctrl.copy()
    for k in range(m.nu):
        ends = []
        for sign in (1.0, -1.0):
            d.ctrl[:] = ctrl
            d.ctrl[k] += sign * FINE
            machine().actuation(m, d)
            ends.append(d.qfrc_actuator.copy())
        columns.append((ends[0] - ends[1]) / (2 * FINE))
    d.ctrl[:] = ctrl
    return np.array(columns).T.reshape(m.nv, m.nu)
