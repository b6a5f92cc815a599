"""What kinematics does with quaternions that are not unit, and with cameras that cannot look."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import Bench

from knuckle.physics.kinematics.cameras import camera_light
from knuckle.physics.kinematics.poses import kinematics


def test_quaternions_of_the_state_are_left_as_written():
    bench = Bench("tree")
    bench.arrays["qpos"] *= 3.0
    bench.arrays["mocap_quat"] *= 3.0
    before = bench.arrays["qpos"].copy(), bench.arrays["mocap_quat"].copy()
    kinematics(bench.m, bench.d)
    assert (before[0] == bench.arrays["qpos"]).all()
    assert (before[1] == bench.arrays["mocap_quat"]).all()


@pytest.mark.parametrize("length", [0.0, 1e-16, 0.99e-15, 1.01e-15, 1e-8, 0.5, 1e8])
def test_quaternions_of_any_length_follow_the_reference(length):
    """Below 1e-15 a quaternion stands for no rotation."""
    bench = Bench("tree")
    unit = np.array([0.6, 0.0, 0.0, 0.8])
    for j in range(bench.model.njnt):
        a = bench.model.jnt_qposadr[j]
        if bench.model.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE:
            bench.data.qpos[a + 3 : a + 7] = unit * length
        elif bench.model.jnt_type[j] == mujoco.mjtJoint.mjJNT_BALL:
            bench.data.qpos[a : a + 4] = unit * length
    bench.data.mocap_quat[:] = unit * length
    bench.arrays["qpos"][:], bench.arrays["mocap_quat"][:] = bench.data.qpos, bench.data.mocap_quat
    mujoco.mj_kinematics(bench.model, bench.data)
    bench.poison("xpos", "xquat", "xmat")
    kinematics(bench.m, bench.d)
    assert max(bench.error(field) for field in ("xpos", "xquat", "xmat")) < 1e-14


@pytest.mark.parametrize("scale", [0.5, 1 + 1e-9, 1 + 1e-7, 1.1])
def test_body_quaternions_are_normalised(scale):
    """A user may write body_quat of any length; the pose is that of the unit quaternion."""
    bench = Bench("tree")
    bench.model.body_quat[:] *= scale
    bench.m._arrays["body_quat"][:] = bench.model.body_quat
    mujoco.mj_kinematics(bench.model, bench.data)
    bench.poison("xquat", "xmat")
    kinematics(bench.m, bench.d)
    assert max(bench.error("xquat"), bench.error("xmat")) < 1e-14


@pytest.mark.parametrize("offset", [(0, 0, -1), (0, 0, 1), (0, 0, 0), (1e-14, 0, -1), (1e-17, 0, 0)])
def test_looking_straight_up_or_down_or_at_itself(offset):
    bench = Bench("followers")
    bench.data.xpos[bench.model.body("seen").id] = bench.data.cam_xpos[3] + offset
    bench.arrays["xpos"][:] = bench.data.xpos
    mujoco.mj_camlight(bench.model, bench.data)
    bench.poison("cam_xmat", "light_xdir")
    camera_light(bench.m, bench.d)
    assert max(bench.error("cam_xmat"), bench.error("light_xdir")) < 1e-12


def test_cameras_and_lights_without_target_stay_fixed():
    bench = Bench("followers")
    for name in ("cam_targetbodyid", "light_targetbodyid"):
        getattr(bench.model, name)[:] = -1
        bench.m._arrays[name][:] = -1
    mujoco.mj_camlight(bench.model, bench.data)
    bench.poison("cam_xmat", "light_xdir")
    camera_light(bench.m, bench.d)
    assert max(bench.error("cam_xmat"), bench.error("light_xdir")) < 1e-12
