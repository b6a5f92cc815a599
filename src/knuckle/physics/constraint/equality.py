"""Rows of all equality constraints that are on."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.physics.constraint.equality_connect import connect_drift, equality_connect
from knuckle.physics.constraint.equality_distance import equality_distance
from knuckle.physics.constraint.equality_joint import equality_joint
from knuckle.physics.constraint.equality_weld import equality_weld, weld_drift
from knuckle.physics.constraint.tendon import equality_tendon
from knuckle.physics.constraint.wake import equality_sleeps
from knuckle.schema.enums import EqType


@stage_of_world
def equalities(m, d):
    """The rows of each equality, in the order of the model."""
    for e in range(m.neq):
        if d.eq_active[e] and not equality_sleeps(m, d, e):
            kind = m.eq_type[e]
            if kind == EqType.CONNECT:
                equality_connect(m, d, e)
            elif kind == EqType.WELD:
                equality_weld(m, d, e)
            elif kind == EqType.JOINT:
                equality_joint(m, d, e)
            elif kind == EqType.TENDON:
                equality_tendon(m, d, e)
            elif kind == EqType.DISTANCE:
                equality_distance(m, d, e)


@kernel
def equality_drift(m, d):
    """efc_aref −= J̇ q̇ in the rows of connects and welds."""
    r = 0
    while r < d.ne:
        e = d.efc_id[r]
        kind = m.eq_type[e]
        if kind == EqType.CONNECT:
            connect_drift(m, d, e, r)
            r += 3
        elif kind == EqType.WELD:
            weld_drift(m, d, e, r)
            r += 6
        else:
            r += 1
