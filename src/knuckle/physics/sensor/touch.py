"""Touch sensors: the normal forces of contacts within a zone."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.vec3 import scale3, sub3
from knuckle.physics.constraint.contact_force import force_of_contact
from knuckle.physics.ray.geom import ray_primitive
from knuckle.physics.sensor.reading import store1


@stage_of_world
def read_touch(m, d, s):
    """Sum of the normal forces of all contacts of the site's body that push, and are felt by the site. [N]

    A contact is felt where the ray from its point along the normal, away from the body, meets the surface of the
    site: from inside of the site, or through it.
    """
    k = m.sensor_objid[s]
    b = m.site_bodyid[k]
    total = 0.0
    for c in range(d.ncon):
        first = m.geom_bodyid[d.contact_geom[c, 0]] == b
        second = m.geom_bodyid[d.contact_geom[c, 1]] == b
        if d.contact_efc_address[c] >= 0 and (first or second):
            force = force_of_contact(d, c)[0]
            if force > 0.0 and is_felt(m, d, k, c, 1.0 if first else -1.0):
                total = total + force
    store1(m, d, s, total)


@kernel
def is_felt(m, d, k, c, sign):
    """Whether the ray from contact c along ± its normal meets site k."""
    frame, R = d.contact_frame[c], d.site_xmat[k]
    p = mat_t_mul_vec(R, sub3(d.contact_pos[c], d.site_xpos[k]))
    v = mat_t_mul_vec(R, scale3((frame[0], frame[1], frame[2]), sign))
    x, _ = ray_primitive(m.site_type[k], m.site_size[k], p, v)
    return x >= 0.0
