"""Actuators of trees that sleep: their activations stay as they are."""

from knuckle.kernel import kernel
from knuckle.schema.enums import TrnType


@kernel
def stop_activations(m, d):
    """act_dot = 0 for actuators all of whose trees sleep."""
    if d.ntree_awake < m.ntree:
        for k in range(m.nactuator):
            if m.actuator_actnum[k] > 0 and actuator_sleeps(m, d, k):
                for a in range(m.actuator_actadr[k], m.actuator_actadr[k] + m.actuator_actnum[k]):
                    d.act_dot[a] = 0.0


@kernel
def actuator_sleeps(m, d, k):
    """Whether actuator k acts on a joint or tendon, and only on trees that sleep."""
    target = m.actuator_trnid[k, 0]
    kind = m.actuator_trntype[k]
    if kind == TrnType.JOINT or kind == TrnType.JOINTINPARENT:
        return d.tree_asleep[m.dof_treeid[m.jnt_dofadr[target]]] >= 0
    if kind == TrnType.TENDON:
        for a in range(m.ten_J_rowadr[target], m.ten_J_rowadr[target] + m.ten_J_rownnz[target]):
            if d.tree_asleep[m.dof_treeid[m.ten_J_colind[a]]] < 0:
                return False
        return m.ten_J_rownnz[target] > 0
    return False
