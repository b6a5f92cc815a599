"""The elliptic friction cone ‖(f_j / μ_j)‖ ≤ f_n, in NumPy."""

import numpy as np

ITERATIONS = 100


def project_cone(f: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """The nearest point of the cone, normal first.

    Outside of cone and polar cone it lies on the surface: f_n = ‖(t_j/μ_j)‖ and t_j = f_j μ_j² / (μ_j² + s), where s is
    the root of a monotone function.
    """
    if not (mu > 0).all():
        keep = mu > 0
        out = np.zeros_like(f)
        out[np.concatenate([[True], keep])] = project_cone(f[np.concatenate([[True], keep])], mu[keep])
        return out
    n, t = f[0], f[1:]
    if np.linalg.norm(t / mu) <= n:
        return f.copy()
    if np.linalg.norm(t * mu) <= -n:
        return np.zeros_like(f)
    if len(mu) == 0:
        return np.array([max(n, 0.0)])
    if np.ptp(mu) == 0.0:
        length, m = np.linalg.norm(t), mu[0]
        normal = (n + m * length) / (1.0 + m * m)
        return np.concatenate([[normal], m * normal * t / length])
    return _surface(n, t, mu)


def _surface(n: float, t: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Minimize ½(x−n)² + ½‖y−t‖² on x = ‖y/μ‖: y_j = t_j μ_j² / (μ_j² + s), x = n / (1 − s), s in the multiplier."""

    def parts(s: float) -> tuple[np.ndarray, float]:
        y = t * mu**2 / (mu**2 + s)
        return y, float(np.linalg.norm(y / mu))

    low, high = (0.0, 1.0) if n > 0 else (1.0, 2.0)
    if n <= 0:  # x (1 − s) = n with s > 1
        while parts(high)[1] * (1.0 - high) > n:
            high *= 2.0
    for _ in range(ITERATIONS):
        s = 0.5 * (low + high)
        _, length = parts(s)
        if length * (1.0 - s) > n:
            low = s
        else:
            high = s
    y, length = parts(0.5 * (low + high))
    return np.concatenate([[length], y])
