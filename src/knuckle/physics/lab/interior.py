"""The invertible interior-point model of 2011 on plain arrays: forward, inverse, and the inverse as it was published.

forward  min ½fᵀ(A + R)f + fᵀc + d_F(f) + Σ d_V(v_n − v_min),   v = c + A f
inverse  min ½fᵀRf + fᵀb + d_F(f),   b = v + A Nᵀ d_V'(v_n − v_min);   c = v − A f
"""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.physics.lab.barrier import (
    CONE,
    LIMIT,
    add_impulse_barrier,
    impulse_barrier,
    largest_step,
    velocity_barrier,
)
from knuckle.physics.lab.interior_blocks import pushing_impulse, solve_blocks
from knuckle.physics.solver.product import dot

LOOSE, TIGHT = 1e-3, 1e-24  # squares of the Newton decrement, relative to κ, at which a stage and the whole end
STAGE = 0.1  # κ falls by this factor from stage to stage
DENSE = 1e-14  # [J] the same for the published inverse: the step that is taken makes its square of it
ROUNDED = 1e-12  # where progress may end for rounding
SMALLEST_PIVOT = 1e-14  # relative to the diagonal
SHORT = 1e-10  # a line search that gets so short is at the end of what rounding allows


@kernel
def lab_interior_inverse(m, q):
    """f and c for given velocities: the block-diagonal minimum, or by dense Newton where `dense` is set.

    It is done `repeat` times, with one set of velocities after the other; the last is what is left.
    """
    for k in range(q.n):
        q.f[k] = 0.0
        q.v[k] = 0.0
        q.c[k] = 0.0
        q.g[k] = 0.0
        q.step[k] = 0.0
        for j in range(q.n):
            q.H[k * q.n + j] = 0.0
    q.niter = 0
    for k in range(q.repeat):
        first = (k % q.sets) * q.n
        for r in range(q.n):
            q.v[r] = q.given[first + r]
        push_of_velocities(q)
        if q.dense != 0:
            dense_inverse(q)
        else:
            solve_blocks(q, q.n, q.R, q.b, q.f, 1.0)
    for r in range(q.n):
        q.c[r] = q.v[r] - dot(q.A, r * q.n, q.f, 0, q.n)


@kernel
def pushes(q, r):
    """Whether a row is a normal or a limit."""
    return q.kind[r] == LIMIT or q.kind[r] == CONE


@kernel
def push_of_velocities(q):
    """b = v + A Nᵀ d_V'."""
    for r in range(q.n):
        q.b[r] = q.v[r]
    for k in range(q.n):
        if pushes(q, k):
            _, first, _ = velocity_barrier(q.v[k] - q.vmin[k], q.kappa[k], q.slope[k], q.elastic)
            for r in range(q.n):
                q.b[r] = q.b[r] + q.A[k * q.n + r] * first


@kernel
def dense_inverse(q):
    """Newton with the full matrix, as published: from the minimum without friction's coupling, R as the metric."""
    for r in range(q.n):
        q.f[r] = 0.0
        if pushes(q, r):
            q.f[r] = pushing_impulse(q.R[r], q.b[r], 3.0 * q.kappa[r])
    q.niter = 0
    while q.niter < 100:
        for r in range(q.n):
            q.g[r] = q.R[r] * q.f[r] + q.b[r]
            for j in range(q.n):
                q.H[r * q.n + j] = 0.0
            q.H[r * q.n + r] = q.R[r]
        add_impulse_barrier(q, 1.0)
        decrement = newton_step(q)
        t = minimum(1.0, 0.99 * largest_step(q))
        before = separable_cost(q)
        while t > SHORT:
            move_along(q, t)
            if separable_cost(q) <= before - 1e-4 * t * decrement + 1e-15 * absolute(before):
                break
            move_along(q, -t)
            t = 0.5 * t
        q.niter = q.niter + 1
        if decrement < DENSE or t <= SHORT:
            break


@kernel
def separable_cost(q):
    """½fᵀRf + fᵀb + d_F."""
    total = impulse_barrier(q, 1.0)
    for r in range(q.n):
        total = total + q.f[r] * (0.5 * q.R[r] * q.f[r] + q.b[r])
    return total


@kernel
def lab_interior_forward(m, q):
    """f and v for given c, by Newton's method with κ falling to its value; niter, and whether that sufficed.

    Where it is `warm` it begins with the given impulses and the last κ.
    """
    begin(q)
    scale = 1.0
    if q.warm != 0:
        for r in range(q.n):
            q.f[r] = q.given[r]
    else:
        for r in range(q.n):
            if pushes(q, r) and q.first_kappa > q.kappa[r] * scale:
                scale = q.first_kappa / q.kappa[r]
        start(q, scale)
    while True:
        last = not (scale > 1.0)
        converged = newton(q, scale, last)
        if last:
            q.converged = 1 if converged else 0
            break
        scale = maximum(1.0, STAGE * scale)
    velocities(q)


@kernel
def begin(q):
    """Nothing is known yet."""
    q.niter = 0
    q.converged = 0
    q.residual = 0.0
    for r in range(q.n):
        q.f[r] = 0.0
        q.v[r] = 0.0
        q.g[r] = 0.0
        q.b[r] = 0.0
        q.step[r] = 0.0
        q.metric[r] = q.R[r] + q.A[r * q.n + r]
        for j in range(q.n):
            q.H[r * q.n + j] = 0.0


@kernel
def start(q, scale):
    """Impulses as if rows did not act on each other."""
    for r in range(q.n):
        q.b[r] = q.c[r] - q.vmin[r]
    solve_blocks(q, q.n, q.metric, q.b, q.f, scale)


@kernel
def velocities(q):
    """v = c + A f."""
    for r in range(q.n):
        q.v[r] = q.c[r] + dot(q.A, r * q.n, q.f, 0, q.n)


@kernel
def newton(q, scale, last):
    """Newton's method for one κ; whether it got to its goal."""
    goal = (TIGHT if last else LOOSE) * scale * q.kappa_mean
    fine = ROUNDED * scale * q.kappa_mean
    before = 1e300
    velocities(q)
    cost = total_cost(q, scale)
    while q.niter < q.iterations:
        slopes(q, scale)
        decrement = newton_step(q)
        q.niter = q.niter + 1
        q.residual = decrement
        if decrement <= goal or (decrement <= fine and decrement > 0.25 * before):
            return True  # there, or as near as rounding lets it come
        before = decrement
        t = minimum(1.0, 0.99 * largest_step(q))
        while t > SHORT:
            move_along(q, t)
            velocities(q)
            now = total_cost(q, scale)
            if now <= cost - 1e-4 * t * decrement + 1e-14 * absolute(cost):
                cost = now
                break
            move_along(q, -t)
            t = 0.5 * t
        if t <= SHORT:
            velocities(q)
            return decrement <= fine
    return False


@kernel
def total_cost(q, scale):
    """½fᵀ(A + R)f + fᵀc + d_F + Σ d_V, with v up to date: Af = v − c."""
    total = impulse_barrier(q, scale)
    for r in range(q.n):
        total = total + 0.5 * q.f[r] * (q.v[r] + q.c[r] + q.R[r] * q.f[r])
        if pushes(q, r):
            value, _, _ = velocity_barrier(q.v[r] - q.vmin[r], scale * q.kappa[r], q.slope[r], q.elastic)
            total = total + value
    return total


@kernel
def slopes(q, scale):
    """g and H (lower triangle) of the cost."""
    n = q.n
    for r in range(n):
        q.g[r] = q.v[r] + q.R[r] * q.f[r]
        for j in range(r + 1):
            q.H[r * n + j] = q.A[r * n + j]
        q.H[r * n + r] = q.H[r * n + r] + q.R[r]
    for k in range(n):
        if pushes(q, k):
            _, first, second = velocity_barrier(q.v[k] - q.vmin[k], scale * q.kappa[k], q.slope[k], q.elastic)
            for r in range(n):
                a = q.A[k * n + r]
                q.g[r] = q.g[r] + a * first
                w = a * second
                for j in range(r + 1):
                    q.H[r * n + j] = q.H[r * n + j] + w * q.A[k * n + j]
    add_impulse_barrier(q, scale)


@kernel
def newton_step(q):
    """step = −H⁻¹g by Cholesky in place; the square of the Newton decrement gᵀH⁻¹g."""
    n = q.n
    for i in range(n):
        for j in range(i + 1):
            s = q.H[i * n + j] - dot(q.H, i * n, q.H, j * n, j)
            if i == j:
                # where rounding leaves nothing of a pivot the step is kept short
                q.H[i * n + i] = sqrt(maximum(s, SMALLEST_PIVOT * q.H[i * n + i]))
            else:
                q.H[i * n + j] = s / q.H[j * n + j]
    for i in range(n):
        q.step[i] = -(q.g[i] + dot(q.H, i * n, q.step, 0, i)) / q.H[i * n + i]
    decrement = 0.0
    for i in range(n):
        decrement = decrement + q.step[i] * q.step[i]
    for back in range(n):
        i = n - 1 - back
        s = q.step[i] / q.H[i * n + i]
        q.step[i] = s
        for j in range(i):
            q.step[j] = q.step[j] - q.H[i * n + j] * s
    return decrement


@kernel
def move_along(q, t):
    """f ← f + t step."""
    for r in range(q.n):
        q.f[r] = q.f[r] + t * q.step[r]
