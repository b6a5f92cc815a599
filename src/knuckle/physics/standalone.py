"""Free bodies that stand alone: a free joint with nothing jointed below it."""

from knuckle.machine.kernel import kernel
from knuckle.schema.enums import JointType

FREE = int(JointType.FREE)


@kernel
def is_standalone(m, t):
    """True where tree t has no dofs but those of one free joint."""
    return m.tree_dofnum[t] == 6 and m.jnt_type[m.dof_jntid[m.tree_dofadr[t]]] == FREE
