"""Waking by what trees share: contacts, equalities and tendons that tie a tree asleep to one that may move.

By a contact or a tendon a tree takes over how near to sleep the one is that wakes it, the least near of several: what
is pushed a little falls asleep again together with what pushes it. An equality or a mocap body makes it wide awake.
"""

from knuckle.kernel import in_lanes, kernel
from knuckle.physics.constraint.equality_ends import first_body, second_body
from knuckle.physics.sleep.lists import list_awake
from knuckle.physics.sleep.state import (
    READY,
    WIDE_AWAKE,
    all_awake,
    body_moves,
    body_sleeps,
    dof_sleeps,
    first_of_cycle,
    is_mocap,
    may_sleep,
    tree_sleeps,
    wake,
)
from knuckle.schema.enums import DisableBit, EqType

NO_TREE = -1


@kernel
def wake_linked(m, d):
    """Wake trees that equalities and tendons tie to what is awake; d.wakes tells whether there were any."""
    d.wakes = 0.0
    if d.ntree_awake < m.ntree:
        while links_wake(m, d):
            d.wakes = 1.0
        if d.wakes > 0.0:
            list_awake(m, d)


@in_lanes(all_awake)
def wake_touching(m, d):
    """Wake trees in contact with what is awake, and trees tied to those; d.wakes tells whether there were any."""
    d.wakes = 0.0
    if d.ntree_awake < m.ntree:
        while contacts_wake(m, d) or links_wake(m, d):
            d.wakes = 1.0
        if d.wakes > 0.0:
            list_awake(m, d)


@kernel
def contacts_wake(m, d):
    """Wake trees in contact with a body that may move; whether there were any."""
    for t in range(m.ntree):
        d.tree_next[t] = 0
    for c in range(d.ncon):
        b1 = m.geom_bodyid[d.contact_geom[c, 0]]
        b2 = m.geom_bodyid[d.contact_geom[c, 1]]
        note_waker(m, d, b1, b2)
        note_waker(m, d, b2, b1)
    found = False
    for t in range(m.ntree):
        if d.tree_next[t] < 0:
            wake(d, t, d.tree_next[t])
            found = True
    return found


@kernel
def note_waker(m, d, b, other):
    """tree_next of the first tree that sleeps with body b: the least count of what touches any of them."""
    if body_sleeps(m, d, b) and body_moves(m, d, other):
        t = m.body_treeid[other]
        count = d.tree_asleep[t] if t >= 0 else WIDE_AWAKE
        first = first_of_cycle(m, d, m.body_treeid[b])
        d.tree_next[first] = min(d.tree_next[first], count)


@kernel
def wake_pair(m, d, b1, b2):
    """Wake the tree of one body where it sleeps and the user moves the other body; whether it did."""
    if body_sleeps(m, d, b1) and is_mocap(m, b2):
        wake(d, m.body_treeid[b1], WIDE_AWAKE)
        return True
    if body_sleeps(m, d, b2) and is_mocap(m, b1):
        wake(d, m.body_treeid[b2], WIDE_AWAKE)
        return True
    return False


@kernel
def tendon_sleeps(m, d, t):
    """Whether sleep is on and tendon t acts on a tree that is asleep."""
    if may_sleep(m):
        for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
            if tree_sleeps(m, d, m.dof_treeid[m.ten_J_colind[a]]):
                return True
    return False


@kernel
def equality_sleeps(m, d, e):
    """Whether sleep is on and equality e holds a tree that is asleep."""
    if not may_sleep(m):
        return False
    kind = m.eq_type[e]
    first = m.eq_obj1id[e]
    second = m.eq_obj2id[e]
    if kind == EqType.TENDON:
        return tendon_sleeps(m, d, first) or (second >= 0 and tendon_sleeps(m, d, second))
    if kind == EqType.JOINT:
        return dof_sleeps(m, d, m.jnt_dofadr[first]) or (second >= 0 and dof_sleeps(m, d, m.jnt_dofadr[second]))
    b1, b2 = end_bodies(m, e)
    return body_sleeps(m, d, b1) or body_sleeps(m, d, b2)


@kernel
def end_bodies(m, e):
    """The bodies of an equality of bodies, sites or geoms."""
    if m.eq_type[e] == EqType.DISTANCE:
        return m.geom_bodyid[m.eq_obj1id[e]], m.geom_bodyid[m.eq_obj2id[e]]
    return first_body(m, e), second_body(m, e)


@kernel
def links_wake(m, d):
    """Wake trees that an equality or a tendon ties to others which do not sleep with them; whether there were any."""
    found = False
    if not (m.opt_disableflags & DisableBit.EQUALITY):
        for e in range(m.neq):
            if d.eq_active[e]:
                found = equality_wakes(m, d, e) or found
    for t in range(m.ntendon):
        if pulls(m, d, t):
            found = tendons_wake(m, d, t, -1, False) or found
    return found


@kernel
def equality_wakes(m, d, e):
    """Wake trees at the ends of equality e, unless all of them sleep together."""
    kind = m.eq_type[e]
    first = m.eq_obj1id[e]
    second = m.eq_obj2id[e]
    if kind == EqType.TENDON:
        return tendons_wake(m, d, first, second, True)
    if kind == EqType.JOINT:
        if second < 0:
            return False
        return wake_trees(m, d, m.dof_treeid[m.jnt_dofadr[first]], m.dof_treeid[m.jnt_dofadr[second]])
    b1, b2 = end_bodies(m, e)
    return wake_pair(m, d, b1, b2) or wake_trees(m, d, m.body_treeid[b1], m.body_treeid[b2])


@kernel
def wake_trees(m, d, a, b):
    """Wake two trees of which one or both sleep, unless they sleep together; whether it did. −1 is no tree."""
    if a < 0 or b < 0:
        return False
    if tree_sleeps(m, d, a) and tree_sleeps(m, d, b):
        if first_of_cycle(m, d, a) == first_of_cycle(m, d, b):
            return False
    elif not tree_sleeps(m, d, a) and not tree_sleeps(m, d, b):
        return False
    wake(d, a, WIDE_AWAKE)
    wake(d, b, WIDE_AWAKE)
    return True


@kernel
def pulls(m, d, t):
    """Whether tendon t has rows: by dry friction, or at a limit."""
    if m.tendon_frictionloss[t] != 0.0 and not (m.opt_disableflags & DisableBit.FRICTIONLOSS):
        return True
    if not m.tendon_limited[t] or (m.opt_disableflags & DisableBit.LIMIT):
        return False
    l = d.ten_length[t]
    return l - m.tendon_range[t, 0] < m.tendon_margin[t] or m.tendon_range[t, 1] - l < m.tendon_margin[t]


@kernel
def tendons_wake(m, d, t, s, together):
    """Wake the trees of tendon t, and of tendon s where it is one, if any of them is awake; whether some slept.

    Where they have to sleep `together`, trees that fell asleep apart from each other wake as well.
    """
    awake = False
    some = NO_TREE
    count = WIDE_AWAKE if together else READY
    for side in range(2):
        k = t if side == 0 else s
        if k >= 0:
            for a in range(m.ten_J_rowadr[k], m.ten_J_rowadr[k] + m.ten_J_rownnz[k]):
                tree = m.dof_treeid[m.ten_J_colind[a]]
                if not tree_sleeps(m, d, tree):
                    awake = True
                    count = min(count, d.tree_asleep[tree])
                elif some < 0:
                    some = tree
                elif together and first_of_cycle(m, d, tree) != first_of_cycle(m, d, some):
                    awake = True
    if some < 0 or not awake:
        return False
    for side in range(2):
        k = t if side == 0 else s
        if k >= 0:
            for a in range(m.ten_J_rowadr[k], m.ten_J_rowadr[k] + m.ten_J_rownnz[k]):
                wake(d, m.dof_treeid[m.ten_J_colind[a]], count)
    return True
