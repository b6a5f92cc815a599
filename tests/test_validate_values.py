"""Numbers of a model that are NaN or infinite are named where it is loaded, saved, used first, or when it diverges."""

import numpy as np
import pytest

from knuckle import Batch, Data, Model, step
from knuckle.data.status import DivergenceError
from knuckle.errors import ModelError
from knuckle.model.file_format import FileFormatError, encode, model_from_bytes
from knuckle.validate.values import broken_values

TEXT = """<mujoco><option><flag autoreset="disable"/></option>
  <asset><mesh name="ball" builtin="sphere" params="0"/>
    <hfield name="hill" nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"/></asset>
  <worldbody><geom type="hfield" hfield="hill"/>
    <body pos="0 0 3"><freejoint/><geom type="mesh" mesh="ball"/></body></worldbody></mujoco>"""
FIELDS = {
    "geom_friction": "[0, 0]",
    "geom_margin": "[0]",
    "geom_gap": "[0]",
    "geom_solimp": "[0, 0]",
    "geom_solref": "[0, 0]",
    "geom_rbound": "[0]",
    "mesh_vert": "[0, 0]",
    "hfield_data": "[0]",
    "body_mass": "[0]",
}


@pytest.fixture(params=[np.nan, np.inf, -np.inf], ids=str)
def bad(request) -> float:
    return request.param


@pytest.mark.parametrize("name", FIELDS)
def test_a_state_of_a_model_with_a_bad_number_is_refused_by_name(name, bad):
    m = Model.from_xml_string(TEXT)
    Data(m)
    getattr(m, name).flat[0] = bad
    expected = f"Model: {name}{FIELDS[name]} is {bad}: no physics"
    for use in (lambda: Data(m), lambda: Batch(m, 3)):
        with pytest.raises(ValueError, match="Model:") as caught:
            use()
        assert expected in str(caught.value)
    with pytest.raises(FileFormatError, match=name):
        model_from_bytes(encode(m))


def test_limits_may_be_infinite_and_numbers_of_the_user_anything():
    m = Model.from_xml_string(
        """<mujoco><size nuser_body="1"/><worldbody><body user="nan"><joint range="-inf inf" limited="true"/>
        <geom size="1"/></body></worldbody><custom><numeric name="n" data="inf nan"/></custom></mujoco>"""
    )
    Data(m)
    m.jnt_range[0] = -np.inf, np.inf
    Data(m)
    assert broken_values(m._arrays, {}) == []
    m.jnt_range[0, 1] = np.nan
    with pytest.raises(ValueError, match=r"jnt_range\[0, 1\] is nan"):
        Data(m)


def test_large_numbers_whose_sum_is_infinite_are_sound():
    m = Model.from_xml_string(TEXT)
    m.geom_margin[:] = 1e308
    m.mesh_vert[:] = 3e38
    assert broken_values(m._arrays, {}) == []
    assert Data(m).model is m


def test_a_divergence_names_the_number_that_is_written_later():
    m = Model.from_xml_string(TEXT)
    d = Data(m)
    m.body_mass[1] = np.nan
    with pytest.raises(DivergenceError, match=r"In the model, body_mass\[1\] is nan\."):
        for _ in range(3):
            step(m, d)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("attribute", ["friction", "margin", "gap", "solimp", "solref", "size", "mass"])
def test_a_text_with_a_bad_number_is_refused_with_its_place(attribute, value):
    text = (
        f'<mujoco><worldbody><body>\n <geom type="sphere" size="1" {attribute}="{value}"/></body></worldbody></mujoco>'
    )
    if attribute == "size":
        text = text.replace('size="1" ', "")
    with pytest.raises(ModelError, match=attribute) as caught:
        Model.from_xml_string(text)
    assert caught.value.problems[0].place.line == 2


@pytest.mark.parametrize("value", ["nan", "inf", "1e999"])
@pytest.mark.parametrize(
    "element",
    [
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 {}"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 {}"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 {}"/>',
    ],
)
def test_an_asset_with_a_bad_number_is_refused_with_its_place(element, value):
    with pytest.raises(ModelError) as caught:
        Model.from_xml_string(f"<mujoco><asset>\n{element.format(value)}</asset></mujoco>")
    assert caught.value.problems[0].place.line == 2


@pytest.mark.parametrize(
    "element",
    [
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1e300"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3" scale="1e300 1 1"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 1e300"/>',
    ],
)
def test_an_asset_too_large_for_single_precision_is_refused_with_its_place(element):
    with pytest.raises(ModelError) as caught:
        Model.from_xml_string(f"<mujoco><asset>\n{element}</asset></mujoco>")
    place = caught.value.problems[0].place
    assert place is not None and place.line == 2, str(caught.value)
