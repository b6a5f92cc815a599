"""A quadruped stands on its feet: position control holds the pose, and the contact forces carry the weight."""

import numpy as np

import knuckle as kn
from knuckle import models

STIFFNESS, DAMPING = 120.0, 4.0  # of the controller [N m/rad, N m s/rad]


def main() -> None:
    m = kn.Model.from_xml_path(models.path("quadruped"))
    d = kn.Data(m)
    kn.reset(m, d, keyframe="stand")
    joints = m.actuator_trnid[:, 0]  # each motor turns one hinge
    q, v = m.jnt_qposadr[joints], m.jnt_dofadr[joints]
    pose = d.qpos[q].copy()

    while d.time < 2.0:
        d.ctrl[:] = STIFFNESS * (pose - d.qpos[q]) - DAMPING * d.qvel[v]
        kn.step(m, d)

    total = np.zeros(3)
    for c, contact in enumerate(d.contact):
        force = kn.contact_force(m, d, c)[:3]  # normal, then two tangents
        total += contact.frame.reshape(3, 3).T @ force
        print(f"{m.geom(contact.geom2).name:18} pressed by {force[0]:6.2f} N, sideways {np.hypot(*force[1:]):5.2f} N")
    weight = -m.body_subtreemass[0] * m.opt.gravity[2]
    print(f"sum {total.round(2)} N, weight {weight:.2f} N")


if __name__ == "__main__":
    main()
