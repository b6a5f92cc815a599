"""Every way to write an orientation gives the same rotation, as a unit quaternion with a definite sign."""

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from knuckle.hostmath.rotation import about_axis, matrix, multiply, rotate
from knuckle.spec.orientation import BadPose, from_columns, from_zaxis, orientation
from knuckle.spec.tree import Body, Compiler


def quaternion(compiler=None, **attributes):
    return orientation(Body(**attributes), compiler or Compiler())


def test_no_attribute_is_the_identity():
    assert quaternion() == (1.0, 0.0, 0.0, 0.0)


def test_quat_is_normalized_and_keeps_its_sign():
    assert quaternion(quat=(-2.0, 0.0, 0.0, 0.0)) == (-1.0, 0.0, 0.0, 0.0)


def test_angles_follow_the_compiler():
    wanted = pytest.approx((cos(pi / 8), 0, 0, sin(pi / 8)))
    assert quaternion(axisangle=(0, 0, 2, 45)) == wanted
    assert quaternion(Compiler(angle="radian"), axisangle=(0, 0, 2, pi / 4)) == wanted


def test_small_letters_of_eulerseq_turn_with_the_frame_and_capitals_do_not():
    x, y = about_axis((1, 0, 0), radians(30)), about_axis((0, 1, 0), radians(50))
    assert quaternion(Compiler(eulerseq="xyz"), euler=(30, 50, 0)) == pytest.approx(multiply(x, y))
    assert quaternion(Compiler(eulerseq="XYZ"), euler=(30, 50, 0)) == pytest.approx(multiply(y, x))


def test_xyaxes_makes_y_orthogonal():
    q = quaternion(xyaxes=(0, 2, 0, -3, 5, 0))
    assert np.array(matrix(q)) == pytest.approx(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), abs=1e-15)


def test_zaxis_is_the_smallest_turn_and_opposite_z_turns_about_x():
    assert rotate(from_zaxis((1, 2, 3)), (0, 0, 1)) == pytest.approx(np.array([1, 2, 3]) / sqrt(14))
    assert from_zaxis((1, 2, 3))[3] == 0
    assert from_zaxis((0, 0, -1)) == pytest.approx((0, 1, 0, 0))


def test_a_matrix_and_back_is_the_same_rotation():
    random = np.random.default_rng(0)
    for q in random.normal(size=(200, 4)):
        q /= np.linalg.norm(q)
        columns = np.array(matrix(q)).T
        back = np.array(from_columns(*columns))
        assert back == pytest.approx(q if back @ q > 0 else -q, abs=1e-14)
        assert (back[0] if np.trace(columns) > 0 else back[1 + np.argmax(np.abs(back[1:]))]) > 0


@pytest.mark.parametrize(
    "attributes",
    [
        {"quat": (0, 0, 0, 0)},
        {"axisangle": (0, 0, 0, 30)},
        {"xyaxes": (0, 0, 0, 1, 0, 0)},
        {"xyaxes": (1, 1, 0, 2, 2, 0)},
        {"xyaxes": (3e9, 3e9, 3e9, 3e9, 3e9, 3e9)},
        {"zaxis": (0, 0, 0)},
    ],
)
def test_a_vector_without_direction_is_refused(attributes):
    with pytest.raises(BadPose, match=next(iter(attributes))):
        quaternion(**attributes)
