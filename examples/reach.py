"""The left hand of the humanoid reaches for a point: Jacobian steps, damped least squares."""

import numpy as np

import knuckle as kn
from knuckle import models

TARGET = np.array([0.35, 0.25, 1.45])  # [m]
DAMPING = 0.05
ARM = ("left_shoulder_flexion", "left_shoulder_abduction", "left_shoulder_rotation", "left_elbow")


def main() -> None:
    m = kn.Model.from_xml_path(models.path("humanoid"))
    d = kn.Data(m)
    kn.reset(m, d, keyframe="stand")
    dofs = [int(m.joint(name).dofadr[0]) for name in ARM]

    for k in range(10):
        kn.fwd_position(m, d)
        error = TARGET - d.site("left_hand").xpos
        print(f"step {k}: {1000 * np.linalg.norm(error):8.4f} mm from the target")
        jacp, _ = kn.jac_site(m, d, "left_hand")
        J = jacp[:, dofs]

        # Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ error
        motion = np.zeros(m.nv)
        motion[dofs] = J.T @ np.linalg.solve(J @ J.T + DAMPING**2 * np.eye(3), error)
        d.qpos[:] = kn.integrate_pos(m, d.qpos, motion, 1.0)


if __name__ == "__main__":
    main()
