"""Constraint rows in the hands of a caller: their Jacobian as a matrix, and forces at accelerations of the caller."""

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.functions.calls import machine
from knuckle.memory.records import convert
from knuckle.model.model import Model

_single = machine()
REAL = np.dtype(np.float64)


def full_J(m: Model, d: Data) -> np.ndarray:
    """The constraint Jacobian `d.efc_J` as a dense nefc × nv matrix: what MuJoCo has for a dense `opt.jacobian`."""
    check_pair(m, d)
    dense = np.zeros((d.nefc, m.nv))
    rows = np.repeat(np.arange(d.nefc), d.efc_J_rownnz)
    dense[rows, d.efc_J_colind] = d.efc_J
    return dense


def constraint_update(m: Model, d: Data, jar, *, cone_hessian: bool = False) -> float:
    """Compute the forces of constraint rows at accelerations of your own, and return their cost s(jar).

    `jar` is J a − a_ref, one number for each row: `kn.full_J(m, d) @ acc - d.efc_aref`. Writes `d.efc_force`, which is
    the slope of −s, `d.efc_state` and `d.qfrc_constraint`; with `cone_hessian` also `d.contact.H` of contacts that
    slide, the second derivative of s by the rows of the contact. Call it after `fwd_velocity`.
    """
    check_pair(m, d)
    return float(_single.constraint_update(m, d, convert(jar, REAL, (int(d.nefc),), "jar"), cone_hessian=cone_hessian))
