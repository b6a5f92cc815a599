"""Which bodies are computed: all, or runs of consecutive ones between the trees that sleep.

A run has the joints, dofs, geoms and sites of its bodies, which stand in the order of the bodies. What sleeps is left
out by whole subtrees of the world: all bodies of such a subtree share the frame about its mass centre. A tree that
sleeps in a subtree where others move is computed, and held (see fall.py).

A group of lanes computes everything: nobody sleeps there.
"""

from knuckle.kernel import in_lanes, kernel
from knuckle.physics.sleep.state import may_sleep


@kernel
def one_run(m, d):
    return 1


@in_lanes(one_run)
def run_count(m, d):
    """How many runs there are; one, with everything, unless sleep is on."""
    return d.nrun if may_sleep(m) else 1


@kernel
def all_bodies(m, d, s):
    return (1, m.nbody)


@in_lanes(all_bodies)
def run_bodies(m, d, s):
    """(first, end) of the bodies of run s; the world is in none."""
    return d.run_body[s] if may_sleep(m) else (1, m.nbody)


@kernel
def all_joints(m, d, s):
    return (0, m.njnt)


@in_lanes(all_joints)
def run_joints(m, d, s):
    """(first, end) of the joints of run s."""
    return d.run_jnt[s] if may_sleep(m) else (0, m.njnt)


@kernel
def all_dofs(m, d, s):
    return (0, m.nv)


@in_lanes(all_dofs)
def run_dofs(m, d, s):
    """(first, end) of the dofs of run s."""
    return d.run_dof[s] if may_sleep(m) else (0, m.nv)


@kernel
def all_geoms(m, d, s):
    return (0, m.ngeom)


@in_lanes(all_geoms)
def run_geoms(m, d, s):
    """(first, end) of the geoms of run s; those of the world are in the first."""
    return d.run_geom[s] if may_sleep(m) else (0, m.ngeom)


@kernel
def all_sites(m, d, s):
    return (0, m.nsite)


@in_lanes(all_sites)
def run_sites(m, d, s):
    """(first, end) of the sites of run s; those of the world are in the first."""
    return d.run_site[s] if may_sleep(m) else (0, m.nsite)


@kernel
def nothing_skipped(m, d, i):
    return False


@in_lanes(nothing_skipped)
def is_skipped(m, d, i):
    """Whether dof i is in no run, so that its numbers are what they were when it fell asleep."""
    return may_sleep(m) and d.tree_skipped[m.dof_treeid[i]] != 0
