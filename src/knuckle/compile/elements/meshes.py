"""Pass: mesh assets are made, and the geoms and sites that show them get their poses and sizes."""

from dataclasses import dataclass

from knuckle.assets.mesh.build import Mesh, build
from knuckle.assets.mesh.data import BadMesh, MeshData
from knuckle.assets.mesh.fit import FITTED, fitted_size
from knuckle.assets.mesh.source import source_mesh
from knuckle.compile.frames.stretch import AXES
from knuckle.compile.mass.shapes import NAMES
from knuckle.compile.parts import Assembly, GeomPart
from knuckle.hostmath.rotation import ORIGIN, Vector, add, compose, conjugate, cross, rotate
from knuckle.schema.enums import GeomType

UNSCALED: Vector = (1.0, 1.0, 1.0)
HOLLOW = 2.0  # hulls larger than this many times their mesh are worth a warning


@dataclass(kw_only=True, eq=False)
class Instance:
    """A mesh at one scale: the factors of the frames around it, and whether anything can collide with it."""

    node: object
    name: str
    factors: Vector
    collides: bool = False


def place_meshes(a: Assembly) -> None:
    """Make the meshes, one per scale in use; move geoms to their frames and fit primitives to them."""
    parts = [part for part in [*a.geoms, *a.sites] if part.node.mesh and _may_show(a, part)]
    for part in a.geoms + a.sites:
        if part.node.type == GeomType.MESH and not part.node.mesh:
            a.problems.about(part.node, f'a {part.node.tag} of type mesh needs the name of a mesh: mesh="…"')
    instances = _instances(a, parts)
    made = _make(a, instances)
    a.meshes = [made[instance] for instance in instances.values() if instance in made]
    for part in parts:
        mesh = made.get(instances[part.node.mesh, _factors(part)])
        if mesh is not None:
            _show(a, part, mesh)


def _may_show(a: Assembly, part: GeomPart) -> bool:
    node = part.node
    if node.type == GeomType.MESH or (node.tag == "geom" and node.type in FITTED):
        return True
    kinds = "a mesh, or a shape that is fitted to it" if node.tag == "geom" else "of type mesh"
    a.problems.about(node, f"mesh: a {NAMES[node.type]} cannot show a mesh; a {node.tag} with a mesh must be {kinds}")
    return False


def _factors(part: GeomPart) -> Vector:
    if part.scaling.stretch is None:
        return (part.scaling.length,) * 3
    return tuple(part.scaling.along(axis) for axis in AXES)


def _instances(a: Assembly, parts: list[GeomPart]) -> dict[tuple[str, Vector], Instance]:
    """The first scale of each mesh in use, in the order of the assets, then further scales in order of use."""
    first: dict[str, Vector] = {}
    for part in parts:
        first.setdefault(part.node.mesh, _factors(part))
    nodes = {node.name: node for node in a.spec.meshes}
    found = {
        (name, first.get(name, UNSCALED)): Instance(node=node, name=name, factors=first.get(name, UNSCALED))
        for name, node in nodes.items()
    }
    copies: dict[str, int] = {}
    paired = {name for pair in getattr(a.spec, "pairs", ()) for name in (pair.geom1, pair.geom2)}
    for part in parts:
        name, factors = key = part.node.mesh, _factors(part)
        if key not in found:
            copies[name] = copies.get(name, 0) + 1
            found[key] = Instance(node=nodes[name], name=f"{name}@{copies[name]}", factors=factors)
        found[key].collides |= part.node.type == GeomType.MESH and _collides(part.node, paired)
    return found


def _collides(node, paired: set[str]) -> bool:
    """Whether a hull is needed: to collide with, or to tell what is inside a site."""
    return node.tag == "site" or bool(node.contype or node.conaffinity) or (bool(node.name) and node.name in paired)


def _make(a: Assembly, instances: dict[tuple[str, Vector], Instance]) -> dict[Instance, Mesh]:
    sources: dict[object, MeshData] = {}
    made = {}
    for instance in instances.values():
        node = instance.node
        try:
            if node not in sources:
                sources[node] = source_mesh(a.spec, node)
                a.warnings += sources[node].remarks
            made[instance] = mesh = build(node, instance.name, sources[node], instance.factors, instance.collides)
        except BadMesh as fault:
            a.problems.about(node, str(fault))
            continue
        if instance.collides:
            _warn_if_hollow(a, mesh)
    return made


def _warn_if_hollow(a: Assembly, mesh: Mesh) -> None:
    """Collisions see the hull alone: say so where that is far from the mesh."""
    if mesh.volumes is None:
        return
    hull, volume = mesh.volumes
    if hull > HOLLOW * volume:
        a.warnings.append(
            f'mesh "{mesh.name}": its convex hull, {hull:.3g} m³, is {hull / max(volume, 1e-300):.1f} times its '
            f"volume, {volume:.3g} m³, and collisions see the hull alone; cut the mesh into convex parts, or let its "
            'geoms be seen only, contype="0" conaffinity="0", and collide with simple shapes'
        )


def _show(a: Assembly, part: GeomPart, mesh: Mesh) -> None:
    """Give a part the frame of its mesh, or the size and place of the shape that is fitted to it."""
    if part.node.tag == "site":
        part.asset, part.size = mesh, mesh.size
        return
    offset = ORIGIN
    if part.node.type == GeomType.MESH:
        if part.node.shellinertia:
            a.problems.about(part.node, 'shellinertia is for primitive shapes: give the mesh inertia="shell"')
        part.asset, part.size = mesh, mesh.size
    else:
        compiler = a.spec.compiler
        part.size, offset = fitted_size(part.node.type, mesh, compiler.fitaabb, part.node.fitscale)
    part.shift = add(mesh.pos, rotate(mesh.quat, offset))
    part.turn = mesh.quat
    part.pos, part.quat = compose(part.pos, part.quat, part.shift, part.turn)


def surface_velocity(part: GeomPart) -> Vector:
    """The surface velocity of a geom in its own frame, which is that of its mesh: v′ = Rᵀ(v + ω × shift), ω′ = Rᵀω."""
    linear, angular = part.scaling.at(part.node.surfacevel[:3]), part.node.surfacevel[3:]
    back = conjugate(part.turn)
    return (*rotate(back, add(linear, cross(angular, part.shift))), *rotate(back, angular))
