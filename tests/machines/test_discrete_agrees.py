"""The discrete integrator in lanes: tendons and actuators that couple trees, contacts, drag."""

import numpy as np
from support.stiff_scene import pair, states
from support.worlds import batch_of

import knuckle as kn


def test_worlds_of_a_batch_have_the_bits_of_worlds_alone():
    worlds = m, d, _, _ = pair(density=300, adhesion=3, cone="elliptic", noslip=3)
    alone = []
    for _ in states(*worlds, 5):
        alone.append(d.copy())
    batch = batch_of(m, alone, "float64")
    batch.step(3)
    for world in alone:
        kn.step(m, world, 3)
    for name in ("qpos", "qvel", "act", "qacc_warmstart"):
        assert np.array_equal(batch.read(name), np.stack([getattr(world, name) for world in alone])), name
