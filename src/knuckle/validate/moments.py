"""Where the moments of actuators have entries: the dofs that change the length of each output."""

from collections.abc import Iterator, Mapping

import numpy as np

from knuckle.schema.enums import TrnType
from knuckle.schema.joints import DOF_WIDTH

READ = (
    *("actuator_trntype", "actuator_trnid", "jnt_type", "jnt_dofadr", "site_bodyid", "dof_parentid"),
    *("body_parentid", "body_dofadr", "body_dofnum", "ten_J_rowadr", "ten_J_rownnz", "ten_J_colind"),
)
Lists = dict[str, list]  # arrays of a model as lists, which are quicker to look things up in


def moment_pattern(m: Mapping, nv: int) -> dict[str, np.ndarray | int]:
    """nJmom, trn_rownnz, trn_rowadr, trn_colind: rows of outputs one after the other, columns ascending.

    An orientation between sites takes whole rows, as published, and leaves what is always zero for the end.
    """
    if not len(m["actuator_trntype"]):
        none = np.zeros(0, dtype=np.int64)
        return {"nJmom": 0, "trn_rownnz": none, "trn_rowadr": none, "trn_colind": none}
    lists = {name: m[name] if isinstance(m[name], list) else m[name].tolist() for name in READ}
    rows, left_over = list[list[int]](), 0
    for kind, (first, second) in zip(lists["actuator_trntype"], lists["actuator_trnid"], strict=True):
        outputs = _rows(lists, kind, first, second, nv)
        rows += outputs
        if kind == TrnType.SO3 and second >= 0:
            left_over += sum(nv - len(row) for row in outputs)
    counts = np.array([len(row) for row in rows], dtype=np.int64)
    columns = np.array([dof for row in rows for dof in row] + [0] * left_over, dtype=np.int64)
    return {
        "nJmom": len(columns),
        "trn_rownnz": counts,
        "trn_rowadr": np.cumsum(counts) - counts,
        "trn_colind": columns,
    }


def _rows(m: Lists, kind: int, first: int, second: int, nv: int) -> list[list[int]]:
    """The dofs of each output of an actuator of this kind on these objects."""
    if kind in (TrnType.JOINT, TrnType.JOINTINPARENT):
        return [_joint(m, first)]
    if kind == TrnType.TENDON:
        start = m["ten_J_rowadr"][first]
        return [m["ten_J_colind"][start : start + m["ten_J_rownnz"][first]]]
    if kind == TrnType.BODY:
        return [list(range(nv))]
    if kind == TrnType.SO3 and second < 0:
        return [[dof] for dof in _joint(m, first)]
    own, other = set(_chain(m, first)), set(_chain(m, second)) if second >= 0 else set()
    dofs = sorted(own | other if kind == TrnType.SLIDERCRANK else own ^ other)
    return [dofs] * (3 if kind == TrnType.SO3 else 1)


def _joint(m: Lists, j: int) -> list[int]:
    start = m["jnt_dofadr"][j]
    return list(range(start, start + DOF_WIDTH[m["jnt_type"][j]]))


def _chain(m: Lists, site: int) -> Iterator[int]:
    """The dofs that move a site."""
    body = m["site_bodyid"][site]
    while body > 0 and not m["body_dofnum"][body]:
        body = m["body_parentid"][body]
    dof = m["body_dofadr"][body] + m["body_dofnum"][body] - 1 if body > 0 else -1
    while dof >= 0:
        yield dof
        dof = m["dof_parentid"][dof]
