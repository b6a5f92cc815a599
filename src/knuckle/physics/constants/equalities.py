"""What equality constraints between bodies take from the reference pose, in which they hold."""

from knuckle.kernel import kernel
from knuckle.math.quat import quat_conjugate, quat_mul_conjugate, quat_rotate
from knuckle.math.vec3 import add3, sub3
from knuckle.schema.enums import EqType, ObjType

FROM_POSE_AT = 11  # where the numbers of a weld say that its pose is inferred


@kernel
def equality_numbers(m, d, q):
    """eq_data: the anchor in the other body, and for welds without a given pose the orientation of body 2 in body 1."""
    for e in range(m.neq):
        for k in range(12):
            q.eq_data[e, k] = m.eq_data[e, k]
        if m.eq_objtype[e] == ObjType.BODY:
            first = m.eq_obj1id[e]
            second = m.eq_obj2id[e]
            anchor = (m.eq_data[e, 0], m.eq_data[e, 1], m.eq_data[e, 2])
            if m.eq_type[e] == EqType.CONNECT:
                put_anchor(q, e, seen_from(d, second, first, anchor))
            elif m.eq_data[e, FROM_POSE_AT] != 0.0:
                put_anchor(q, e, seen_from(d, first, second, anchor))
                turn = quat_mul_conjugate(d.xquat[first], d.xquat[second])
                q.eq_data[e, 6] = turn[0]
                q.eq_data[e, 7] = turn[1]
                q.eq_data[e, 8] = turn[2]
                q.eq_data[e, 9] = turn[3]


@kernel
def put_anchor(q, e, point):
    """The anchor in the other body, the second three of the numbers of constraint e."""
    q.eq_data[e, 3] = point[0]
    q.eq_data[e, 4] = point[1]
    q.eq_data[e, 5] = point[2]


@kernel
def seen_from(d, viewer, home, point):
    """A point p of body `home` in the frame of another body: q₂⁻¹(x₁ + q₁ p − x₂)."""
    world = add3(d.xpos[home], quat_rotate(d.xquat[home], point))
    return quat_rotate(quat_conjugate(d.xquat[viewer]), sub3(world, d.xpos[viewer]))
