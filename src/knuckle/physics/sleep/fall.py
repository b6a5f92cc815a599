"""Falling asleep.

A tree is at rest where |v_i| dof_length_i < sleep_tolerance for all its dofs and nobody pushes it. Once at rest for ten
steps in a row it is ready, and the trees of an island fall asleep together, when all are ready.
"""

from knuckle.kernel import absolute, in_lanes, kernel
from knuckle.physics.sleep.lists import list_awake
from knuckle.physics.sleep.state import READY, WIDE_AWAKE, all_awake, end_of_positions, first_position, tree_sleeps
from knuckle.physics.sleep.touch import has_force, remember_positions
from knuckle.schema.enums import DisableBit, SleepPolicy


@kernel
def choose_sleepers(m, d):
    """tree_next: what tree_asleep becomes in this step. Velocities of trees that fall asleep are set to zero.

    Without islands no tree falls asleep: who would have to sleep with it is not known.
    """
    d.falls_asleep = 0.0
    for t in range(m.ntree):
        d.tree_next[t] = d.tree_asleep[t] if tree_sleeps(m, d, t) else count_down(m, d, t)
    if m.opt_disableflags & DisableBit.ISLAND:
        return
    for s in range(d.nisland):
        if island_is_ready(d, s):
            tie_island(d, s)
    for t in range(m.ntree):
        if d.tree_next[t] == READY and (d.nisland == 0 or d.tree_island[t] < 0):
            d.tree_next[t] = t
    for t in range(m.ntree):
        if d.tree_next[t] >= 0 and d.tree_asleep[t] < 0:
            stop(m, d, t)
            d.falls_asleep = 1.0


@kernel
def choose_initial_sleepers(m, d):
    """The same at the start: trees of the policy `init` are ready at once, wide awake where they cannot sleep."""
    for t in range(m.ntree):
        if m.tree_sleep_policy[t] == SleepPolicy.INIT:
            d.tree_asleep[t] = READY - 1
    choose_sleepers(m, d)
    for t in range(m.ntree):
        if m.tree_sleep_policy[t] == SleepPolicy.INIT and d.tree_next[t] < 0:
            d.tree_next[t] = WIDE_AWAKE


@kernel
def count_down(m, d, t):
    """One step nearer to sleep where tree t is at rest, wide awake where it is not."""
    if (m.opt_disableflags & DisableBit.ISLAND) or not is_allowed(m.tree_sleep_policy[t]) or not is_at_rest(m, d, t):
        return WIDE_AWAKE
    return min(d.tree_asleep[t] + 1, READY)


@kernel
def is_allowed(policy):
    """Whether trees of this policy may sleep."""
    return policy == SleepPolicy.AUTO_ALLOWED or policy == SleepPolicy.ALLOWED or policy == SleepPolicy.INIT


@kernel
def is_at_rest(m, d, t):
    """Whether tree t is slow enough and not pushed. A velocity of zero is slow enough whatever the tolerance."""
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        v = d.qvel[i]
        if not (v == 0.0 or absolute(v) * m.dof_length[i] < m.opt_sleep_tolerance):
            return False
    return not has_force(m, d, t)


@kernel
def island_is_ready(d, s):
    """Whether all trees of island s are ready to sleep."""
    first = d.island_itreeadr[s]
    for e in range(first, first + d.island_ntree[s]):
        if d.tree_next[d.map_itree2tree[e]] != READY:
            return False
    return True


@kernel
def tie_island(d, s):
    """Each tree of island s leads to the next, the last one to the first."""
    first = d.island_itreeadr[s]
    n = d.island_ntree[s]
    for e in range(n):
        d.tree_next[d.map_itree2tree[first + e]] = d.map_itree2tree[first + (e + 1) % n]


@kernel
def stop(m, d, t):
    """Put the velocities of tree t aside, and set them to zero."""
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        d.sleep_qvel[i] = d.qvel[i]
        d.qvel[i] = 0.0


@kernel
def go_on(m, d):
    """Give the velocities back to trees that were to fall asleep: the step will be done anew."""
    for t in range(m.ntree):
        if d.tree_next[t] >= 0 and d.tree_asleep[t] < 0:
            for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
                d.qvel[i] = d.sleep_qvel[i]


@kernel
def fall_asleep(m, d):
    """tree_asleep as chosen. What was computed of the trees asleep stays as it is until they wake."""
    changed = 0
    for t in range(m.ntree):
        if d.tree_next[t] >= 0 and d.tree_asleep[t] < 0:
            remember_positions(m, d, t)
            d.tree_fresh[t] = 0
        d.tree_asleep[t] = d.tree_next[t]
        if tree_sleeps(m, d, t) and d.tree_fresh[t] == 0:
            d.tree_fresh[t] = 1
            changed += 1
    if changed > 0:
        list_awake(m, d)


@in_lanes(all_awake)
def hold(m, d):
    """Put trees that sleep back to where they are: those that were computed with others have been moved."""
    if d.ntree_awake < m.ntree:
        for t in range(m.ntree):
            if tree_sleeps(m, d, t):
                for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
                    d.qvel[i] = 0.0
                for q in range(first_position(m, t), end_of_positions(m, t)):
                    d.qpos[q] = d.sleep_qpos[q]
