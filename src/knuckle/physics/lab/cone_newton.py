"""The convex contact problem on plain arrays, by Newton's method on its primal cost and proximal steps on its dual.

    dual      min ½fᵀ(A + R)f + fᵀ(J v̂ − aim),   f in Ω
    proximal  the same with ½ρ‖f − f_k‖² added, solved for f_{k+1} until ρ (f_{k+1} − f_k), its velocity, is nothing
    primal    min ½(v − v̂)ᵀM(v − v̂) + Σ s(b),   b = J v − aim − ρ f_k,   s(b) = max −½fᵀD²f − fᵀb,   D² = R + ρ
    forces    f(v) = D⁻¹ Π(−D⁻¹ b), Π onto a cone whose friction is scaled by D

The primal cost is convex with a continuous slope, and bent upwards at least as M: Newton with a line search ends at the
minimum from anywhere. Rows are those of knuckle.lab.Kind, and EQUALITY, whose impulse is free.
"""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.physics.lab.cone_projection import project_on_cone
from knuckle.physics.lab.small_cholesky import factor_small, solve_small

EQUALITY, FRICTION, LIMIT, CONE, TANGENT = -1.0, 0.0, 1.0, 2.0, 3.0
SEARCHES = 40  # of the line search
FAST = 0.1  # what a proximal step should leave of an error
LEAST_SHARE = 1e-4
FLAT = 0.1  # a slope along the line that has fallen so far is good enough


@kernel
def lab_cone(m, q):
    """f and v at the solution, from the f and v that are given; `done` Newton steps, `rounds` of proximal ones.

    A Newton step that would gain less than `least` is not done, nor one after a step
    that moved no row by more than `still`.
    `left` is the largest velocity ρ |f_{k+1} − f_k| that is left.
    """
    q.done = 0
    q.rounds = 0
    q.left = 0.0
    begin(q)
    set_share(q, 1.0)
    going = True
    before = 0.0
    while going and q.rounds < q.outer:
        left = proximal_step(q)
        if left <= q.tolerance and q.share < 1.0:
            set_share(q, 1.0)
            left = proximal_step(q)
        elif left > q.tolerance and q.rounds > 1 and left > FAST * before:
            set_share(q, maximum(LEAST_SHARE, FAST * q.share))
        before = left
        q.left = left
        going = left > q.tolerance


@kernel
def begin(q):
    """f and v as they are given; no memory is left as it was."""
    for r in range(q.n):
        q.f[r] = q.start_f[r]
        q.y[r] = 0.0
        q.dy[r] = 0.0
    for i in range(q.dofs):
        q.v[i] = q.start_v[i]
        q.g[i] = 0.0
        q.p[i] = 0.0
    for k in range(6):
        q.cone_step[k, 0] = 0.0
        q.cone_slope[k, 0] = 0.0
    for k in range(5):
        q.contact_friction[0, k] = 1.0


@kernel
def set_share(q, share):
    """How much of ρ is used: less makes slow steps faster, but leaves more of the rounding errors in f."""
    q.share = share
    for r in range(q.n):
        q.root[r] = sqrt(q.R[r] + share * q.prox[r])


@kernel
def proximal_step(q):
    """The solution with the present f as centre; the largest velocity ρ |f_{k+1} − f_k|."""
    for r in range(q.n):
        q.center[r] = q.f[r]
    minimize(q)
    left = 0.0
    for r in range(q.n):
        left = maximum(left, q.share * q.prox[r] * absolute(q.f[r] - q.center[r]))
    q.rounds = q.rounds + 1
    return left


@kernel
def minimize(q):
    """Newton's method on the primal cost with the present centre."""
    rows_at(q, q.v, q.y)
    going = True
    while going and q.done < q.iterations:
        forces_at(q, 0.0)
        gradient(q)
        build(q)
        for i in range(q.dofs):
            q.p[i] = -q.g[i]
        factor_small(q.H, q.dofs)
        solve_small(q.H, q.p, q.dofs)
        slope = 0.0
        for i in range(q.dofs):
            slope = slope + q.p[i] * q.g[i]
        if -slope * q.share > q.least:
            going = walk(q, slope) > q.still
            q.done = q.done + 1
        else:
            going = False
    forces_at(q, 0.0)


@kernel
def rows_at(q, x, y):
    """y = J x."""
    for r in range(q.n):
        s = 0.0
        for i in range(q.dofs):
            s = s + q.J[r * q.dofs + i] * x[i]
        y[r] = s


@kernel
def gradient(q):
    """g = M (v − v̂) − Jᵀf."""
    n = q.dofs
    for i in range(n):
        q.p[i] = q.v[i] - q.hat[i]
    for i in range(n):
        s = 0.0
        for j in range(n):
            s = s + q.M[i * n + j] * q.p[j]
        q.g[i] = s
    for r in range(q.n):
        f = q.f[r]
        if f != 0.0:
            for i in range(n):
                q.g[i] = q.g[i] - q.J[r * n + i] * f


@kernel
def forces_at(q, alpha):
    """f of all rows at the velocity v + α p of the line."""
    r = 0
    while r < q.n:
        r = block_force(q, r, alpha)


@kernel
def block_force(q, r, alpha):
    """f of a row or contact; the row behind it. Contacts leave what they projected in cone_step."""
    if q.kind[r] < CONE:
        D = q.root[r]
        f = -moved(q, r, alpha) / (D * D)
        if q.kind[r] == LIMIT:
            f = maximum(f, 0.0)
        elif q.kind[r] == FRICTION:
            f = minimum(maximum(f, -q.bound[r]), q.bound[r])
        q.f[r] = f
        return r + 1
    end = r + 1
    while end < q.n and q.kind[end] == TANGENT:
        end += 1
    for k in range(r, end):
        q.cone_step[k - r, 0] = -moved(q, k, alpha) / q.root[k]
        if k > r:
            q.contact_friction[0, k - r - 1] = q.mu[k] * q.root[k] / q.root[r]
    project_on_cone(q, 0, end - r)
    for k in range(r, end):
        q.f[k] = q.cone_step[k - r, 0] / q.root[k]
    return end


@kernel
def moved(q, r, alpha):
    """b of a row at v + α p: J v − aim − ρ f_k."""
    return q.y[r] + alpha * q.dy[r] - q.aim[r] - q.share * q.prox[r] * q.center[r]


@kernel
def build(q):
    """H = M + Jᵀ (D⁻¹ Π' D⁻¹) J, its lower half; f must be that of v."""
    n = q.dofs
    for i in range(n * n):
        q.H[i] = q.M[i]
    r = 0
    while r < q.n:
        if q.kind[r] < CONE:
            f = q.f[r]
            D = q.root[r]
            held = q.kind[r] == EQUALITY or (q.kind[r] == LIMIT and f > 0.0)
            if held or (q.kind[r] == FRICTION and absolute(f) < q.bound[r]):
                add_outer(q, r, r, 1.0 / (D * D))
            r += 1
        else:
            r = build_contact(q, r)


@kernel
def build_contact(q, r):
    """The share of one contact; the row behind it.

    On the surface z of the cone ½zᵀQz = 0, Q = diag(−1, 1/μ_j²):  Π' = W − W Qz (Qz)ᵀW / (zᵀQWQz),  W = (1 + sQ)⁻¹,
    with s from z_n (1 − s) = the normal that was projected. Written so that nothing is divided by 1 − s.
    """
    end = block_force(q, r, 0.0)
    x = q.cone_step[0, 0]
    if x <= 0.0:
        return end
    normal = -moved(q, r, 0.0) / q.root[r]
    inside = True
    for k in range(r, end):
        if q.cone_step[k - r, 0] != -moved(q, k, 0.0) / q.root[k]:
            inside = False
    if inside:
        for k in range(r, end):
            add_outer(q, k, k, 1.0 / (q.root[k] * q.root[k]))
        return end
    e = normal / x
    bend_contact(q, r, end, x, e)
    return end


@kernel
def bend_contact(q, r, end, x, e):
    """Π' on the surface, with e = 1 − s: (σ, x u; x u, (x² + eσ) W − e u uᵀ) / (x² + eσ), u = W Q z, σ = zᵀQWQz."""
    sigma = 0.0
    for k in range(r + 1, end):
        mu = q.contact_friction[0, k - r - 1]
        z = q.cone_step[k - r, 0]
        u = z / (mu * mu + 1.0 - e)
        q.cone_slope[k - r, 0] = u
        sigma = sigma + u * z / (mu * mu)
    whole = x * x + e * sigma
    add_outer(q, r, r, sigma / (whole * q.root[r] * q.root[r]))
    for k in range(r + 1, end):
        mu = q.contact_friction[0, k - r - 1]
        u = q.cone_slope[k - r, 0]
        add_outer(q, k, r, x * u / (whole * q.root[r] * q.root[k]))
        add_outer(q, r, k, x * u / (whole * q.root[r] * q.root[k]))
        add_outer(q, k, k, mu * mu / ((mu * mu + 1.0 - e) * q.root[k] * q.root[k]))
        for j in range(r + 1, end):
            add_outer(q, k, j, -e * u * q.cone_slope[j - r, 0] / (whole * q.root[j] * q.root[k]))


@kernel
def add_outer(q, a, b, weight):
    """H += weight J_aᵀ J_b, lower half."""
    n = q.dofs
    for i in range(n):
        w = weight * q.J[a * n + i]
        if w != 0.0:
            for j in range(i + 1):
                q.H[i * n + j] = q.H[i * n + j] + w * q.J[b * n + j]


@kernel
def walk(q, slope):
    """v ← v + α p, y ← y + α J p, with α near the minimum along p; the largest change of a row's velocity."""
    n = q.dofs
    rows_at(q, q.p, q.dy)
    still = 0.0  # pᵀM(v − v̂), and its rate pᵀMp
    rate = 0.0
    for i in range(n):
        s = 0.0
        t = 0.0
        for j in range(n):
            s = s + q.M[i * n + j] * (q.v[j] - q.hat[j])
            t = t + q.M[i * n + j] * q.p[j]
        still = still + q.p[i] * s
        rate = rate + q.p[i] * t
    alpha = best_length(q, slope, still, rate)
    for i in range(n):
        q.v[i] = q.v[i] + alpha * q.p[i]
    far = 0.0
    for r in range(q.n):
        q.y[r] = q.y[r] + alpha * q.dy[r]
        far = maximum(far, absolute(alpha * q.dy[r]))
    return far


@kernel
def best_length(q, slope, still, rate):
    """α with |slope(α)| ≤ a tenth of |slope(0)|, by false position within a bracket; the slope rises with α."""
    low = 0.0
    at_low = slope
    high = 1.0
    at_high = line_slope(q, high, still, rate)
    tries = 0
    while at_high < FLAT * slope and tries < SEARCHES:
        low = high
        at_low = at_high
        high = 2.0 * high
        at_high = line_slope(q, high, still, rate)
        tries += 1
    alpha = high
    value = at_high
    while absolute(value) > -FLAT * slope and tries < SEARCHES:
        alpha = low - at_low * (high - low) / (at_high - at_low)
        if tries % 3 == 2 or not (alpha > low and alpha < high):
            alpha = 0.5 * (low + high)
        value = line_slope(q, alpha, still, rate)
        if value < 0.0:
            low = alpha
            at_low = value
        else:
            high = alpha
            at_high = value
        tries += 1
    return alpha


@kernel
def line_slope(q, alpha, still, rate):
    """The slope of the cost along p: pᵀM(v + αp − v̂) − (J p)ᵀf."""
    forces_at(q, alpha)
    s = still + alpha * rate
    for r in range(q.n):
        s = s - q.dy[r] * q.f[r]
    return s
