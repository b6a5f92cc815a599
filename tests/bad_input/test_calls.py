"""Wrong calls: the argument is named, with what was expected, and nothing changes."""

import numpy as np
import pytest
from support.snapshot import snapshot

import knuckle as kn

NAN, INF = float("nan"), float("inf")
TEXT = """
<mujoco model="case">
  <option><flag constraint="disable"/></option>
  <worldbody>
    <body name="torso"><freejoint name="root"/><geom name="chest" size=".1"/><site name="imu"/>
      <body name="arm"><joint name="elbow" damping=".1"/><geom size=".1" pos=".3 0 0"/></body>
    </body>
  </worldbody>
  <keyframe><key name="home"/></keyframe>
</mujoco>
"""
OTHER = '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'


@pytest.fixture(scope="module")
def shared():
    m = kn.load(TEXT)
    return m, kn.Data(m), kn.Batch(m, 5)


def put(owner, name, value):
    setattr(owner, name, value)


def item(array, index, value):
    array[index] = value


STRANGER = kn.Data(kn.load(OTHER))

# call of (m, d, batch) -> error, words
CASES = {
    # who is who
    "no data": (lambda m, d, b: kn.step(m, None), TypeError, "d: expected a Data.*NoneType"),
    "swapped": (lambda m, d, b: kn.step(d, m), TypeError, "m: expected a Model.*found Data"),
    "two models": (lambda m, d, b: kn.forward(m, m), TypeError, "d: expected a Data.*found Model"),
    "a file name": (lambda m, d, b: kn.step("robot.xml", d), TypeError, "expected a Model.*found str"),
    "data of another model": (lambda m, d, b: kn.step(m, STRANGER), ValueError, "another model.*nq 1 instead of 8"),
    "model of other data": (lambda m, d, b: kn.step(STRANGER.model, d), ValueError, "another model"),
    "state of another": (lambda m, d, b: kn.copy_state(m, STRANGER, d), ValueError, "another model"),
    "query of another": (lambda m, d, b: kn.jac_body(m, STRANGER, 0), ValueError, "another model"),
    "matrix of another": (lambda m, d, b: kn.full_M(m, STRANGER), ValueError, "another model"),
    "data of a number": (lambda m, d, b: kn.Data(5), TypeError, "expected a Model, found int"),
    "model of a number": (lambda m, d, b: kn.Model(5), TypeError, "expected a compile product.*knuckle.load"),
    "batch of data": (lambda m, d, b: kn.Batch(d, 2), TypeError, "expected a Model, found Data"),
    # counts
    "negative nstep": (lambda m, d, b: kn.step(m, d, -1), ValueError, "nstep: expected.*at least 0, found -1"),
    "real nstep": (lambda m, d, b: kn.step(m, d, 1.0), TypeError, "nstep: expected a whole number, found 1.0"),
    "text nstep": (lambda m, d, b: kn.step(m, d, "3"), TypeError, "nstep: expected a whole number, found '3'"),
    "array nstep": (lambda m, d, b: kn.step(m, d, np.ones(2)), TypeError, "nstep: expected a whole number"),
    "huge nstep": (lambda m, d, b: kn.step(m, d, 2**64), ValueError, "nstep: expected.*found 1844"),
    "enormous nstep": (lambda m, d, b: kn.step(m, d, 10**10000), ValueError, "nstep: expected.*number of 33220 bits"),
    "no world": (lambda m, d, b: kn.Batch(m, 0), kn.KnuckleError, "nworld: expected.*at least 1, found 0"),
    "negative worlds": (lambda m, d, b: kn.Batch(m, -1), kn.KnuckleError, "nworld: expected.*found -1"),
    "half a world": (lambda m, d, b: kn.Batch(m, 1.5), kn.KnuckleError, "nworld: expected.*found 1.5"),
    "worlds by name": (lambda m, d, b: kn.Batch(m, "3"), kn.KnuckleError, "nworld: expected.*found '3'"),
    "all the worlds": (lambda m, d, b: kn.Batch(m, 10**12), kn.KnuckleError, "no memory for 1000000000000 worlds"),
    "beyond all worlds": (lambda m, d, b: kn.Batch(m, 2**70), kn.KnuckleError, "no memory|nworld: expected"),
    "negative threads": (lambda m, d, b: kn.Batch(m, 2, threads=-3), kn.KnuckleError, "threads: expected.*found -3"),
    "unknown dtype": (lambda m, d, b: kn.Batch(m, 2, dtype="f16"), kn.KnuckleError, "expected one of: float64"),
    "batch keeps the unknown": (lambda m, d, b: kn.Batch(m, 2, keep=["qac"]), KeyError, "did you mean 'qacc'"),
    "batch steps back": (lambda m, d, b: b.step(-1), ValueError, "expected.*at least 0, found -1"),
    "batch half a step": (lambda m, d, b: b.step(0.5), TypeError, "expected a whole number, found 0.5"),
    "batch unknown stage": (lambda m, d, b: b.run("forwrd"), KeyError, "did you mean 'forward'"),
    "batch reads the unknown": (lambda m, d, b: b.read("qpoz"), KeyError, "did you mean 'qpos'"),
    "batch of other shape": (lambda m, d, b: b.write("qpos", np.zeros((4, 8))), ValueError, r"\(5, 8\).*\(4, 8\)"),
    "batch of texts": (lambda m, d, b: b.write("qpos", ["a"] * 8), TypeError, "qpos: expected values of type float64"),
    "batch of complex": (lambda m, d, b: b.write("qvel", np.zeros(7) * 1j), TypeError, "qvel: expected.*complex128"),
    "batch world out of range": (
        lambda m, d, b: b.write("qpos", np.zeros(8), [9]),
        IndexError,
        "worlds: expected numbers from -5 to 4, found 9",
    ),
    "batch loads a stranger": (lambda m, d, b: b.load(STRANGER), ValueError, "another model"),
    "batch loads nothing": (lambda m, d, b: b.load(None), TypeError, "expected a Data"),
    # arrays of data
    "short": (lambda m, d, b: put(d, "qpos", [1, 2]), ValueError, r"qpos: expected shape \(8,\), found shape \(2,\)"),
    "wrong axes": (lambda m, d, b: put(d, "xpos", np.zeros((3, 3, 3))), ValueError, r"xpos: expected shape \(3, 3\)"),
    "ragged": (lambda m, d, b: put(d, "xpos", [[1], [1, 2]]), ValueError, "xpos: expected.*unequal length"),
    "text": (lambda m, d, b: put(d, "qpos", "home"), TypeError, "qpos: expected values of type float64"),
    "texts": (lambda m, d, b: put(d, "qpos", ["1"] * 8), TypeError, "qpos: expected values of type float64"),
    "None": (lambda m, d, b: put(d, "qvel", None), TypeError, "qvel: expected.*NoneType"),
    "complex": (lambda m, d, b: put(d, "qvel", 1j), TypeError, "qvel: expected.*complex128"),
    "a set": (lambda m, d, b: put(d, "qvel", {1.0}), TypeError, "qvel: expected.*found set"),
    "too large an integer": (lambda m, d, b: put(d, "qvel", 10**400), TypeError, "qvel: expected"),
    "unknown": (lambda m, d, b: put(d, "qvell", 0), AttributeError, "no attribute 'qvell'; did you mean 'qvel'"),
    "unknown, read": (lambda m, d, b: d.xpoz, AttributeError, "did you mean 'xpos'"),
    "delete": (lambda m, d, b: delattr(d, "qpos"), AttributeError, "cannot be deleted"),
    "another model": (lambda m, d, b: put(d, "model", m), AttributeError, "read-only"),
    "NaN time": (lambda m, d, b: put(d, "time", NAN), ValueError, "time: expected a finite value"),
    "infinite time": (lambda m, d, b: put(d, "time", INF), ValueError, "time: expected a finite value"),
    "times": (lambda m, d, b: put(d, "time", [1, 2]), ValueError, r"time: expected shape \(\)"),
    "time in words": (lambda m, d, b: put(d, "time", "noon"), TypeError, "time: expected values of type float64"),
    "negative status": (lambda m, d, b: put(d, "status", -1), ValueError, "status: expected"),
    "status of unknown bits": (lambda m, d, b: put(d, "status", 2**40), ValueError, "status: expected"),
    # arrays of a model
    "model shape": (lambda m, d, b: put(m, "body_mass", [1]), ValueError, r"body_mass: expected shape \(3,\)"),
    "model type": (lambda m, d, b: put(m, "geom_group", 0.5), TypeError, "geom_group: expected values of type int32"),
    "model range": (lambda m, d, b: put(m, "geom_group", 2**40), ValueError, "out of the range of int32"),
    "model size": (lambda m, d, b: put(m, "nv", 3), AttributeError, "read-only"),
    "structure": (lambda m, d, b: put(m, "jnt_qposadr", 10**6), ValueError, "jnt_qposadr is read-only: compiled"),
    "structure, one": (lambda m, d, b: item(m.jnt_qposadr, 0, 10**6), ValueError, "read-only"),
    "structure, parent": (lambda m, d, b: item(m.body_parentid, 1, 2), ValueError, "read-only"),
    "structure, kind": (lambda m, d, b: item(m.jnt_type, 1, 0), ValueError, "read-only"),
    "structure, pattern": (lambda m, d, b: item(m.M_colind, 0, 99), ValueError, "read-only"),
    "structure, named": (lambda m, d, b: put(m.joint("elbow"), "qposadr", 99), ValueError, "elbow.*read-only"),
    "structure, named item": (lambda m, d, b: item(m.geom("chest").bodyid, 0, 99), ValueError, "read-only"),
    # options
    "NaN timestep": (lambda m, d, b: put(m.opt, "timestep", NAN), ValueError, "opt.timestep: expected a finite"),
    "no timestep": (lambda m, d, b: put(m.opt, "timestep", 0), ValueError, "opt.timestep: expected a positive"),
    "NaN gravity": (lambda m, d, b: put(m.opt, "gravity", [0, 0, NAN]), ValueError, "opt.gravity: expected a finite"),
    "flat gravity": (lambda m, d, b: put(m.opt, "gravity", [0, 0]), ValueError, r"opt.gravity: expected shape \(3,\)"),
    "unknown option": (lambda m, d, b: put(m.opt, "gravty", 0), AttributeError, "did you mean 'gravity'"),
    "unknown integrator": (lambda m, d, b: put(m.opt, "integrator", "euller"), ValueError, "did you mean 'euler'"),
    "integrator by number": (lambda m, d, b: put(m.opt, "integrator", 77), ValueError, r"euler \(0\)"),
    "bits in words": (
        lambda m, d, b: put(m.opt, "disableflags", "all"),
        TypeError,
        "disableflags: expected a whole",
    ),
    "distance of NaN": (lambda m, d, b: kn.geom_distance(m, d, 0, 1, NAN), ValueError, "distmax: expected a distance"),
    "unknown bits": (lambda m, d, b: put(m.opt, "disableflags", 1 << 30), ValueError, "expected bits within"),
    "unknown flag": (lambda m, d, b: put(m.opt.flags, "gravty", False), AttributeError, "did you mean 'gravity'"),
    "flag in words": (lambda m, d, b: put(m.opt.flags, "gravity", "off"), TypeError, "expected True or False"),
    "negative iterations": (lambda m, d, b: put(m.opt, "iterations", -1), ValueError, "zero or more"),
    # names and indices
    "no such joint": (lambda m, d, b: m.joint("elbo"), KeyError, "no joint named 'elbo'; valid names: 'elbow'"),
    "no such index": (lambda m, d, b: m.body(3), IndexError, "body 3 does not exist; expected 0 to 2"),
    "negative index": (lambda m, d, b: d.body(-1), IndexError, "body -1 does not exist"),
    "real index": (lambda m, d, b: m.body(0.5), TypeError, "body: expected a name or an index, found 0.5"),
    "no such attribute": (lambda m, d, b: m.joint("elbow").dampin, AttributeError, "did you mean 'damping'"),
    "no such kind": (lambda m, d, b: kn.name2id(m, "bdy", "torso"), KeyError, "did you mean 'body'"),
    "kind by number": (lambda m, d, b: kn.name2id(m, 99, "torso"), KeyError, "unknown kind 99"),
    "name by number": (lambda m, d, b: kn.name2id(m, "body", 5), TypeError, "body: expected a name, found 5"),
    "names of no model": (lambda m, d, b: kn.id2name(5, "body", 0), TypeError, "expected a Model.*found int"),
    "no such key": (lambda m, d, b: kn.reset(m, d, "hom"), KeyError, "no key named 'hom'; valid names: 'home'"),
    "key out of range": (lambda m, d, b: kn.reset(m, d, 7), IndexError, "key 7 does not exist; expected 0 to 0"),
    # states
    "short state": (lambda m, d, b: kn.set_state(m, d, [1.0]), ValueError, "state: expected shape"),
    "one number": (lambda m, d, b: kn.set_state(m, d, 1.0), ValueError, "state: expected shape.*single number"),
    "text state": (lambda m, d, b: kn.set_state(m, d, "x"), TypeError, "state: expected values of type float64"),
    "unknown parts": (lambda m, d, b: kn.get_state(m, d, 1 << 20), ValueError, "expected bits of State"),
    "negative parts": (lambda m, d, b: kn.state_size(m, -1), ValueError, "expected bits of State"),
    "real parts": (lambda m, d, b: kn.state_size(m, 1.5), TypeError, "bits of State: expected a whole number"),
    "state of no model": (lambda m, d, b: kn.state_size(None, 1), TypeError, "expected a Model, found NoneType"),
    "absent part": (
        lambda m, d, b: kn.extract_state(m, [0.0], kn.State.TIME, kn.State.QPOS),
        ValueError,
        "dstsig asks for qpos",
    ),
    # queries
    "flat point": (lambda m, d, b: kn.jac(m, d, [1, 2], 0), ValueError, r"point: expected shape \(3,\)"),
    "no such body": (lambda m, d, b: kn.jac_body(m, d, "arn"), KeyError, "no body named 'arn'; valid names: 'arm'"),
    "body out of range": (lambda m, d, b: kn.jac_body(m, d, 10**9), IndexError, "does not exist"),
    "no such site": (lambda m, d, b: kn.jac_site(m, d, 1), IndexError, "site 1 does not exist; expected 0 to 0"),
    "long vector": (lambda m, d, b: kn.mul_M(m, d, np.ones(9)), ValueError, r"expected shape \(7,\)"),
    "vector of None": (lambda m, d, b: kn.solve_M(m, d, [None] * 7), TypeError, "expected values of type float64"),
    "unknown object": (lambda m, d, b: kn.object_velocity(m, d, "bdy", 0), KeyError, "expected one of: body"),
    "no camera": (lambda m, d, b: kn.object_velocity(m, d, "camera", 0), IndexError, "the model has no camera"),
    "no time": (lambda m, d, b: kn.differentiate_pos(m, 0, m.qpos0, m.qpos0), ValueError, "dt: expected a time other"),
    "short positions": (lambda m, d, b: kn.integrate_pos(m, [1], np.ones(7), 1), ValueError, "qpos: expected shape"),
    "raw query": (lambda m, d, b: kn.machine().jac(m, d, [0] * 3, 10**6), IndexError, "expected 0 to 2"),
    "raw negative query": (lambda m, d, b: kn.machine().jac_geom(m, d, -1), IndexError, "geom -1 does not exist"),
    "raw motion": (lambda m, d, b: kn.machine().object_velocity(m, d, 2, 9), ValueError, "cannot be answered.*9"),
    "ray without direction": (
        lambda m, d, b: kn.ray(m, d, [0] * 3, [0] * 3),
        ValueError,
        "vector: expected a direction",
    ),
    "rays without direction": (
        lambda m, d, b: kn.multi_ray(m, d, [0] * 3, [[1, 0, 0], [0, 0, 0]]),
        ValueError,
        r"vectors\[1\]: expected a direction, found a vector of length zero",
    ),
    "ray of NaN": (lambda m, d, b: kn.ray(m, d, [0] * 3, [0, NAN, 1]), ValueError, "vector: expected finite numbers"),
    "ray from NaN": (lambda m, d, b: kn.ray(m, d, [NAN] * 3, [0, 0, 1]), ValueError, "point: expected finite numbers"),
    "flat ray": (lambda m, d, b: kn.ray(m, d, [0] * 3, [0, 1]), ValueError, r"vector: expected shape \(3,\)"),
    "no ray": (lambda m, d, b: kn.ray(m, d, [0] * 3, None), TypeError, "vector: expected values of type float64"),
    "rays in a row": (lambda m, d, b: kn.multi_ray(m, d, [0] * 3, [0, 1, 0]), ValueError, r"expected shape \(n, 3\)"),
    "five groups": (lambda m, d, b: kn.ray(m, d, [0] * 3, [1, 0, 0], geomgroup=[1] * 5), ValueError, r"shape \(6,\)"),
    "excluded nobody": (lambda m, d, b: kn.ray(m, d, [0] * 3, [1, 0, 0], bodyexclude=7), IndexError, "body 7 does not"),
    "excluded real": (lambda m, d, b: kn.ray(m, d, [0] * 3, [1, 0, 0], bodyexclude=0.5), TypeError, "name or an index"),
    "NaN cutoff": (
        lambda m, d, b: kn.multi_ray(m, d, [0] * 3, [[1, 0, 0]], cutoff=NAN),
        ValueError,
        "cutoff: expected a distance",
    ),
    "ray at no geom": (lambda m, d, b: kn.ray_geom(m, d, "hand", [0] * 3, [1, 0, 0]), KeyError, "no geom named 'hand'"),
    "raw ray": (lambda m, d, b: kn.machine().ray_geom(m, d, 2, [0] * 3, [1] * 3), IndexError, "geom 2 does not"),
    "unknown machine": (lambda m, d, b: kn.machine("gpu"), kn.KnuckleError, "expected one of: single, checked, python"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_call_is_refused_and_changes_nothing(shared, name):
    call, error, words = CASES[name]
    m, d, batch = shared
    before, worlds = snapshot(m, d, STRANGER), {field: batch.read(field).tobytes() for field in ("qpos", "qvel")}
    with pytest.raises(error, match=words) as caught:
        call(m, d, batch)
    assert len(str(caught.value)) < 1000
    assert snapshot(m, d, STRANGER) == before
    assert {field: batch.read(field).tobytes() for field in worlds} == worlds


# what may be written to the state: the next step tells of it, and the world starts over
TROUBLES = {
    "NaN position": ("qpos", 7, NAN, "joint 'elbow'.*position"),
    "infinite position": ("qpos", 0, INF, "joint 'root'.*position"),
    "huge position": ("qpos", 0, 1e300, "joint 'root'.*position"),
    "NaN velocity": ("qvel", 6, NAN, "joint 'elbow'.*velocity"),
    "huge velocity": ("qvel", 0, -1e11, "joint 'root'.*velocity"),
    "NaN joint force": ("qfrc_applied", 6, NAN, "acceleration"),
    "NaN body force": ("xfrc_applied", (2, 0), NAN, "acceleration"),
    "huge body force": ("xfrc_applied", (2, 0), 1e300, "acceleration"),
}


@pytest.mark.parametrize("name", TROUBLES)
def test_bad_numbers_in_the_state_are_told_of_and_survived(name):
    field, index, value, words = TROUBLES[name]
    m = kn.load(TEXT)
    d = kn.Data(m)
    getattr(d, field)[index] = value
    with pytest.warns(kn.SimulationWarning, match=words):
        kn.step(m, d, 2)
    assert np.isfinite(d.qpos).all() and d.status


def test_divergence_is_an_error_where_worlds_may_not_start_over():
    m = kn.load(TEXT)
    m.opt.flags.autoreset = False
    d = kn.Data(m)
    d.qpos[7] = NAN
    with pytest.raises(kn.DivergenceError, match=r"position \(qpos\) is NaN.*reset the data"):
        kn.step(m, d)


def test_a_zero_quaternion_is_no_rotation():
    m = kn.load(TEXT)
    d = kn.Data(m)
    d.qpos[3:7] = 0
    kn.step(m, d)
    assert d.status == 0 and np.isfinite(d.qpos).all()


def test_arrays_in_any_layout_are_taken_as_they_read():
    m = kn.load(TEXT)
    d = kn.Data(m)
    strided = np.arange(16.0)[::-2]
    d.qpos = strided
    assert d.qpos.tolist() == strided.tolist()
    swapped = np.arange(7.0).astype(">f8")
    d.qvel = swapped
    assert d.qvel.tolist() == list(range(7))
    d.xpos = np.asfortranarray(np.arange(9.0).reshape(3, 3))
    assert d.xpos[0].tolist() == [0, 1, 2]
    d.qpos = d.qpos[::-1]
    assert d.qpos.tolist() == strided[::-1].tolist()


def test_what_is_drawn_with_stays_writable():
    m = kn.load(TEXT)
    for name in ("geom_matid", "geom_group", "geom_contype", "geom_rgba", "body_mass", "jnt_range", "cam_mode"):
        assert getattr(m, name).flags.writeable, name
