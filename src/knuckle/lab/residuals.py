"""How well impulses and velocities satisfy the laws of contact: the same yardstick for every solver."""

from dataclasses import asdict, dataclass

import numpy as np

from knuckle.lab.cones import project_cone
from knuckle.lab.faults import LabError
from knuckle.lab.problem import Kind, Problem, check_problem, numbers_of
from knuckle.lab.solution import Solution
from knuckle.memory.arguments import shown

SLIDING = 1e-9  # [m/s] below this speed a contact counts as sticking


@dataclass(frozen=True)
class Residuals:
    """Each is zero where the law holds; units in brackets."""

    cone: float  # how far impulses are outside of their cones and bounds [N s]
    penetration: float  # how far velocities along normals are below those that keep surfaces apart [m/s]
    complementarity: float  # |f_n (v_n − v_min)|, in units of m (g h)²
    dissipation_angle: float  # between sliding friction and the direction against the slip [rad]
    natural_map: float  # ‖f − Π(f − ρ (v − v_ref + R f))‖: zero at the optimum of the convex problem [N s]
    equality: float  # ‖J_E v' − v_E*‖ with v_E* = −e / h unless it is given [m/s]
    energy: float  # change of kinetic energy by the impulses [J]; negative is lost
    momentum: float  # ‖M (v' − v) − h (τ − c) − Jᵀf‖ [N s]

    def as_dict(self) -> dict[str, float]:
        """The numbers by name."""
        return asdict(self)


def residuals(
    p: Problem,
    x: Solution,
    *,
    R: np.ndarray | float = 0.0,
    v_ref: np.ndarray | None = None,
    vmin: np.ndarray | None = None,
    v_equality: np.ndarray | None = None,
) -> Residuals:
    """The residuals of a solution.

    Velocities that keep surfaces apart are `vmin`, else the problem's own, else −w/h. The natural map is that of the
    convex problem with regularizer `R` and aim `v_ref` (as vmin unless given).
    """
    check_problem(p, "residuals")
    if not isinstance(x, Solution):
        raise TypeError(f"residuals: expected a Solution, found {shown(x)}")
    found = x.qvel_next.shape, x.impulse.shape, x.equality_impulse.shape
    if found != ((p.nv,), (p.rows,), (p.ne,)):
        raise LabError(f"residuals: expected a solution of this problem, with {p.rows} rows, found {found[1]} of them")
    bound = minimal_velocities(p) if vmin is None else numbers_of("residuals", "vmin", vmin, (p.rows,))
    aim = bound if v_ref is None else numbers_of("residuals", "v_ref", v_ref, (p.rows,))
    soft = numbers_of("residuals", "R", R, (p.rows,) if np.ndim(R) else ())
    v, f, n = p.J_I @ x.qvel_next, x.impulse, p.normals
    weight = 1.0 / np.maximum(np.diag(p.A)[n], 1e-300) if len(n) else np.zeros(0)
    unit = weight * (9.81 * p.h) * (9.81 * p.h)
    equality = -p.e / p.h if v_equality is None else numbers_of("residuals", "v_equality", v_equality, (p.ne,))
    return Residuals(
        cone=cone_violation(p, f),
        penetration=float(np.max(bound[n] - v[n], initial=0.0)),
        complementarity=float(np.max(np.abs(f[n] * (v[n] - bound[n])) / unit, initial=0.0)),
        dissipation_angle=max((slip_angle(f[c], v[c], p.mu[c]) for c in p.cones), default=0.0),
        natural_map=natural_map(p, f, v - aim + soft * f),
        equality=float(np.linalg.norm(p.J_E @ x.qvel_next - equality)),
        energy=float(0.5 * (x.qvel_next @ p.M @ x.qvel_next - p.v_minus @ p.M @ p.v_minus)),
        momentum=float(np.linalg.norm(p.M @ (x.qvel_next - p.v_minus) - p.J_I.T @ f - p.J_E.T @ x.equality_impulse)),
    )


def minimal_velocities(p: Problem) -> np.ndarray:
    """−w / h along normals and limits, 0 along friction: surfaces do not meet before the end of the step."""
    if p.vmin is not None:
        return p.vmin
    pushes = (p.kinds == Kind.LIMIT) | (p.kinds == Kind.CONE)
    return np.where(pushes, -p.w / p.h, 0.0)


def cone_violation(p: Problem, f: np.ndarray) -> float:
    """How far impulses are outside of what they may be."""
    worst = 0.0
    dry = p.kinds == Kind.FRICTION
    worst = max(worst, float(np.max(np.abs(f[dry]) - p.h * p.eta[dry], initial=0.0)))
    worst = max(worst, float(np.max(-f[p.normals], initial=0.0)))
    for c in p.cones:
        scaled = np.divide(f[c][1:], p.mu[c][1:], out=np.where(f[c][1:] == 0, 0.0, np.inf), where=p.mu[c][1:] > 0)
        worst = max(worst, float((np.linalg.norm(scaled) - f[c][0]) * p.mu[c][1:].max(initial=0.0)))
    return worst


def slip_angle(f: np.ndarray, v: np.ndarray, mu: np.ndarray) -> float:
    """The angle between the friction of one contact and that of greatest dissipation, where it slides."""
    slip = -(mu[1:3] ** 2) * v[1:3]
    speed, push = np.linalg.norm(v[1:3]), np.linalg.norm(f[1:3])
    if len(f) < 3 or speed < SLIDING or push < 1e-12 * max(1.0, abs(f[0])):
        return 0.0
    cosine = f[1:3] @ slip / (push * np.linalg.norm(slip))
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def natural_map(p: Problem, f: np.ndarray, slope: np.ndarray) -> float:
    """‖f − Π(f − ρ slope)‖ with ρ the inverse of the largest inverse inertia."""
    if not p.rows:
        return 0.0
    A = p.A
    if not (np.isfinite(A).all() and np.isfinite(slope).all()):
        return float("inf")
    rho = 1.0 / max(float(np.linalg.norm(A, 2)), 1e-300)
    return float(np.linalg.norm(f - project(p, f - rho * slope)))


def project(p: Problem, f: np.ndarray) -> np.ndarray:
    """The nearest impulses that keep bounds and cones."""
    out = f.copy()
    dry = p.kinds == Kind.FRICTION
    out[dry] = np.clip(f[dry], -p.h * p.eta[dry], p.h * p.eta[dry])
    single = p.kinds == Kind.LIMIT
    out[single] = np.maximum(f[single], 0.0)
    for c in p.cones:
        out[c] = project_cone(f[c], p.mu[c][1:])
    return out
