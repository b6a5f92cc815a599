"""The nearest point of an elliptic cone ‖(f_j / μ_j)‖ ≤ f_n."""

from knuckle.kernel import absolute, kernel, sqrt

ITERATIONS = 60
ACCURACY = 1e-15


@kernel
def project_on_cone(x, c, n):
    """cone_step ← the nearest point of the cone of contact c, with n rows.

    Outside of the cone and of its polar it lies on the surface, with t_j μ_j² / (μ_j² + s) for the friction t.
    """
    normal = x.cone_step[0, 0]
    inner = 0.0 * normal
    polar = 0.0 * normal
    for j in range(1, n):
        mu = x.contact_friction[c, j - 1]
        t = x.cone_step[j, 0]
        inner = inner + (t / mu) * (t / mu)
        polar = polar + (t * mu) * (t * mu)
    if sqrt(inner) <= normal:
        return
    if sqrt(polar) <= -normal:
        for j in range(n):
            x.cone_step[j, 0] = 0.0
        return
    s = surface_shift(x, c, n, normal, sqrt(inner), sqrt(polar))
    x.cone_step[0, 0] = scaled_length(x, c, n, s)
    for j in range(1, n):
        mu = x.contact_friction[c, j - 1]
        x.cone_step[j, 0] = x.cone_step[j, 0] * mu * mu / (mu * mu + s)


@kernel
def surface_shift(x, c, n, normal, inner, polar):
    """The root s ≥ 0 of (1 − s) ‖t μ / (μ² + s)‖ = f_n, which falls with s: closed where all frictions are equal."""
    mu = x.contact_friction[c, 0]
    equal = True
    for j in range(2, n):
        if x.contact_friction[c, j - 1] != mu:
            equal = False
    if equal:
        # (1 − s) p = f_n (μ² + s) with p = μ ‖t‖
        return (polar - normal * mu * mu) / (polar + normal)
    low = 0.0 * normal
    high = 1.0 + 0.0 * normal
    while (1.0 - high) * scaled_length(x, c, n, high) > normal:
        low = high
        high = 2.0 * high
    s = 0.5 * (low + high)
    for _ in range(ITERATIONS):
        length = scaled_length(x, c, n, s)
        value = (1.0 - s) * length - normal
        if value > 0.0:
            low = s
        else:
            high = s
        move = value / (length + (1.0 - s) * length_slope(x, c, n, s) / length)
        if absolute(move) <= ACCURACY * s:
            break
        s = s + move
        if not (s > low and s < high):
            s = 0.5 * (low + high)
    return s


@kernel
def length_slope(x, c, n, s):
    """Σ (t_j μ_j)² / (μ_j² + s)³: minus half the slope of the squared length."""
    total = 0.0 * s
    for j in range(1, n):
        mu = x.contact_friction[c, j - 1]
        wide = mu * mu + s
        y = x.cone_step[j, 0] * mu / wide
        total = total + y * y / wide
    return total


@kernel
def scaled_length(x, c, n, s):
    """‖t_j μ_j / (μ_j² + s)‖ for the friction in cone_step: the normal force at the surface."""
    square = 0.0 * s
    for j in range(1, n):
        mu = x.contact_friction[c, j - 1]
        y = x.cone_step[j, 0] * mu / (mu * mu + s)
        square = square + y * y
    return sqrt(square)
