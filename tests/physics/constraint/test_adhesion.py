"""Adhesion of geoms and pairs is the reference's, of either sign, in touch and across the gap."""

import mujoco
import numpy as np
import pytest
from support.reference import both

import knuckle as kn

TEXT = """
<mujoco>
  <option cone="{cone}"/>
  <default><geom adhesion="{adhesion}" gap=".03" margin=".01"/></default>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body pos="0 0 .19" euler="1 2 3"><freejoint/><geom name="box" type="box" size=".2 .3 .2"/></body>
    <body pos=".05 .02 .47"><freejoint/><geom name="ball" size=".1" condim="4"/></body>
    <body pos="1 0 .15"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <contact><pair geom1="box" geom2="ball" adhesion="{pair}" gap=".1"/></contact>
</mujoco>
"""


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize(("adhesion", "pair"), [(10, 3), (-10, -3), (0, -3), (10, 0)])
def test_adhesion(cone, adhesion, pair):
    """1e-9 of the largest: forces of a solver that converged."""
    m, reference = both(TEXT.format(cone=cone, adhesion=adhesion, pair=pair))
    d, state = kn.Data(m), mujoco.MjData(reference)
    d.qacc[:] = d.qfrc_adhesion[:] = np.nan
    kn.forward(m, d)
    mujoco.mj_forward(reference, state)
    assert d.ncon == state.ncon > 5
    np.testing.assert_array_equal(d.contact.exclude, state.contact.exclude)
    np.testing.assert_array_equal(d.contact.dim, state.contact.dim)
    for name in ("qfrc_adhesion", "efc_aref", "efc_force", "qacc"):
        expected = getattr(state, name)
        scale = 1.0 + np.abs(expected).max()
        np.testing.assert_allclose(getattr(d, name), expected, rtol=0, atol=1e-9 * scale, err_msg=name)
    for c in range(d.ncon):
        expected = np.zeros(6)
        mujoco.mj_contactForce(reference, state, c, expected)
        np.testing.assert_allclose(kn.contact_force(m, d, c), expected, rtol=0, atol=1e-7)
