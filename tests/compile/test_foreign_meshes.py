"""Meshes in files of other programs are those of the same mesh in an OBJ file; what is dangerous is refused first."""

import io
import json
import struct
import sys
import zipfile

import numpy as np
import pytest
from support.urdf_text import TETRAHEDRON

import knuckle as kn
from knuckle.assets import archive

VERTICES = np.array([[0, 0, 0], [1, 0, 0], [0.1, 1.4, 0], [0, 0.2, 2]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])  # as in the OBJ file


def scene(file: str, attributes: str = "") -> str:
    asset = f'<asset><mesh name="m" file="{file}" {attributes}/></asset>'
    body = '<body><freejoint/><geom type="mesh" mesh="m"/></body>'
    return f"<mujoco>{asset}<worldbody>{body}</worldbody></mujoco>"


def load(file: str, content: bytes, attributes: str = "", **more: bytes) -> kn.Model:
    return kn.load(scene(file, attributes), assets={file: content, **more})


def gltf(scale: float = 1.0, **changes) -> tuple[bytes, bytes]:
    """A glTF text and its buffer: corners, then positions, of the mesh in half its size or so, put back by a node."""
    corners, points = FACES.astype("<u4").tobytes(), (VERTICES / scale).astype("<f4").tobytes()
    low, high = (VERTICES / scale).min(axis=0).tolist(), (VERTICES / scale).max(axis=0).tolist()
    text = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "scale": [scale] * 3}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5125, "count": 12, "type": "SCALAR"},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3", "min": low, "max": high},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
        ],
        "buffers": [{"uri": "m.bin", "byteLength": 96}],
    }
    return json.dumps(text | changes).encode(), corners + points


def glb(scale: float = 1.0, **changes) -> bytes:
    text, data = gltf(scale, buffers=[{"byteLength": 96}], **changes)
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def ply() -> bytes:
    head = "ply\nformat ascii 1.0\nelement vertex 4\n" + "".join(f"property float {x}\n" for x in "xyz")
    head += "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    points = "".join(f"{x} {y} {z}\n" for x, y, z in VERTICES)
    return (head + points + "".join(f"3 {a} {b} {c}\n" for a, b, c in FACES)).encode()


def threemf(unit: str = "meter", factor: float = 1.0, more: str = "", name: str = "3D/3dmodel.model") -> bytes:
    points = "".join('<vertex x="{}" y="{}" z="{}"/>'.format(*row) for row in factor * VERTICES)
    faces = "".join('<triangle v1="{}" v2="{}" v3="{}"/>'.format(*row) for row in FACES)
    mesh = f"<mesh><vertices>{points}</vertices><triangles>{faces}</triangles></mesh>"
    space = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
    objects = f'<object id="1" type="model">{mesh}</object>{more}'
    build = '<build><item objectid="1"/></build>'
    text = f'<model unit="{unit}" xmlns="{space}"><resources>{objects}</resources>{build}</model>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, text)
    return buffer.getvalue()


def dae(unit: str = '<unit meter="1"/>', factor: float = 1.0, up: str = "Z_UP", nodes: str = "") -> bytes:
    points, corners = " ".join(map(str, (factor * VERTICES).ravel())), " ".join(map(str, FACES.ravel()))
    return f"""<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
    <asset>{unit}<up_axis>{up}</up_axis></asset>
    <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="12">{points}</float_array><technique_common>
    <accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
    <param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles>
    </mesh></geometry></library_geometries>{nodes}
    <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
    </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>""".encode()


FILES = {
    "glb": ("m.glb", glb()),
    "glb with a node that scales": ("m.glb", glb(scale=0.5)),
    "capital suffix": ("m.GLB", glb()),
    "ply": ("m.ply", ply()),
    "dae": ("m.dae", dae()),
    "dae in centimetres": ("m.dae", dae('<unit name="centimeter" meter="0.01"/>', 100.0)),
    "dae with y up": ("m.dae", dae(up="Y_UP")),
    "3mf": ("m.3mf", threemf()),
    "3mf in millimetres": ("m.3mf", threemf("millimeter", 1000.0)),
}


@pytest.mark.parametrize(("file", "content"), FILES.values(), ids=FILES.keys())
def test_the_mesh_is_that_of_the_same_obj_file(file, content):
    pytest.importorskip("trimesh")
    ours, wanted = load(file, content, 'scale="1 2 1"'), load("m.obj", TETRAHEDRON, 'scale="1 2 1"')
    for name in ("body_mass", "body_inertia", "body_ipos", "body_iquat", "geom_size", "geom_aabb"):
        np.testing.assert_allclose(getattr(ours, name), getattr(wanted, name), rtol=1e-6, atol=1e-6)  # single precision
    assert (ours.nmeshvert, ours.nmeshface) == (4, 4)


def test_files_that_a_gltf_names_are_read_from_the_assets():
    pytest.importorskip("trimesh")
    text, data = gltf()
    assert load("m.gltf", text, **{"m.bin": data}).nmeshface == 4
    with pytest.raises(kn.ModelError, match=r"there is no file m\.bin among the assets"):
        load("m.gltf", text)


def test_files_that_a_gltf_names_lie_beside_it(tmp_path):
    pytest.importorskip("trimesh")
    text, data = gltf()
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes/m.gltf").write_bytes(text)
    (tmp_path / "meshes/m.bin").write_bytes(data)
    (tmp_path / "scene.xml").write_text(scene("meshes/m.gltf"))
    assert kn.load(tmp_path / "scene.xml").nmeshface == 4


@pytest.mark.parametrize("address", ["https://example.org/m.bin", "/etc/passwd"])
def test_nothing_else_is_read(address):
    pytest.importorskip("trimesh")
    text, _ = gltf(buffers=[{"uri": address, "byteLength": 96}])
    with pytest.raises(kn.ModelError, match="expected a file beside it"):
        load("m.gltf", text)


def test_trimesh_is_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "trimesh", None)
    with pytest.raises(kn.ModelError, match=r"needs the package trimesh .* pip install 'knuckle\[meshes\]'"):
        load("m.ply", ply())


def zipped(*files: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files:
            file.writestr(name, content)
    return buffer.getvalue()


def nested(count: int) -> str:
    """Objects that consist of two of the object before each."""
    two = '<x:component objectid="{1}"/><component objectid="{1}"/>'
    one = f'<object id="{{0}}" type="model"><components>{two}</components></object>'
    return "".join(one.format(i, i - 1) for i in range(2, count))


def placed(count: int) -> str:
    one = '<node id="n{0}"><instance_node url="#n{1}"/><instance_node url="#n{1}"/></node>'
    return f"<library_nodes><node id='n0'/>{''.join(one.format(i, i - 1) for i in range(1, count))}</library_nodes>"


ACCESSOR = {"componentType": 5126, "type": "VEC3", "count": 10**12}
BAD = {
    "not a glb": ("m.glb", b"nothing", "no binary glTF"),
    "glb cut off": ("m.glb", glb()[:30], "no glTF file"),
    "a number that reserves memory": ("m.glb", glb(accessors=[ACCESSOR]), "expected at most"),
    "negative count": ("m.glb", glb(accessors=[ACCESSOR | {"count": -1}]), "expected at most"),
    "node with two parents": ("m.glb", glb(nodes=[{"children": [1, 1]}, {}]), "has two parents"),
    "deep JSON": ("m.gltf", b"[" * 100_000, "no glTF file"),
    "not a ply": ("m.ply", b"nothing", "is no PLY file"),
    "ply of many": ("m.ply", ply().replace(b"vertex 4", b"vertex 4000000000"), "says it holds"),
    "ply of nothing": ("m.ply", ply().replace(b"vertex 4", b"vertex x"), "says it holds"),
    "entities": ("m.dae", b'<!DOCTYPE a [<!ENTITY b "c">]>' + dae(), "defines a document type"),
    "broken XML": ("m.dae", b"<COLLADA><a></COLLADA>", "still open"),
    "parts of parts": ("m.dae", dae(nodes=placed(40)), "more than 10000 parts"),
    "not a zip": ("m.3mf", b"nothing", "is no readable zip archive"),
    "objects of objects": ("m.3mf", threemf(more=nested(40)), "more than 10000 parts"),
    "object in itself": (
        "m.3mf",
        threemf(more='<object id="2"><components><component objectid="2"/></components></object>'),
        "contains itself",
    ),
    "entities in a zip": ("m.3mf", zipped(("3D/3dmodel.model", b"<!DOCTYPE a><model/>")), "defines a document type"),
    "zip bomb": ("m.3mf", zipped(("bomb", bytes(9 << 20))), "more than 8 MiB"),
    "path out of a zip": ("m.3mf", threemf(name="../../x.model"), "holds a file outside of it"),
    "unknown format": ("m.fbx", b"", r"unknown format, expected one of \.stl, \.obj, \.msh, \.glb"),
}


@pytest.mark.parametrize(("file", "content", "words"), BAD.values(), ids=BAD.keys())
def test_bad_files_are_refused_before_trimesh_reads_them(file, content, words, monkeypatch):
    monkeypatch.setitem(sys.modules, "trimesh", None)
    monkeypatch.setattr(archive, "MOST_BYTES", 8 << 20)
    with pytest.raises(kn.ModelError, match=words):
        load(file, content)


DAMAGED = ("glb", "ply", "dae", "3mf")


@pytest.mark.parametrize(("file", "content"), [FILES[name] for name in DAMAGED], ids=DAMAGED)
def test_damaged_files_are_read_or_refused(file, content):
    """Whatever the reader makes of bytes that are wrong, the answer is a model of finite numbers or a ModelError."""
    pytest.importorskip("trimesh")
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(int(random.integers(1, 8))):
            damaged[int(random.integers(len(damaged)))] = int(random.integers(256))
        try:
            m = load(file, bytes(damaged[: int(random.integers(len(damaged) // 2, len(damaged) + 1))]))
        except kn.ModelError:
            refused += 1
        else:
            assert np.isfinite(m.mesh_vert).all()
    assert refused > 0
