"""Where cameras and lights are in the reference pose, which the tracking modes keep."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec
from knuckle.math.vec3 import sub3
from knuckle.physics.kinematics.cameras import fixed_orientation, fixed_position


@kernel
def camera_offsets(m, d, q):
    """cam_pos0 and cam_poscom0 from the body and from the subtree's centre of mass, and cam_mat0, in world axes."""
    for c in range(m.ncam):
        b = m.cam_bodyid[c]
        x = fixed_position(d, b, m.cam_pos[c])
        q.cam_pos0[c] = sub3(x, d.xpos[b])
        q.cam_poscom0[c] = sub3(x, d.subtree_com[followed_body(b, m.cam_targetbodyid[c])])
        q.cam_mat0[c] = fixed_orientation(d, b, m.cam_quat[c])


@kernel
def light_offsets(m, d, q):
    """light_pos0 and light_poscom0 likewise, and light_dir0, in world axes."""
    for k in range(m.nlight):
        b = m.light_bodyid[k]
        x = fixed_position(d, b, m.light_pos[k])
        q.light_pos0[k] = sub3(x, d.xpos[b])
        q.light_poscom0[k] = sub3(x, d.subtree_com[followed_body(b, m.light_targetbodyid[k])])
        q.light_dir0[k] = mat_mul_vec(d.xmat[b], m.light_dir[k])


@kernel
def followed_body(b, target):
    """The body whose subtree counts: the target where there is one, else that which carries the view."""
    return target if target >= 0 else b
