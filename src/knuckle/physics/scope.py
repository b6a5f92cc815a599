"""What this version cannot simulate yet: a model with constraints switched on is refused, not simulated wrongly."""

from knuckle.machine.kernel import kernel, per_world
from knuckle.physics.pipeline import forward, inverse, step, step1, step2
from knuckle.schema.enums import DisableBit, EnableBit, Integrator
from knuckle.schema.status import Status

CONSTRAINT = int(DisableBit.CONSTRAINT)
LIMIT = int(DisableBit.LIMIT)
FRICTIONLOSS = int(DisableBit.FRICTIONLOSS)
CONTACT = int(DisableBit.CONTACT)
UNSUPPORTED = int(Status.UNSUPPORTED)
DISCRETE = int(Integrator.DISCRETE)
LATER_FLAGS = int(EnableBit.SLEEP | EnableBit.FWDINV | EnableBit.INVDISCRETE | EnableBit.IPC)


@kernel
def forward_in_scope(m, d):
    """Forward dynamics: everything from the state and the inputs, up to qacc."""
    if out_of_scope(m):
        refuse(m, d)
    else:
        forward(m, d)


@kernel
def inverse_in_scope(m, d):
    """Inverse dynamics: qfrc_inverse from positions, velocities and accelerations."""
    if out_of_scope(m):
        refuse(m, d)
    else:
        inverse(m, d)


@kernel
def step_in_scope(m, d):
    """Advance the state by nstep steps of the chosen integrator."""
    if out_of_scope(m):
        refuse(m, d)
    else:
        step(m, d)


@kernel
def step1_in_scope(m, d):
    """The first part of a step, before inputs that depend on positions and velocities are set."""
    if out_of_scope(m):
        refuse(m, d)
    else:
        step1(m, d)


@kernel
def step2_in_scope(m, d):
    """The rest of a step; the stages of Runge-Kutta need whole steps, so Euler stands in for it."""
    if out_of_scope(m):
        refuse(m, d)
    else:
        step2(m, d)


@per_world
def refuse(m, d):
    d.status = d.status | UNSUPPORTED


@kernel
def out_of_scope(m):
    """Whether the options ask for what is not simulated yet."""
    return (m.opt_enableflags & LATER_FLAGS) != 0 or m.opt_integrator == DISCRETE or constraints_possible(m)


@kernel
def constraints_possible(m):
    """Whether the model could make a limit, friction-loss or contact row and its flags allow it."""
    off = m.opt_disableflags
    if off & CONSTRAINT:
        return False
    return (
        (not (off & LIMIT) and has_limits(m))
        or (not (off & FRICTIONLOSS) and has_friction_loss(m))
        or (not (off & CONTACT) and has_contact_pairs(m))
    )


@kernel
def has_limits(m):
    for j in range(m.njnt):
        if m.jnt_limited[j]:
            return True
    return False


@kernel
def has_friction_loss(m):
    for i in range(m.nv):
        if m.dof_frictionloss[i] > 0.0:
            return True
    return False


@kernel
def has_contact_pairs(m):
    """Two bodies that move against each other with geoms whose masks match."""
    for a in range(m.nbody):
        if m.body_contype[a] != 0 or m.body_conaffinity[a] != 0:
            for b in range(a + 1, m.nbody):
                match = (m.body_contype[a] & m.body_conaffinity[b]) | (m.body_contype[b] & m.body_conaffinity[a])
                if match != 0 and m.body_weldid[a] != m.body_weldid[b]:
                    return True
    return False
