"""On request, each simple transmission of a URDF becomes a motor."""

import numpy as np
import pytest
from support.urdf_text import joint, link, robot

import knuckle as kn

TREE = link("a", "") + link("b") + link("c")
TREE += joint("j", "a", "b", "revolute", '<limit lower="-1" upper="1" effort="30"/>') + joint(
    "k", "b", "c", "spherical"
)


def transmission(
    name: str = "t", joints: str = '<joint name="j"/>', actuators: str = '<actuator name="m"/>', more: str = ""
) -> str:
    return f'<transmission name="{name}">{joints}{actuators}{more}</transmission>'


def load(text: str) -> kn.Model:
    return kn.load(robot(TREE + text), transmissions=True)


def test_there_are_none_unless_they_are_asked_for():
    assert kn.load(robot(TREE + transmission())).nu == 0
    assert kn.load(robot(TREE + transmission()), omit=("actuator",), transmissions=True).nu == 0


def test_the_reduction_is_the_gear_and_the_effort_the_largest_force():
    m = load(transmission(actuators='<actuator name="m"><mechanicalReduction> 50 </mechanicalReduction></actuator>'))
    assert m.names("actuator") == ["m"] and m.actuator_trnid[0, 0] == m.joint("j").id
    np.testing.assert_array_equal(m.actuator_gear[0], [50, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(m.actuator_ctrlrange[0], [-0.6, 0.6], rtol=1e-15)
    d = kn.Data(m)
    d.ctrl[0] = 0.5
    kn.forward(m, d)
    np.testing.assert_allclose(d.qfrc_actuator[0], 25.0, rtol=1e-15)


@pytest.mark.parametrize("where", ["transmission", "joint"])
def test_the_reduction_may_stand_elsewhere(where):
    reduction = "<mechanicalReduction>-2</mechanicalReduction>"
    if where == "transmission":
        m = load(transmission(more=reduction))
    else:
        m = load(transmission(joints=f'<joint name="j">{reduction}</joint>'))
    assert m.actuator_gear[0, 0] == -2 and m.actuator_ctrlrange[0, 1] == 15


def test_without_an_actuator_it_has_the_name_of_the_transmission():
    m = load(transmission("t", actuators=""))
    assert m.names("actuator") == ["t"] and m.actuator_gear[0, 0] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (transmission(joints='<joint name="j"/><joint name="k"/>'), "one joint and one actuator"),
        (transmission(joints='<joint name="k"/>'), "only revolute, continuous, prismatic joints can have a motor"),
    ],
)
def test_what_is_no_motor_is_remarked(text, words):
    m = load(text)
    assert m.nu == 0 and any(words in warning for warning in m.warnings)


def test_an_interface_of_positions_is_remarked():
    interface = "<hardwareInterface>hardware_interface/PositionJointInterface</hardwareInterface>"
    m = load(transmission(joints=f'<joint name="j">{interface}</joint>'))
    assert m.nu == 1 and any("URDF gives no gains" in warning for warning in m.warnings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (transmission(joints='<joint name="jj"/>'), 'there is no joint "jj"; did you mean "j"'),
        (transmission(more="<mechanicalReduction>x</mechanicalReduction>"), '"x" is not a number'),
        (transmission("t") + transmission("u"), 'the name "m" is taken'),
    ],
)
def test_faults(text, words):
    with pytest.raises(kn.ModelError, match=words.replace("?", r"\?")):
        load(text)


def test_a_spec_has_the_motors_that_a_model_has(tmp_path):
    text = robot(TREE + transmission())
    (tmp_path / "robot.urdf").write_text(text)
    for spec in (
        kn.Spec.from_string(text, transmissions=True),
        kn.Spec.from_file(tmp_path / "robot.urdf", transmissions=True),
    ):
        assert [node.name for node in spec.walk("actuator")] == load(transmission()).names("actuator")
