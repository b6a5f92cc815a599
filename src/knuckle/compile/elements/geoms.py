"""Pass: the arrays of geoms and sites."""

from knuckle.compile.elements.fluid import fluid_coefficients
from knuckle.compile.elements.meshes import surface_velocity
from knuckle.compile.mass.shapes import half_sizes
from knuckle.compile.parts import Assembly, GeomPart
from knuckle.schema.limits import CONTACT_DIMENSIONS

NO_FLUID = (0.0,) * 12
COPIED = (*("type", "contype", "conaffinity", "condim", "group", "priority", "castshadow", "solmix", "solref", "rgba"),)


def fill_geoms(a: Assembly) -> None:
    geoms = a.geoms
    for geom in geoms:
        if geom.node.condim not in CONTACT_DIMENSIONS:
            a.problems.about(geom.node, f'condim="{geom.node.condim}" must be 1, 3, 4 or 6')
    a.counts["ngeom"] = len(geoms)
    a.arrays |= {f"geom_{name}": [getattr(geom.node, name) for geom in geoms] for name in COPIED}
    a.arrays |= {
        "geom_bodyid": [geom.body for geom in geoms],
        "geom_dataid": _assets(a, geoms),
        "geom_matid": _materials(a, geoms),
        "geom_size": [geom.size for geom in geoms],
        "geom_aabb": [geom.box for geom in geoms],
        "geom_rbound": [geom.radius for geom in geoms],
        "geom_pos": [geom.pos for geom in geoms],
        "geom_quat": [geom.quat for geom in geoms],
        "geom_solimp": [geom.scaling.width(geom.node.solimp) for geom in geoms],
        "geom_friction": [_friction(geom) for geom in geoms],
        "geom_margin": [geom.scaling.length * geom.node.margin for geom in geoms],
        "geom_gap": [geom.scaling.length * geom.node.gap for geom in geoms],
        "geom_surfacevel": [surface_velocity(geom) for geom in geoms],
        "geom_adhesion": [geom.scaling.unit(1, 1) * geom.node.adhesion for geom in geoms],
        "geom_fluid": [_fluid(geom) for geom in geoms],
    }


def fill_sites(a: Assembly) -> None:
    sites = a.sites
    a.counts["nsite"] = len(sites)
    a.arrays |= {f"site_{name}": [getattr(site.node, name) for site in sites] for name in ("type", "group", "rgba")}
    a.arrays |= {
        "site_bodyid": [site.body for site in sites],
        "site_dataid": _assets(a, sites),
        "site_matid": _materials(a, sites),
        "site_size": [site.size for site in sites],
        "site_pos": [site.pos for site in sites],
        "site_quat": [site.quat for site in sites],
    }


def _assets(a: Assembly, parts: list[GeomPart]) -> list[int]:
    """The number of the mesh or height field of each part; -1 for none."""
    numbers = {asset: i for assets in (a.meshes, a.hfields) for i, asset in enumerate(assets)}
    return [numbers.get(part.asset, -1) for part in parts]


def _materials(a: Assembly, parts: list[GeomPart]) -> list[int]:
    """The number of each part's own material, else of its mesh's; -1 for none."""
    numbers = {material.name: i for i, material in enumerate(a.spec.materials)}
    names = [part.node.material or getattr(getattr(part.asset, "node", None), "material", None) for part in parts]
    return [numbers[name] if name and a.keeps_visuals else -1 for name in names]


def _friction(geom: GeomPart) -> tuple[float, ...]:
    """Sliding friction has no dimension, torsional and rolling friction are lengths."""
    slide, spin, roll = geom.node.friction
    return slide, geom.scaling.length * spin, geom.scaling.length * roll


def _fluid(geom: GeomPart) -> tuple[float, ...]:
    if geom.node.fluidshape != "ellipsoid":
        return NO_FLUID
    return fluid_coefficients(half_sizes(geom.node.type, geom.size), geom.node.fluidcoef)
