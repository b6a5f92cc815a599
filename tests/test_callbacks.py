"""Functions of the user inside a step: when they are called, what they may change, and what an error in one does."""

from threading import Thread

import mujoco
import numpy as np
import pytest

import knuckle as kn

MODEL = """
<mujoco>
  <option timestep="0.005" integrator="implicitfast"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body pos="0 0 1"><joint name="hinge" axis="1 0 0"/><geom size=".1" pos="0 .2 0"/></body>
    <body pos="1 0 .05"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
  <actuator>
    <motor name="plain" joint="hinge"/>
    <general name="own" joint="hinge" dyntype="user" actdim="2" gaintype="user" biastype="user"/>
  </actuator>
  <sensor><user name="twice" dim="2" needstage="vel"/><user name="late" dim="1" needstage="acc"/></sensor>
</mujoco>
"""


def control(m, d):
    d.ctrl[0] = -3 * d.qpos[0] - 0.1 * d.qvel[0] + d.xpos[1][2]


def passive(m, d):
    d.qfrc_passive[0] -= 0.3 * d.qvel[0] ** 3


def act_dyn(m, d, k):
    return [d.ctrl[1] - d.act[0], d.act[0] - 2 * d.act[1]]


def act_gain(m, d, k):
    return 2.0 + d.actuator_length[k]


def act_bias(m, d, k):
    return -0.5 * d.actuator_velocity[k]


def sensor(m, d, stage):
    if stage == kn.Stage.VEL:
        d.sensordata[:2] = 2 * d.qvel[0], d.time
    elif stage == kn.Stage.ACC:
        d.sensordata[2] = d.qacc[0]


ALL = {"control": control, "passive": passive, "act_dyn": act_dyn, "act_gain": act_gain, "act_bias": act_bias}


@pytest.fixture
def world():
    m = kn.load(MODEL)
    for name, function in {**ALL, "sensor": sensor}.items():
        setattr(m.callbacks, name, function)
    d = kn.Data(m)
    d.qvel[0], d.ctrl[1] = 1.0, 0.7
    return m, d


@pytest.fixture
def reference():
    """The same callbacks in the reference, where they are global."""
    m = mujoco.MjModel.from_xml_string(MODEL)
    d = mujoco.MjData(m)
    d.qvel[0], d.ctrl[1] = 1.0, 0.7
    calls = {"control": control, "passive": passive, "sensor": sensor, "act_gain": act_gain, "act_bias": act_bias}

    def rates(m, d, k):
        d.act_dot[:] = act_dyn(m, d, k)
        return d.act_dot[-1]

    for name, function in {**calls, "act_dyn": rates}.items():
        getattr(mujoco, f"set_mjcb_{name}")(function)
    yield m, d
    for name in (*calls, "act_dyn"):
        getattr(mujoco, f"set_mjcb_{name}")(None)


@pytest.mark.parametrize("integrator", ["euler", "implicit", "implicitfast", "rk4"])
def test_motion_and_readings_are_the_references(world, reference, integrator):
    (m, d), (theirs_m, theirs) = world, reference
    m.opt.integrator = integrator
    theirs_m.opt.integrator = int(m.opt.integrator)
    for _ in range(50):
        kn.step(m, d)
        mujoco.mj_step(theirs_m, theirs)
        for name in ("qpos", "qvel"):  # of the hinge; the ball on the floor turns by rounding
            assert abs(getattr(d, name)[0] - getattr(theirs, name)[0]) < 1e-10, name
        for name in ("ctrl", "actuator_force", "sensordata"):
            assert np.abs(getattr(d, name) - getattr(theirs, name)).max() < 1e-10, name
        assert abs(d.act[1] - theirs.act[1]) < 1e-10


def test_halves_of_a_step_are_a_step(world):
    m, d = world
    other = d.copy()
    kn.step(m, d)
    kn.step1(m, other)
    kn.step2(m, other)
    assert d.qpos.tobytes() == other.qpos.tobytes() and d.act.tobytes() == other.act.tobytes()


def test_an_error_reaches_the_caller_and_the_state_stays(world):
    m, d = world
    kn.step(m, d, nstep=3)
    before = kn.get_state(m, d, kn.State.INTEGRATION)

    def fail(m, d):
        d.ctrl[0] = 99
        raise LookupError("nothing here")

    m.callbacks.control = fail
    with pytest.raises(LookupError, match="nothing here") as caught:
        kn.step(m, d, nstep=2)
    assert any(entry.name == "fail" for entry in caught.traceback)
    assert kn.get_state(m, d, kn.State.INTEGRATION).tobytes() == before.tobytes()
    m.callbacks.control = None
    kn.step(m, d)


def test_contacts_are_filtered_by_their_geoms(world):
    m, d = world
    kn.forward(m, d)
    assert d.ncon == 1
    seen = []

    def keep(m, d, geom1, geom2):
        seen.append({geom1, geom2})
        return False

    m.callbacks.contact_filter = keep
    kn.forward(m, d)
    assert d.ncon == 0 and seen == [{m.geom("floor").id, m.geom("ball").id}]


def test_callbacks_belong_to_one_model_and_end_with_it(world):
    m, _ = world
    other = kn.load(MODEL)
    assert not other.callbacks and repr(m.callbacks).startswith("<Callbacks: control, passive, sensor")
    copied = m.copy()
    assert not copied.callbacks
    d = kn.Data(m)
    kn.step(m, d)
    for name in (*ALL, "sensor"):
        setattr(m.callbacks, name, None)
    plain = kn.Data(other)
    plain.qpos[:], plain.qvel[:], plain.act[:], plain.ctrl[:] = d.qpos, d.qvel, d.act, d.ctrl
    plain.qacc_warmstart[:], plain.time = d.qacc_warmstart, d.time
    kn.step(m, d)
    kn.step(other, plain)
    assert d.qpos.tobytes() == plain.qpos.tobytes() and d.actuator_force.tobytes() == plain.actuator_force.tobytes()


def test_what_is_no_callback_is_refused(world):
    m, d = world
    with pytest.raises(AttributeError, match="there is no callback 'controll'; did you mean 'control'"):
        m.callbacks.controll = control
    with pytest.raises(TypeError, match=r"callbacks.control: expected a function of \(m, d\) or None, found 3"):
        m.callbacks.control = 3
    m.callbacks.act_dyn = lambda m, d, k: [1.0]
    with pytest.raises(ValueError, match=r"act_dyn: expected shape \(2,\), found shape \(1,\)"):
        kn.step(m, d)


def test_batches_say_that_they_call_none(world):
    m, _ = world
    with pytest.raises(kn.UnsupportedError, match="callbacks in Python are called for one world"):
        kn.Batch(m, 4).step()
    with pytest.raises(kn.UnsupportedError, match="callbacks in Python are called for one world"):
        kn.Batch(m, 4).run("forward")


def test_what_starts_in_the_midst_calls_them_too(world):
    m, d = world
    calls = []
    m.callbacks.control = lambda m, d: calls.append("control")
    m.callbacks.contact_filter = lambda m, d, a, b: not calls.append("filter")
    m.callbacks.passive = lambda m, d: calls.append("passive")
    kn.forward_skip(m, d)
    assert calls == ["filter", "passive", "control"]
    kn.forward_skip(m, d, kn.Stage.VEL)
    assert calls[3:] == ["control"]
    kn.inverse_skip(m, d)
    assert calls[4:] == ["filter", "passive"]


def test_a_callback_may_ask_and_look_but_not_start_over(world):
    m, d = world
    asked = []

    def ask(m, d):
        asked.append(kn.full_M(m, d)[0, 0])
        kn.kinematics(m, d)
        with pytest.raises(kn.KnuckleError, match="may not start what calls it"):
            kn.step(m, d)
        with pytest.raises(kn.KnuckleError, match="may not start what calls it"):
            kn.fwd_position(m, d)
        with pytest.raises(kn.KnuckleError, match="inside a callback there is no room"):
            for _ in range(10000):
                kn.add_contact(m, d, "floor", "ball", -0.001, [0, 0, 0], [0, 0, 1])
        # on the machine that checks, what this call has not written yet is poison, in a copy too
        other = kn.Data(m) if kn.machine().name == "checked" else d.copy()
        m.callbacks.control = None
        kn.step(m, other)
        m.callbacks.control = ask

    m.callbacks.control = ask
    kn.step(m, d)
    assert asked and asked[0] > 0
    kn.step(m, d)


def test_a_callback_that_goes_in_the_midst_of_a_step_is_there_until_its_end(world):
    m, d = world
    m.opt.integrator = "rk4"
    calls = []

    def once(m, d):
        calls.append(d.time)
        m.callbacks.control = m.callbacks.act_gain = None

    m.callbacks.control = once
    kn.step(m, d)
    assert len(calls) == 4
    kn.step(m, d)
    assert len(calls) == 4


def test_what_callbacks_do_to_each_other_holds_from_the_next_step(world):
    m, d = world
    calls = []

    def last(m, d):
        calls.append("last")
        for name in (*ALL, "sensor"):
            setattr(m.callbacks, name, None)

    def first(m, d):
        calls.append("first")
        m.callbacks.control = last

    m.callbacks.control = first
    kn.step(m, d, nstep=5)
    assert calls == ["first", "last"] and not m.callbacks and d.time == pytest.approx(5 * m.opt.timestep)


def test_another_thread_may_not_start_over_what_a_callback_is_in(world):
    m, d = world
    told = []

    def start(m, d):
        try:
            kn.step(m, d)
        except kn.KnuckleError as error:
            told.append(str(error))

    def ask(m, d):
        thread = Thread(target=start, args=(m, d))
        thread.start()
        thread.join()

    m.callbacks.control = ask
    kn.step(m, d)
    assert len(told) == 1 and "may not start what calls it" in told[0]


@pytest.mark.parametrize("answer", [None, "no", 0.5, np.ones(2)])
def test_a_filter_of_contacts_says_yes_or_no(world, answer):
    m, d = world
    before = kn.get_state(m, d, kn.State.INTEGRATION)
    m.callbacks.contact_filter = lambda m, d, geom1, geom2: answer
    with pytest.raises(TypeError, match="contact filter: expected True or False, found"):
        kn.step(m, d)
    assert kn.get_state(m, d, kn.State.INTEGRATION).tobytes() == before.tobytes()


@pytest.mark.parametrize("name", ["act_dyn", "act_gain", "act_bias"])
@pytest.mark.parametrize("value", [None, "text", 1j, [[1.0], [1.0, 2.0]], 10**400, np.zeros((2, 2))])
def test_what_is_no_number_is_told_with_the_name_of_the_callback(world, name, value):
    m, d = world
    before = kn.get_state(m, d, kn.State.INTEGRATION)
    setattr(m.callbacks, name, lambda m, d, k: value)
    with pytest.raises((TypeError, ValueError), match=f"{name}: expected "):
        kn.step(m, d, nstep=2)
    assert kn.get_state(m, d, kn.State.INTEGRATION).tobytes() == before.tobytes()


def test_numbers_that_are_none_show_in_the_status(world):
    m, d = world
    m.callbacks.passive = lambda m, d: d.qfrc_passive.fill(np.nan)
    with pytest.warns(kn.SimulationWarning, match="acceleration .* is NaN"):
        kn.step(m, d)
    assert d.status


def test_a_coroutine_is_no_callback(world):
    m, _ = world

    async def later(m, d):
        pass

    with pytest.raises(TypeError, match=r"callbacks.control: expected a function, found a coroutine function"):
        m.callbacks.control = later
    assert m.callbacks.control is control


def test_a_batch_in_use_says_that_its_model_has_callbacks_now():
    m = kn.load(MODEL)
    batch = kn.Batch(m, 3)
    batch.step()
    before = batch.qpos.copy()
    m.callbacks.control = control
    with pytest.raises(kn.UnsupportedError, match="callbacks in Python are called for one world"):
        batch.step()
    assert np.array_equal(batch.qpos, before)
    m.callbacks.control = None
    batch.step()
    assert not np.array_equal(batch.qpos, before)


def test_a_step_with_changed_contacts_reads_sensors_and_calls_callbacks(world):
    m, d = world
    other = d.copy()
    kn.step(m, d, nstep=3)
    kn.step_with_contacts(m, other, lambda m, d: None, nstep=3)
    for name in ("qpos", "act", "sensordata"):
        assert getattr(d, name).any() and getattr(d, name).tobytes() == getattr(other, name).tobytes()
