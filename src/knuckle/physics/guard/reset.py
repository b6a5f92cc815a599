"""The initial state of a world."""

from knuckle.kernel import kernel
from knuckle.physics.history.buffer import clear_buffer
from knuckle.physics.history.readings import clear_readings
from knuckle.physics.sleep.lists import list_awake
from knuckle.physics.sleep.state import may_sleep
from knuckle.physics.sleep.touch import remember_positions
from knuckle.schema.enums import ControlChart, GainType, JointType


@kernel
def reset_state(m, d):
    """The state at qpos0: at rest, nothing applied, mocap bodies at home, springs unyielded, time zero."""
    d.time = 0.0
    for q in range(m.nq):
        d.qpos[q] = m.qpos0[q]
    for i in range(m.nv):
        d.qvel[i] = 0.0
        d.qacc[i] = 0.0
        d.qacc_warmstart[i] = 0.0
        d.qfrc_applied[i] = 0.0
    for b in range(m.nbody):
        d.xfrc_applied[b] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        k = m.body_mocapid[b]
        if k >= 0:
            d.mocap_pos[k] = m.body_pos[b]
            d.mocap_quat[k] = m.body_quat[b]
    clear(d.act, m.na)
    reset_controls(m, d)
    reset_histories(m, d)
    clear(d.userdata, m.nuserdata)
    reset_plastic(m, d)
    if may_sleep(m):
        reset_sleep(m, d)


@kernel
def reset_sleep(m, d):
    """Those trees asleep that were so at the start; all of them are to be computed."""
    for t in range(m.ntree):
        d.tree_asleep[t] = d.sleep_start[t]
        d.tree_fresh[t] = 0
        remember_positions(m, d, t)
    list_awake(m, d)


@kernel
def reset_controls(m, d):
    """No control, or no turn where an orientation is asked for by a quaternion."""
    clear(d.ctrl, m.nu)
    for k in range(m.nactuator):
        if asks_by_quaternion(m, k):
            d.ctrl[m.actuator_ctrladr[k]] = 1.0


@kernel
def asks_by_quaternion(m, k):
    """Whether the controls of actuator k are a quaternion."""
    return m.actuator_gaintype[k] == GainType.SO3 and m.actuator_ctrlspec[k] == ControlChart.QUAT


@kernel
def reset_histories(m, d):
    """No control was given before, and nothing was read."""
    for k in range(m.nactuator):
        if m.actuator_historyadr[k] >= 0:
            count, width = m.actuator_history[k, 0], m.actuator_ctrlnum[k]
            neutral = 1.0 if asks_by_quaternion(m, k) else 0.0
            clear_buffer(d, m.actuator_historyadr[k], count, width, m.opt_timestep, neutral)
    clear_readings(m, d)


@kernel
def reset_plastic(m, d):
    """plastic: the references of yielding springs of joints at `qpos_spring`, of tendons at their rest lengths."""
    for j in range(m.njnt):
        p = m.jnt_plasticadr[j]
        if p >= 0:
            q = m.jnt_qposadr[j]
            for e in range(4 if m.jnt_type[j] == JointType.BALL else 1):
                d.plastic[p + e] = m.qpos_spring[q + e]
    for t in range(m.ntendon):
        p = m.tendon_plasticadr[t]
        if p >= 0:
            d.plastic[p] = m.tendon_lengthspring[t, 0]
            d.plastic[p + 1] = m.tendon_lengthspring[t, 1]


@kernel
def clear(field, n):
    """n zeros."""
    for e in range(n):
        field[e] = 0.0
