"""Constraint rows on the `python` machine beside the reference engine, from the same positions and contacts."""

import mujoco
import numpy as np
from support.reference import both

import knuckle as kn
from knuckle.memory.capacity import capacities_of
from knuckle.schema.fields import data_fields

PYTHON = kn.machine("python")
CONTACT_INPUTS = [f.name for f in data_fields() if f.name.startswith("contact_") and f.stage == "collision"]
OUTPUTS = [f.name for f in data_fields() if f.name.startswith("efc_")]
SCRATCH = [f.name for f in data_fields() if f.name.startswith("row_")]
POSITION = ("xpos", "xquat", "xmat", "site_xpos", "site_xmat", "geom_xpos", "subtree_com", "cdof", "qLD", "qLDiagInv")
STATE = ("qpos", "qvel", "eq_active", "cvel", "cdof_dot")
NO_DOFS = 3

# fields of the rows that are made of positions, and of velocities
ROWS = ("efc_J", "efc_pos", "efc_margin", "efc_frictionloss", "efc_diagA", "efc_KBIP", "efc_D", "efc_R")
MOVING = ("efc_vel", "efc_aref")
PATTERN = ("efc_type", "efc_id", "efc_J_rownnz", "efc_J_rowadr", "efc_J_rowsuper", "efc_J_colind")


class Scene:
    """A model at a random state in the reference, with all its fields that constraint rows are made from in ours."""

    def __init__(self, xml: str, seed: int = 0, spread: float = 0.1):
        self.m, self.model = both(xml)
        self.d, self.data = kn.Data(self.m), mujoco.MjData(self.model)
        random = np.random.default_rng(seed)
        mujoco.mj_integratePos(self.model, self.data.qpos, spread * random.normal(size=self.model.nv), 1.0)
        self.data.qvel[:] = random.normal(size=self.model.nv)
        mujoco.mj_forward(self.model, self.data)
        self.take_over()

    def take_over(self) -> None:
        """Inputs from the reference; outputs that nothing has written."""
        for name in (*STATE, *POSITION):
            self.array(name)[...] = np.reshape(getattr(self.data, name), self.array(name).shape)
        n = self.data.ncon
        self.d._resize(capacities_of(self.d._arrays) | {"maxcon": max(n, len(self.d._arrays["contact_dist"]))})
        self.array("ncon")[...] = n
        for name in CONTACT_INPUTS:
            self.array(name)[:n] = getattr(self.data.contact, name.removeprefix("contact_"))
        # what the reference found out while it made the rows
        exclude = self.array("contact_exclude")[:n]
        exclude[exclude == NO_DOFS] = 0
        self.poison(OUTPUTS)

    def poison(self, names) -> None:
        """Values that nobody could mean."""
        for name in names:
            array = self.array(name)
            array[...] = np.nan if array.dtype.kind == "f" else -7

    def array(self, name: str) -> np.ndarray:
        return self.d._arrays[name]

    def make(self) -> "Scene":
        for stage in (PYTHON.make_constraint, PYTHON.reference_constraint, PYTHON.project_constraint):
            self.poison(SCRATCH)
            stage(self.m, self.d)
        return self

    def error(self, name: str) -> float:
        """Largest difference of a field from the reference over its largest value; infinite where it is not finite."""
        found, expected = getattr(self.d, name), getattr(self.data, name)
        assert found.shape == expected.shape, name
        if not found.size:
            return 0.0
        gap = np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-300)
        return float(gap) if np.isfinite(found).all() else np.inf

    def check(self) -> None:
        """Counts and patterns are equal; numbers equal to rounding, which impedances near 1 magnify by 1/(1 − d)."""
        for name in ("ne", "nf", "nl", "nefc", "nJ"):
            assert getattr(self.d, name) == getattr(self.data, name), name
        for name in PATTERN:
            assert np.array_equal(getattr(self.d, name), getattr(self.data, name)), name
        assert np.array_equal(self.d.contact_efc_address, self.data.contact.efc_address)
        assert np.array_equal(self.d.contact_exclude, self.data.contact.exclude)
        with_rows = self.data.contact.efc_address >= 0
        assert np.allclose(self.d.contact_mu[with_rows], self.data.contact.mu[with_rows], rtol=1e-13, atol=0)
        for name in (*ROWS, *MOVING):
            assert self.error(name) < 1e-11, name

    def dense_J(self) -> np.ndarray:
        """The Jacobian of ours as a whole matrix."""
        return dense(self.d, "efc_J", self.m.nv)


def dense(d: kn.Data, name: str, width: int) -> np.ndarray:
    """A sparse matrix of our rows as a whole one."""
    matrix = np.zeros((d.nefc, width))
    for r in range(d.nefc):
        start, count = getattr(d, name + "_rowadr")[r], getattr(d, name + "_rownnz")[r]
        matrix[r, getattr(d, name + "_colind")[start : start + count]] = getattr(d, name)[start : start + count]
    return matrix
