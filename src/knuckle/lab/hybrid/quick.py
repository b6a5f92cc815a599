"""The right-hand side of a phase in compiled code, but for a small system of equations."""

import numpy as np

from knuckle.functions.queries import declared_queries
from knuckle.lab.bilateral import KNOWN
from knuckle.lab.calls import Prepared, outputs
from knuckle.lab.hybrid.held import Held, HeldRows, Values
from knuckle.lab.hybrid.touches import FINE, PLANE, SLOW
from knuckle.lab.world import World
from knuckle.schema.enums import DisableBit, EqType, JointType

MOST_ROWS = 6  # of an equality
_integrate = declared_queries()["integrate_pos"]


class Quick:
    """Values at the state that is in `d`, where all that is held are contacts and the engine knows J̇v of equalities."""

    def __init__(self, world: World, held: list[Held], rows: HeldRows, alpha: float, sight: float):
        m = world.m
        self.world, self.rows, self.alpha, self.sight = world, rows, alpha, sight
        geoms = np.array([h.touch.owner[1:] for h in held], float).reshape(-1, 2)
        places = np.array([h.touch.places for h in held], float).reshape(-1, 3)
        count = np.array([len(h.touch.J) for h in held], float)
        fixed, n = MOST_ROWS * m.neq, len(held)
        self.found = outputs("lab_held", held=n, two=2 * n, fixed=fixed, **m._counts)
        given = {"geoms": geoms, "places": places, "count": count, "room": np.zeros(fixed)}
        sizes = {"held": n, "two": 2 * n, "fixed": fixed}
        self.look = Prepared("lab_held", world.shadow, world.d, **given, **sizes, **self.found)
        self.count = count.astype(int)
        self.pick = np.flatnonzero(np.arange(3) < count[:, None])
        self.straight = bool((m.geom_type[geoms.astype(int)] == PLANE).any(1).all())
        if "limits" not in world.kept:
            world.kept["limits"] = limited(world)
        self.limits = world.kept["limits"]

    def values(self) -> Values | None:
        """Accelerations, forces and guards; None where a contact that was held is not to be found."""
        d, found = self.world.d, self.found
        self.look()
        if (found["chosen"] < 0).any():
            return None
        v, ne, J = d.qvel.copy(), int(found["ne"]), self.normals_and_tangents()
        M, free, phi = found["M"].copy(), d.qacc_smooth.copy(), found["phi"].copy()
        J_E, e, drift = (found[name][:ne].copy() for name in ("J_E", "e", "drift"))
        least = min(float(found["least"]), self.least_limit(d.qpos), self.sight)
        fixed = drift + 2 * self.alpha * (J_E @ v) + self.alpha * self.alpha * e
        out = self.rows.solve(M, v, free, J_E, fixed, J, self.drift(J, v), phi)
        out.guards["impact"] = least
        return out

    def normals_and_tangents(self) -> np.ndarray:
        """The rows of all that is held."""
        rows = self.found["J"]
        return rows.reshape(rows.size // max(self.world.m.nv, 1), self.world.m.nv)[self.pick]

    def drift(self, J: np.ndarray, v: np.ndarray) -> np.ndarray:
        """J̇v: by differences along the motion, unless all stays as it is; see `drifts`."""
        d, ahead = self.world.d, []
        if not len(J) or (self.straight and float(self.found["turning"]) < SLOW) or np.abs(v).max() < SLOW:
            return np.zeros(len(J))
        q = d.qpos.copy()
        for sign in (1.0, -1.0):
            d.qpos[:] = _integrate(self.world.m, q, v, sign * FINE)
            self.look()
            there = self.normals_and_tangents() @ v
            lost = np.repeat(self.found["chosen"] < 0, self.count)
            ahead.append(np.where(lost, J @ v, there))
        d.qpos[:] = q
        return (ahead[0] - ahead[1]) / (2 * FINE)

    def least_limit(self, q: np.ndarray) -> float:
        """The least distance of a joint from the ends of its range. [m, rad]"""
        places, low, high = self.limits
        if not len(places):
            return np.inf
        return float(np.minimum(q[places] - low, high - q[places]).min(initial=np.inf))


def limited(world: World) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(place in qpos, lower, upper end) of joints with a range."""
    m = world.m
    single = np.isin(m.jnt_type, (int(JointType.HINGE), int(JointType.SLIDE)))
    counts = not int(m.opt.disableflags) & DisableBit.LIMIT
    chosen = np.flatnonzero((m.jnt_limited != 0) & single) if counts else np.zeros(0, int)
    return m.jnt_qposadr[chosen], m.jnt_range[chosen, 0], m.jnt_range[chosen, 1]


def can_be_quick(world: World, held: list[Held]) -> bool:
    """Whether all that is held are contacts, and equalities have rows whose drift is known."""
    if "drift is known" not in world.kept:
        m = world.m
        linear = (m.eq_type == int(EqType.JOINT)) & ~m.eq_data[:, 2:5].any(1)
        world.kept["drift is known"] = not world.hooks and bool((np.isin(m.eq_type, KNOWN) | linear).all())
    return world.kept["drift is known"] and all(h.touch.owner[0] == "geom" for h in held)
