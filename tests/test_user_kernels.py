"""Kernels of the user in the place of callbacks: compiled into the step, on every machine."""

import numpy as np
import pytest
from support.worlds import unconstrained
from test_callbacks import ALL, MODEL, sensor

import knuckle as kn
from knuckle.kernel import kernel, per_world, where
from knuckle.physics.kinematics.poses import kinematics

STIFFNESS = 3.0


@kernel
def pull(x, v):
    return -STIFFNESS * x - 0.1 * v


@kernel
def control(m, d):
    d.ctrl[0] = pull(d.qpos[0], d.qvel[0]) + d.xpos[1, 2]


@kernel
def passive(m, d):
    v = d.qvel[0]
    d.qfrc_passive[0] = d.qfrc_passive[0] - 0.3 * v * v * v


@kernel
def act_dyn(m, d, k):
    return d.ctrl[1] - d.act[0], d.act[0] - 2 * d.act[1]


@kernel
def act_gain(m, d, k):
    return 2.0 + d.actuator_length[k]


@kernel
def act_bias(m, d, k):
    return -0.5 * d.actuator_velocity[k]


@kernel
def read(m, d, stage):
    if stage == kn.Stage.VEL:
        d.sensordata[0] = 2 * d.qvel[0]
        d.sensordata[1] = d.time
    elif stage == kn.Stage.ACC:
        d.sensordata[2] = d.qacc[0]


@kernel
def never(m, d, geom1, geom2):
    return geom1 == geom2


KERNELS = {
    "control": control,
    "passive": passive,
    "act_dyn": act_dyn,
    "act_gain": act_gain,
    "act_bias": act_bias,
    "sensor": read,
}


def loaded(callbacks, integrator="implicitfast"):
    m = kn.load(MODEL)
    m.opt.integrator = integrator
    for name, function in callbacks.items():
        setattr(m.callbacks, name, function)
    d = kn.Data(m)
    d.qvel[0], d.ctrl[1] = 1.0, 0.7
    return m, d


@pytest.mark.parametrize("integrator", ["implicitfast", "rk4"])
@pytest.mark.parametrize("chosen", [tuple(KERNELS), ("control", "act_dyn")])
def test_kernels_do_what_functions_do(integrator, chosen):
    """All of them compiled, or some of them beside functions in Python."""
    functions = {**ALL, "sensor": sensor}
    m, d = loaded(functions, integrator)
    own_m, own = loaded(functions | {name: KERNELS[name] for name in chosen}, integrator)
    kn.step(m, d, nstep=40)
    kn.step(own_m, own, nstep=40)
    for name in ("qpos", "qvel", "act", "sensordata", "actuator_force"):
        assert np.abs(getattr(d, name) - getattr(own, name)).max() < 1e-12, name
    assert own.sensordata.all()


def test_lanes_have_the_bits_of_one_world():
    m, d = loaded(KERNELS)
    batch = kn.Batch(unconstrained(m), 5)
    assert batch.lanes > 1
    batch.load(d)
    speeds = np.linspace(-1, 1, 5)
    values = batch.read("qvel")
    values[:, 0] = speeds
    batch.write("qvel", values)
    batch.step(20)
    for k, speed in enumerate(speeds):
        alone = d.copy()
        alone.qvel[0] = speed
        kn.machine("single").step(m, alone, nstep=20)
        for name in ("qpos", "act", "sensordata"):
            assert batch.read(name)[k].tobytes() == getattr(alone, name).tobytes(), name


def test_contacts_are_filtered():
    m, d = loaded({})
    kn.forward(m, d)
    assert d.ncon == 1
    m.callbacks.contact_filter = never
    kn.forward(m, d)
    assert d.ncon == 0 and d.nefc == 0
    m.callbacks.contact_filter = None
    kn.forward(m, d)
    assert d.ncon == 1


def test_contacts_are_filtered_in_lanes():
    m, _ = loaded({"contact_filter": never})
    batch = kn.Batch(m, 3, keep=["ncon"])
    batch.forward()
    assert not batch.read("ncon").any()
    m.callbacks.contact_filter = None
    batch.forward()
    assert (batch.read("ncon") == 1).all()


def test_the_mark_is_public_and_its_words_are_there():
    @kn.kernel
    def bounded(m, d):
        d.ctrl[0] = kn.kernel.where(d.qpos[0] > 0.0, -1.0, 1.0)

    m, d = loaded({"control": bounded})
    kn.step(m, d)
    assert d.ctrl[0] == 1.0
    kn.step(m, d)
    assert d.ctrl[0] == -1.0


def test_a_kernel_that_cannot_be_compiled_says_why():
    @kernel
    def prints(m, d):
        d.ctrl[0] = len("text") * m.nothing

    m, d = loaded({"control": prints})
    if kn.machine().name == "python":
        pytest.skip("nothing is compiled on this machine")
    with pytest.raises(kn.CompileError, match=r"(?s)kernel prints cannot be compiled:.*nothing"):
        kn.step(m, d)

    @kernel
    def whole(m, d):
        kinematics(m, d)

    m.callbacks.control = whole
    with pytest.raises(kn.CompileError, match="kernel whole: it calls kinematics, which is a whole stage"):
        kn.step(m, d)


@kernel
def raises(m, d):
    if m.nv > 0:
        raise ValueError("no")


@kernel
def asserts(m, d):
    assert m.nv > 0


@kernel
def counts_from_the_end(m, d):
    d.ctrl[0] = d.qvel[-1]


@kernel
def writes_beyond_a_row(m, d):
    d.xpos[0, 3] = 1.0


@kernel
def writes_to_the_model(m, d):
    m.body_mass[1] = 1.0


@kernel
def writes_an_option(m, d):
    m.opt_timestep = 1.0


@kernel
def calls_numpy(m, d):
    d.ctrl[0] = np.sin(d.qpos[0])


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (raises, "kernels have no `raise` and `assert`"),
        (asserts, "kernels have no `raise` and `assert`"),
        (counts_from_the_end, r"qvel\[-1\]: kernels count rows from 0"),
        (writes_beyond_a_row, r"xpos\[…, 3\]: a row has 3 elements, counted from 0"),
        (writes_to_the_model, r"kernels may not write to a model, and this one does: m\.body_mass"),
        (writes_an_option, r"kernels may not write to a model, and this one does: m\.opt_timestep"),
        (calls_numpy, r"kernel calls_numpy cannot be compiled:\nUse of unsupported NumPy function 'numpy.sin'"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_compiled_code_would_do_otherwise_than_python_is_refused(function, words):
    if kn.machine().name == "python":
        pytest.skip("nothing is compiled on this machine")
    m, d = loaded({"control": function})
    with pytest.raises(kn.CompileError, match=words):
        kn.step(m, d)


@pytest.mark.parametrize("compared", ["state", "model"])
def test_a_kernel_that_branches_on_what_differs_between_worlds_is_told_the_words_for_it(compared):
    @kernel
    def branches(m, d):
        if (d.qvel[0] if compared == "state" else m.dof_damping[0]) > 0.0:
            d.ctrl[0] = 1.0

    m, _ = loaded({"control": branches})
    batch = kn.Batch(m, 4, keep=[])
    with pytest.raises(kn.CompileError, match=r"(?s)differs from world to world.*any_lane.*where\(.*branches") as told:
        batch.step()
    assert "Fatal" not in str(told.value)


def test_a_kernel_of_one_world_may_branch():
    @per_world
    def limp(m, d):
        if d.qpos[0] > 0.01:
            d.ctrl[0] = 0.0
        else:
            d.ctrl[0] = 1.0

    m, _ = loaded({"control": limp})
    batch = kn.Batch(m, 6)
    batch.write("qpos", np.linspace(-0.02, 0.03, 6)[:, None] * [1, 0, 0, 0, 0, 0, 0, 0] + [0, 1, 0, 0.05, 1, 0, 0, 0])
    batch.forward()
    assert batch.read("ctrl")[:, 0].tolist() == [1, 1, 1, 1, 0, 0]


def test_where_is_a_word():
    assert where(True, 1.0, 2.0) == 1.0
