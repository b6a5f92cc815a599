"""Waking by the user: what sleeps is looked at byte by byte, so that −0.0 wakes a tree and changes nothing else."""

from knuckle.kernel import has_bits, kernel, per_world, same_bits, stage_of_world
from knuckle.physics.sleep.lists import list_awake
from knuckle.physics.sleep.state import (
    WIDE_AWAKE,
    end_of_positions,
    first_position,
    may_sleep,
    tree_sleeps,
    wake,
)


@per_world
def rouse(m, d):
    """Wake trees that the user has moved or pushed since they fell asleep; all of them where sleep is off."""
    if d.ntree_awake < m.ntree:
        look_at_sleepers(m, d)


@stage_of_world
def look_at_sleepers(m, d):
    """The same where some sleep."""
    woken = 0
    sleep = may_sleep(m)
    for t in range(m.ntree):
        if tree_sleeps(m, d, t) and (not sleep or is_pushed(m, d, t) or has_moved(m, d, t)):
            wake(d, t, WIDE_AWAKE)
            woken += 1
    if woken > 0:
        list_awake(m, d)


@kernel
def is_pushed(m, d, t):
    """Whether the user gave tree t a velocity, or applies a force to it."""
    found = 0
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        found += has_bits(d.qvel[i])
    return found > 0 or has_force(m, d, t)


@kernel
def has_force(m, d, t):
    """Whether the user applies a force to tree t."""
    found = 0
    for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
        found += has_bits(d.qfrc_applied[i])
    for b in range(m.tree_bodyadr[t], m.tree_bodyadr[t] + m.tree_bodynum[t]):
        for e in range(6):
            found += has_bits(d.xfrc_applied[b, e])
    return found > 0


@kernel
def has_moved(m, d, t):
    """Whether the positions of tree t, or of the mocap body that carries it, are others than when it fell asleep."""
    changed = 0
    for q in range(first_position(m, t), end_of_positions(m, t)):
        changed += not same_bits(d.qpos[q], d.sleep_qpos[q])
    k = m.body_mocapid[m.body_rootid[m.tree_bodyadr[t]]]
    if k >= 0:
        for e in range(3):
            changed += not same_bits(d.mocap_pos[k, e], d.sleep_mocap[k, e])
        for e in range(4):
            changed += not same_bits(d.mocap_quat[k, e], d.sleep_mocap[k, 3 + e])
    return changed > 0


@kernel
def remember_positions(m, d, t):
    """Keep the positions of tree t, and of the mocap body that carries it."""
    for q in range(first_position(m, t), end_of_positions(m, t)):
        d.sleep_qpos[q] = d.qpos[q]
    k = m.body_mocapid[m.body_rootid[m.tree_bodyadr[t]]]
    if k >= 0:
        p = d.mocap_pos[k]
        q = d.mocap_quat[k]
        d.sleep_mocap[k] = (p[0], p[1], p[2], q[0], q[1], q[2], q[3])
