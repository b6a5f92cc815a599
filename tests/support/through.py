"""Paths of tendons that go through geoms: the reference looks for the point of touch until its equation holds to 1e-6.

Ours is found to rounding, so what depends on that point differs by as much.
"""

import mujoco
import numpy as np

SEARCH = 1e-6
WRAPPED = (int(mujoco.mjtWrap.mjWRAP_SPHERE), int(mujoco.mjtWrap.mjWRAP_CYLINDER))
DEPENDENT = ("tendon_invweight0", "actuator_acc0")  # fields of a model


def goes_through(reference: mujoco.MjModel) -> bool:
    """Whether a tendon of the model has a side site inside of its geom."""
    d = mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, d)
    for kind, geom, side in zip(reference.wrap_type, reference.wrap_objid, reference.wrap_prm, strict=True):
        if kind in WRAPPED and side >= 0:
            away = np.linalg.norm(d.site_xpos[int(side)] - d.geom_xpos[geom])
            if away < reference.geom_size[geom, 0]:
                return True
    return False
