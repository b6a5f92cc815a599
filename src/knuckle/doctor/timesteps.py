"""Time steps that are too long for the stiffness in the model."""

from collections.abc import Iterator

import numpy as np

from knuckle.contact_design.terms import ContactTerms
from knuckle.doctor.findings import Severity
from knuckle.doctor.linear import Linear, linearised
from knuckle.doctor.subject import Subject
from knuckle.schema.enums import DisableBit, Integrator

MOST_DOFS = 300  # for which eigenvalues are computed
GROWTH = 1e-7  # per step, beyond rounding
COARSE = 1.0  # [rad] that the fastest motion turns in one step: six steps in a period
HALVINGS = 12


def check_timestep(subject: Subject) -> None:
    m = subject.m
    if not 0 < m.nv <= MOST_DOFS or m.opt.integrator == Integrator.DISCRETE:
        return
    linear, h = linearised(m, subject.start), float(m.opt.timestep)
    if not np.isfinite(linear.M).all() or not (linear.K.any() or linear.D_explicit.any()):
        return
    growth, motion = linear.growth(h)
    joint = int(m.dof_jntid[int(np.argmax(motion))])
    if growth > 1 + GROWTH and growth > 1 + 2 * (linear.growth(h / 64)[0] - 1) * 64:
        subject.add(
            "timestep",
            Severity.SEVERE,
            "joint",
            joint,
            f"the springs, dampers and gains that act on it are too stiff for steps of {h:g} s: errors grow by a "
            f"factor of {growth:.3g} a step",
            "The simulation diverges however small the motion is.",
            f"Use a timestep of at most {_stable(linear, h):.2g} s, integrator implicitfast or discrete, smaller gains, "
            "or more armature.",
        )
        return
    frequency, motion = linear.fastest()
    if frequency * h > COARSE:
        subject.add(
            "timestep",
            Severity.WARNING,
            "joint",
            int(m.dof_jntid[int(np.argmax(motion))]),
            f"its fastest motion, {frequency:.3g} rad/s, has {2 * np.pi / (frequency * h):.1f} steps in a period",
            "So few steps do not show the motion as it is: amplitudes and phases are wrong.",
            f"Use a timestep of at most {COARSE / frequency / 3:.2g} s, or smaller stiffness and gains.",
        )


def _stable(linear: Linear, h: float) -> float:
    """A step at which nothing grows, by halving."""
    for _ in range(HALVINGS):
        h *= 0.5
        if linear.growth(h)[0] <= 1 + GROWTH:
            break
    return h


def check_solver_references(subject: Subject) -> None:
    """Contacts, limits and equalities as springs: how soft they must be for the time step."""
    m, h = subject.m, float(subject.m.opt.timestep)
    guarded = not m.opt.disableflags & DisableBit.REFSAFE
    for kind, number, solref, solimp in _references(subject):
        terms = ContactTerms(tuple(map(float, solref)), tuple(map(float, solimp)), None, h)
        shown = f"solref {solref[0]:g} {solref[1]:g}"
        if solref[0] > 0 and solref[0] < 2 * h:
            subject.add(
                "solref",
                Severity.NOTE if guarded else Severity.SEVERE,
                kind,
                number,
                f"{shown} asks for a time constant below two steps of {h:g} s",
                "It is softened to two steps." if guarded else "Without refsafe the constraint is unstable.",
                f"Use a time constant of at least {2 * h:g} s, or a shorter timestep.",
            )
        elif solref[0] <= 0 and h > terms.largest_timestep:
            subject.add(
                "solref",
                Severity.SEVERE,
                kind,
                number,
                f"{shown} is stable for steps below {terms.largest_timestep:.3g} s, the timestep is {h:g} s",
                "The constraint pumps energy into the simulation.",
                "Use smaller stiffness and damping, or a shorter timestep; see knuckle.contact_parameters.",
            )


def _references(subject: Subject) -> Iterator[tuple[str, int, np.ndarray, np.ndarray]]:
    m = subject.m
    for g in np.flatnonzero(m.geom_contype | m.geom_conaffinity).tolist():
        yield "geom", g, m.geom_solref[g], m.geom_solimp[g]
    for p in range(m.npair):
        yield "pair", p, m.pair_solref[p], m.pair_solimp[p]
    for j in np.flatnonzero(m.jnt_limited).tolist():
        yield "joint", j, m.jnt_solref[j], m.jnt_solimp[j]
    for t in np.flatnonzero(m.tendon_limited).tolist():
        yield "tendon", t, m.tendon_solref_lim[t], m.tendon_solimp_lim[t]
    for e in range(m.neq):
        yield "equality", e, m.eq_solref[e], m.eq_solimp[e]
