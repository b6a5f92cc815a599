"""Lengths and Jacobians of tendons.

A fixed tendon is a sum over joints, a spatial one a path through sites and around geoms. Where some path has a geom,
its shape differs from world to world, and lanes take paths world by world.
"""

from knuckle.kernel import kernel, per_world, real_of, stage
from knuckle.physics.tendon.path import around_geoms, put_object, through_sites
from knuckle.schema.enums import TendonType, WrapType


@stage
def tendon(m, d):
    """ten_length and ten_J of every tendon, and the paths of spatial ones. [m, rad]"""
    for t in range(m.ntendon):
        if m.tendon_type[t] == TendonType.FIXED:
            fixed_tendon(m, d, t)
    if has_geoms(m):
        paths_around_geoms(m, d)
    else:
        paths_through_sites(m, d)
        list_points(m, d)


@kernel
def has_geoms(m):
    """Whether a path goes around a geom."""
    found = False
    for w in range(m.nwrap):
        if m.wrap_type[w] >= WrapType.SPHERE:
            found = True
    return found


@kernel
def fixed_tendon(m, d, t):
    """l = Σ coef q, whose Jacobian is constant; its columns ascend, as joints along the path need not."""
    row = m.ten_J_rowadr[t]
    length = real_of(d.qpos[0], 0.0)
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        j = m.wrap_objid[w]
        length = length + m.wrap_prm[w] * d.qpos[m.jnt_qposadr[j]]
        for a in range(row, row + m.ten_J_rownnz[t]):
            if m.ten_J_colind[a] == m.jnt_dofadr[j]:
                d.ten_J[a] = m.wrap_prm[w]
    d.ten_length[t] = length


@per_world
def paths_around_geoms(m, d):
    """The paths of all spatial tendons, where some go around geoms."""
    points = 0
    for t in range(m.ntendon):
        d.ten_wrapadr[t] = points
        if m.tendon_type[t] == TendonType.SPATIAL:
            points = around_geoms(m, d, t, points)
        d.ten_wrapnum[t] = points - d.ten_wrapadr[t]


@kernel
def paths_through_sites(m, d):
    """The lengths of all spatial tendons, where none goes around a geom."""
    for t in range(m.ntendon):
        if m.tendon_type[t] == TendonType.SPATIAL:
            through_sites(m, d, t)


@per_world
def list_points(m, d):
    """The points of those paths: sites and pulleys, one after the other."""
    points = 0
    for t in range(m.ntendon):
        d.ten_wrapadr[t] = points
        if m.tendon_type[t] == TendonType.SPATIAL:
            for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
                put_object(m, d, w, points)
                points = points + 1
        d.ten_wrapnum[t] = points - d.ten_wrapadr[t]


@kernel
def tendon_velocity(m, d):
    """ten_velocity = ∂l/∂q · q̇. [m/s, rad/s]"""
    for t in range(m.ntendon):
        v = real_of(d.ten_length[t], 0.0)
        for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
            v = v + d.ten_J[a] * d.qvel[m.ten_J_colind[a]]
        d.ten_velocity[t] = v
