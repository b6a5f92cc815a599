"""Which pairs of geoms may touch: the rules that do not depend on positions.

Two geoms of one rigid group never touch, nor do two that nothing can move; bits of their masks must match; a group
does not touch the group of its parent, unless that is the world; and pairs of bodies can be excluded. Pairs of geoms
that the model lists are tested by their own parameters, whatever these rules say.
"""

from knuckle.kernel import kernel
from knuckle.physics.sleep.state import body_moves, body_sleeps, is_mocap, may_sleep
from knuckle.schema.enums import DisableBit

UNMOVED = -1
MOVED_BY_USER = -2
NO_GROUP = -3
HALFWORD = 65536


@kernel
def rigid_group(m, d, g):
    """Body that stands for all that are rigidly fixed to the geom's; UNMOVED where no joint moves them.

    What sleeps counts as unmoved. A mocap body wakes what it touches: it is in a group of its own where sleep is on.
    """
    w = m.body_weldid[m.geom_bodyid[g]]
    if may_sleep(m):
        if is_mocap(m, w):
            return MOVED_BY_USER
        if body_sleeps(m, d, w):
            return UNMOVED
    return moved_group(m, g)


@kernel
def moved_group(m, g):
    """The same where nothing sleeps."""
    w = m.body_weldid[m.geom_bodyid[g]]
    return w if m.body_dofnum[w] > 0 else UNMOVED


@kernel
def parent_group(m, g):
    """The group that the geom's must not touch because it hangs on it; NO_GROUP where there is none."""
    w = m.body_weldid[m.geom_bodyid[g]]
    parent = m.body_weldid[m.body_parentid[w]]
    return NO_GROUP if parent == 0 or m.opt_disableflags & DisableBit.FILTERPARENT else parent


@kernel
def sleep_on(m, d, g1, g2):
    """Whether one of two geoms sleeps and the other cannot wake it."""
    if not may_sleep(m):
        return False
    b1 = m.geom_bodyid[g1]
    b2 = m.geom_bodyid[g2]
    asleep = body_sleeps(m, d, b1) or body_sleeps(m, d, b2)
    return asleep and not (body_moves(m, d, b1) or body_moves(m, d, b2))


@kernel
def are_moved_by_none(m, g1, g2):
    """Whether no joint moves either of two geoms."""
    return m.body_treeid[m.geom_bodyid[g1]] < 0 and m.body_treeid[m.geom_bodyid[g2]] < 0


@kernel
def has_mask(m, g):
    """Whether the geom can touch any other."""
    return (m.geom_contype[g] | m.geom_conaffinity[g]) != 0


@kernel
def masks_match(m, g1, g2):
    """Whether a bit is common to the type of one geom and the affinity of the other."""
    return ((m.geom_contype[g1] & m.geom_conaffinity[g2]) | (m.geom_contype[g2] & m.geom_conaffinity[g1])) != 0


@kernel
def bodies_may_touch(m, b1, b2):
    """Whether neither the parent rule nor an exclusion keeps two bodies apart."""
    if not (m.opt_disableflags & DisableBit.FILTERPARENT) and are_parent_and_child(
        m, m.body_weldid[b1], m.body_weldid[b2]
    ):
        return False
    return not is_excluded(m, min(b1, b2), max(b1, b2))


@kernel
def are_parent_and_child(m, w1, w2):
    """Whether one of two rigid groups, neither the world's, hangs on the other."""
    if w1 == 0 or w2 == 0:
        return False
    return m.body_weldid[m.body_parentid[w1]] == w2 or m.body_weldid[m.body_parentid[w2]] == w1


@kernel
def is_excluded(m, b1, b2):
    """Whether the model excludes the pair of bodies b1 ≤ b2."""
    code = signature(b1, b2)
    k = first_at_least(m.exclude_signature, m.nexclude, code)
    return k < m.nexclude and m.exclude_signature[k] == code


@kernel
def is_listed(m, g1, g2):
    """Whether the model lists the pair of geoms, in either order."""
    b1 = m.geom_bodyid[g1]
    b2 = m.geom_bodyid[g2]
    code = signature(min(b1, b2), max(b1, b2))
    p = first_at_least(m.pair_signature, m.npair, code)
    while p < m.npair and m.pair_signature[p] == code:
        a = m.pair_geom1[p]
        b = m.pair_geom2[p]
        if (a == g1 and b == g2) or (a == g2 and b == g1):
            return True
        p += 1
    return False


@kernel
def signature(b1, b2):
    """One number for the pair of bodies b1 ≤ b2, by which the model's lists are sorted."""
    return b1 * HALFWORD + b2


@kernel
def first_at_least(numbers, n, bound):
    """Place of the first of n ascending numbers that is not below a bound."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low
