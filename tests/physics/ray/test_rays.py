"""Rays against every shape and through whole scenes, beside the reference implementation."""

import mujoco
import numpy as np
import pytest
from support.reference import both

import knuckle as kn

ASSETS = """
<asset>
  <material name="clear" rgba="1 1 1 0"/>
  <material name="solid" rgba="1 1 1 1"/>
  <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  1 1 1"/>
  <mesh name="sheet" inertia="shell" vertex="0 0 0  1 0 0  0 1 0  1 1 0  0 0 .5" face="0 1 2  1 3 2"/>
  <mesh name="ball" builtin="supersphere" params="12 1 1"/>
  <hfield name="hills" nrow="5" ncol="7" size="1 .7 .5 .2"/>
</asset>
"""
SHAPES = {
    "plane": 'type="plane" size="0 0 1"',
    "plane with edges": 'type="plane" size=".7 .4 1"',
    "sphere": 'size=".6"',
    "capsule": 'type="capsule" size=".3 .5"',
    "ellipsoid": 'type="ellipsoid" size=".3 .5 .8"',
    "cylinder": 'type="cylinder" size=".4 .6"',
    "box": 'type="box" size=".3 .5 .8"',
    "hull mesh": 'type="mesh" mesh="wedge"',
    "open mesh": 'type="mesh" mesh="sheet"',
    "fine mesh": 'type="mesh" mesh="ball"',
    "height field": 'type="hfield" hfield="hills"',
}
# both solve the same quadratics; near tangents rounding of the discriminant is magnified by its root
CLOSE = 1e-9


def scene(body: str, heights=None):
    """One model in both implementations with its poses, and a Data of ours that holds them."""
    m, reference = both(f"<mujoco>{ASSETS}<worldbody>{body}</worldbody></mujoco>")
    if heights is not None:
        m.hfield_data[:] = reference.hfield_data[:] = heights
    data = mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, data)
    d = kn.Data(m)
    kn.kinematics(m, d)
    return m, d, reference, data


def cast(reference, data, point, vectors, *, groups=None, static=True, exclude=-1, cutoff=1e10):
    """The same question to the reference."""
    count = len(vectors)
    x, geom, normal = np.full(count, np.nan), np.full(count, -7, np.int32), np.full(3 * count, np.nan)
    mujoco.mj_multiRay(reference, data, point, vectors.ravel(), groups, static, exclude, geom, x, normal, count, cutoff)
    return x, geom, normal.reshape(-1, 3)


def assert_same(ours, theirs):
    np.testing.assert_array_equal(ours[1], theirs[1])
    np.testing.assert_allclose(ours[0], theirs[0], rtol=CLOSE, atol=CLOSE)
    np.testing.assert_allclose(ours[2], theirs[2], atol=CLOSE)


def rays_at(rng, target, count=100):
    """A point inside, near or far away, and directions of many lengths, half of them towards the target."""
    point = target + rng.normal(size=3) * rng.choice([0.2, 1.5, 4.0])
    vectors = rng.normal(size=(count, 3))
    vectors[::2] = target + 0.4 * rng.normal(size=(len(vectors[::2]), 3)) - point
    return point, vectors * rng.uniform(0.1, 3, (count, 1))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_hit_where_the_reference_hits_it(shape):
    rng = np.random.default_rng(len(shape))
    hits = 0
    for _ in range(20):
        place, turn = rng.uniform(-0.5, 0.5, 3), rng.normal(size=4)
        geom = f'<geom {SHAPES[shape]} pos="{" ".join(map(str, place))}" quat="{" ".join(map(str, turn))}"/>'
        m, d, reference, data = scene(geom, rng.uniform(0, 1, 35))
        point, vectors = rays_at(rng, place)
        found = kn.multi_ray(m, d, point, vectors)
        assert_same(found, cast(reference, data, point, vectors))
        hits += np.sum(found[0] >= 0.0)
        x, normal = kn.ray_geom(m, d, 0, point, vectors[0])
        assert_same(([x], [0 if x >= 0.0 else -1], [normal]), [part[:1] for part in found])
    assert 100 < hits < 1900, "rays should both hit and miss"


def crowd(rng, count=12) -> str:
    """Bodies at random places, some fixed to the world, in all groups."""
    bodies = ['<geom type="plane" size="0 0 1" pos="0 0 -2"/>']
    for k in range(count):
        place, turn = rng.uniform(-2, 2, 3), rng.normal(size=4)
        shape = list(SHAPES.values())[2 + k % (len(SHAPES) - 2)]
        bodies.append(f'<body pos="{" ".join(map(str, place))}" quat="{" ".join(map(str, turn))}">')
        bodies.append("<joint/>" if k % 3 and "hfield" not in shape else "")
        bodies.append(
            f'<geom {shape} group="{k % 6}" mass="1"/><geom size=".2" pos=".5 0 0" rgba="1 1 1 {k % 2}"/></body>'
        )
    return "".join(bodies)


@pytest.mark.parametrize("seed", range(3))
def test_all_filters_leave_out_what_the_reference_leaves_out(seed):
    rng = np.random.default_rng(seed)
    m, d, reference, data = scene(crowd(rng), rng.uniform(0, 1, 35))
    found = set()
    for _ in range(20):
        point, vectors = rays_at(rng, rng.uniform(-1, 1, 3))
        groups = rng.integers(0, 2, 6).astype(np.uint8) if rng.random() < 0.5 else None
        static, exclude = bool(rng.random() < 0.5), int(rng.integers(-1, m.nbody))
        cutoff = rng.uniform(0.2, 4)
        ours = kn.multi_ray(
            m, d, point, vectors, geomgroup=groups, flg_static=static, bodyexclude=exclude, cutoff=cutoff
        )
        kinds = {"groups": groups, "static": static, "exclude": exclude}
        assert_same(ours, cast(reference, data, point, vectors, **kinds, cutoff=cutoff))
        one = kn.ray(m, d, point, vectors[0], geomgroup=groups, flg_static=static, bodyexclude=exclude)
        theirs = cast(reference, data, point, vectors[:1], **kinds)
        assert_same([np.array([part]) for part in one], theirs)
        found |= set(ours[1].tolist())
    assert len(found) > 8, "many geoms should have been hit"


@pytest.mark.parametrize("colour", ['rgba="1 0 0 0"', 'material="clear"', 'material="solid" rgba="1 0 0 0"', ""])
def test_what_has_no_opacity_is_not_seen(colour):
    m, d, reference, data = scene(f'<geom size="1" {colour}/>')
    vectors = np.array([[1.0, 0, 0]])
    assert_same(kn.multi_ray(m, d, [-5, 0, 0], vectors), cast(reference, data, [-5.0, 0, 0], vectors))
    assert kn.ray_geom(m, d, 0, [-5, 0, 0], [1, 0, 0])[0] == 4.0


def test_a_material_that_does_not_exist_is_none():
    m, d, _, _ = scene('<geom size="1" material="clear"/>')
    m.geom_matid[0] = 10**9
    assert kn.ray(m, d, [-5, 0, 0], [1, 0, 0])[1] == 0


def test_rays_along_edges_find_the_first_side():
    m, d, reference, data = scene('<geom type="box" size="1 1 1"/><geom type="cylinder" size="1 1" pos="9 0 0"/>')
    for point, vector in (
        ([2, 0, 2], [-1, 0, -1]),
        ([2, 2, 2], [-1, -1, -1]),
        ([1, 0, 3], [0, 0, -1]),
        ([11, 0, 2], [-1, 0, -1]),
        ([10, 0, 5], [0, 0, -1]),
    ):
        start, vectors = np.array(point, float), np.array([vector], float)
        assert_same(kn.multi_ray(m, d, start, vectors), cast(reference, data, start, vectors))


def test_no_ray_slips_between_two_triangles():
    m, d, _, _ = scene(f"<geom {SHAPES['open mesh']}/>")
    along = np.linspace(0.01, 0.99, 101)
    for a in along:  # the common edge of both triangles
        x, normal = kn.ray_geom(m, d, 0, [a, 1 - a, 1], [0, 0, -1])
        assert x == pytest.approx(1.0, abs=1e-6) and normal[2] == pytest.approx(1.0)


def test_casting_rays_changes_no_contact_and_no_row():
    m, d, _, _ = scene('<geom size="1"/>')
    d._arrays["ncon"][()] = 0
    before = {name: array.tobytes() for name, array in d._arrays.items()}
    kn.multi_ray(m, d, [0, 0, 0], np.random.default_rng(0).normal(size=(1000, 3)))
    assert {name: d._arrays[name].tobytes() for name in before} == before


def test_no_rays_have_no_answers():
    m, d, _, _ = scene('<geom size="1"/>')
    x, geom, normal = kn.multi_ray(m, d, [0, 0, 0], np.zeros((0, 3)))
    assert x.shape == geom.shape == (0,) and normal.shape == (0, 3)


@pytest.mark.parametrize("length", [1e-14, 1e-9, 1e-5, 1e5, 1e100, 1e300])
def test_the_length_of_the_vector_is_only_a_unit(length):
    """1e-12: a length that is no power of two is rounded once more."""
    shapes = "".join(f'<geom {SHAPES[name]} pos="{3 * k} 0 0"/>' for k, name in enumerate(SHAPES))
    m, d, _, _ = scene(shapes)
    rng = np.random.default_rng(1)
    for _ in range(20):
        start, vectors = rng.normal(size=3) * 5, rng.normal(size=(50, 3))
        x, geom, normal = kn.multi_ray(m, d, start, vectors)
        scaled = kn.multi_ray(m, d, start, length * vectors)
        np.testing.assert_array_equal(scaled[1], geom)
        np.testing.assert_allclose(np.where(geom >= 0, scaled[0] * length, -1.0), x, rtol=1e-12)
        np.testing.assert_allclose(scaled[2], normal, rtol=0, atol=1e-9)
        for k in range(3):
            one = kn.ray(m, d, start, length * vectors[k])
            assert one[:2] == (scaled[0][k], geom[k])
            if geom[k] >= 0:
                assert kn.ray_geom(m, d, int(geom[k]), start, length * vectors[k])[0] == scaled[0][k]
