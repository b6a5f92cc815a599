"""A contact problem of one step: inertia, constraint rows, and the velocity without constraints, in plain arrays."""

from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any

import numpy as np

from knuckle.lab.faults import LabError
from knuckle.memory.arguments import shown

SYMMETRY = 1e-10
CHOSEN = ("vmin", "v_E", "R")  # None where the scheme chooses


class Kind(IntEnum):
    """What a row of inequality constrains its impulse to."""

    FRICTION = 0  # |f| ≤ h η: dry friction of a dof or tendon
    LIMIT = 1  # f ≥ 0: a limit, or a contact without friction
    CONE = 2  # the normal of a contact with friction
    TANGENT = 3  # the rows that follow it: two tangents, then torsion, then two rolling axes


TANGENT = int(Kind.TANGENT)
KNOWN = [int(kind) for kind in Kind]


def _none() -> np.ndarray:
    return np.zeros(0)


@dataclass
class Problem:
    """One step's contact problem; all arrays may be edited by hand, and `check` is asked before each solve.

        v' = v_minus + M⁻¹ (J_Eᵀ f_E + J_Iᵀ f),   A = J_I M⁻¹ J_Iᵀ

    Rows of inequality are in the order dry friction, limits, contacts; a contact has its normal first. `mu` is the
    friction along a row of kind TANGENT, ‖(f_j / μ_j)‖ ≤ f_n; `w` the distance of a limit or normal; `e` the violation
    of an equality. `vmin`, `v_E` (aims of equalities) and `R` are None where the scheme's own rule is wanted;
    `R_engine` and `v_engine` are the regularizer and the aim of the engine's soft constraints for all rows, equalities
    first.
    """

    M: np.ndarray  # [kg, kg m²], nv × nv
    J_I: np.ndarray  # rows × nv
    kinds: np.ndarray  # Kind of each row
    v: np.ndarray  # velocity now
    v_minus: np.ndarray  # velocity after smooth forces
    h: float = 0.01  # [s]
    mu: np.ndarray = field(default_factory=_none)
    eta: np.ndarray = field(default_factory=_none)  # [N, N m]
    w: np.ndarray = field(default_factory=_none)  # [m, rad]
    J_E: np.ndarray = field(default_factory=_none)
    e: np.ndarray = field(default_factory=_none)  # [m, rad]
    vmin: np.ndarray | None = None  # [m/s, rad/s]
    v_E: np.ndarray | None = None  # [m/s, rad/s]
    R: np.ndarray | None = None  # [1/kg]
    R_engine: np.ndarray = field(default_factory=_none)
    v_engine: np.ndarray = field(default_factory=_none)
    tau: np.ndarray = field(default_factory=_none)  # passive + actuator + applied force
    bias: np.ndarray = field(default_factory=_none)
    restitution: np.ndarray = field(default_factory=_none)  # of each row; zeros unless materials say more
    labels: tuple[str, ...] = ()  # what each row of inequality belongs to, in words

    def __post_init__(self) -> None:
        self._convert(anew=True)
        nv, rows = len(self.v), len(self.kinds)
        fits = self.J_I.ndim == 1 and rows and self.J_I.size == rows * nv
        self.J_I = self.J_I.reshape(rows, nv) if fits else self.J_I if self.J_I.size else np.zeros((rows, nv))
        self.J_E = self.J_E if self.J_E.size else np.zeros((0, nv))
        for name, size in self._sizes().items():
            if not getattr(self, name).size and size:
                setattr(self, name, np.zeros(size))
        self.check()

    def _convert(self, anew: bool = False) -> None:
        """Let all arrays be arrays of numbers, and of their own where wanted; LabError where one cannot."""
        for f in fields(self):
            value, dtype = getattr(self, f.name), np.int32 if f.name == "kinds" else np.float64
            if f.name in ("h", "labels") or (value is None and f.name in CHOSEN):
                continue
            try:
                array = np.array(value, dtype=float)
            except (TypeError, ValueError, OverflowError):
                raise LabError(f"Problem: {f.name}: expected an array of numbers, found {shown(value)}") from None
            if f.name == "kinds" and not np.isin(array, KNOWN).all():
                wrong = array[~np.isin(array, KNOWN)][0]
                raise LabError(f"Problem: kinds: expected lab.Kind, {min(KNOWN)} to {max(KNOWN)}, found {wrong:g}")
            if anew or not (isinstance(value, np.ndarray) and value.dtype == dtype):
                setattr(self, f.name, array.astype(dtype))
        for name, axes in (("v", 1), ("kinds", 1), ("J_E", 2)):
            array = getattr(self, name)
            if array.ndim != axes and not (name == "J_E" and array.shape == (0,)):
                raise LabError(f"Problem: {name}: expected {axes} axes, found shape {array.shape}")

    def _sizes(self) -> dict[str, int]:
        nv, rows, ne = len(self.v), len(self.kinds), len(self.J_E)
        every = {"mu": rows, "eta": rows, "w": rows, "restitution": rows, "e": ne, "tau": nv, "bias": nv}
        return every | {"R_engine": ne + rows, "v_engine": ne + rows, "v_minus": nv}

    @property
    def nv(self) -> int:
        return len(self.v)

    @property
    def ne(self) -> int:
        """Rows of equality."""
        return len(self.J_E)

    @property
    def rows(self) -> int:
        """Rows of inequality."""
        return len(self.kinds)

    @property
    def A(self) -> np.ndarray:
        """J_I M⁻¹ J_Iᵀ. [1/kg]"""
        return self.J_I @ np.linalg.solve(self.M, self.J_I.T) if self.rows else np.zeros((0, 0))

    @property
    def normals(self) -> np.ndarray:
        """The rows whose impulse pushes: limits and normals of contacts."""
        return np.flatnonzero((self.kinds == Kind.LIMIT) | (self.kinds == Kind.CONE))

    @property
    def cones(self) -> list[slice]:
        """The rows of each contact with friction."""
        starts = np.flatnonzero(self.kinds == Kind.CONE)
        return [slice(int(r), int(r) + int(n)) for r, n in zip(starts, self.dims[starts], strict=True)]

    @property
    def dims(self) -> np.ndarray:
        """How many rows the contact has whose normal a row is; 1 for rows on their own, 0 for friction of contacts."""
        starts = np.flatnonzero(self.kinds != TANGENT)
        dims = np.zeros(self.rows, np.int32)
        dims[starts] = np.diff(starts, append=self.rows)
        return dims

    @property
    def index(self) -> dict[str, slice]:
        """Where dry friction, limits and contacts lie among the rows; contacts without friction are with the limits."""
        nf = int((self.kinds == Kind.FRICTION).sum())
        cones = np.flatnonzero(self.kinds == Kind.CONE)
        first = int(cones[0]) if len(cones) else self.rows
        return {"friction": slice(0, nf), "limit": slice(nf, first), "contact": slice(first, self.rows)}

    @classmethod
    def trusted(cls, **arrays: Any) -> "Problem":
        """A problem of complete arrays, made by the engine: neither copied nor checked."""
        p = cls.__new__(cls)
        p.__dict__.update(dict.fromkeys(CHOSEN), labels=())
        p.__dict__.update(arrays)
        return p

    def copy(self, **changes: Any) -> "Problem":
        """The same problem, with some of it changed."""
        return Problem(**{f.name: getattr(self, f.name) for f in fields(self)} | changes)

    def check(self) -> None:
        """Raise LabError where the arrays are no problem that can be solved."""
        self._convert()
        nv, rows = self.nv, self.rows
        shapes = {"M": (nv, nv), "J_I": (rows, nv), "J_E": (self.ne, nv), "v": (nv,)}
        shapes |= {name: (size,) for name, size in self._sizes().items()}
        shapes |= {name: (self.ne if name == "v_E" else rows,) for name in CHOSEN if getattr(self, name) is not None}
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise LabError(f"Problem: {name}: expected shape {shape}, found shape {array.shape}")
            if not np.isfinite(array).all():
                raise LabError(f"Problem: {name}: expected finite numbers, found {array[~np.isfinite(array)][0]:g}")
        if not is_time_step(self.h):
            raise LabError(f"Problem: h: expected a time step above 0, found {shown(self.h)}")
        self._check_meaning()

    def _check_meaning(self) -> None:
        scale = np.abs(self.M).max() if self.nv else 1.0
        if self.nv and np.abs(self.M - self.M.T).max() > SYMMETRY * scale:
            raise LabError("Problem: M: expected a symmetric matrix")
        if self.nv and not has_eigenvalues_above(SYMMETRY * scale * 1e-4, self.M):
            raise LabError("Problem: M: expected a positive definite matrix")
        tangents = self.kinds == Kind.TANGENT
        if rows_without(tangents, self.kinds):
            raise LabError("Problem: kinds: a row of kind TANGENT must follow the rows of its contact, normal first")
        for name in ("mu", "eta", "restitution"):
            if (getattr(self, name) < 0).any():
                raise LabError(f"Problem: {name}: expected no negative number, found {getattr(self, name).min():g}")
        if self.R is not None and (self.R < 0).any():
            raise LabError(f"Problem: R: expected no negative number, found {self.R.min():g}")


def has_eigenvalues_above(least: float, matrix: np.ndarray) -> bool:
    """Whether all eigenvalues of a symmetric matrix are above a number: what is beyond it has a factor then."""
    try:
        np.linalg.cholesky(matrix - least * np.eye(len(matrix)))
    except np.linalg.LinAlgError:
        return False
    return True


def is_time_step(h: Any) -> bool:
    """Whether this is a finite number above 0."""
    return isinstance(h, int | float) and not isinstance(h, bool) and 0 < h < float("inf")


def numbers_of(owner: str, name: str, value: Any, shape: tuple[int, ...], finite: bool = True) -> np.ndarray:
    """A value as an array of numbers, finite unless told; LabError where it is none, or has another shape."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise LabError(f"{owner}: {name}: expected an array of numbers, found {shown(value)}") from None
    if array.shape != shape:
        raise LabError(f"{owner}: {name}: expected shape {shape}, found shape {array.shape}")
    if finite and not np.isfinite(array).all():
        raise LabError(f"{owner}: {name}: expected finite numbers, found {array[~np.isfinite(array)][0]:g}")
    return array


def check_problem(p: Any, owner: str) -> None:
    """Raise TypeError unless this is a Problem."""
    if not isinstance(p, Problem):
        raise TypeError(f"{owner}: expected a Problem, found {shown(p)}")


def velocity_of(p: Any, qvel_next: Any) -> np.ndarray:
    """A velocity after the step of a problem, as an array; an error where it is none."""
    check_problem(p, "inverse")
    return numbers_of("inverse", "qvel_next", qvel_next, (p.nv,))


def rows_without(tangents: np.ndarray, kinds: np.ndarray) -> bool:
    """Whether a friction row of a contact stands without its normal."""
    before = np.concatenate([[-1], kinds[:-1]])
    return bool((tangents & (before != Kind.CONE) & (before != Kind.TANGENT)).any())
