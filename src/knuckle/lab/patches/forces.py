"""Forces of patches on the bodies: pressure, damping and friction at every point of a patch."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.functions.queries import declared_queries
from knuckle.lab.patches.solids import SOFT, deepest
from knuckle.lab.patches.surface import Surface, between, on_plane
from knuckle.lab.world import World
from knuckle.model.model import Model
from knuckle.schema.enums import GeomType

RIGID = 1e4  # times the modulus of the other: what a solid without modulus has
_jac_body_com = declared_queries()["jac_body_com"]


@dataclass(frozen=True)
class PatchContact:
    """One patch: the force on the second geom, about the centre of pressure. [N, N m, m, m²]"""

    geoms: tuple[str, str]
    force: np.ndarray
    torque: np.ndarray
    centre: np.ndarray
    area: float
    points: np.ndarray
    pressure: np.ndarray  # [Pa]


@dataclass
class Pressed:
    """A patch with what it does to the dofs."""

    pair: tuple[int, int]
    contact: PatchContact
    qfrc: np.ndarray
    stiffness: float
    row: np.ndarray  # the normal velocity of the centre, as a row


def soft_pairs(world: World, scheme: Any) -> list[tuple[int, int]]:
    """Pairs of geoms in contact of which one has a modulus, in order."""
    pairs = dict.fromkeys((int(one), int(two)) for one, two in world.d.contact_geom)
    return [pair for pair in pairs if any(modulus_of(world, scheme, g) is not None for g in pair)]


def modulus_of(world: World, scheme: Any, geom: int) -> float | None:
    """E of a geom: its material's, else the scheme's, which is for what moves. [Pa]"""
    own = world.materials.of(world.m, geom).modulus if world.materials else None
    if own is not None:
        return own
    moves = world.m.body_treeid[world.m.geom_bodyid[geom]] >= 0
    return scheme.modulus if moves else None


def surface_of(world: World, scheme: Any, pair: tuple[int, int]) -> Surface:
    """The patch of two geoms."""
    m, d = world.m, world.d
    moduli = [modulus_of(world, scheme, g) for g in pair]
    kinds = [int(m.geom_type[g]) for g in pair]
    plane = int(GeomType.PLANE)
    for g, kind in zip(pair, kinds, strict=True):
        if kind not in (*SOFT, plane):
            name = m.names("geom")[g] or g
            raise UnsupportedError(f"{scheme!r}: geom {name}: patches are there for planes, boxes and spheres")
    if plane in kinds:
        k = 1 - kinds.index(plane)
        solid, flat = pair[k], pair[1 - k]
        soft = moduli[k]
        if soft is None:
            raise UnsupportedError(f"{scheme!r}: geom {m.names('geom')[flat] or flat}: a plane has no thickness")
        return on_plane(m, d, flat, solid, soft / thickness_of(m, scheme, solid))
    stiffest = max(x for x in moduli if x is not None)
    one, two = (RIGID * stiffest if x is None else x for x in moduli)
    return between(m, d, *pair, (one, two), (thickness_of(m, scheme, pair[0]), thickness_of(m, scheme, pair[1])))


def thickness_of(m: Model, scheme: Any, geom: int) -> float:
    """L of a geom: the scheme's, else the depth of its innermost point."""
    return deepest(m, geom) if scheme.thickness is None else scheme.thickness


def press(world: World, scheme: Any, pair: tuple[int, int]) -> Pressed | None:
    """What two geoms do to each other; None where no patch is."""
    m, d = world.m, world.d
    if int(m.geom_type[pair[1]]) == int(GeomType.PLANE):
        pair = pair[1], pair[0]
    found = surface_of(world, scheme, pair)
    if not len(found.points) or not found.loads.any():
        return None
    bodies = [int(m.geom_bodyid[g]) for g in pair]
    J = [_jac_body_com(m, d, b) for b in bodies]
    motion = [(Jp @ d.qvel, Jr @ d.qvel) for Jp, Jr in J]
    velocity = [v + np.cross(w, found.points - d.xipos[b]) for (v, w), b in zip(motion, bodies, strict=True)]
    force, normal_load = point_forces(world, scheme, pair, found, velocity[1] - velocity[0])
    qfrc = np.zeros(m.nv)
    for sign, b, (Jp, Jr) in zip((-1.0, 1.0), bodies, J, strict=True):
        qfrc += sign * (Jp.T @ force.sum(0) + Jr.T @ np.cross(found.points - d.xipos[b], force).sum(0))
    total = float(normal_load.sum())
    weights = normal_load / total if total > 0 else np.full(len(normal_load), 1 / len(normal_load))
    centre = weights @ found.points
    normal = weights @ found.normals
    row = np.zeros(m.nv)
    for sign, b, (Jp, Jr) in zip((-1.0, 1.0), bodies, J, strict=True):
        row += sign * (Jp.T @ normal + Jr.T @ np.cross(centre - d.xipos[b], normal))
    names = m.names("geom")[pair[0]] or str(pair[0]), m.names("geom")[pair[1]] or str(pair[1])
    torque = np.cross(found.points - centre, force).sum(0)
    pressure = np.divide(normal_load, found.areas, out=np.zeros_like(normal_load), where=found.areas != 0)
    contact = PatchContact(names, force.sum(0), torque, centre, float(found.areas.sum()), found.points, pressure)
    return Pressed(pair, contact, qfrc, found.stiffness, row)


def point_forces(
    world: World, scheme: Any, pair: tuple[int, int], found: Surface, v: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(forces on the second geom, normal loads) at each point: p dA (1 + d δ̇) along the normal, and friction."""
    from knuckle.lab.point_law import friction_ratios

    material = world.materials.between(world.m, *pair) if world.materials else None
    own = float(world.m.geom_friction[list(pair), 0].max())
    dissipation = scheme.dissipation if material is None or material.dissipation is None else material.dissipation
    mu_s, mu_d = friction_of(scheme, material, own)
    speed = scheme.stiction_speed
    if material is not None and material.stiction_speed is not None:
        speed = material.stiction_speed
    rate = -np.einsum("ki,ki->k", found.normals, v)
    load = found.loads * np.maximum(0.0, 1.0 + dissipation * rate)
    slip = v + rate[:, None] * found.normals
    fast = np.linalg.norm(slip, axis=1)
    mu = friction_ratios(scheme.friction, mu_s, mu_d, fast / speed)
    along = np.divide(slip, fast[:, None], out=np.zeros_like(slip), where=fast[:, None] > 0)
    return load[:, None] * found.normals - (mu * load)[:, None] * along, load


def friction_of(scheme: Any, material: Any, own: float) -> tuple[float, float]:
    """(μ_s, μ_d): of materials, else the scheme's, else the model's."""
    static = scheme.mu_static if material is None or material.mu_static is None else material.mu_static
    dynamic = scheme.mu_dynamic if material is None or material.mu_dynamic is None else material.mu_dynamic
    return own if static is None else static, (own if static is None else static) if dynamic is None else dynamic
