"""Pass: what is only looked at is taken out, where that was asked for."""

from knuckle.compile.mass.inertia import counting_geoms
from knuckle.compile.parts import Assembly, BodyPart, GeomPart
from knuckle.compile.sensor_objects import sensor_objects
from knuckle.schema.enums import ObjType
from knuckle.spec.tree import sharing


def discard_visual(a: Assembly) -> None:
    """Drop materials, textures, unused meshes and geoms that touch nothing, unless something else names them.

    The dynamics stay: a body keeps the inertia that was inferred with the geoms it loses. The spec itself is not
    changed.
    """
    if not a.spec.compiler.discardvisual:
        return
    named = {kind: named_in_tuples(a, kind) for kind in (ObjType.GEOM, ObjType.MATERIAL, ObjType.TEXTURE)}
    for kind, names in named.items():
        names |= named_by_sensors(a, kind)
    named[ObjType.GEOM] |= {node.geom1 for node in _between_geoms(a)} | {node.geom2 for node in _between_geoms(a)}
    named[ObjType.GEOM] |= {part.geom for node in a.spec.tendons for part in node.path if part.tag == "geom"}
    for body in a.bodies:
        _discard_geoms(a, body, [g for g in body.geoms if _is_visual(g) and g.node.name not in named[ObjType.GEOM]])
    used = {part.node.mesh for part in [*a.geoms, *a.sites]} | named_in_tuples(a, ObjType.MESH)
    used |= named_by_sensors(a, ObjType.MESH)
    a.meshes = [mesh for mesh in a.meshes if mesh.node.name in used]
    a.spec = sharing(
        a.spec,
        materials=[node for node in a.spec.materials if node.name in named[ObjType.MATERIAL]],
        textures=[node for node in a.spec.textures if node.name in named[ObjType.TEXTURE]],
    )


def _between_geoms(a: Assembly) -> list:
    return [*a.spec.pairs, *(node for node in a.spec.equalities if node.tag == "distance")]


def named_in_tuples(a: Assembly, *kinds: ObjType) -> set[str]:
    """The names of the objects of these kinds that are part of a tuple."""
    return {element.objname for group in a.spec.tuples for element in group.elements if element.objtype in kinds}


def named_by_sensors(a: Assembly, *kinds: ObjType) -> set[str]:
    """The names of the objects of these kinds that sensors are about."""
    return {name for node in a.spec.sensors for kind, name in sensor_objects(node) if kind in kinds}


def _is_visual(geom: GeomPart) -> bool:
    node = geom.node
    return node.contype == node.conaffinity == 0 and node.fluidshape != "ellipsoid"


def _discard_geoms(a: Assembly, body: BodyPart, visual: list[GeomPart]) -> None:
    heavy = [geom for geom in counting_geoms(a, body) if geom in visual] if body.body else []
    if heavy and a.spec.compiler_of(body.node).inertiafromgeom is True:
        a.problems.about(
            heavy[0].node,
            'discardvisual="true" would change the inertia of the body, which inertiafromgeom="true" infers from its '
            'geoms: give the geom mass="0", or set inertiafromgeom="auto"',
        )
    body.explicit = body.explicit or bool(heavy)
    body.geoms = [geom for geom in body.geoms if geom not in visual]
