"""The collider of every pair of shapes."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.physics.collision.convex.contacts import convex_pair
from knuckle.physics.collision.convex.plane_mesh import plane_mesh
from knuckle.physics.collision.hfield.contacts import hfield_convex
from knuckle.physics.collision.primitive.box import box_box
from knuckle.physics.collision.primitive.capsule import capsule_capsule
from knuckle.physics.collision.primitive.capsule_box import capsule_box
from knuckle.physics.collision.primitive.plane import (
    plane_box,
    plane_capsule,
    plane_cylinder,
    plane_ellipsoid,
    plane_sphere,
)
from knuckle.physics.collision.primitive.sphere import sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere
from knuckle.schema.enums import GeomType

# for each first shape, bits of the second shapes whose contacts lie at the true distance, however far they are apart
EXACT = (
    -1,
    -1,
    1 << GeomType.SPHERE | 1 << GeomType.CAPSULE | 1 << GeomType.CYLINDER | 1 << GeomType.BOX,
    1 << GeomType.CAPSULE | 1 << GeomType.BOX,
    0,
    0,
    0,
    0,
)


@kernel
def has_exact_contacts(kind1, kind2):
    """Whether the distance of two shapes is that of their contacts; else it takes the search on convex shapes."""
    return kind1 > GeomType.MESH or kind2 > GeomType.MESH or (EXACT[kind1] >> kind2) & 1 == 1


@stage_of_world
def collide(m, d, g1, g2):
    """Put every contact of two geoms closer than detection; the first geom's shape comes first in GeomType.

                 sphere  capsule  ellipsoid  cylinder  box     mesh
        plane    own     own      own        own       own     own
        hfield   prisms under the shape, each by the convex collider
        sphere   own     own      convex     own       own     convex
        capsule          own      convex     convex    own     convex
        others                    convex     convex    own for two boxes, else convex

    Planes and height fields have no collider among themselves.
    """
    kind1 = m.geom_type[g1]
    kind2 = m.geom_type[g2]
    if kind2 <= GeomType.HFIELD or kind2 > GeomType.MESH:
        return
    if kind1 == GeomType.PLANE:
        collide_plane(m, d, g1, g2)
    elif kind1 == GeomType.HFIELD:
        collide_hfield(m, d, g1, g2)
    elif kind1 == GeomType.SPHERE:
        collide_sphere(m, d, g1, g2)
    elif kind1 == GeomType.CAPSULE and (kind2 == GeomType.CAPSULE or kind2 == GeomType.BOX):
        collide_capsule(m, d, g1, g2)
    elif kind1 == GeomType.BOX and kind2 == GeomType.BOX:
        collide_boxes(m, d, g1, g2)
    else:
        convex_pair(m, d, g1, g2, d.detection)


# each is a unit of its own, so that a changed collider is compiled alone


@stage_of_world
def collide_hfield(m, d, g1, g2):
    """Contacts of a height field and another shape."""
    hfield_convex(m, d, g1, g2, d.detection)


@stage_of_world
def collide_capsule(m, d, g1, g2):
    """Contacts of a capsule and another one, or a box."""
    if m.geom_type[g2] == GeomType.CAPSULE:
        capsule_capsule(m, d, g1, g2, d.detection)
    else:
        capsule_box(m, d, g1, g2, d.detection)


@stage_of_world
def collide_boxes(m, d, g1, g2):
    """Contacts of two boxes."""
    box_box(m, d, g1, g2, d.detection)


@stage_of_world
def collide_plane(m, d, g1, g2):
    """Contacts of a plane and another shape."""
    if m.geom_type[g2] == GeomType.MESH:
        plane_mesh(m, d, g1, g2, d.detection)
    else:
        plane_primitive(m, d, g1, g2, d.detection)


@kernel
def plane_primitive(m, d, g1, g2, margin):
    """Contacts of a plane and a primitive shape, in one world or in a group."""
    kind2 = m.geom_type[g2]
    if kind2 == GeomType.SPHERE:
        plane_sphere(m, d, g1, g2, margin)
    elif kind2 == GeomType.CAPSULE:
        plane_capsule(m, d, g1, g2, margin)
    elif kind2 == GeomType.ELLIPSOID:
        plane_ellipsoid(m, d, g1, g2, margin)
    elif kind2 == GeomType.CYLINDER:
        plane_cylinder(m, d, g1, g2, margin)
    else:
        plane_box(m, d, g1, g2, margin)


@stage_of_world
def collide_sphere(m, d, g1, g2):
    """Contacts of a sphere and another bounded shape."""
    margin = d.detection
    kind2 = m.geom_type[g2]
    if kind2 == GeomType.SPHERE:
        sphere_sphere(m, d, g1, g2, margin)
    elif kind2 == GeomType.CAPSULE:
        sphere_capsule(m, d, g1, g2, margin)
    elif kind2 == GeomType.CYLINDER:
        sphere_cylinder(m, d, g1, g2, margin)
    elif kind2 == GeomType.BOX:
        sphere_box(m, d, g1, g2, margin)
    else:
        convex_pair(m, d, g1, g2, margin)
