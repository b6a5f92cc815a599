"""Each word of the kernel vocabulary means the same on every machine."""

from fractions import Fraction

import numpy as np
import pytest

from knuckle.machine.processor import processor

MACHINES = ("python", "single", "lanes64", "lanes32")
COMPILED = MACHINES[1:]
PLAIN = ("choose", "skip", "rounding", "exponents", "accumulate", "varying", "neighbours")


def state(seed: int = 0) -> np.ndarray:
    """Coordinates of eight worlds, all different, with whole and half numbers among them."""
    rng = np.random.default_rng(seed)
    qpos = rng.uniform(-4, 9, (8, 24))
    qpos[:, :6] = rng.integers(-8, 8, (8, 6)) / 2
    return qpos.astype(np.float32).astype(np.float64)


@pytest.mark.parametrize("machine", COMPILED)
@pytest.mark.parametrize("entry", PLAIN)
def test_every_word_means_what_python_means(toy, machine, entry):
    expected = toy("python").run(entry, qpos=state())["qvel"]
    found = toy(machine).run(entry, qpos=state())["qvel"]
    if entry == "exponents":  # holds the number of bits of the real itself
        expected = expected + toy(machine).target.bits - 64
    tolerance = 1e-15 if toy(machine).target.bits == 64 else 3e-6  # sums of 24 terms
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("machine", MACHINES)
def test_bits_are_told_apart(toy, machine):
    qpos = np.ones((8, 24))
    qpos[:, :4] = 0.0, -0.0, np.nan, 0.0
    found = toy(machine).run("bits", qpos=qpos)["qvel"]
    np.testing.assert_array_equal(found, np.tile([1, 2, 2, 1, *[2] * 20], (8, 1)))


@pytest.mark.parametrize("machine", MACHINES)
def test_lanes_have_a_stand_in_for_kernels_that_read_integers(toy, machine):
    status = np.arange(8, dtype=np.int32)
    found = toy(machine).run("alone_or_in_lanes", status=status, time=np.zeros(8))["time"]
    np.testing.assert_array_equal(found, np.full(8, -1.0) if machine.startswith("lanes") else status)


@pytest.mark.parametrize("machine", COMPILED)
def test_rows_read_and_write_as_tuples(toy, machine):
    xpos = np.arange(72.0).reshape(8, 3, 3)
    expected = toy("python").run("rows", xpos=xpos)
    found = toy(machine).run("rows", xpos=xpos)
    np.testing.assert_array_equal(found["xpos"], expected["xpos"])
    np.testing.assert_array_equal(found["time"], np.full(8, -8.5))


@pytest.mark.parametrize("machine", COMPILED)
def test_per_world_kernel_gives_each_world_its_own_status(toy, machine):
    expected = toy("python").run("varying", qpos=state())["status"]
    assert len(set(expected.tolist())) > 1
    np.testing.assert_array_equal(toy(machine).run("varying", qpos=state())["status"], expected)


@pytest.mark.parametrize("machine", COMPILED)
def test_nan_and_infinity_survive_the_compiler_flags(toy, machine):
    qpos = np.full((8, 24), 0.5)
    qpos[3, 2], qpos[5, 1] = np.nan, np.inf
    found = toy(machine).run("accumulate", qpos=qpos)["qvel"]
    bad = ~np.isfinite(found).all(axis=1)
    np.testing.assert_array_equal(np.flatnonzero(bad), [3, 5])


@pytest.mark.parametrize("machine", COMPILED)
def test_products_fuse_with_sums_where_the_processor_can(toy, machine):
    real = np.float64 if toy(machine).target.bits == 64 else np.float32
    qpos = (state() / 3.0).astype(real)
    found = toy(machine).run("fusing", qpos=qpos.astype(np.float64))
    pairs = zip(qpos.flat, (qpos * qpos).flat, strict=True)
    lost = [float(Fraction(float(x)) ** 2 - Fraction(float(square))) for x, square in pairs]
    assert any(lost)
    np.testing.assert_array_equal(
        found["qvel"].reshape(-1), lost if processor().has_fused_product else np.zeros(qpos.size)
    )


def test_lanes_fuse_the_same_products_as_one_world(toy):
    """Also where a product of model numbers is the same for all worlds of a group."""
    found, expected = (toy(machine).run("fusing", qpos=state() / 3.0) for machine in ("lanes64", "single"))
    for name in ("qacc", "qvel"):
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)


@pytest.mark.parametrize("machine", MACHINES)
def test_kernels_as_written_fuse_nothing(toy, machine):
    found = toy(machine).run("apart", qpos=state() / 3.0)
    assert not found["qvel"].any() and not found["qacc"].any()
