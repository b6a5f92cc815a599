"""Volumes, inertias and bounds of shapes, against sums over random points and against the reference."""

import numpy as np
import pytest
from support.model_difference import assert_same

from knuckle.compile.elements.fluid import fluid_coefficients
from knuckle.compile.mass.shape_inertia import unit_inertia
from knuckle.compile.mass.shapes import area, bounding_radius, half_sizes, volume
from knuckle.schema.enums import GeomType

SOLIDS = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.CYLINDER, GeomType.ELLIPSOID, GeomType.BOX)
SIZE = (0.3, 0.5, 0.7)


def inside(kind, points):
    x, y, z = points.T
    a, b, c = SIZE
    across = np.hypot(x, y)
    return {
        GeomType.SPHERE: lambda: across**2 + z**2 < a**2,
        GeomType.CAPSULE: lambda: across**2 + np.maximum(np.abs(z) - b, 0) ** 2 < a**2,
        GeomType.CYLINDER: lambda: (across < a) & (np.abs(z) < b),
        GeomType.ELLIPSOID: lambda: (x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2 < 1,
        GeomType.BOX: lambda: (np.abs(x) < a) & (np.abs(y) < b) & (np.abs(z) < c),
    }[kind]()


@pytest.mark.parametrize("kind", SOLIDS)
def test_volume_and_inertia_are_those_of_the_points_inside(kind):
    half = np.array(half_sizes(kind, SIZE))
    points = np.random.default_rng(0).uniform(-half, half, size=(400_000, 3))
    mine = points[inside(kind, points)]
    assert volume(kind, SIZE) == pytest.approx(8 * half.prod() * len(mine) / len(points), rel=5e-3)
    squares = (mine**2).mean(axis=0)
    assert unit_inertia(kind, SIZE, False) == pytest.approx(squares.sum() - squares, rel=5e-3)  # sampling error
    assert np.linalg.norm(mine, axis=1).max() <= bounding_radius(kind, SIZE)


@pytest.mark.parametrize("kind", SOLIDS)
def test_area_is_the_growth_of_volume(kind):
    e = 1e-6
    grown = tuple(s + e for s in SIZE) if kind != GeomType.CAPSULE else (SIZE[0] + e, *SIZE[1:])
    growth = (volume(kind, grown) - volume(kind, SIZE)) / e
    thomsen = 0.011 if kind == GeomType.ELLIPSOID else 1e-5  # an ellipsoid does not grow evenly
    assert area(kind, SIZE) == pytest.approx(growth, rel=12 * thomsen)


def test_added_mass_factors_of_an_ellipsoid_sum_to_two():
    semiaxes = (0.3, 0.5, 0.7)
    V = volume(GeomType.ELLIPSOID, semiaxes)
    added = np.array(fluid_coefficients(semiaxes, (0.5, 0.25, 1.5, 1, 1))[6:9]) / V
    assert (2 * added / (1 + added)).sum() == pytest.approx(2, rel=1e-6)  # the quadrature's own error


@pytest.mark.parametrize("shell", ["true", "false"])
@pytest.mark.parametrize("size", ["0.3 0.5 0.7", "0.01 0.5 0.02", "2 0.001 3"])
def test_single_geoms_equal_the_reference(size, shell):
    bodies = [
        f'<body><geom type="{kind.name.lower()}" size="{size}" shellinertia="{shell}" fluidshape="ellipsoid"/></body>'
        for kind in SOLIDS
    ]
    assert_same(f"<mujoco><worldbody>{''.join(bodies)}</worldbody></mujoco>")
