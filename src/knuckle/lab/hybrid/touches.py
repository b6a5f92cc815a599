"""What may touch in a state: distances, rows and friction of contacts and of joint limits, and which is which."""

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np

from knuckle.functions.constraint_rows import full_J
from knuckle.functions.queries import declared_queries
from knuckle.lab.bilateral import row_drift
from knuckle.lab.elimination import pseudo_inverse
from knuckle.lab.materials import Materials
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.world import KINDS, World, mark_tangents
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit, GeomType, JointType

FINE = 1e-6  # [s] of differences along the motion
PLANE, CONE = int(GeomType.PLANE), int(Kind.CONE)
SLOW = 1e-8  # [m/s, rad/s] below this J̇v, which grows with the square of speed, is nothing
_integrate = declared_queries()["integrate_pos"]
_surfaces: "WeakKeyDictionary[Materials, WeakKeyDictionary[Model, dict]]" = WeakKeyDictionary()
_full_M = declared_queries()["full_M"]


@dataclass
class Touch:
    """A contact or a limit: `J` has its normal first, then two tangents where there is friction."""

    owner: tuple  # ("geom", g1, g2) or ("joint", j, side)
    phi: float  # distance [m, rad]
    J: np.ndarray
    mu: float = 0.0
    restitution: float = 0.0
    places: np.ndarray | None = None  # the point in the frames of both geoms
    row: int = -1  # first row of the problem, where it has one


def matches(wanted: list[Touch], others: list[Touch]) -> "list[Touch | None]":
    """For each touch the one of others that is the same: of the same owner, and nearest on either geom."""
    found: list[Touch | None] = []
    known: dict[tuple, tuple[list[Touch], np.ndarray]] = {}
    for touch in wanted:
        if touch.owner not in known:
            mine = [other for other in others if other.owner == touch.owner]
            known[touch.owner] = mine, np.array([other.places for other in mine] if len(mine) > 1 else [])
        mine, places = known[touch.owner]
        if len(mine) > 1 and touch.places is not None:
            away = touch.places - places
            nearest = int(np.einsum("nki,nki->nk", away, away).min(1).argmin())
            found.append(mine[nearest])
        else:
            found.append(mine[0] if mine else None)
    return found


@dataclass
class Scene:
    """A state, observed: inertia, the smooth acceleration, equalities and touches."""

    p: Problem
    touches: list[Touch]
    free: np.ndarray  # acceleration without constraint forces
    fixed_drift: np.ndarray  # Ḣv of equalities
    _held: dict = field(default_factory=dict)

    def v(self, touch: Touch) -> np.ndarray:
        """Velocities along the rows of a touch. [m/s]"""
        return touch.J @ self.p.v

    def inverse_inertia(self) -> tuple[np.ndarray, np.ndarray]:
        """(M_E⁻¹, and the map from aims of equalities to accelerations M⁻¹J_Eᵀ A_E⁺)."""
        if "inverse" not in self._held:
            p = self.p
            inverse = np.linalg.inv(p.M) if p.nv else p.M
            response = inverse @ p.J_E.T
            pseudo, _ = pseudo_inverse(p.J_E @ response)
            lift = response @ pseudo
            self._held["inverse"] = inverse - lift @ response.T, lift
        return self._held["inverse"]


def look(world: World) -> Scene:
    """Observe the state that is in `d`."""
    world.observe()
    d, p = world.d, plain_problem(world)
    touches = [*(contacts(world, p) if p.rows else ()), *limits(world)]
    return Scene(p, touches, d.qacc_smooth.copy(), row_drift(world, p) if p.ne else np.zeros(0))


def plain_problem(world: World) -> Problem:
    """The problem of the rows that are in `d`, without what belongs to a soft step: in less time than `problem_of`."""
    m, d, none, v = world.m, world.d, np.zeros(0), world.d.qvel.copy()
    ne, rows = d.ne, d.nefc - d.ne
    kinds, mu, distance, J = np.zeros(0, np.int32), none, none, np.zeros((0, m.nv))
    if ne + rows:
        J, distance = full_J(m, d), d.efc_pos.copy()
        kinds, mu = KINDS[d.efc_type[ne:]], np.zeros(rows)
        mark_tangents(d, ne, kinds, mu)
    known = {"M": _full_M(m, d), "J_E": J[:ne], "J_I": J[ne:], "kinds": kinds, "mu": mu}
    known |= {"e": distance[:ne], "w": distance[ne:], "v": v, "v_minus": v + world.h * d.qacc_smooth, "h": world.h}
    return Problem.trusted(**dict.fromkeys(("eta", "R_engine", "v_engine", "tau", "bias", "restitution"), none) | known)


def contacts(world: World, p: Problem) -> list[Touch]:
    """The contacts that are in `d`."""
    d, out = world.d, []
    chosen = np.flatnonzero(d.contact_efc_address >= 0)
    if not len(chosen):
        return []
    rows, geoms = d.contact_efc_address[chosen] - p.ne, d.contact_geom[chosen]
    away = d.contact_pos[chosen, None] - d.geom_xpos[geoms]
    places = np.einsum("nki,nkij->nkj", away, d.geom_xmat[geoms].reshape(-1, 2, 3, 3))
    cones, dims, told = p.kinds[rows] == CONE, p.dims[rows].tolist(), bool(world.materials)
    friction = np.where(cones, p.mu[np.minimum(rows + 1, p.rows - 1)], 0.0).tolist()
    for k, (r, pair) in enumerate(zip(rows.tolist(), geoms.tolist(), strict=True)):
        e, mu = surface_numbers(world, tuple(pair)) if told else (None, None)
        mu = friction[k] if mu is None or not cones[k] else mu
        phi, J = float(p.w[r]), p.J_I[r : r + dims[k]]
        out.append(Touch(("geom", *pair), phi, J, mu, -1.0 if e is None else e, places[k], r))
    return out


def surface_numbers(world: World, pair: tuple[int, ...]) -> tuple[float | None, float | None]:
    """(restitution, friction) that materials say about two geoms; looked up once."""
    known = _surfaces.setdefault(world.materials, WeakKeyDictionary()).setdefault(world.m, {})
    if pair not in known:
        world.materials.check(world.m)
        material = world.materials.between(world.m, pair[0], pair[1])
        mu = material.mu_static if material.mu_dynamic is None else material.mu_dynamic
        known[pair] = material.restitution, mu
    return known[pair]


def limits(world: World) -> list[Touch]:
    """Both ends of the range of each joint."""
    m, d = world.m, world.d
    out: list[Touch] = []
    if int(m.opt.disableflags) & DisableBit.LIMIT:
        return out
    for j in np.flatnonzero(m.jnt_limited):
        if m.jnt_type[j] not in (int(JointType.HINGE), int(JointType.SLIDE)):
            continue
        q, dof = float(d.qpos[m.jnt_qposadr[j]]), int(m.jnt_dofadr[j])
        for side, sign in ((0, 1.0), (1, -1.0)):
            J = np.zeros((1, m.nv))
            J[0, dof] = sign
            out.append(Touch(("joint", int(j), side), sign * (q - float(m.jnt_range[j, side])), J, 0.0, -1.0))
    return out


def drifts(world: World, scene: Scene, chosen: list[Touch]) -> list[np.ndarray]:
    """J̇v of the rows of chosen touches: by differences along the motion, so that points may wander on surfaces."""
    v, d = scene.p.v, world.d
    moving = not all_straight(world, [touch.owner[1:] for touch in chosen if touch.owner[0] == "geom"])
    if not moving or np.abs(v).max() < SLOW:
        return [np.zeros(len(touch.J)) for touch in chosen]
    q, time = d.qpos.copy(), d.time
    rates = []
    for sign in (1.0, -1.0):
        d.qpos[:] = _integrate(world.m, q, v, sign * FINE)
        world.observe()
        there = contacts(world, plain_problem(world))
        rates.append([_along(touch, found, v) for touch, found in zip(chosen, matches(chosen, there), strict=True)])
    d.qpos[:], d.time = q, time
    return [(a - b) / (2 * FINE) for a, b in zip(*rates, strict=True)]


def all_straight(world: World, pairs: list[tuple]) -> bool:
    """Whether all contacts are with planes, and no body of theirs turns: their rows then stay as they are."""
    if not pairs:
        return True
    m, d, geoms = world.m, world.d, np.array(pairs)
    turns = np.abs(d.cvel[m.geom_bodyid[geoms], :3]).max()
    return bool(turns < SLOW) and bool((m.geom_type[geoms] == PLANE).any(1).all())


def _along(touch: Touch, found: Touch | None, v: np.ndarray) -> np.ndarray:
    J = touch.J if found is None or len(found.J) != len(touch.J) else found.J
    return J @ v


def top_speed(world: World) -> float:
    """A bound on the speed of any point of a geom. [m/s]"""
    m, d = world.m, world.d
    if not m.ngeom:
        return 0.0
    b = m.geom_bodyid
    spin, slide = d.cvel[b, :3], d.cvel[b, 3:]
    at = d.geom_xpos - d.subtree_com[m.body_rootid[b]]
    size = np.where(m.body_treeid[b] >= 0, m.geom_rbound, 0.0)
    speeds = np.linalg.norm(slide + np.cross(spin, at), axis=1) + np.linalg.norm(spin, axis=1) * size
    return float(speeds.max())
