"""Passes: sizes and masses of geoms, masses and inertias of bodies."""

import numpy as np

from knuckle.compile.frames.flatten import Surrounding, local_orientation, pose
from knuckle.compile.mass.shape_inertia import unit_inertia
from knuckle.compile.mass.shapes import area, size_fault, volume
from knuckle.compile.parts import Assembly, BodyPart, GeomPart
from knuckle.compile.problems import words
from knuckle.errors import Place
from knuckle.hostmath.principal_axes import principal_axes
from knuckle.hostmath.products import turned
from knuckle.hostmath.rotation import ORIGIN, Quaternion, Vector, add, conjugate, dot, matrix, multiply, subtract, times
from knuckle.schema.enums import GeomType

SMALLEST_GEOM_MASS = 1e-14  # [kg] lighter geoms do not count
SMALLEST_MASS = 1e-15  # [kg, kg m²] what a moving body needs
ROUNDED = 1e-12  # by so much, relatively, a moment of a flat body may exceed the sum of the others


def weigh_geoms(a: Assembly) -> None:
    """Check the size of every geom and site; mass and inertia of the geoms of bodies other than the world."""
    for part in [*a.geoms, *a.sites]:
        if fault := size_fault(part.node.type, part.size):
            a.problems.about(part.node, fault)
        elif part.node.tag == "geom" and part.body > 0:
            try:
                _weigh(a, part)
            except ArithmeticError:
                a.problems.about(
                    part.node, f'size="{words(part.size)}" is too large or too small to compute a mass with'
                )


def _weigh(a: Assembly, geom: GeomPart) -> None:
    """m = mass, or density times volume (times area for a shell); I = m times the inertia of one kilogram."""
    node, kind = geom.node, geom.node.type
    given = node.mass if node.mass is not None else node.density
    if given < 0:
        a.problems.about(node, f"mass and density must not be negative, found {given:g}")
        return
    scaling = geom.scaling
    if kind == GeomType.PLANE:
        return
    measure, power, inertia = _density_measure(geom)
    if node.mass is not None:
        geom.mass = node.mass * scaling.mass
    else:
        geom.mass = node.density * scaling.mass / scaling.length**power * measure
    geom.inertia = times(geom.mass, inertia)


def _density_measure(geom: GeomPart) -> tuple[float, int, Vector]:
    """Volume of a solid or area of a shell, its dimension, and the inertia of one kilogram."""
    kind, shell = geom.node.type, geom.node.shellinertia
    if kind == GeomType.MESH:
        mesh = geom.asset
        return (mesh.measure, 2 if mesh.is_shell else 3, mesh.unit_inertia) if mesh else (0.0, 3, ORIGIN)
    if kind == GeomType.HFIELD:
        kind = GeomType.BOX
    measure = area(kind, geom.size) if shell else volume(kind, geom.size)
    return measure, 2 if shell else 3, unit_inertia(kind, geom.size, shell)


def weigh_bodies(a: Assembly) -> None:
    """Mass, centre of mass, principal axes and inertia of every body but the world."""
    for body in a.bodies[1:]:
        weigh_body(a, body)


def weigh_body(a: Assembly, body: BodyPart) -> None:
    """Mass and inertia of a body, from its inertial or from its geoms as the compiler's settings have it."""
    geoms = counting_geoms(a, body)
    body.explicit = body.node.inertial is not None and not (
        geoms and a.spec.compiler_of(body.node).inertiafromgeom is True
    )
    if body.explicit:
        _from_inertial(a, body)
    elif geoms:
        _from_geoms(body, geoms)
    else:
        _unknown(a, body)
    found = body.mass, body.inertia
    _bound(a, body)
    body.adjusted = (body.mass, body.inertia) != found


def counting_geoms(a: Assembly, body: BodyPart) -> list[GeomPart]:
    """The geoms from which the inertia of a body may be inferred."""
    compiler = a.spec.compiler_of(body.node)
    if compiler.inertiafromgeom is False:
        return []
    low, high = compiler.inertiagrouprange
    return [g for g in body.geoms if low <= g.node.group <= high and g.mass > SMALLEST_GEOM_MASS]


def _unknown(a: Assembly, body: BodyPart) -> None:
    """A body without inertia: its inertial frame repeats its own pose, as the reference compiler has it."""
    body.iquat = local_orientation(a, body.node)
    body.ipos = body.scaling.turned(conjugate(body.iquat)).at(body.node.pos)


def _from_geoms(body: BodyPart, geoms: list[GeomPart]) -> None:
    """One geom lends its own frame; several are summed about their centre of mass."""
    body.mass = sum(g.mass for g in geoms)
    if len(geoms) == 1:
        body.ipos, body.iquat, body.inertia = geoms[0].pos, geoms[0].quat, geoms[0].inertia
    else:
        set_sum(body, [(g.mass, g.inertia, g.pos, g.quat) for g in geoms])


def set_sum(body: BodyPart, pieces: list[tuple[float, Vector, Vector, Quaternion]]) -> None:
    """Give a body the inertia of rigidly joined pieces: mass, moments, centre and axes of each, in the body's frame.

    I = Σ R I_p Rᵀ + m (|d|² 1 − d dᵀ), d from the common centre of mass to the piece
    """
    body.mass = sum(mass for mass, _, _, _ in pieces)
    centre = ORIGIN
    for mass, _, pos, _ in pieces:
        centre = add(centre, times(mass, pos))
    body.ipos = times(1 / body.mass, centre)
    total = [0.0] * 9
    for mass, inertia, pos, quat in pieces:
        d = subtract(pos, body.ipos)
        total = [sum_ + entry for sum_, entry in zip(total, _about(mass, inertia, d, matrix(quat)), strict=True)]
    values, body.iquat = principal_axes(np.reshape(total, (3, 3)))
    body.inertia = tuple(float(v) for v in values)


def _about(mass: float, inertia: Vector, d: Vector, R: tuple[Vector, ...]) -> list[float]:
    """R I Rᵀ + m (|d|² 1 − d dᵀ), row by row; products are added in the order of `turned`, without arrays."""
    x, y, z = inertia
    square = dot(d, d)
    return [
        ((p[0] * x * q[0] + p[2] * z * q[2]) + p[1] * y * q[1]) + mass * ((square if i == j else 0.0) - d[i] * d[j])
        for i, p in enumerate(R)
        for j, q in enumerate(R)
    ]


def _from_inertial(a: Assembly, body: BodyPart) -> None:
    node = body.node.inertial
    around = Surrounding(body.body, scaling=body.scaling)
    for frame in body.node.inertial_frames:
        pos, quat = pose(a, frame, around)
        around = Surrounding(body.body, pos, quat, around.scaling.turned(local_orientation(a, frame)).inside(frame))
    body.ipos, body.iquat = pose(a, node, around)
    scaling = around.scaling.turned(local_orientation(a, node))
    body.mass = node.mass * scaling.mass
    values = node.diaginertia or ORIGIN
    if node.fullinertia is not None:
        values, turn = _full_inertia(a, node)
        body.iquat = multiply(body.iquat, turn)
        scaling = scaling.turned(turn)
    if scaling.stretch is None:
        body.inertia = times(scaling.mass * scaling.length**2, values)
    else:
        R = np.array(matrix(body.iquat))
        moments, body.iquat = principal_axes(turned(R, scaling.inertia(np.diag(values))))
        body.inertia = tuple(float(v) for v in moments)


def _full_inertia(a: Assembly, node) -> tuple:
    """Principal moments and axes of a full matrix, given as xx yy zz xy xz yz."""
    if node.diaginertia is not None:
        a.problems.about(node, "diaginertia and fullinertia cannot both be given")
    xx, yy, zz, xy, xz, yz = node.fullinertia
    values, turn = principal_axes(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    bound = a.spec.compiler_of(node).boundinertia
    if values[2] < (0.0 if bound > 0 else SMALLEST_MASS):
        a.problems.about(
            node,
            f'fullinertia="{words(node.fullinertia)}" must be positive definite: its principal moments are '
            f"{words(values)}",
        )
    return tuple(float(v) for v in values), turn


def _bound(a: Assembly, body: BodyPart) -> None:
    """Raise mass and inertia to the compiler's bounds, then check that no moment exceeds the sum of the others."""
    compiler = a.spec.compiler_of(body.node)
    body.mass = max(body.mass, compiler.boundmass)
    body.inertia = tuple(max(value, compiler.boundinertia) for value in body.inertia)
    A, B, C = body.inertia
    if 2 * max(A, B, C) <= (A + B + C) * (1 + ROUNDED):
        return
    if compiler.balanceinertia:
        body.inertia = ((A + B + C) / 3.0,) * 3
    else:
        a.problems.about(
            body.node.inertial or body.node,
            f'inertia "{words(body.inertia)}" is not that of a real body: each value may be at most the sum of the '
            'other two; correct it, or set balanceinertia="true" in <compiler>',
        )


def set_total_mass(a: Assembly) -> None:
    """Scale all masses and inertias so that the masses add up to `settotalmass`, if that is positive."""
    wanted = a.spec.compiler.settotalmass
    if wanted <= 0:
        return
    a.warnings.append("compiler: settotalmass is deprecated; scale the masses and densities in the model instead")
    total = sum(body.mass for body in a.bodies)
    factor = max(SMALLEST_MASS, wanted / max(SMALLEST_MASS, total))
    for body in a.bodies:
        body.mass *= factor
        body.inertia = times(factor, body.inertia)


def check_moving_mass(a: Assembly) -> None:
    """A body that moves must have mass and inertia, its own or that of bodies welded to it.

    One whose geoms have faults gets the benefit of the doubt: those are to be mended first.
    """
    faulty = {problem.place for problem in a.problems.found}
    meshes = {node.name: node.place for node in a.spec.meshes}
    heavy = [_is_heavy(body) or _has_fault(body, faulty, meshes) for body in a.bodies]
    for body in reversed(a.bodies):
        if body.body and heavy[body.body] and not body.joints:
            heavy[body.parent] = True
    for body in a.bodies[1:]:
        if body.joints and not heavy[body.body]:
            found = f"mass {body.mass:g}, inertia {words(body.inertia)}"
            a.problems.about(
                body.node,
                f"a body with joints needs mass and inertia above {SMALLEST_MASS:g}, found {found}; add a geom with "
                '<geom size="0.01"/>, or <inertial pos="0 0 0" mass="0.001" diaginertia="1e-6 1e-6 1e-6"/>',
            )


def _has_fault(body: BodyPart, faulty: set[Place], meshes: dict[str, Place]) -> bool:
    """Whether a geom of the body, or its mesh, has a fault."""
    return any(geom.node.place in faulty or meshes.get(geom.node.mesh) in faulty for geom in body.geoms)


def _is_heavy(body: BodyPart) -> bool:
    return body.mass >= SMALLEST_MASS and min(body.inertia) >= SMALLEST_MASS
