"""The element behind a number that cannot be computed with, so that an error can name its place."""

from typing import Any

from knuckle.compile.parts import Assembly
from knuckle.schema.fields import model_fields
from knuckle.schema.joints import DOF_WIDTH, QPOS_WIDTH


def element_of(a: Assembly, name: str, where: tuple[int, ...]) -> Any:
    """The element that an entry of a field belongs to, else the one that is farthest or largest."""
    field = next(field for field in model_fields() if field.name == name)
    elements = _elements_by_size(a).get(str(field.shape[0]), []) if field.shape else []
    return elements[where[0]] if where and where[0] < len(elements) else _largest(a)


def _elements_by_size(a: Assembly) -> dict[str, list]:
    """The elements that are counted by each size of a model."""
    spec, joints = a.spec, a.joints
    parts: dict[str, list] = {"nbody": a.bodies, "njnt": joints, "ngeom": a.geoms, "nsite": a.sites, "ncam": a.cameras}
    parts |= {"nlight": a.lights, "nmesh": a.meshes, "nhfield": a.hfields}
    parts |= {"ntendon": a.tendons, "nwrap": [part for tendon in a.tendons for part in tendon.path]}
    parts |= dict.fromkeys(("nactuator", "nu", "nout"), a.actuators)
    parts |= {"nsensor": a.sensors}
    parts |= {"nv": [joint for joint in joints for _ in range(DOF_WIDTH[joint.kind])]}
    parts |= {"nq": [joint for joint in joints for _ in range(QPOS_WIDTH[joint.kind])]}
    nodes = {"ntex": spec.textures, "nmat": spec.materials, "neq": spec.equalities, "nkey": spec.keys}
    nodes |= {"npair": a.pairs, "nexclude": a.excludes}
    return {size: [part.node for part in found] for size, found in parts.items()} | nodes


def _largest(a: Assembly) -> Any:
    """The element whose position or size is largest: what a sum over the model is too large by."""

    def reach(part) -> float:
        return max(map(abs, (*part.pos, *getattr(part, "size", ()))))

    parts = [*a.bodies[1:], *a.joints, *a.geoms, *a.sites, *a.cameras, *a.lights]
    return max(parts, key=reach).node if parts else None
