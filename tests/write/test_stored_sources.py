"""A compiled model in a file knows what its meshes were made from: its text is the one that it had before."""

import hashlib
import json
from operator import attrgetter

import numpy as np
import pytest
from support import corpus, varied_models
from write.test_round_trip import FILES, MESHES

import knuckle as kn
from knuckle.model.file_format import HEAD, model_from_bytes, model_to_bytes
from knuckle.model.stored_sources import StoredSources

PATHS = [path for path in corpus.model_paths() if str(path).endswith(("mug/mug.xml", "agility_cassie/cassie.xml"))]


stem = attrgetter("stem")


def texts(m: kn.Model) -> tuple[str, dict[str, bytes]]:
    files: dict[str, bytes] = {}
    return m.to_xml(files), {name: content for name, content in files.items() if not name.startswith("texture")}


def without_textures(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "<texture" not in line)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path", [None, *(pytest.param(path, marks=pytest.mark.sweep) for path in PATHS)], ids=["shapes", *map(stem, PATHS)]
)
def test_a_stored_model_writes_the_text_that_it_had(path):
    m = kn.load(MESHES, assets=FILES) if path is None else kn.load(path)
    again = model_from_bytes(model_to_bytes(m))
    twice = model_from_bytes(model_to_bytes(again))
    text, files = texts(m)
    for other in (again, twice, again.copy()):
        other_text, other_files = texts(other)
        assert without_textures(other_text) == without_textures(text) and other_files == files
    assert without_textures(again.to_xml()) == without_textures(m.to_xml())


@pytest.mark.filterwarnings("ignore")
def test_a_file_without_sources_is_read_and_written_as_well_as_can_be():
    m = kn.load(MESHES, assets=FILES)
    m._mesh_origins = ()
    again = model_from_bytes(model_to_bytes(m))
    assert len(again._mesh_origins) == 0
    files: dict[str, bytes] = {}
    loaded = kn.load(again.to_xml(files), assets=files)
    np.testing.assert_allclose(loaded.mesh_vert, m.mesh_vert, atol=1e-5)


WORLD = '<worldbody><geom type="mesh" mesh="m"/></worldbody>'
TETRAHEDRON = f'<mujoco><asset><mesh name="m" file="a.obj"/></asset>{WORLD}</mujoco>'
DAMAGE = {
    "a vertex that is not there": lambda entry: entry["arrays"].update(vertices=["float32", 3]),
    "another kind": lambda entry: entry["arrays"].update(faces=["float32", entry["arrays"]["faces"][1]]),
    "no attributes": lambda entry: entry.update(attributes={}),
    "a wrong attribute": lambda entry: entry["attributes"].update(refpos=["a"]),
    "a wrong flag": lambda entry: entry["flags"].update(is_flat=3),
    "no flags": lambda entry: entry.pop("flags"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_sources_are_not_known(damage):
    m = kn.load(TETRAHEDRON, assets={"a.obj": varied_models.OBJ})
    content = model_to_bytes(m)
    length = HEAD.unpack(content[: HEAD.size])[2]
    entry = json.loads(content[HEAD.size : HEAD.size + length])["sources"][0]
    stored = model_from_bytes(content)._mesh_origins
    assert stored[0] is not None
    damage(entry)
    m._mesh_origins = StoredSources([entry], stored._payload)
    assert m._mesh_origins[0] is None
    assert kn.load(m.to_xml()).nmesh == 1


@pytest.mark.parametrize("sources", [3, [3], [{"arrays": {"other": ["int32", 1]}}], [{"arrays": {"faces": ["x", 1]}}]])
def test_a_table_of_another_form_is_refused(sources):
    content = model_to_bytes(kn.load("<mujoco/>"))
    magic, version, length, payload, _ = HEAD.unpack(content[: HEAD.size])
    header = json.loads(content[HEAD.size : HEAD.size + length]) | {"sources": sources}
    body = json.dumps(header).encode() + content[HEAD.size + length :]
    head = HEAD.pack(magic, version, len(body) - payload, payload, hashlib.sha256(body).digest())
    with pytest.raises(kn.FileFormatError, match="source"):
        model_from_bytes(head + body)
