"""Lessons of rigid contact with closed forms: cart and wall, brick, relaxed cart, table on four legs, facets."""

import numpy as np
import pytest

from knuckle import lab
from knuckle.lab.complementarity import lemke

G = 9.81
LIMIT, CONE, TANGENT = lab.Kind.LIMIT, lab.Kind.CONE, lab.Kind.TANGENT
HARD = (lab.Lcp(), lab.Lcp(solver="pgs"), lab.Anitescu(), lab.Anitescu("cone"), lab.Coulomb())


def cart(q: float, v: float, h: float = 0.1, u: float = 0.0, m: float = 1.0) -> lab.Problem:
    """A cart at the distance q from a wall."""
    return lab.Problem(M=[[m]], J_I=[[1]], kinds=[LIMIT], v=[v], v_minus=[v + h * u / m], h=h, w=[q])


def brick(vt: float, vn: float = 0.0, gap: float = 0.0, mu: float = 0.5, h: float = 1e-3, g: float = G) -> lab.Problem:
    """A brick of 1 kg that moves in a plane, x along the floor, y up; the second tangent is not moved by anything."""
    return lab.Problem(
        M=np.eye(2),
        J_I=[[0, 1], [1, 0], [0, 0]],
        kinds=[CONE, TANGENT, TANGENT],
        v=[vt, vn],
        v_minus=[vt, vn - g * h],
        h=h,
        mu=[0, mu, mu],
        w=[gap, 0, 0],
    )


@pytest.mark.parametrize("scheme", HARD, ids=repr)
def test_a_cart_ends_its_step_at_the_wall(scheme):
    x = lab.solve(cart(0.0, -1.0), scheme)
    assert x.force[0] == pytest.approx(10) and x.qvel_next[0] == pytest.approx(0, abs=1e-10)
    x = lab.solve(cart(0.05, -1.0), scheme)
    assert x.force[0] == pytest.approx(5) and x.qvel_next[0] == pytest.approx(-0.5)
    x = lab.solve(cart(0.0, -0.5), scheme)
    assert x.force[0] == pytest.approx(5) and x.qvel_next[0] == pytest.approx(0, abs=1e-10)
    for q in np.linspace(0, 0.3, 7):
        for v in np.linspace(-2, 2, 9):
            x, free = lab.solve(cart(q, v, u=1.5), scheme), q + 0.1 * v + 0.01 * 1.5
            assert q + 0.1 * x.qvel_next[0] == pytest.approx(max(0.0, free), abs=1e-10)
            assert x.force[0] == pytest.approx(max(0.0, -free / 0.01), abs=1e-7)


@pytest.mark.parametrize("scheme", [lab.Lcp(), lab.Lcp(edges=2), lab.Lcp(edges=8), lab.Coulomb()], ids=repr)
def test_friction_takes_at_most_its_share_from_a_brick(scheme):
    h, mu = 0.01, 0.5
    for v in (-1.0, -0.03, 0.0, 0.02, 0.049, 0.06, 2.0):
        x = lab.solve(brick(v, h=h), scheme)
        assert x.qvel_next[0] == pytest.approx(np.sign(v) * max(0.0, abs(v) - h * mu * G), abs=1e-9)
        assert x.force[0] == pytest.approx(G) and x.qvel_next[1] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("v", "push", "stop", "sigma"), [(1.0, 0.0, 0.5 * G, 1.0 - 0.005 * G), (0.03, 0.0, 3.0, 0.0)])
def test_slack_values_of_the_brick(v, push, stop, sigma):
    """β⁺ pushes along, β⁻ against; σ is the speed that is left; μf_n − Σβ the friction that is left."""
    p, h = brick(v, h=0.01), 0.01
    form, _ = lab.Lcp(edges=2).form(p)
    assert form.names == ("f0", "β0.0", "β0.1", "σ0")
    z, end, _, _ = lemke(*form.scaled)
    z *= form.unit_z
    w = form.M @ z + form.b
    assert end == 0 and z / h == pytest.approx([G, push, stop, sigma / h], abs=1e-8)
    assert w == pytest.approx([0, v - stop * h + sigma, 0, 0.5 * G * h - stop * h], abs=1e-10)


def test_the_relaxed_cart():
    """(m + hb)(v' − v)/h = u + F − bv with v' = (εv⁻ + v*)/(1 + ε), and the cart of complementarity as ε → 0."""
    m, h, b, T, q, v, u = 1.0, 0.1, 0.3, 0.2, 0.01, -1.0, 0.7
    for eps in (0.5, 1e-2, 1e-6):
        inertia = m + h * b
        before = v + h * (u - b * v) / inertia
        aim = v - 2 * h * (1 + eps) * v / T - h * (1 + eps) * q / T**2
        p = lab.Problem(M=[[inertia]], J_I=[[1]], kinds=[LIMIT], v=[v], v_minus=[before], h=h, w=[q])
        x = lab.solve(p, lab.Convex(B=2 * (1 + eps) / T, K=(1 + eps) / T**2, R=eps))
        assert x.impulse[0] == pytest.approx(max(0.0, inertia * (aim - before) / (1 + eps)), rel=1e-9)
        assert x.qvel_next[0] == pytest.approx((eps * before + aim) / (1 + eps), rel=1e-9)
    for softness in (1e-2, 1e-4, 1e-6):  # towards the cart and the wall, with the same aim
        soft = lab.solve(cart(0.05, -1.0), lab.Convex(R=softness, ref="gap"))
        assert soft.impulse[0] == pytest.approx(0.5 / (1 + softness), rel=1e-9)


def table(mu: float = 0.0) -> lab.Problem:
    """A square table of 1 kg on four legs, with dofs z, and turns about x and y."""
    corners = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]])
    J = np.column_stack([np.ones(4), corners[:, 1], -corners[:, 0]])
    v = [-G * 0.01, 0.02, 0.01]
    return lab.Problem(M=np.diag([1, 0.5, 0.5]), J_I=J, kinds=[LIMIT] * 4, v=[0] * 3, v_minus=v, h=0.01)


def test_a_table_on_four_legs_moves_in_one_way_and_stands_in_many():
    p = table()
    assert np.linalg.matrix_rank(p.A) == 3
    schemes = {"lemke": lab.Lcp(), "sweeps": lab.Lcp(solver="pgs"), "hard": lab.Anitescu("cone")}
    schemes["soft"] = lab.Convex(R=1e-9, ref="gap")
    found = {name: lab.solve(p, scheme) for name, scheme in schemes.items()}
    for x in found.values():
        assert np.abs(x.qvel_next).max() < 1e-9 and x.impulse.sum() == pytest.approx(0.01 * G)
        difference = x.impulse - found["lemke"].impulse
        assert difference == pytest.approx(difference[0] * np.array([1, -1, 1, -1]), abs=1e-9)
    assert found["lemke"].impulse.min() == 0  # Lemke: a vertex
    assert found["soft"].impulse @ [1, -1, 1, -1] == pytest.approx(0, abs=1e-7)  # R: the least norm
    # sweeps: what their order says
    order = [2, 0, 3, 1]
    other = lab.solve(p.copy(J_I=p.J_I[order]), lab.Lcp(solver="pgs")).impulse
    assert np.abs(other - found["sweeps"].impulse[order]).max() > 1e-3


def puck(v: np.ndarray, mu: float = 0.5, h: float = 1e-3) -> lab.Problem:
    """A puck of 1 kg with a velocity along the floor."""
    return lab.Problem(
        M=np.eye(3),
        J_I=np.eye(3)[[2, 0, 1]],
        kinds=[CONE, TANGENT, TANGENT],
        v=v,
        v_minus=v - [0, 0, G * h],
        h=h,
        mu=[0, mu, mu],
    )


@pytest.mark.parametrize(("edges", "left"), [(4, 0.707), (8, 0.924), (16, np.cos(np.pi / 16))])
def test_facets_lose_friction_and_direction(edges, left):
    """Between edges cos(π/k) of the friction is left; friction turns from the slip by up to π/k."""
    assert left == pytest.approx(np.cos(np.pi / edges), abs=5e-4)
    between = np.array([np.cos(np.pi / edges), np.sin(np.pi / edges), 0.0])
    held = 0.5 * G * 1e-3  # the speed that full friction stops in a step
    for share, sticks in ((np.cos(np.pi / edges) - 1e-6, True), (np.cos(np.pi / edges) + 1e-6, False)):
        speed = np.linalg.norm(lab.solve(puck(share * held * between), lab.Lcp(edges=edges)).qvel_next)
        assert (speed < 1e-12) == sticks
    assert np.linalg.norm(lab.solve(puck((1 - 1e-6) * held * between), lab.Coulomb()).qvel_next) < 1e-9
    angles = []
    for angle in np.linspace(0, 2 * np.pi / edges, 17):
        p = puck(np.array([np.cos(angle), np.sin(angle), 0.0]))
        angles.append(lab.residuals(p, lab.solve(p, lab.Lcp(edges=edges))).dissipation_angle)
        assert lab.residuals(p, lab.solve(p, lab.Coulomb())).dissipation_angle < 1e-6
    assert max(angles) <= np.pi / edges + 1e-9 and max(angles) == pytest.approx(np.pi / edges, rel=0.15)


def test_a_sliding_impact_parts_convex_models_from_coulomb():
    """L5: v = (1, −1), μ = ½ at φ = 0, for every h."""
    for h in (1e-2, 1e-4):
        p = brick(1.0, -1.0, h=h, g=0.0)
        for scheme in (lab.Anitescu(), lab.Anitescu(2), lab.Anitescu("cone"), lab.Convex(R=1e-9, ref="gap")):
            x = lab.solve(p, scheme).qvel_next
            assert x == pytest.approx([0.4, 0.2], abs=1e-7) and x[1] == pytest.approx(0.5 * x[0], abs=1e-7)
        for scheme in (lab.Lcp(), lab.Lcp(edges=2), lab.Lcp(solver="pgs"), lab.Coulomb()):
            assert lab.solve(p, scheme).qvel_next == pytest.approx([0.5, 0.0], abs=1e-8)


def run_brick(scheme: lab.Scheme, h: float, gap: float, steps: int) -> np.ndarray:
    """x, height, vx, vy over time, from 1 m/s."""
    state, out = np.array([0.0, gap, 1.0, 0.0]), []
    for _ in range(steps):
        v = lab.solve(brick(state[2], state[3], state[1], h=h), scheme).qvel_next
        state = np.array([*(state[:2] + h * v), *v])
        out.append(state)
        if abs(v[0]) < 1e-9:
            break
    return np.array(out)


@pytest.mark.parametrize(
    ("h", "distance"), [(0.01, 0.09942), (0.001, 0.10169), pytest.param(0.0001, 0.10191, marks=pytest.mark.sweep)]
)
def test_persistent_sliding_agrees_as_h_falls(h, distance):
    """L4: both models go to v²/2μg = 0.10194; Anitescu's brick slides at the height hμ‖v_t‖."""
    relaxed = run_brick(lab.Anitescu(2), h, 0.5 * h, 3000)
    assert relaxed[-1, 0] == pytest.approx(distance, abs=5e-6)
    sliding = relaxed[2:-2]
    assert sliding[:, 1] == pytest.approx(h * 0.5 * sliding[:, 2], abs=1e-9)
    exact = 1 / (2 * 0.5 * G)
    rigid = run_brick(lab.Lcp(edges=2), h, 0.0, 3000)
    assert exact == pytest.approx(0.10194, abs=5e-6)
    assert abs(rigid[-1, 0] - relaxed[-1, 0]) < 0.3 * h and abs(rigid[-1, 0] - exact) < 0.5 * h


def test_a_brick_that_is_set_sliding_is_thrown():
    """L5: v_t → (v_t − μgh)/(1 + μ²), and a flight to (μv_t/(1+μ²))²/2g = 8.15 mm, however small h."""
    top = (0.5 / 1.25) ** 2 / (2 * G)
    assert top == pytest.approx(8.15e-3, abs=5e-6)
    for h in (2e-3, 5e-4):
        path = run_brick(lab.Anitescu(2), h, 0.0, round(0.1 / h))
        assert path[0, 2] == pytest.approx((1 - 0.5 * G * h) / 1.25, abs=1e-9)
        assert path[:, 1].max() == pytest.approx(top, abs=0.5 * h * 0.5)
    assert run_brick(lab.Lcp(edges=2), 1e-3, 0.0, 50)[:, 1].max() < 1e-12


@pytest.mark.parametrize("mu", [0.3, 0.5, 1.0])
def test_coulomb_contracts_by_its_friction(mu):
    """One brick: μ²/(1 + μ²) in each iteration."""
    p, errors = brick(3.0, -1.0, mu=mu, g=0.0), []
    exact = lab.solve(p, lab.Lcp(edges=2)).qvel_next
    for count in range(1, 7):
        x = lab.solve(p, lab.Coulomb(iterations=count, accelerate=False))
        assert x.status == lab.Status.MAXITER and x.niter == count
        errors.append(np.abs(x.qvel_next - exact).max())
    assert np.divide(errors[1:], errors[:-1]) == pytest.approx(mu**2 / (1 + mu**2), rel=1e-4)
