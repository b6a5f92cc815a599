"""Passive forces: springs, dampers, gravity compensation, fluid and adhesion."""

from knuckle.kernel import kernel, stage
from knuckle.physics.constraint.adhesion import adhesion
from knuckle.physics.force.damper import dampers
from knuckle.physics.force.fluid import fluid
from knuckle.physics.force.gravcomp import gravity_compensation
from knuckle.physics.force.spring import springs
from knuckle.physics.force.tendon import tendon_dampers, tendon_springs
from knuckle.physics.sleep.runs import run_count, run_dofs
from knuckle.schema.enums import DisableBit

SPRING_AND_DAMPER = int(DisableBit.SPRING | DisableBit.DAMPER)


@stage
def passive(m, d):
    """qfrc_passive = spring + damper + gravcomp + fluid + adhesion, and each of them. [N, N m]

    A joint whose actuators carry its gravity compensation leaves that term out of the sum.
    """
    off = m.opt_disableflags & SPRING_AND_DAMPER
    if off & DisableBit.SPRING:
        clear_dofs(m, d.qfrc_spring)
    else:
        springs(m, d)
        tendon_springs(m, d)
    if off & DisableBit.DAMPER:
        clear_dofs(m, d.qfrc_damper)
    else:
        dampers(m, d)
        tendon_dampers(m, d)

    clear_dofs(m, d.qfrc_adhesion)
    # both off means: no passive force of any kind
    if off == SPRING_AND_DAMPER:
        clear_dofs(m, d.qfrc_gravcomp)
        clear_dofs(m, d.qfrc_fluid)
    else:
        gravity_compensation(m, d)
        fluid(m, d)
        if not (m.opt_disableflags & DisableBit.CONSTRAINT):
            adhesion(m, d)
    total(m, d)


@kernel
def total(m, d):
    """qfrc_passive from its terms."""
    for s in range(run_count(m, d)):
        first, end = run_dofs(m, d, s)
        for i in range(first, end):
            f = d.qfrc_spring[i] + d.qfrc_damper[i] + d.qfrc_fluid[i] + d.qfrc_adhesion[i]
            if m.jnt_actgravcomp[m.dof_jntid[i]]:
                d.qfrc_passive[i] = f
            else:
                d.qfrc_passive[i] = f + d.qfrc_gravcomp[i]


@kernel
def clear_dofs(m, force):
    """force_i = 0 for every dof."""
    for i in range(m.nv):
        force[i] = 0.0
