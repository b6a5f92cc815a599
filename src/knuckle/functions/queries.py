"""Questions about one world: Jacobians, products with the inertia, motions, position arithmetic, distances.

They read what the position and velocity stages wrote, and return new arrays.
"""

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.functions.calls import machine
from knuckle.memory.arguments import whole_number
from knuckle.memory.records import assign
from knuckle.model.model import Model
from knuckle.model.names import find, kind_name
from knuckle.physics.query.motion import object_code
from knuckle.schema.enums import ObjType

_single = machine()

# kinds of objects whose motion can be asked for: the frame of a body, or its centre of mass
OBJECTS = {
    "body": ObjType.XBODY,
    "com": ObjType.BODY,
    "geom": ObjType.GEOM,
    "site": ObjType.SITE,
    "camera": ObjType.CAMERA,
}
# scratch fields, as a caller knows them
LABELS = {"query_dof": "vector over the dofs", "query_time": "dt", "query_distance": "distmax"}


def jac(m: Model, d: Data, point, body: str | int) -> tuple[np.ndarray, np.ndarray]:
    """(jacp, jacr), each 3 × nv, of a world point that moves with a body: ṗ = jacp q̇, ω = jacr q̇."""
    check_pair(m, d)
    _put(d, "query_point", point)
    _single.query_jac(m, d, find(m, "body", body))
    return _jacobians(d)


def jac_dot(m: Model, d: Data, point, body: str | int) -> tuple[np.ndarray, np.ndarray]:
    """Time derivatives of (jacp, jacr) of a world point that moves with a body."""
    check_pair(m, d)
    _put(d, "query_point", point)
    _single.query_jac_dot(m, d, find(m, "body", body))
    return _jacobians(d)


def jac_body(m: Model, d: Data, body: str | int) -> tuple[np.ndarray, np.ndarray]:
    """(jacp, jacr) of the origin of a body."""
    check_pair(m, d)
    _single.query_jac_body(m, d, find(m, "body", body))
    return _jacobians(d)


def jac_body_com(m: Model, d: Data, body: str | int) -> tuple[np.ndarray, np.ndarray]:
    """(jacp, jacr) of the centre of mass of a body."""
    check_pair(m, d)
    _single.query_jac_body_com(m, d, find(m, "body", body))
    return _jacobians(d)


def jac_geom(m: Model, d: Data, geom: str | int) -> tuple[np.ndarray, np.ndarray]:
    """(jacp, jacr) of the centre of a geom."""
    check_pair(m, d)
    _single.query_jac_geom(m, d, find(m, "geom", geom))
    return _jacobians(d)


def jac_site(m: Model, d: Data, site: str | int) -> tuple[np.ndarray, np.ndarray]:
    """(jacp, jacr) of the centre of a site."""
    check_pair(m, d)
    _single.query_jac_site(m, d, find(m, "site", site))
    return _jacobians(d)


def jac_subtree_com(m: Model, d: Data, body: str | int) -> np.ndarray:
    """jacp, 3 × nv, of the centre of mass of the subtree that starts at a body."""
    check_pair(m, d)
    _single.query_jac_subtree_com(m, d, find(m, "body", body))
    return d._arrays["jacp"].T.copy()


def angmom_mat(m: Model, d: Data, body: str | int) -> np.ndarray:
    """H, 3 × nv: the angular momentum of the subtree at a body about its centre of mass is H q̇. [kg m²]"""
    check_pair(m, d)
    _single.query_angmom_mat(m, d, find(m, "body", body))
    return d._arrays["jacr"].T.copy()


def apply_ft(m: Model, d: Data, force, torque, point, body: str | int) -> np.ndarray:
    """Generalized force of a force at a world point and a torque on a body. [N, N m]"""
    check_pair(m, d)
    for name, value in (("query_force", force), ("query_torque", torque), ("query_point", point)):
        _put(d, name, value)
    _single.query_apply_ft(m, d, find(m, "body", body))
    return d._arrays["query_dof"].copy()


def object_velocity(m: Model, d: Data, kind: str, key: str | int, *, local: bool = False) -> np.ndarray:
    """(angular, linear) velocity of an object, in world axes or its own. [rad/s, m/s]"""
    check_pair(m, d)
    _single.query_velocity(m, d, _object(m, kind, key, local))
    return d._arrays["query_motion"].copy()


def object_acceleration(m: Model, d: Data, kind: str, key: str | int, *, local: bool = False) -> np.ndarray:
    """(angular, linear) acceleration of an object from `cacc`, in world axes or its own. [rad/s², m/s²]"""
    check_pair(m, d)
    _single.query_acceleration(m, d, _object(m, kind, key, local))
    return d._arrays["query_motion"].copy()


def contact_force(m: Model, d: Data, contact: int) -> np.ndarray:
    """(force, torque) that the first geom of a contact exerts on the second, in the contact's frame. [N, N m]"""
    check_pair(m, d)
    index = whole_number(contact, "contact")
    if index >= d.ncon:
        raise IndexError(f"contact {index}: there are {d.ncon} contacts")
    _single.query_contact_force(m, d, index)
    return d._arrays["query_motion"].copy()


def mul_M(m: Model, d: Data, vector) -> np.ndarray:
    """M vector."""
    check_pair(m, d)
    _put(d, "query_dof", vector)
    _single.query_mul_M(m, d, 0)
    return d._arrays["query_result"].copy()


def solve_M(m: Model, d: Data, vector) -> np.ndarray:
    """M⁻¹ vector, by the factor in qLD."""
    check_pair(m, d)
    _put(d, "query_dof", vector)
    _single.query_solve_M(m, d, 0)
    return d._arrays["query_dof"].copy()


def full_M(m: Model, d: Data) -> np.ndarray:
    """The joint-space inertia as a dense nv × nv matrix."""
    check_pair(m, d)
    lower = np.zeros((m.nv, m.nv))
    lower[np.repeat(np.arange(m.nv), m.M_rownnz), m.M_colind] = d.M
    return lower + np.tril(lower, -1).T


def rne(m: Model, d: Data, *, with_acceleration: bool = False) -> np.ndarray:
    """c(q, v), or M q̈ + c(q, v) with the accelerations in qacc. [N, N m]"""
    check_pair(m, d)
    _single.query_rne(m, d, int(with_acceleration))
    return d._arrays["query_dof"].copy()


def integrate_pos(m: Model, qpos, qvel, dt: float) -> np.ndarray:
    """qpos ⊕ dt qvel: the positions after moving with a constant velocity; quaternions turn and stay unit."""
    d = Data(m)
    for name, value in (("query_qpos", qpos), ("query_dof", qvel), ("query_time", dt)):
        _put(d, name, value)
    _single.query_integrate_pos(m, d, 0)
    return d._arrays["query_qpos"].copy()


def differentiate_pos(m: Model, dt: float, qpos1, qpos2) -> np.ndarray:
    """(qpos2 ⊖ qpos1) / dt: the constant velocity that leads from one to the other in a time dt."""
    d = Data(m)
    for name, value in (("query_qpos", qpos1), ("query_target", qpos2), ("query_time", dt)):
        _put(d, name, value)
    if d._arrays["query_time"] == 0.0:
        raise ValueError(f"dt: expected a time other than zero, found {dt!r}")
    _single.query_differentiate_pos(m, d, 0)
    return d._arrays["query_dof"].copy()


def geom_distance(m: Model, d: Data, geom1: str | int, geom2: str | int, distmax: float) -> tuple[float, np.ndarray]:
    """(distance, nearest points) of two geoms; the points are 2 × 3, on geom1 and on geom2. [m]

    Negative in penetration, where the points are the deepest ones. Where the geoms are not nearer than distmax, or
    have no collider, the answer is distmax and zeros.
    """
    check_pair(m, d)
    code = find(m, "geom", geom1) * m.ngeom + find(m, "geom", geom2)
    _put(d, "query_distance", distmax)
    if np.isnan(d._arrays["query_distance"]):
        raise ValueError(f"distmax: expected a distance, found {distmax!r}")
    _single.query_geom_distance(m, d, code)
    return float(d._arrays["query_distance"]), d._arrays["query_segment"].reshape(2, 3).copy()


def _put(d: Data, name: str, value) -> None:
    assign(d._arrays[name], value, LABELS.get(name, name.removeprefix("query_")))


def _jacobians(d: Data) -> tuple[np.ndarray, np.ndarray]:
    return d._arrays["jacp"].T.copy(), d._arrays["jacr"].T.copy()


def _object(m: Model, kind: str, key: str | int, local: bool) -> int:
    if not isinstance(kind, str) or kind not in OBJECTS:
        raise KeyError(f"unknown kind of object {kind!r}; expected one of: {', '.join(OBJECTS)}")
    index = find(m, "body" if kind == "com" else kind_name(kind), key)
    return object_code(int(OBJECTS[kind]), index, bool(local))
