"""Time steps that are too long for the stiffness in the model."""

from collections.abc import Iterator

import numpy as np

from knuckle.contact_terms.terms import ContactTerms
from knuckle.doctor.findings import Severity
from knuckle.doctor.linear import Linear, linearised
from knuckle.doctor.subject import Subject
from knuckle.schema.enums import DisableBit, Integrator

MOST_DOFS = 300  # for which eigenvalues are computed
GROWTH = 1e-7  # per step, beyond rounding
COARSE = 1.0  # [rad] that the fastest motion turns in one step: six steps in a period
HALVINGS = 40


def check_timestep(subject: Subject) -> None:
    m = subject.m
    if not 0 < m.nv <= MOST_DOFS or m.opt.integrator == Integrator.DISCRETE:
        return
    linear, h = linearised(m, subject.start), float(m.opt.timestep)
    if not np.isfinite(linear.M).all() or not (linear.K.any() or linear.D_explicit.any()):
        return
    growth, motion = linear.growth(h)
    joint = int(m.dof_jntid[int(np.argmax(motion))])
    if growth > (1 + GROWTH) * np.exp(min(max(linear.rate(), 0.0) * h, 1.0)):  # what grows by itself may do so
        subject.add(
            "timestep",
            Severity.SEVERE,
            "joint",
            joint,
            f"has springs, dampers or gains too stiff for steps of {h:g} s: errors grow {growth:.3g} times a step",
            "The simulation diverges however small the motion is.",
            f"Use a timestep of at most {_stable(linear, h):.2g} s, integrator implicitfast or discrete, "
            "smaller gains, or more armature.",
        )
        return
    frequency, motion = linear.fastest()
    if frequency * h > COARSE:
        subject.add(
            "timestep",
            Severity.WARNING,
            "joint",
            int(m.dof_jntid[int(np.argmax(motion))]),
            f"moves at up to {frequency:.3g} rad/s: {2 * np.pi / (frequency * h):.1f} steps in a period",
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
    alike: dict[tuple, list[int]] = {}
    for kind, number, solref, impedance in _references(subject):
        alike.setdefault((kind, *solref.tolist(), *impedance.tolist()), []).append(number)
    for (kind, first, second, *solimp), numbers in alike.items():
        terms = ContactTerms((first, second), tuple(solimp), None, h)
        others = f" (and {len(numbers) - 1} more)" if len(numbers) > 1 else ""
        shown = f"has solref {first:g} {second:g}{others}"
        if 0 < first < 2 * h:
            subject.add(
                "solref",
                Severity.NOTE if guarded else Severity.SEVERE,
                kind,
                numbers[0],
                f"{shown}, a time constant below two steps of {h:g} s",
                "It is softened to two steps." if guarded else "Without refsafe the constraint is unstable.",
                f"Use a time constant of at least {2 * h:g} s, or a shorter timestep.",
            )
        elif first <= 0 and h > terms.largest_timestep:
            subject.add(
                "solref",
                Severity.SEVERE,
                kind,
                numbers[0],
                f"{shown}, stable for steps below {terms.largest_timestep:.3g} s; the timestep is {h:g} s",
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
