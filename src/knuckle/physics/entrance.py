"""The ways in for callers: from a model whose numbers make no sense nothing is computed, and nothing changes."""

from knuckle.machine.kernel import kernel
from knuckle.physics.pipeline import detect, forward, inverse, position, step, step1
from knuckle.physics.soundness import refuse, sound


@kernel
def enter_step(m, d):
    """One step: check, forward, check, integrate; where room is missing the state stays as it is."""
    if sound(m):
        step(m, d)
    else:
        refuse(m, d)


@kernel
def enter_step1(m, d):
    """The first part of a step, before inputs that depend on positions and velocities are set."""
    if sound(m):
        step1(m, d)
    else:
        refuse(m, d)


@kernel
def enter_forward(m, d):
    """Forward dynamics: everything from the state and the inputs, up to qacc; cut short where room is missing."""
    if sound(m):
        forward(m, d)
    else:
        refuse(m, d)


@kernel
def enter_inverse(m, d):
    """Inverse dynamics: qfrc_inverse from positions, velocities and accelerations."""
    if sound(m):
        inverse(m, d)
    else:
        refuse(m, d)


@kernel
def enter_position(m, d):
    """All that depends on positions alone."""
    if sound(m):
        position(m, d)
    else:
        refuse(m, d)


@kernel
def enter_detect(m, d):
    """Positions of everything, inertia, and contacts."""
    if sound(m):
        detect(m, d)
    else:
        refuse(m, d)
