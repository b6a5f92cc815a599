"""Domain randomisation: one controller on many robots that differ in mass, friction and motor strength.

    python examples/domain_randomisation.py

Each world has a humanoid of its own: bodies up to 20 % lighter or heavier, floors from ice to rubber, motors weaker or
stronger. All are held by the same servo in the upright pose, and the table shows what lets them fall sooner or later.
"""

import numpy as np

import knuckle as kn
from knuckle import models

WORLDS = 64
STEPS = 300
GAIN, DAMPING = 5.0, 0.3
FALLEN = 0.9  # height of the torso [m]


def main() -> None:
    m = kn.load(models.path("humanoid"))
    batch = kn.Batch(m, WORLDS, keep=["qacc"])
    random = np.random.default_rng(0)

    mass = random.uniform(0.8, 1.2, (WORLDS, 1))
    friction = random.uniform(0.05, 1.5, (WORLDS, 1))
    strength = random.uniform(0.3, 1.5, (WORLDS, 1))
    batch.expand("body_mass")[:] *= mass
    batch.expand("body_inertia")[:] *= mass[:, :, np.newaxis]
    batch.expand("geom_friction")[:, :, 0] *= friction
    batch.expand("actuator_gainprm")[:, :, 0] *= strength
    batch.set_const()  # inverse weights and all else that follows from masses

    joints = m.actuator_trnid[:, 0]
    angles, rates = m.jnt_qposadr[joints], m.jnt_dofadr[joints]

    def hold(batch: kn.Batch, step: int) -> np.ndarray:
        error = m.qpos0[angles] - batch.qpos[:, angles]
        return np.clip(GAIN * error - DAMPING * batch.qvel[:, rates], -1, 1)

    found = batch.rollout(STEPS, hold, record=[], stop=lambda batch: batch.qpos[:, 2] < FALLEN)
    seconds = found["steps"] * m.opt.timestep
    print(f"they fall after {seconds.min():.2f} to {seconds.max():.2f} s")
    for name, values in (("mass", mass), ("friction", friction), ("strength", strength)):
        correlation = np.corrcoef(values[:, 0], seconds)[0, 1]
        print(f"{name:9s} {values.min():5.2f} to {values.max():5.2f}   correlation with that time {correlation:+.2f}")


if __name__ == "__main__":
    main()
