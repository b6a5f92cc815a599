"""What sleeps.

`tree_asleep` is the whole state of sleep. It is negative in a tree that is awake: −(1 + 10) where it moves, one more
for each step at rest, −1 where it is ready to sleep. In a tree asleep it is the next tree of those that fell asleep
together, the last of which leads back to the first.
"""

from knuckle.kernel import kernel
from knuckle.schema.enums import EnableBit, Integrator
from knuckle.schema.limits import STEPS_AWAKE

WIDE_AWAKE = -1 - STEPS_AWAKE
READY = -1


@kernel
def may_sleep(m):
    """Whether sleep is on. With Runge-Kutta it is not: trees would wake and fall asleep between its stages."""
    return (m.opt_enableflags & EnableBit.SLEEP) != 0 and m.opt_integrator != Integrator.RK4


@kernel
def all_awake(m, d):
    """What lanes do about sleep: models whose trees may sleep are computed world by world."""


@kernel
def tree_sleeps(m, d, t):
    """Whether t is a tree, and asleep."""
    return t >= 0 and d.tree_asleep[t] >= 0


@kernel
def some_sleep(m, d):
    """Whether sleep is on and some trees are asleep."""
    return may_sleep(m) and d.ntree_awake < m.ntree


@kernel
def dof_sleeps(m, d, i):
    """Whether sleep is on and dof i belongs to a tree that is asleep."""
    return may_sleep(m) and d.tree_asleep[m.dof_treeid[i]] >= 0


@kernel
def is_mocap(m, b):
    """Whether the user moves body b, or one that carries it rigidly: such a body counts as awake."""
    return m.body_mocapid[m.body_weldid[b]] >= 0


@kernel
def body_sleeps(m, d, b):
    """Whether body b belongs to a tree that is asleep."""
    return tree_sleeps(m, d, m.body_treeid[b])


@kernel
def body_moves(m, d, b):
    """Whether body b may move: its tree is awake, or the user moves it."""
    t = m.body_treeid[b]
    return d.tree_asleep[t] < 0 if t >= 0 else is_mocap(m, b)


@kernel
def first_of_cycle(m, d, t):
    """The lowest number of the trees that fell asleep together with t: the same for all of them."""
    first = t
    k = d.tree_asleep[t]
    for _ in range(m.ntree):
        if k == t or k < 0:
            return first
        first = min(first, k)
        k = d.tree_asleep[k]
    return first


@kernel
def wake(d, t, count):
    """Wake tree t and all that fell asleep together with it; the count of steps at rest is then that of the waker."""
    while d.tree_asleep[t] >= 0:
        k = d.tree_asleep[t]
        d.tree_asleep[t] = count
        t = k


@kernel
def first_joint(m, t):
    """The first joint of tree t."""
    return m.dof_jntid[m.tree_dofadr[t]]


@kernel
def end_of_joints(m, t):
    """The joint after the last one of tree t."""
    return m.dof_jntid[m.tree_dofadr[t] + m.tree_dofnum[t] - 1] + 1


@kernel
def first_position(m, t):
    """Where the positions of tree t start in qpos."""
    return m.jnt_qposadr[first_joint(m, t)]


@kernel
def end_of_positions(m, t):
    """Where the positions of tree t end in qpos: those of the next tree start there."""
    return first_position(m, t + 1) if t + 1 < m.ntree else m.nq
