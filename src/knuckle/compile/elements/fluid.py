"""Coefficients of the ellipsoid fluid model of a geom: added mass and added inertia of its ellipsoid."""

from math import pi

import numpy as np

from knuckle.hostmath.rotation import Vector

# 15-point Gauss-Kronrod rule on [0, 1], to the eight decimals that published tables print
NODES = np.array([
    0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638, 0.29707742, 0.39610752, 0.5,
    0.60389248, 0.70292258, 0.79304362, 0.87076559, 0.93243221, 0.97455396, 0.99572769,
])  # fmt: skip
WEIGHTS = np.array([
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107,
    0.10221647, 0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
])  # fmt: skip


def fluid_coefficients(semiaxes: Vector, coefficients: tuple[float, ...]) -> tuple[float, ...]:
    """The twelve numbers of a geom: 1, the five coefficients, added mass, added inertia (for unit density).

    m_i = V κ_i / (2 − κ_i)
    I_i = V/5 (r_j² − r_k²)² (κ_k − κ_j) / (2 (r_j² − r_k²) + (r_j² + r_k²)(κ_j − κ_k))
    """
    r = semiaxes
    V = 4 / 3 * pi * r[0] * r[1] * r[2]
    kappa = [_kappa(r[i], r[(i + 1) % 3], r[(i + 2) % 3]) for i in range(3)]
    mass = [V * k / max(1e-15, 2 - k) for k in kappa]
    inertia = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        difference = r[j] ** 2 - r[k] ** 2
        denominator = 2 * difference + (r[j] ** 2 + r[k] ** 2) * (kappa[j] - kappa[k])
        if abs(denominator) < 1e-15:
            inertia.append(0.0)
        else:
            inertia.append(V / 5 * difference**2 * (kappa[k] - kappa[j]) / denominator)
    return (1.0, *coefficients, *mass, *inertia)


def _kappa(a: float, b: float, c: float) -> float:
    """κ = ∫₀^∞ abc / √((a²+λ)³ (b²+λ)(c²+λ)) dλ, with λ = s x³/(1−x)² and s the mean size that suits the integrand."""
    x = NODES
    s = (a**3 * b * c) ** 0.4
    lam = s * _cubed(x) / (1 - x) ** 2
    slope = s * x**2 * (3 - x) / _cubed(1 - x)
    integrand = a * b * c / np.sqrt(_cubed(a * a + lam) * (b * b + lam) * (c * c + lam))
    return float((WEIGHTS * slope * integrand).sum())


def _cubed(x: np.ndarray) -> np.ndarray:
    """x³ as a product, whose rounding is that of every processor."""
    return x * x * x
