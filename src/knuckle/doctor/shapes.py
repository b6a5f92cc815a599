"""Shapes: geoms that overlap in the start pose, hulls that are much larger than their meshes."""

from knuckle.doctor.findings import Severity
from knuckle.doctor.subject import Subject

DEEP, SEVERELY_DEEP = 0.01, 0.5  # depth over the radius of the smaller geom
SHALLOW = 1e-4  # [m] what a body at rest may sink in
HOLLOW = 2.0  # volume of the hull over that of the mesh


def check_overlaps(subject: Subject) -> None:
    m, d = subject.m, subject.start
    worst: dict[tuple[int, int], float] = {}
    for contact in d.contact:
        ends = (int(contact.geom1), int(contact.geom2))
        worst[ends] = min(worst.get(ends, 0.0), float(contact.dist))
    for (first, second), distance in sorted(worst.items(), key=lambda item: item[1]):
        sizes = [float(m.geom_rbound[g]) for g in (first, second) if m.geom_rbound[g] > 0]
        share = -distance / min(sizes, default=1.0)
        if -distance < SHALLOW or share < DEEP:
            continue
        subject.add(
            "overlap",
            Severity.SEVERE if share > SEVERELY_DEEP else Severity.WARNING,
            "geom",
            second,
            f"overlaps {subject.label('geom', first)} by {-distance:.3g} m in the start pose",
            "Contacts push them apart from the first step on, often violently.",
            "Move one of them, exclude the pair (<contact><exclude …/>), or change contype and conaffinity.",
        )


def check_hulls(subject: Subject) -> None:
    from knuckle.assets.mesh.hull_volume import volumes

    m = subject.m
    for i in range(m.nmesh):
        if m.mesh_graphadr[i] < 0:
            continue
        found = volumes(*_surfaces(subject, i))
        if found is None or found[0] <= HOLLOW * found[1]:
            continue
        hull, volume = found
        subject.add(
            "hollow_mesh",
            Severity.WARNING,
            "mesh",
            i,
            f"has a convex hull of {hull:.3g} m³, {hull / max(volume, 1e-300):.1f} times its volume",
            "Collisions see the hull alone: things bounce off what looks like empty space.",
            'Cut the mesh into convex parts, or collide with simple shapes and let it be seen only (contype="0").',
        )


def _surfaces(subject: Subject, i: int) -> tuple:
    """Vertices of a mesh, its triangles, and those of its hull."""
    m = subject.m
    first, count = int(m.mesh_vertadr[i]), int(m.mesh_vertnum[i])
    face, faces = int(m.mesh_faceadr[i]), int(m.mesh_facenum[i])
    start = int(m.mesh_graphadr[i])
    corners, triangles = (int(x) for x in m.mesh_graph[start : start + 2])
    at = start + 2 + 3 * corners + 3 * triangles  # behind addresses, numbers and edges of the corners
    hull = m.mesh_graph[at : at + 3 * triangles].reshape(-1, 3)
    return m.mesh_vert[first : first + count].astype(float), m.mesh_face[face : face + faces], hull
