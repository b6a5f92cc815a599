"""Meshes compile to the reference's numbers: sources, kinds of inertia, scales, fits, uses."""

import numpy as np
import pytest
from support.mesh_files import FACES, VERTICES, msh, stl, text_stl, words
from support.model_difference import assert_same, differences, load_both

from knuckle.assets.mesh import stl as mesh_stl
from knuckle.compile import compile_spec
from knuckle.model.model import Model
from knuckle.parse import load_string

rng = np.random.default_rng(5)
CLOUD = rng.normal(size=(40, 3))
BOX = np.array([[x, y, z] for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)]) * 0.1


def bumpy(rings: int = 6, count: int = 9) -> tuple[np.ndarray, np.ndarray]:
    """A closed surface that is not convex: a bent tube with a wavy radius."""
    vertices, faces = [], []
    for i in range(rings):
        for j in range(count):
            a = 2 * np.pi * j / count
            r = 0.3 + 0.1 * np.cos(2 * i) + 0.03 * np.cos(3 * a)
            vertices.append((r * np.cos(a) + 0.1 * i * i * 0.2, r * np.sin(a), 0.2 * i))
    vertices += [(0.0, 0.0, -0.1), (0.5, 0.0, 0.2 * rings)]
    for i in range(rings - 1):
        for j in range(count):
            a, b, k = i * count, (i + 1) * count, (j + 1) % count
            faces += [(a + j, a + k, b + j), (a + k, b + k, b + j)]
    last = (rings - 1) * count
    faces += [(rings * count, (j + 1) % count, j) for j in range(count)]
    faces += [(rings * count + 1, last + j, last + (j + 1) % count) for j in range(count)]
    return np.array(vertices), np.array(faces)


V, F = bumpy()
TUBE = f'vertex="{words(V)}" face="{words(F)}"'


def model(mesh: str, geom: str = 'type="mesh" mesh="m"', compiler: str = "", more: str = "") -> str:
    return f"""<mujoco><compiler {compiler}/><asset><mesh name="m" {mesh}/></asset>
      <worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 1"><freejoint/><geom {geom} pos=".1 .2 .3" euler="10 20 30"/>{more}</body>
      </worldbody></mujoco>"""


@pytest.mark.parametrize("inertia", ["convex", "exact", "legacy", "shell"])
@pytest.mark.parametrize("scale", ["1 1 1", ".5 2 1.5", "-1 1 1", "-.5 -2 3", "-1 -2 -3"])
def test_every_kind_of_inertia_and_scale(inertia, scale):
    assert_same(model(f'{TUBE} inertia="{inertia}" scale="{scale}"'))


@pytest.mark.parametrize("reference", ['refpos="1 2 3"', 'refquat="1 .2 .3 .4"', 'refpos=".1 0 1" refquat="2 0 1 0"'])
@pytest.mark.parametrize("scale", ["1 1 1", "1 -2 .5"])
def test_reference_frames_come_before_the_scale(reference, scale):
    assert_same(model(f'{TUBE} {reference} scale="{scale}"'))


@pytest.mark.parametrize("points", [CLOUD, BOX, VERTICES], ids=["cloud", "box", "tetrahedron"])
@pytest.mark.parametrize("settings", ["", 'inertia="shell"', 'scale="1 2 -3"', 'smoothnormal="true"'])
def test_points_without_faces_stand_for_their_hull(points, settings):
    assert_same(model(f'vertex="{words(points)}" {settings}'))


@pytest.mark.parametrize("inertia", ["convex", "exact", "legacy", "shell"])
@pytest.mark.parametrize("seed", range(6))
def test_of_equal_moments_the_same_roundings_choose_the_axes(inertia, seed):
    """Points that are the same seen along (1, 1, 1) from three sides: two moments are equal but for roundings."""
    random = np.random.default_rng(seed)
    third = random.integers(-8, 9, (3, 3)) / 8
    points = np.concatenate([third, third[:, [1, 2, 0]], third[:, [2, 0, 1]]]) * random.choice([-1, 1], 3)
    assert_same(model(f'vertex="{words(random.permutation(points))}" inertia="{inertia}"'))


@pytest.mark.parametrize("inertia", ["convex", "legacy", "shell"])
@pytest.mark.parametrize("difference", [1e-13, 1e-9, 0.9e-7, 1.1e-7, 1e-5])
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_moments_that_are_nearly_equal_keep_their_order(inertia, difference, order):
    scale = np.array([1.0 + 2.5 * difference, 1.0, 2.0])[list(order)]  # largest moments apart by this share
    assert_same(model(f'vertex="{words(BOX / np.abs(BOX))}" inertia="{inertia}" scale="{words(scale)}"'))


@pytest.mark.parametrize("most", [4, 5, 8, 20, 1000])
def test_hulls_with_few_vertices(most):
    assert_same(model(f'vertex="{words(CLOUD)}" maxhullvert="{most}"'))


def test_default_classes_set_scale_and_size_of_hulls():
    text = model(TUBE).replace(
        "<asset>", '<default><mesh scale="2 2 2" maxhullvert="9" inertia="convex"/></default><asset>'
    )
    assert_same(text)


@pytest.mark.parametrize("smooth", ["true", "false"])
def test_normals_and_texture_coordinates(smooth):
    n = len(V)
    given = f'normal="{words(rng.normal(size=(n, 3)))}" texcoord="{words(rng.uniform(size=(n, 2)))}"'
    assert_same(model(f'{TUBE} {given} smoothnormal="{smooth}" scale="1 2 -3"'))
    assert_same(model(f'{TUBE} smoothnormal="{smooth}"'))


@pytest.mark.parametrize("settings", ["", 'scale=".1 .1 .1"', 'scale=".2 -.3 .7" refquat=".3 .5 -.2 .8"'])
@pytest.mark.parametrize("source", ["given", "wedge"])
def test_normals_that_a_mesh_gives_are_rounded_as_the_references(source, settings):
    """Taxels of touch sensors slide along them: a last place of single precision would be seen."""
    given = f'{TUBE} normal="{words(rng.normal(size=(len(V), 3)))}"'
    mesh = given if source == "given" else 'builtin="wedge" params="5 6 60 40 .5"'
    ours, reference = load_both(model(f"{mesh} {settings}"))
    assert np.abs(ours.arrays["mesh_normal"] - reference.mesh_normal).max() < 1e-15


@pytest.mark.parametrize("kind", ["sphere", "capsule", "ellipsoid", "cylinder", "box"])
@pytest.mark.parametrize("by_box", ["true", "false"])
def test_primitives_are_fitted(kind, by_box):
    geom = f'type="{kind}" mesh="m" fitscale="1.5" fluidshape="ellipsoid" surfacevel="1 2 3 4 5 6"'
    assert_same(model(TUBE, geom, f'fitaabb="{by_box}"'))


def test_a_mesh_without_type_is_fitted_by_a_sphere():
    assert_same(model(TUBE, 'mesh="m"'))


@pytest.mark.parametrize(
    "geom",
    [
        'mass="2"',
        'density="10"',
        'contype="0" conaffinity="0"',
        'contype="0"',
        'fluidshape="ellipsoid" surfacevel="1 2 3 4 5 6"',
    ],
)
def test_geoms_of_meshes(geom):
    assert_same(model(TUBE, f'type="mesh" mesh="m" {geom}'))


def test_sites_show_meshes_in_their_own_frame():
    assert_same(model(TUBE, 'size=".1"', more='<site type="mesh" mesh="m" pos="1 2 3" euler="30 0 0"/>'))


def test_meshes_give_geoms_their_material():
    text = model(f'{TUBE} material="red"').replace("<asset>", '<asset><material name="red"/><material name="blue"/>')
    assert_same(text)
    assert_same(text.replace('mesh="m"', 'mesh="m" material="blue"'))


@pytest.mark.parametrize("frame", ['scale="2"', 'scale="1 2 3" scaling="geometry"', 'scale=".5" massscale="3"'])
def test_frames_scale_meshes_one_instance_per_scale(frame):
    shape = '<geom type="mesh" mesh="m"/><geom type="box" mesh="m"/><site type="mesh" mesh="m"/>'
    assert_same(model(TUBE, more=f"<frame {frame}>{shape}</frame><frame {frame}>{shape}</frame>"))


@pytest.mark.parametrize("use", ["", '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>', '<geom mesh="m"/>'])
@pytest.mark.parametrize("settings", ["", 'discardvisual="true"'])
def test_unused_and_visual_meshes(use, settings):
    text = f'<mujoco><compiler {settings}/><asset><mesh name="m" {TUBE}/></asset><worldbody>{use}</worldbody></mujoco>'
    assert_same(text)


FILES = {
    "a.stl": stl(V[F]),
    "A.STL": stl(V[F]),
    "a.msh": msh(V, F),
    "points.msh": msh(V, F[:0]),
    "full.msh": msh(VERTICES, FACES, normals=VERTICES + 1, texcoords=VERTICES[:, :2]),
    "a.obj": "\n".join(
        [*(f"v {words(p)}" for p in V), "vt .1 .2", "vt .3 .4", "vn 0 0 2", "vn 1 0 0"]
        + [f"f {a + 1}/1/2 {b + 1}/2/1 {c + 1}/2/2" for a, b, c in F]
    ).encode(),
    "plain.obj": "\n".join([*(f"v {words(p)}" for p in V), "g x", *(f"f {words(f + 1)}" for f in F)]).encode(),
    "back.obj": "\n".join([*(f"v {words(p)}" for p in V), *(f"f {words(f - len(V))}" for f in F)]).encode(),
    "quads.obj": b"v 0 0 0\nv 1 0 0\nv 1.2 1 0\nv 0 1 0\nv 0 0 1\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n",
    "groups.obj": b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\no a\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\no b\nf 1 2 3\n",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("scale", ["1 1 1", "1 2 -3"])
def test_files(name, scale):
    text = f"""<mujoco><asset><mesh file="{name}" scale="{scale}"/></asset>
      <worldbody><body><freejoint/><geom type="mesh" mesh="{name[:-4]}"/></body></worldbody></mujoco>"""
    assert_same(text, {name: FILES[name]})


@pytest.mark.parametrize("folder", ['meshdir="parts"', 'assetdir="parts"', 'meshdir="parts" strippath="true"'])
def test_files_lie_in_the_mesh_folder(folder, tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.stl").write_bytes(FILES["a.stl"])
    file = "x/y/a.stl" if "strippath" in folder else "a.stl"
    text = f'<mujoco><compiler {folder}/><asset><mesh file="{file}"/></asset></mujoco>'
    (tmp_path / "model.xml").write_text(text)
    assert Model.from_xml_path(tmp_path / "model.xml").names("mesh") == ["a"]


@pytest.mark.parametrize("change", [bytes, bytes.upper, lambda text: text.replace(b"\n", b"\r\n\t")])
def test_text_stl_files_are_read_like_binary_ones(change):
    geom = '<geom type="mesh" mesh="m"/>'
    text = f'<mujoco><asset><mesh name="m" file="a.stl"/></asset><worldbody>{geom}</worldbody></mujoco>'
    ours, _ = load_both(text, {"a.stl": stl(V[F])})
    ours_of_text = compile_spec(load_string(text, {"a.stl": change(text_stl(V[F]))}))
    for name, array in ours.arrays.items():
        assert np.array_equal(array, ours_of_text.arrays[name]), name


def test_corners_of_stl_files_are_told_apart_even_if_their_mixtures_are_equal(monkeypatch):
    expected = mesh_stl.read_stl(stl(V[F]), "a.stl")
    assert len(expected.vertices) == len(V)
    monkeypatch.setattr(mesh_stl, "MIX", np.zeros(3, np.uint64))
    found = mesh_stl.read_stl(stl(V[F]), "a.stl")
    assert np.array_equal(found.vertices, expected.vertices) and np.array_equal(found.faces, expected.faces)


def test_a_binary_stl_file_may_begin_like_a_text():
    data = stl(V[F])
    text = '<mujoco><asset><mesh name="m" file="a.stl"/></asset></mujoco>'
    assert compile_spec(load_string(text, {"a.stl": b"solid facet" + data[11:]})).counts["nmeshface"] == len(F)


BUILTIN = {
    "sphere": ["0", "1", "3"],
    "hemisphere": ["0", "1", "4"],
    "cone": ["3 0", "7 .5", "12 1"],
    "supersphere": ["3 1 1", "10 .5 2"],
    "supertorus": ["3 .3 1 1", "12 .4 .5 2"],
    "grid": ["3 4 1 .1 .2 1 2", "3 4 2 .1 .2 .3"],
    "square": ["3 4 1 .1 .2 1"],
    "disc": ["2 2 1 1 2 3", "3 4 1 .1 .2 1", "4 3 1 -2 1 1", "3 3 1 -1 1 1", "3 5 1 1 -1 1", "7 6 1 .1 .3 1"],
    "box": ["2 2 2 .1 .2 .3", "3 4 5 .1 .2 .3", "2 2 2 1 2 3 2", "3 4 5 .1 -.2 .3 2"],
    "cylinder": ["2 2 2 1 1 1", "5 4 3 .1 .2 .3 3", "3 4 5 .1 .2 .3 2"],
    "ellipsoid": ["2 2 2 1 1 1", "5 4 3 .1 .2 .3 3", "3 4 5 .1 .2 .3 2"],
    "wedge": ["2 3 30 20 0", "3 3 30 20 .5", "5 7 90 45 1", "6 5 160 80 .2"],
    "plate": ["2 2", "5 3", "2 7"],
}
SOLID = '<geom size=".3"/>'  # a body of a flat mesh alone is refused by the reference, or not, as roundings fall
FLAT = ("square", "grid", "disc", "plate")


@pytest.mark.parametrize(("kind", "params"), [(kind, params) for kind in BUILTIN for params in BUILTIN[kind]])
def test_builtin_shapes(kind, params):
    collide = 'contype="0" conaffinity="0"' if kind in FLAT else ""
    mesh = f'builtin="{kind}" params="{params}" scale=".1 .2 .3"'
    assert_same(model(mesh, f'type="mesh" mesh="m" {collide}', more=SOLID))


@pytest.mark.parametrize("inertia", ["legacy", "exact", "convex", "shell"])
@pytest.mark.parametrize("shape", ["plate:5 3", "wedge:3 3 30 20 0", "box:3 3 4 1 1 1 2", "cylinder:3 3 4 1 1 1"])
def test_builtin_shapes_of_every_inertia(shape, inertia):
    kind, params = shape.split(":")
    unseen = 'type="mesh" mesh="m" contype="0" conaffinity="0"'
    assert_same(model(f'builtin="{kind}" params="{params}" inertia="{inertia}" scale="1 2 -3"', unseen, more=SOLID))


def test_a_body_may_be_flat():
    unseen = 'type="mesh" mesh="m" contype="0" conaffinity="0"'
    for params in ("2 2 1 1 2 3", "4 3 1 -2 1 1", "7 6 1 .1 .3 1"):
        product = compile_spec(load_string(model(f'builtin="disc" params="{params}"', unseen)))
        moments = np.sort(product.arrays["body_inertia"][1])
        assert moments[0] > 0 and np.isclose(moments[2], moments[0] + moments[1], rtol=1e-5, atol=0)  # single precision


def test_a_hull_much_larger_than_its_mesh_is_worth_a_warning():
    ring = 'builtin="supertorus" params="20 .2 1 1"'
    ours, _ = load_both(model(ring))
    assert len(ours.warnings) == 1 and 'mesh "m": its convex hull' in ours.warnings[0]
    assert "times its volume" in ours.warnings[0] and "convex parts" in ours.warnings[0]
    for quiet in (
        model(ring, 'type="mesh" mesh="m" contype="0" conaffinity="0"'),
        model('builtin="sphere" params="2"'),
    ):
        assert load_both(quiet)[0].warnings == []


def test_polygons_of_a_box_are_its_sides():
    ours, reference = load_both(model(f'vertex="{words(BOX)}"'))
    assert not [d for d in differences(ours, reference) if d.error > 1e-9]
    assert ours.arrays["mesh_polyvertnum"].tolist() == [4] * 6
