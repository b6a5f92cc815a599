"""Lists of what is awake, made anew when that changes: the published ones, and the runs of bodies to compute."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.physics.sleep.state import body_moves, body_sleeps, tree_sleeps
from knuckle.schema.enums import SleepState


@stage_of_world
def list_awake(m, d):
    """All lists from tree_asleep and tree_fresh."""
    list_trees(m, d)
    list_bodies(m, d)
    skip_subtrees(m, d)
    list_runs(m, d)


@kernel
def list_trees(m, d):
    """tree_awake and ntree_awake, dof_awake_ind and nv_awake."""
    trees = 0
    dofs = 0
    for t in range(m.ntree):
        awake = 0 if tree_sleeps(m, d, t) else 1
        d.tree_awake[t] = awake
        trees += awake
        if awake:
            for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
                d.dof_awake_ind[dofs] = i
                dofs += 1
    d.ntree_awake = trees
    d.nv_awake = dofs


@kernel
def list_bodies(m, d):
    """body_awake, the bodies that do not sleep, and those whose parents do not."""
    awake = 0
    under = 0
    for b in range(m.nbody):
        if body_sleeps(m, d, b):
            d.body_awake[b] = SleepState.ASLEEP
        else:
            d.body_awake[b] = SleepState.AWAKE if body_moves(m, d, b) else SleepState.STATIC
            d.body_awake_ind[awake] = b
            awake += 1
        if b > 0 and d.body_awake[m.body_parentid[b]] != SleepState.ASLEEP:
            d.parent_awake_ind[under] = b
            under += 1
    d.nbody_awake = awake
    d.nparent_awake = under


@kernel
def skip_subtrees(m, d):
    """tree_skipped: whether all trees in the same subtree of the world sleep and are computed already."""
    for t in range(m.ntree):
        d.root_busy[m.body_rootid[m.tree_bodyadr[t]]] = 0
    for t in range(m.ntree):
        if not tree_sleeps(m, d, t) or d.tree_fresh[t] == 0:
            d.root_busy[m.body_rootid[m.tree_bodyadr[t]]] = 1
    for t in range(m.ntree):
        d.tree_skipped[t] = 1 - d.root_busy[m.body_rootid[m.tree_bodyadr[t]]]


@kernel
def list_runs(m, d):
    """nrun, and the bodies, joints, dofs, geoms and sites of each run; there is always one, maybe empty.

    Skipped subtrees are met in ascending order, each by its first tree.
    """
    d.nrun = 0
    first = 1
    for t in range(m.ntree):
        root = m.body_rootid[m.tree_bodyadr[t]]
        if d.tree_skipped[t] and root >= first:
            if root > first or d.nrun == 0:
                add_run(m, d, first, root)
            first = end_of_subtree(m, root)
    if first < m.nbody or d.nrun == 0:
        add_run(m, d, first, m.nbody)


@kernel
def end_of_subtree(m, root):
    """The body after the last one under a child of the world."""
    b = root + 1
    while b < m.nbody and m.body_rootid[b] == root:
        b += 1
    return b


@kernel
def add_run(m, d, first, end):
    """The run of the bodies from the first up to the end; what hangs on the world goes with the first run."""
    s = d.nrun
    low = 0 if s == 0 else first
    d.run_body[s] = (first, end)
    d.run_jnt[s] = (place(m.jnt_bodyid, m.njnt, low), place(m.jnt_bodyid, m.njnt, end))
    d.run_dof[s] = (place(m.dof_bodyid, m.nv, low), place(m.dof_bodyid, m.nv, end))
    d.run_geom[s] = (place(m.geom_bodyid, m.ngeom, low), place(m.geom_bodyid, m.ngeom, end))
    d.run_site[s] = (place(m.site_bodyid, m.nsite, low), place(m.site_bodyid, m.nsite, end))
    d.nrun = s + 1


@kernel
def place(bodies, n, b):
    """Of n elements in the order of their bodies the first whose body is not below b."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if bodies[middle] < b:
            low = middle + 1
        else:
            high = middle
    return low
