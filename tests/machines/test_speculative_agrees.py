"""Speculative contacts in lanes: worlds whose geoms meet at different times, or not at all."""

import numpy as np
from support.worlds import batch_of

import knuckle as kn

SCENE = """
<mujoco>
  <option timestep="0.01" integrator="discrete" cone="elliptic"><flag speculative="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 1"/><geom type="box" size="1 1 0.001" pos="0 0 0.5"/>
    <body pos="0 0 1.5"><freejoint/><geom type="box" size="0.1 0.2 0.05"/></body>
    <body pos="0.5 0 1.2"><freejoint/><geom type="capsule" size="0.05 0.1"/></body>
    <body pos="2 0 1"><freejoint/><geom type="cylinder" size="0.05 0.1"/></body>
  </worldbody>
</mujoco>
"""


def test_worlds_of_a_batch_have_the_bits_of_worlds_alone():
    m = kn.Model.from_xml_string(SCENE)
    rng = np.random.default_rng(0)
    alone = [kn.Data(m) for _ in range(9)]
    for d in alone:
        d.qvel[:] = rng.normal(0, 3, m.nv)
        d.qvel[2::6] = -rng.uniform(0, 200, 3)
    batch = batch_of(m, alone, "float64")
    batch.step(3)
    for d in alone:
        kn.step(m, d, 3)
    for name in ("qpos", "qvel", "qacc_warmstart"):
        assert np.array_equal(batch.read(name), np.stack([getattr(d, name) for d in alone])), name
    assert len({tuple(np.round(d.qpos, 3)) for d in alone}) == len(alone)
