"""Poses of cameras and lights, in the five ways they follow bodies."""

from knuckle.kernel import kernel, stage
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.quat import quat_mul, quat_to_mat
from knuckle.math.vec3 import add3, cross3, sub3, unit3
from knuckle.schema.enums import CamLight


@stage
def camera_light(m, d):
    """cam_xpos, cam_xmat, light_xpos and light_xdir; needs kinematics and subtree_com."""
    for c in range(m.ncam):
        mode = effective_mode(m.cam_mode[c], m.cam_targetbodyid[c])
        b = m.cam_bodyid[c]
        d.cam_xpos[c] = followed_position(d, b, mode, m.cam_pos[c], m.cam_pos0[c], m.cam_poscom0[c])
        if mode == CamLight.FIXED:
            d.cam_xmat[c] = fixed_orientation(d, b, m.cam_quat[c])
        elif mode in (CamLight.TRACK, CamLight.TRACKCOM):
            d.cam_xmat[c] = m.cam_mat0[c]
        else:
            d.cam_xmat[c] = look_at(d.cam_xpos[c], target(d, mode, m.cam_targetbodyid[c]))
    for k in range(m.nlight):
        mode = effective_mode(m.light_mode[k], m.light_targetbodyid[k])
        b = m.light_bodyid[k]
        d.light_xpos[k] = followed_position(d, b, mode, m.light_pos[k], m.light_pos0[k], m.light_poscom0[k])
        if mode == CamLight.FIXED:
            d.light_xdir[k] = unit3(mat_mul_vec(d.xmat[b], m.light_dir[k]))
        elif mode in (CamLight.TRACK, CamLight.TRACKCOM):
            d.light_xdir[k] = unit3(m.light_dir0[k])
        else:
            d.light_xdir[k] = unit3(sub3(target(d, mode, m.light_targetbodyid[k]), d.light_xpos[k]))


@kernel
def effective_mode(mode, target_body):
    """A mode that targets a body, but names none, is fixed; so is a number that is no mode."""
    if mode in (CamLight.TRACK, CamLight.TRACKCOM):
        return mode
    if mode in (CamLight.TARGETBODY, CamLight.TARGETBODYCOM) and target_body >= 0:
        return mode
    return CamLight.FIXED


@kernel
def followed_position(d, b, mode, pos, pos0, poscom0):
    """Fixed in body b, or at a constant world offset from its origin or from its subtree's centre of mass."""
    if mode == CamLight.TRACK:
        return add3(d.xpos[b], pos0)
    elif mode == CamLight.TRACKCOM:
        return add3(d.subtree_com[b], poscom0)
    else:
        return fixed_position(d, b, pos)


@kernel
def fixed_position(d, b, pos):
    """A position in body b."""
    return add3(d.xpos[b], mat_mul_vec(d.xmat[b], pos))


@kernel
def fixed_orientation(d, b, quat):
    """An orientation in body b, as a matrix."""
    return quat_to_mat(quat_mul(d.xquat[b], quat))


@kernel
def target(d, mode, b):
    """What is looked at: the body's origin, or its subtree's centre of mass."""
    if mode == CamLight.TARGETBODY:
        return d.xpos[b]
    else:
        return d.subtree_com[b]


@kernel
def look_at(eye, point):
    """The orientation that looks from eye to point along −z, with x horizontal.

    z ∝ eye − point,   x ∝ up × z,   y = z × x
    """
    z = unit3(sub3(eye, point))
    x = unit3(cross3((0.0, 0.0, 1.0), z))
    y = unit3(cross3(z, x))
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
