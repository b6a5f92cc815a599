"""What may touch in a state: distances, rows and friction of contacts and of joint limits, and which is which."""

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np

from knuckle.functions.queries import declared_queries
from knuckle.lab.bilateral import row_drift
from knuckle.lab.elimination import pseudo_inverse
from knuckle.lab.materials import Materials
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.world import World, problem_of
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit, GeomType, JointType

FINE = 1e-6  # [s] of differences along the motion
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
    places: tuple[np.ndarray, np.ndarray] | None = None  # the point in the frames of both geoms
    row: int = -1  # first row of the problem, where it has one

    def same(self, others: "list[Touch]") -> "Touch | None":
        """The one of others that is this contact: of the same owner, and nearest on either geom."""
        mine = [other for other in others if other.owner == self.owner]
        if self.places is None or len(mine) < 2:
            return mine[0] if mine else None
        return min(mine, key=self._away)

    def _away(self, other: "Touch") -> float:
        assert self.places is not None and other.places is not None
        return min(float(np.linalg.norm(a - b)) for a, b in zip(self.places, other.places, strict=True))


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
    d = world.d
    p = problem_of(world.m, d, world.h) if d.nefc else free_problem(world)
    touches = [*(contacts(world, p) if p.rows else ()), *limits(world)]
    return Scene(p, touches, d.qacc_smooth.copy(), row_drift(world, p) if p.ne else np.zeros(0))


def free_problem(world: World) -> Problem:
    """The problem of a state without rows, in less time."""
    m, d, none, v = world.m, world.d, np.zeros(0), world.d.qvel.copy()
    rows = dict.fromkeys(("mu", "eta", "w", "e", "R_engine", "v_engine", "restitution"), none)
    J = np.zeros((0, m.nv))
    both = {"M": _full_M(m, d), "J_I": J, "J_E": J, "kinds": np.zeros(0, np.int32)}
    return Problem.trusted(**rows, **both, v=v, v_minus=v + world.h * d.qacc_smooth, h=world.h, tau=none, bias=none)


def contacts(world: World, p: Problem) -> list[Touch]:
    """The contacts that are in `d`."""
    d, out = world.d, []
    dims = p.dims if p.rows else p.kinds
    for c in np.flatnonzero(d.contact_efc_address >= 0):
        r = int(d.contact_efc_address[c]) - p.ne
        pair = tuple(int(g) for g in d.contact_geom[c])
        point = d.contact_pos[c]
        places = tuple((point - d.geom_xpos[g]) @ d.geom_xmat[g].reshape(3, 3) for g in pair)
        n = int(dims[r])
        e, mu = surface_numbers(world, pair) if world.materials else (None, None)
        if p.kinds[r] != Kind.CONE:
            mu = 0.0
        elif mu is None:
            mu = float(p.mu[r + 1])
        out.append(Touch(("geom", *pair), float(p.w[r]), p.J_I[r : r + n], mu, -1.0 if e is None else e, places, r))
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
    moving = any(touch.owner[0] == "geom" and not is_straight(world, touch) for touch in chosen)
    if not moving or np.abs(v).max() < SLOW:
        return [np.zeros(len(touch.J)) for touch in chosen]
    q, time = d.qpos.copy(), d.time
    rates = []
    for sign in (1.0, -1.0):
        d.qpos[:] = _integrate(world.m, q, v, sign * FINE)
        there = contacts(world, world.problem())
        rates.append([_along(touch, there, v) for touch in chosen])
    d.qpos[:], d.time = q, time
    return [(a - b) / (2 * FINE) for a, b in zip(*rates, strict=True)]


def is_straight(world: World, touch: Touch) -> bool:
    """Whether a contact is one with a plane, and neither body turns: its rows then stay as they are."""
    m, d = world.m, world.d
    geoms = list(touch.owner[1:])
    turns = np.abs(d.cvel[m.geom_bodyid[geoms], :3]).max()
    return bool(turns < SLOW) and int(GeomType.PLANE) in m.geom_type[geoms]


def _along(touch: Touch, there: list[Touch], v: np.ndarray) -> np.ndarray:
    found = touch.same(there) if touch.owner[0] == "geom" else touch
    J = touch.J if found is None else found.J
    if len(J) != len(touch.J):
        J = touch.J
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
