"""The same bits every time: for any number of threads, any neighbours in a register, and from a saved state."""

import warnings

import numpy as np
import pytest
from support.systems import model, random_state
from support.worlds import batch_of, fingerprint, states

import knuckle as kn
from knuckle.calls import slices

DTYPES = ["float64", "float32"]
NWORLD = 37  # several groups of every width, and a last one that is not full


def prepared(name: str = "everything", **options):
    m = model(name, **options)
    return m, states(m, NWORLD)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("integrator", ["implicit", "rk4"])
def test_results_do_not_depend_on_the_number_of_threads(dtype, integrator):
    m, worlds = prepared(integrator=integrator)
    prints = []
    for threads in (1, 2, 3, 5):
        batch = batch_of(m, worlds, dtype, threads=threads)
        batch.step(20)
        prints.append(fingerprint(batch))
    assert all(print == prints[0] for print in prints)


@pytest.mark.parametrize("dtype", DTYPES)
def test_results_do_not_depend_on_how_steps_are_cut_into_calls(dtype, monkeypatch):
    """Each step of each group by itself, or as many in one call as can be; the same for one world."""
    m, worlds = prepared(integrator="implicitfast")
    prints, alone = [], []
    for seconds in (0.0, 1e9):
        monkeypatch.setattr(slices, "SLICE_SECONDS", seconds)
        batch, d = batch_of(m, worlds, dtype, threads=2), worlds[0].copy()
        batch.step(20)
        kn.step(m, d, 20)
        prints.append(fingerprint(batch))
        alone.append({name: array.tobytes() for name, array in d._arrays.items()})
    assert prints[0] == prints[1]
    assert alone[0] == alone[1]


@pytest.mark.parametrize("dtype", DTYPES)
def test_results_do_not_depend_on_the_neighbours_in_a_group(dtype):
    """Worlds are dealt out to lanes in another order, one among them with an angle beyond the quick range of sines."""
    m, worlds = prepared(integrator="rk4")
    worlds[3].qpos[m.jnt_qposadr[m.body_jntadr[m.body("leg").id]]] += 1e6
    order = np.random.default_rng(0).permutation(NWORLD)
    straight, shuffled = batch_of(m, worlds, dtype), batch_of(m, [worlds[w] for w in order], dtype)
    for batch in (straight, shuffled):
        batch.step(10)
    for name in ("qpos", "qvel", "qacc", "M", "qfrc_passive", "cam_xmat"):
        np.testing.assert_array_equal(shuffled.read(name), straight.read(name)[order], err_msg=name)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("field", ["qpos", "qvel", "qfrc_applied", "xfrc_applied"])
@pytest.mark.parametrize("autoreset", [True, False])
def test_a_nan_in_one_world_touches_no_other(dtype, field, autoreset):
    m, worlds = prepared(integrator="implicitfast")
    m.opt.flags.autoreset = autoreset
    clean, struck = batch_of(m, worlds, dtype), batch_of(m, worlds, dtype)
    values = struck.read(field, [5])
    values.reshape(-1)[6] = np.nan
    struck.write(field, values, [5])
    clean.step(5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kn.SimulationWarning)
        struck.step(5)
    others = np.arange(NWORLD) != 5
    for name in ("qpos", "qvel", "qacc", "time", "status"):
        assert (clean.read(name)[others] == struck.read(name)[others]).all(), name
    assert struck.status[5] and not struck.status[others].any()
    assert np.isfinite(struck.read("qpos")[5]).all() == autoreset


@pytest.mark.parametrize("dtype", DTYPES)
def test_worlds_that_fill_up_the_last_group_are_harmless(dtype):
    """Nothing of them reaches the others, is reported, or can be read."""
    m, worlds = prepared()
    lanes = kn.Batch(m, 1, dtype=dtype).lanes
    few, many = batch_of(m, worlds[: lanes + 1], dtype), batch_of(m, worlds[: 2 * lanes], dtype)
    few._memory.workspaces(lanes)[-1].arrays["qvel"][:, 1:] = np.nan
    few.step(5)
    many.step(5)
    for name in ("qpos", "qvel", "xpos", "energy"):
        assert few.read(name).shape[0] == lanes + 1
        assert (few.read(name) == many.read(name)[: lanes + 1]).all(), name
    assert few.status.tolist() == [0] * (lanes + 1)


def test_the_same_state_gives_the_same_bits():
    m = model("humanoid", integrator="rk4")
    first, second = random_state(m, 1, forces=True), random_state(m, 1, forces=True)
    kn.step(m, first, 20)
    kn.step(m, second, 7)
    kn.step(m, second, 13)
    for name, array in first._arrays.items():
        assert array.tobytes() == second._arrays[name].tobytes(), name


@pytest.mark.parametrize("integrator", ["euler", "implicit", "implicitfast", "rk4"])
def test_a_saved_state_replays_to_the_bit(integrator):
    """The integration state is all a step reads: outputs of other worlds and times must not matter."""
    m = model("everything", integrator=integrator)
    d = random_state(m, 2, forces=True)
    kn.step(m, d, 5)
    saved = kn.get_state(m, d)
    kn.step(m, d, 20)
    expected = kn.get_state(m, d)

    other = random_state(m, 3, forces=True)
    kn.step(m, other, 3)
    kn.set_state(m, other, saved)
    kn.step(m, other, 20)
    assert kn.get_state(m, other).tobytes() == expected.tobytes()


def test_calling_forward_again_changes_nothing():
    m = model("everything")
    d = random_state(m, 4, forces=True)
    kn.forward(m, d)
    before = {name: array.tobytes() for name, array in d._arrays.items()}
    kn.forward(m, d)
    assert before == {name: array.tobytes() for name, array in d._arrays.items()}
