"""The model linearised about its reference pose: M q̈ = −K q − D q̇, and whether steps of a given length keep it stable.

K and D hold springs and dampers of joints and tendons, and the gains of actuators by position and velocity.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.queries import declared_queries
from knuckle.model.model import Model
from knuckle.schema.enums import BiasType, DisableBit, Integrator, JointType

BIASES = (BiasType.AFFINE, BiasType.SO3)  # force = b₀ + b₁ length + b₂ velocity
IMPLICIT = (Integrator.IMPLICIT, Integrator.IMPLICITFAST)
SCALAR = (JointType.HINGE, JointType.SLIDE)


@dataclass(frozen=True, slots=True)
class Linear:
    """M, K, and D in two parts: what the integrator solves for implicitly, and what it does not."""

    M: np.ndarray
    K: np.ndarray
    D_implicit: np.ndarray
    D_explicit: np.ndarray
    integrator: Integrator

    def update(self, h: float) -> np.ndarray:
        """The matrix that takes (q, v) to (q, v) after one step of length h."""
        n = len(self.M)
        if self.integrator is Integrator.RK4:
            power = total = np.eye(2 * n)
            for k in range(1, 5):
                power = h / k * power @ self.flow()
                total = total + power
            return total
        # v⁺ = v − h (M + h D)⁻¹ (K q + D v),  q⁺ = q + h v⁺
        force = np.hstack([self.K, self.D_implicit + self.D_explicit])
        change = -h * np.linalg.solve(self.M + h * self.D_implicit, force)
        velocity = change + np.hstack([np.zeros((n, n)), np.eye(n)])
        return np.vstack([np.hstack([np.eye(n), np.zeros((n, n))]) + h * velocity, velocity])

    def flow(self) -> np.ndarray:
        """The matrix that gives the rates of (q, v)."""
        n = len(self.M)
        A = np.linalg.solve(self.M, np.hstack([-self.K, -self.D_implicit - self.D_explicit]))
        return np.vstack([np.hstack([np.zeros((n, n)), np.eye(n)]), A])

    def rate(self) -> float:
        """At which the fastest growing motion grows in continuous time [1/s]; negative where all decay."""
        return float(np.linalg.eigvals(self.flow()).real.max())

    def growth(self, h: float) -> tuple[float, np.ndarray]:
        """The largest growth of a motion in one step, and the positions of that motion, by dof."""
        values, vectors = np.linalg.eig(self.update(h))
        k = int(np.argmax(np.abs(values)))
        return float(np.abs(values[k])), np.abs(vectors[: len(self.M), k]) * np.sqrt(np.diag(self.M))

    def fastest(self) -> tuple[float, np.ndarray]:
        """The largest natural frequency √(M⁻¹K) [rad/s], and its motion."""
        values, vectors = np.linalg.eig(np.linalg.solve(self.M, self.K))
        k = int(np.argmax(values.real))
        return float(np.sqrt(max(values[k].real, 0.0))), np.abs(vectors[:, k]) * np.sqrt(np.diag(self.M))


def linearised(m: Model, d: Data) -> Linear:
    """`d` is the model in its reference pose."""
    K, joints, rest = (np.zeros((m.nv, m.nv)) for _ in range(3))
    joints[np.diag_indices(m.nv)] = m.dof_damping
    for j in range(m.njnt):
        start = int(m.jnt_dofadr[j])
        width = 1 if m.jnt_type[j] in SCALAR else 3 if m.jnt_type[j] == JointType.BALL else 6
        K[range(start, start + width), range(start, start + width)] = m.jnt_stiffness[j]
    _add_tendons(m, d, K, rest)
    _add_actuators(m, d, K, rest)
    integrator = Integrator(m.opt.integrator)
    all_implicit = integrator in IMPLICIT
    joints_implicit = all_implicit or (
        integrator is Integrator.EULER and not m.opt.disableflags & (DisableBit.EULERDAMP | DisableBit.DAMPER)
    )
    implicit = joints * joints_implicit + rest * all_implicit
    return Linear(declared_queries()["full_M"](m, d), K, implicit, joints + rest - implicit, integrator)


def _add_tendons(m: Model, d: Data, K: np.ndarray, D: np.ndarray) -> None:
    for t in range(m.ntendon):
        start, count = int(m.ten_J_rowadr[t]), int(m.ten_J_rownnz[t])
        columns, J = m.ten_J_colind[start : start + count], d.ten_J[start : start + count]
        K[np.ix_(columns, columns)] += m.tendon_stiffness[t] * np.outer(J, J)
        D[np.ix_(columns, columns)] += m.tendon_damping[t] * np.outer(J, J)


def _add_actuators(m: Model, d: Data, K: np.ndarray, D: np.ndarray) -> None:
    moments = moment_rows(m, d)
    for k in range(m.nactuator):
        stiffness = damping = 0.0
        if m.actuator_biastype[k] in BIASES:
            stiffness, damping = -float(m.actuator_biasprm[k, 1]), -float(m.actuator_biasprm[k, 2])
        damping += float(m.actuator_damping[k])
        first = int(m.actuator_outadr[k])
        for row in moments[first : first + int(m.actuator_outnum[k])]:
            K += stiffness * np.outer(row, row)
            D += damping * np.outer(row, row)


def moment_rows(m: Model, d: Data) -> np.ndarray:
    """The moments of all actuator forces as a dense matrix, nout by nv."""
    rows = np.zeros((m.nout, m.nv))
    for k in range(m.nout):
        start, count = int(m.trn_rowadr[k]), int(m.trn_rownnz[k])
        rows[k, m.trn_colind[start : start + count]] = d.actuator_moment[start : start + count]
    return rows
