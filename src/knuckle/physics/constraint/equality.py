"""Rows of all equality constraints that are on."""

from knuckle.machine.kernel import kernel
from knuckle.physics.constraint.equality_connect import connect_drift, equality_connect
from knuckle.physics.constraint.equality_distance import equality_distance
from knuckle.physics.constraint.equality_joint import equality_joint
from knuckle.physics.constraint.equality_weld import equality_weld, weld_drift
from knuckle.schema.enums import EqType

CONNECT = int(EqType.CONNECT)
WELD = int(EqType.WELD)
JOINT = int(EqType.JOINT)
DISTANCE = int(EqType.DISTANCE)


@kernel
def equalities(m, d):
    """The rows of each equality, in the order of the model."""
    for e in range(m.neq):
        if d.eq_active[e]:
            kind = m.eq_type[e]
            if kind == CONNECT:
                equality_connect(m, d, e)
            elif kind == WELD:
                equality_weld(m, d, e)
            elif kind == JOINT:
                equality_joint(m, d, e)
            elif kind == DISTANCE:
                equality_distance(m, d, e)


@kernel
def equality_drift(m, d):
    """efc_aref −= J̇ q̇ in the rows of connects and welds."""
    r = 0
    while r < d.ne:
        e = d.efc_id[r]
        kind = m.eq_type[e]
        if kind == CONNECT:
            connect_drift(m, d, e, r)
            r += 3
        elif kind == WELD:
            weld_drift(m, d, e, r)
            r += 6
        else:
            r += 1
