"""Frames attached to bodies: inertial frames, geoms and sites."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.quat import quat_mul, quat_to_mat
from knuckle.math.vec3 import add3
from knuckle.schema.enums import SameFrame


@kernel
def place_frame(d, b, same, pos, quat, k, xpos, xquat, xmat):
    """World pose of frame k, fixed at (pos, quat) in body b, into row k of xpos, xquat and xmat.

        x = x_b + R_b pos,   q = q_b quat

    `same` names what the frame shares with the body or its inertial frame: that part is copied.
    """
    if same == SameFrame.BODY:
        xpos[k] = d.xpos[b]
        xquat[k] = d.xquat[b]
        xmat[k] = d.xmat[b]
    elif same == SameFrame.INERTIA:
        xpos[k] = d.xipos[b]
        xquat[k] = d.xiquat[b]
        xmat[k] = d.ximat[b]
    else:
        R = d.xmat[b]
        xpos[k] = add3(d.xpos[b], mat_mul_vec(R, pos))
        if same == SameFrame.BODYROT:
            xquat[k] = d.xquat[b]
            xmat[k] = R
        elif same == SameFrame.INERTIAROT:
            xquat[k] = d.xiquat[b]
            xmat[k] = d.ximat[b]
        else:
            q = quat_mul(d.xquat[b], quat)
            xquat[k] = q
            xmat[k] = quat_to_mat(q)
