"""Contacts in the hands of a caller: what would lead kernels out of memory, or mean nothing, is refused."""

import numpy as np
import pytest
from support.snapshot import snapshot

import knuckle as kn
from knuckle.data.data import KERNEL_INDICES
from knuckle.validate.indices import STRUCTURE

NAN, INF = float("nan"), float("inf")
UP, HERE = [0, 0, 1], [0, 0, 0]
TEXT = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1"/>
    <body pos="0 0 .09"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
</mujoco>
"""


def put(owner, name, value):
    setattr(owner, name, value)


def item(array, index, value):
    array[index] = value


CASES = {
    "no distance": (lambda m, d: kn.add_contact(m, d, 0, 1, NAN, HERE, UP), ValueError, "dist: expected finite"),
    "endless distance": (lambda m, d: kn.add_contact(m, d, 0, 1, INF, HERE, UP), ValueError, "dist: expected finite"),
    "nowhere": (lambda m, d: kn.add_contact(m, d, 0, 1, 0, [0, NAN, 0], UP), ValueError, "pos: expected finite"),
    "NaN normal": (lambda m, d: kn.add_contact(m, d, 0, 1, 0, HERE, [0, NAN, 0]), ValueError, "normal: expected a vec"),
    "alone": (lambda m, d: kn.add_contact(m, d, "ball", 1, 0, HERE, UP), ValueError, "two geoms, found geom 'ball' tw"),
    "a stranger": (lambda m, d: kn.add_contact(m, d, "bal", 0, 0, HERE, UP), KeyError, "no geom named 'bal'"),
    "dim of 5": (lambda m, d: put(d.contact[0], "dim", 5), ValueError, "dim: expected one of 1, 3, 4, 6, found 5"),
    "dims": (lambda m, d: put(d.contact[0], "dim", np.ones(2)), ValueError, "dim: expected one of 1, 3, 4, 6"),
    "dim by item": (lambda m, d: item(d.contact.dim, 0, 100), ValueError, "read-only"),
    "geom by item": (lambda m, d: item(d.contact.geom, 0, [0, 10**8]), ValueError, "read-only"),
    "geom": (lambda m, d: put(d.contact[0], "geom", [0, 10**8]), ValueError, "contact.geom.*read-only"),
    "address": (lambda m, d: item(d.contact.efc_address, 0, 10**8), ValueError, "read-only"),
    "columns": (lambda m, d: put(d, "efc_J_colind", 10**8), ValueError, "efc_J_colind.*read-only"),
    "count": (lambda m, d: put(d, "ncon", 10**8), AttributeError, "ncon of a Data is read-only"),
}


@pytest.fixture(scope="module")
def shared():
    m = kn.load(TEXT)
    d = kn.Data(m)
    kn.forward(m, d)
    return m, d


@pytest.mark.parametrize("name", CASES)
def test_nothing_changes(shared, name):
    m, d = shared
    call, error, words = CASES[name]
    before = snapshot(d)
    with pytest.raises(error, match=words):
        call(m, d)
    assert snapshot(d) == before


def test_integers_that_kernels_follow_are_read_only(shared):
    m, d = shared
    for name in KERNEL_INDICES & set(dir(d)):
        value = getattr(d, name)
        assert not isinstance(value, np.ndarray) or not value.flags.writeable, name
    batch = kn.Batch(m, 2)
    for name in ("ncon", "contact_geom", "efc_J_colind", "need_con"):
        with pytest.raises(ValueError, match=f"{name}.*read-only"):
            batch.write(name, batch.read(name))


def test_what_is_read_only_cannot_be_made_writable(shared):
    m, d = shared
    locked = [getattr(d, name) for name in KERNEL_INDICES & set(dir(d))] + [getattr(m, name) for name in STRUCTURE]
    locked = [array for array in locked if isinstance(array, np.ndarray)]
    for array in [*locked, d.contact.geom1, d.joint(0).map_dof2idof, m.joint(0).qposadr]:
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_what_may_be_rewritten():
    m = kn.load(TEXT)
    d = kn.Data(m)
    kn.detect(m, d)
    d.contact[0].dim = 1
    d.contact.dist[:] = -0.02
    kn.constrain(m, d)
    assert d.nefc == 1 and d.efc_pos[0] == -0.02
    d.efc_force = 3.0
    assert d.efc_force.tolist() == [3.0]
