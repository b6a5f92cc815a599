"""Where the moments of actuators have entries: the dofs that change the length of each output."""

from collections.abc import Iterator, Mapping

import numpy as np

from knuckle.schema.enums import JointType, TrnType
from knuckle.schema.joints import DOF_WIDTH


def moment_pattern(m: Mapping, nv: int) -> dict[str, np.ndarray | int]:
    """nJmom, trn_rownnz, trn_rowadr, trn_colind: rows of outputs one after the other, columns ascending.

    An orientation between sites takes whole rows, as published, and leaves what is always zero for the end.
    """
    rows = [row for k in range(len(m["actuator_trntype"])) for row in _rows(m, k, nv)]
    counts = np.array([len(row) for row in rows], dtype=np.int64)
    total = int(counts.sum())
    for k in np.flatnonzero(np.asarray(m["actuator_trntype"]) == TrnType.SO3).tolist():
        if m["actuator_trnid"][k][1] >= 0:
            total += sum(nv - len(row) for row in _rows(m, k, nv))
    columns = np.zeros(total, dtype=np.int64)
    columns[: counts.sum()] = [dof for row in rows for dof in row]
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])) if len(counts) else counts
    return {"nJmom": total, "trn_rownnz": counts, "trn_rowadr": starts, "trn_colind": columns}


def _rows(m: Mapping, k: int, nv: int) -> list[list[int]]:
    """The dofs of each output of actuator k."""
    kind, (first, second) = m["actuator_trntype"][k], (int(number) for number in m["actuator_trnid"][k])
    if kind in (TrnType.JOINT, TrnType.JOINTINPARENT):
        return [_joint(m, first)]
    if kind == TrnType.TENDON:
        start = int(m["ten_J_rowadr"][first])
        return [[int(dof) for dof in m["ten_J_colind"][start : start + int(m["ten_J_rownnz"][first])]]]
    if kind == TrnType.BODY:
        return [list(range(nv))]
    if kind == TrnType.SO3 and second < 0:
        return [[dof] for dof in _joint(m, first)]
    own, other = set(_chain(m, first)), set(_chain(m, second)) if second >= 0 else set()
    dofs = sorted(own | other if kind == TrnType.SLIDERCRANK else own ^ other)
    return [dofs] * (3 if kind == TrnType.SO3 else 1)


def _joint(m: Mapping, j: int) -> list[int]:
    start = int(m["jnt_dofadr"][j])
    return list(range(start, start + DOF_WIDTH[JointType(int(m["jnt_type"][j]))]))


def _chain(m: Mapping, site: int) -> Iterator[int]:
    """The dofs that move a site."""
    body = int(m["site_bodyid"][site])
    while body > 0 and not m["body_dofnum"][body]:
        body = int(m["body_parentid"][body])
    dof = int(m["body_dofadr"][body]) + int(m["body_dofnum"][body]) - 1 if body > 0 else -1
    while dof >= 0:
        yield dof
        dof = int(m["dof_parentid"][dof])
