"""Pass: mean size, mass and inertia of a model, its extent and centre."""

from collections.abc import Mapping

import numpy as np

from knuckle.compile.derived.reference import Reference
from knuckle.compile.parts import Assembly
from knuckle.schema.enums import GeomType

WITHOUT_BODIES = {"meansize": 0.2, "meanmass": 1.0, "meaninertia": 1.0}
POINT_EXTENT = 2.0  # [m] of a model without extent along x
PLANE_SHARE, PLANE_EXTENT = 0.1, 0.01  # of a plane's size; of an infinite plane [m]


def fill_statistics(a: Assembly, found: Reference, arrays: Mapping[str, np.ndarray]) -> None:
    """What the user did not set in <statistic>; the user's values replace the result and nothing else."""
    computed: dict = dict(WITHOUT_BODIES)
    if len(a.bodies) > 1:
        computed["meansize"] = found.constants["body_size"][1:].mean()
        computed["meanmass"] = arrays["body_mass"][1:].mean()
    if len(arrays["dof_M0"]):
        diagonal = arrays["M_rowadr"] + arrays["M_rownnz"] - 1
        computed["meaninertia"] = found.pose["M"][diagonal].mean()
    low, high = _bounds(found.pose, arrays)
    sides = high - low
    flat = sides[0] < 1e-15  # the reference compiler looks at x alone
    computed["extent"] = POINT_EXTENT if flat else max(sides.max(), 2 * computed["meansize"])
    computed["center"] = 0.5 * (low + high)
    for name, value in computed.items():
        given = getattr(a.spec.statistic, name)
        arrays[f"stat_{name}"][...] = value if given is None else given
    _check(a)


def _check(a: Assembly) -> None:
    given = a.spec.statistic
    if given.extent is not None and given.extent <= 0:
        a.problems.about(given, f'extent="{given.extent:g}" must be positive')
    if given.meaninertia is not None:
        a.warnings.append("statistic: meaninertia is deprecated and has no effect on the simulation")


def _bounds(pose: Mapping[str, np.ndarray], arrays: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The box around bodies, centres of mass, joints, sites and the bounding spheres of geoms."""
    points = np.concatenate([pose["xpos"][1:], pose["xipos"][1:], pose["xanchor"], pose["site_xpos"]])
    radius = _display_radii(arrays)[:, None]
    low = np.concatenate([points, pose["geom_xpos"] - radius])
    high = np.concatenate([points, pose["geom_xpos"] + radius])
    return (low.min(axis=0), high.max(axis=0)) if len(low) else (np.zeros(3), np.zeros(3))


def _display_radii(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """Bounding radii of geoms; planes have a share of their size, or little where they are infinite."""
    larger = arrays["geom_size"][:, :2].max(axis=1, initial=0.0)
    plane = np.where(larger > 0, PLANE_SHARE * larger, PLANE_EXTENT)
    return np.where(arrays["geom_type"] == GeomType.PLANE, plane, arrays["geom_rbound"])
