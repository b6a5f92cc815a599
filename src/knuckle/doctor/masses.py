"""Masses and inertias: heavy on light, tiny, impossible."""

import numpy as np

from knuckle.doctor.findings import Severity
from knuckle.doctor.subject import Subject
from knuckle.schema.enums import GeomType, JointType

HEAVY, SEVERELY_HEAVY = 100.0, 1e5  # what a link carries over its own mass
TINY_MASS, TINY_INERTIA = 1e-6, 1e-9  # [kg, kg m²] felt by a sliding and by a turning dof
ROUNDED = 1e-6  # by so much a moment may exceed the sum of the others
WIDE = 2.0  # radius of gyration over the reach of the shape
ENDLESS = (GeomType.PLANE, GeomType.HFIELD)


def check_mass_ratios(subject: Subject) -> None:
    """A light link that carries much: its joint and the one below fight over accelerations of very different size."""
    m, groups = subject.m, subject.groups
    own = np.bincount(groups, m.body_mass, m.nbody)
    for b in np.flatnonzero((groups == np.arange(m.nbody)) & (m.body_jntnum > 0)).tolist():
        parent = int(groups[m.body_parentid[b]])
        carried = float(m.body_subtreemass[b])
        if parent and m.body_jntnum[parent] and carried > HEAVY * own[parent] and not _has_armature(subject, parent):
            ratio = carried / max(own[parent], 1e-300)
            subject.add(
                "mass_ratio",
                Severity.SEVERE if ratio > SEVERELY_HEAVY else Severity.WARNING,
                "body",
                parent,
                f"weighs {own[parent]:.3g} kg and carries {carried:.3g} kg, {ratio:.3g} times as much",
                "Solvers converge slowly on such a chain, and joints between the two drift or shake.",
                "Give the light body a realistic mass, merge it with a neighbour, or add armature to its joints.",
            )


def _has_armature(subject: Subject, body: int) -> bool:
    """Whether the dofs of a body feel more inertia of rotors than of the body itself."""
    m = subject.m
    start, count = int(m.body_dofadr[body]), int(m.body_dofnum[body])
    return bool((m.dof_armature[start : start + count] > 0).all())


def check_tiny_inertias(subject: Subject) -> None:
    """What dofs feel in the reference pose, rotors included."""
    m = subject.m
    for i in range(m.nv):
        joint = int(m.dof_jntid[i])
        slides = m.jnt_type[joint] == JointType.SLIDE or (
            m.jnt_type[joint] == JointType.FREE and i - m.jnt_dofadr[joint] < 3
        )
        limit, unit = (TINY_MASS, "kg") if slides else (TINY_INERTIA, "kg m²")
        if m.dof_M0[i] < limit:
            subject.add(
                "tiny_inertia",
                Severity.WARNING,
                "joint",
                joint,
                f"moves an inertia of only {m.dof_M0[i]:.3g} {unit}",
                "A small force gives it an enormous acceleration, and the simulation may diverge.",
                "Check units of mass and length, or give the joint an armature.",
            )


def check_impossible_inertias(subject: Subject) -> None:
    """Moments that no body has, or that a body of this shape cannot have."""
    m = subject.m
    for b in range(1, m.nbody):
        moments, mass = np.sort(m.body_inertia[b]), float(m.body_mass[b])
        if moments[0] < 0 or mass < 0 or moments[2] > (moments[0] + moments[1]) * (1 + ROUNDED):
            subject.add(
                "impossible_inertia",
                Severity.SEVERE,
                "body",
                b,
                f"has mass {mass:.3g} kg and moments {' '.join(f'{x:.3g}' for x in m.body_inertia[b])} kg m²",
                "No body has a moment larger than the sum of the other two: energy would not be conserved.",
                "Correct the inertia, or let the compiler infer it from the geoms (inertiafromgeom).",
            )
        elif mass > 0 and (reach := _reach(subject, b)) and np.sqrt(moments[2] / mass) > WIDE * reach:
            subject.add(
                "impossible_inertia",
                Severity.WARNING,
                "body",
                b,
                f"has a radius of gyration of {np.sqrt(moments[2] / mass):.3g} m, but its geoms reach {reach:.3g} m",
                "Mass so far out does not belong to this shape: often grams, millimetres or another body's numbers.",
                "Check the units of diaginertia or fullinertia, and about which point they are given.",
            )


def _reach(subject: Subject, b: int) -> float:
    """How far the geoms of a body reach from its centre of mass; 0 where it has none."""
    m = subject.m
    geoms = [g for g in range(m.ngeom) if m.geom_bodyid[g] == b and m.geom_type[g] not in ENDLESS]
    return max((float(np.linalg.norm(m.geom_pos[g] - m.body_ipos[b]) + m.geom_rbound[g]) for g in geoms), default=0.0)
