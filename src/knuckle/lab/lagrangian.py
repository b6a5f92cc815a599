"""The equations of motion of small trees as formulas, from T − U by Euler and Lagrange."""

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from knuckle.data.data import check_model
from knuckle.errors import UnsupportedError, nearest
from knuckle.lab.faults import LabError
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.schema.enums import JointType

MOST_DOFS = 4
LARGEST = 10_000  # denominator of a fraction that is believed to be meant
FIELDS = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia", "jnt_axis", "jnt_pos")


class Lagrangian(NamedTuple):
    """M(q) q̈ + C(q, q̇) q̇ = τ_g(q), with the symbols that they are written in."""

    M: Any
    C: Any
    tau_g: Any
    q: Any
    qdot: Any
    T: Any
    U: Any


def sympy_package() -> Any:
    """SymPy, or an error that says how to get it."""
    try:
        import sympy
    except ImportError as error:
        text = "lab.lagrange needs SymPy: pip install 'knuckle[lab]'"
        raise ModuleNotFoundError(text, name=error.name) from error
    return sympy


def lagrange(m: Model, *, gravity: Any = None, **fields: Any) -> Lagrangian:
    """SymPy's M, C and τ_g of a tree of hinges and slides with up to four dofs.

    Numbers of the model become fractions where that is what they are. Fields of bodies and joints may be given as
    nested lists with symbols in the place of the model's numbers, and `gravity` as three of them:

        lab.lagrange(m, body_mass=[0, m1, m2], gravity=[0, 0, -g])
    """
    sp = sympy_package()
    check_tree(m)
    unknown = [name for name in fields if name not in FIELDS]
    if unknown:
        raise LabError(f"lagrange: no field {unknown[0]!r}{nearest(unknown[0], FIELDS)}; expected: {', '.join(FIELDS)}")
    numbers = {name: as_rows(sp, name, fields.get(name, getattr(m, name).tolist())) for name in FIELDS}
    for name, rows in numbers.items():
        check_rows(name, rows, getattr(m, name).shape)
    given = as_rows(sp, "gravity", m.opt.gravity.tolist() if gravity is None else gravity)
    check_rows("gravity", given, (3,))
    g = sp.Matrix(given)
    q = sp.Matrix(sp.symbols(f"q1:{m.nv + 1}"))
    qdot = sp.Matrix(sp.symbols(f"qdot1:{m.nv + 1}"))
    T, U = energies(sp, m, numbers, q, qdot, g)
    M = sp.hessian(T, list(qdot)).applyfunc(short) + sp.diag(*[exact(sp, x) for x in m.dof_armature.tolist()])
    C = sp.zeros(m.nv, m.nv)
    for i in range(m.nv):
        for j in range(m.nv):
            C[i, j] = short(sum(symbol(sp, M, q, i, j, k) * qdot[k] for k in range(m.nv)))
    tau_g = -sp.Matrix([short(sp.diff(U, each)) for each in q])
    return Lagrangian(M, C, tau_g, q, qdot, T, U)


def symbol(sp: Any, M: Any, q: Any, i: int, j: int, k: int) -> Any:
    """Christoffel's symbol of the first kind: ½(∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i)."""
    half = sp.Rational(1, 2)
    return half * (sp.diff(M[i, j], q[k]) + sp.diff(M[i, k], q[j]) - sp.diff(M[j, k], q[i]))


def check_tree(m: Model) -> None:
    """Raise UnsupportedError unless the model is a small tree of hinges and slides."""
    check_model(m)
    if not 0 < m.nv <= MOST_DOFS:
        raise UnsupportedError(f"lagrange: expected 1 to {MOST_DOFS} dofs, found {m.nv}")
    for j, kind in enumerate(m.jnt_type):
        if int(kind) not in (int(JointType.HINGE), int(JointType.SLIDE)):
            raise UnsupportedError(f"lagrange: joint {m.names('joint')[j] or j}: expected a hinge or a slide")


def check_rows(name: str, rows: list, shape: tuple[int, ...]) -> None:
    """Raise LabError unless a nested list has the shape of the model's own field."""
    if len(rows) != shape[0]:
        raise LabError(f"lagrange: {name}: expected {shape[0]} rows, found {len(rows)}")
    for k, row in enumerate(rows):
        found, wanted = (len(row) if isinstance(row, list) else 1), (shape[1] if len(shape) > 1 else 1)
        if found != wanted or isinstance(row, list) != (len(shape) > 1):
            raise LabError(f"lagrange: {name}: row {k}: expected {wanted} numbers, found {found}")


def as_rows(sp: Any, name: str, rows: Any) -> list:
    """Rows of exact numbers and symbols; LabError where one is neither."""
    try:
        return [
            [exact(sp, x) for x in row] if isinstance(row, list | tuple | np.ndarray) else exact(sp, row)
            for row in rows
        ]
    except (TypeError, ValueError):
        raise LabError(f"lagrange: {name}: expected rows of numbers and symbols, found {shown(rows)}") from None


def exact(sp: Any, x: Any) -> Any:
    """A number as the fraction, or root of a fraction, that it is as far as its digits tell."""
    if isinstance(x, str) or (isinstance(x, float) and not isfinite(x)):
        raise ValueError
    if not isinstance(x, float):
        return sp.sympify(x)
    for square in (False, True):
        found = sp.Rational(x * x if square else x).limit_denominator(LARGEST)
        value = sp.sqrt(found) * (1 if x >= 0 else -1) if square else found
        if abs(float(value) - x) <= 1e-14 * max(1.0, abs(x)):
            return value
    return sp.Rational(x)


def energies(sp: Any, m: Model, numbers: Mapping[str, list], q: Any, qdot: Any, g: Any) -> tuple[Any, Any]:
    """(T, U): body by body from the root; hinges add their axes to the angular velocity."""
    poses: list[tuple[Any, Any, Any]] = [(sp.zeros(3, 1), sp.eye(3), sp.zeros(3, 1))]
    T = U = sp.Integer(0)
    for b in range(1, m.nbody):
        place, axes, w = poses[int(m.body_parentid[b])]
        place = place + axes * sp.Matrix(numbers["body_pos"][b])
        axes = axes * rotation(sp, numbers["body_quat"][b])
        for j in range(int(m.body_jntadr[b]), int(m.body_jntadr[b]) + int(m.body_jntnum[b])):
            i = int(m.jnt_dofadr[j])
            if int(m.jnt_type[j]) == int(JointType.HINGE):
                w = w + axes * sp.Matrix(numbers["jnt_axis"][j]) * qdot[i]
            place, axes = moved(sp, m, numbers, j, q[i], place, axes)
        place, axes = place.applyfunc(short), axes.applyfunc(short)
        poses.append((place, axes, w))
        mass, inertia = numbers["body_mass"][b], sp.diag(*numbers["body_inertia"][b])
        centre = (place + axes * sp.Matrix(numbers["body_ipos"][b])).applyfunc(short)
        v = centre.jacobian(q) * qdot
        turn = (axes * rotation(sp, numbers["body_iquat"][b])).T * w
        T += short(sp.expand((mass * (v.T * v)[0] + (turn.T * inertia * turn)[0]) / 2))
        U += -mass * (g.T * centre)[0]
    return T, U


def short(expression: Any) -> Any:
    """An expression with the sines and cosines of sums that it has."""
    from sympy import expand
    from sympy.simplify.fu import TR8, TR10i, fu

    return expand(expression) if not expression.free_symbols else expand(TR10i(TR8(expand(fu(expression)))))


def moved(sp: Any, m: Model, numbers: Mapping[str, list], j: int, angle: Any, place: Any, axes: Any) -> tuple[Any, Any]:
    """The pose of a body after one of its joints."""
    axis = sp.Matrix(numbers["jnt_axis"][j])
    angle = angle - exact(sp, float(m.qpos0[m.jnt_qposadr[j]]))
    if int(m.jnt_type[j]) == int(JointType.SLIDE):
        return place + axes * axis * angle, axes
    anchor = sp.Matrix(numbers["jnt_pos"][j])
    K = sp.Matrix([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = sp.eye(3) + sp.sin(angle) * K + (1 - sp.cos(angle)) * K * K
    return place + axes * (anchor - turn * anchor), axes * turn


def rotation(sp: Any, quat: list) -> Any:
    """The matrix of a unit quaternion."""
    w, x, y, z = quat
    return sp.Matrix(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
