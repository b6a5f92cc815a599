"""Compiled model files with meshes and height fields: they come back as they were; indices out of range are refused."""

import numpy as np
import pytest

from knuckle.model.file_format import FileFormatError, encode, model_from_bytes, model_to_bytes
from knuckle.model.model import Model

TEXT = """<mujoco><asset><mesh name="ball" builtin="sphere" params="1"/>
    <mesh name="picture" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
    <hfield name="hill" nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"/></asset>
  <worldbody><geom type="hfield" hfield="hill"/><geom type="mesh" mesh="ball"/>
    <geom type="mesh" mesh="picture" contype="0" conaffinity="0"/><site type="mesh" mesh="ball"/></worldbody>
  </mujoco>"""

CHANGES = {
    "geom_dataid": [-2, -1, 2],
    "geom_type": [2, 0, 100],
    "site_dataid": [2, -2],
    "mesh_face": [-1, 42],
    "mesh_facenormal": [-1, 42],
    "mesh_facetexcoord": [-1, 1],
    "mesh_graphadr": [-2, 10**6],
    "mesh_graph": [0, -1, 10**6],
    "mesh_extrema": [-1, 42],
    "mesh_polyvert": [-1, 42],
    "mesh_polyvertadr": [-1, 10**6],
    "mesh_polyvertnum": [-1, 10**6],
    "mesh_polymap": [-1, 80],
    "mesh_polymapadr": [-1, 10**6],
    "mesh_polymapnum": [-1, 10**6],
    "mesh_polynum": [-1, 10**6],
    "mesh_vertnum": [-1, 10**6, 3],
    "mesh_facenum": [-1, 10**6],
    "hfield_nrow": [-1, 0, 3, 2**31 - 1],
    "hfield_ncol": [1, 4, 2**31 - 1],
    "hfield_adr": [-1, 1],
}


def test_the_file_comes_back_as_it_was():
    m = Model.from_xml_string(TEXT)
    back = model_from_bytes(model_to_bytes(m))
    assert back.names("mesh") == ["ball", "picture"] and back.hfield("hill").id == 0
    for name, array in m._arrays.items():
        assert np.array_equal(array, back._arrays[name]), name


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CHANGES for value in CHANGES[name]])
def test_indices_out_of_range_are_refused(name, value):
    m = Model.from_xml_string(TEXT)
    m._arrays[name].flat[0] = value
    with pytest.raises(FileFormatError):
        model_from_bytes(encode(m))


@pytest.mark.parametrize("name", CHANGES)
def test_what_compiled_code_takes_as_indices_is_read_only(name):
    m = Model.from_xml_string(TEXT)
    with pytest.raises(ValueError, match="read-only"):
        getattr(m, name).flat[0] = 0


def test_every_integer_of_a_hull_is_checked():
    m = Model.from_xml_string(TEXT)
    for i in range(m.nmeshgraph):
        before = m._arrays["mesh_graph"][i]
        m._arrays["mesh_graph"][i] = 10**6
        with pytest.raises(FileFormatError):
            model_from_bytes(encode(m))
        m._arrays["mesh_graph"][i] = before


def test_things_are_found_by_name():
    m = Model.from_xml_string(TEXT)
    assert m.mesh("ball").vertnum == 42 and m.hfield("hill").nrow == 2
