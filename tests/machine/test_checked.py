"""The checks of the `checked` machine: each fault is found, and told with kernel, line, field, index and length."""

import inspect

import numpy as np
import pytest
from support import fault_kernels

import knuckle as kn
from knuckle.machine import artifact
from knuckle.machine.checked import WRITES, field_rows, poisoned_fields, public_fields, with_rows
from knuckle.machine.entry import VIOLATED
from knuckle.machine.poison import Poison, is_tainted, origin
from knuckle.machine.query import query_table
from knuckle.machine.violation import violation
from knuckle.program import entries
from knuckle.schema.fields import data_fields

HALF = np.array(0.5)
BALL = (
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
)


def line_of(function, text: str) -> int:
    lines, first = inspect.getsourcelines(function)
    return first + next(k for k, line in enumerate(lines) if text in line)


@pytest.mark.parametrize(
    ("entry", "kernel", "text", "words"),
    [
        ("read_beyond", "read_beyond", "d.qvel[i]", r"Data\.qpos\[24\] is outside: it has 24 rows"),
        ("write_before", "write_before", "d.qvel", r"Data\.qvel\[-1\] is outside: it has 24 rows"),
        ("column_beyond", "column_beyond", "d.time", r"Data\.xpos.*column \[3\] is outside: it has 3"),
        ("field_as_argument", "set_all", "field[i]", r"Data\.qacc\[24\] is outside: it has 24 rows"),
        ("four_beyond", "four_beyond", "store_four", r"Data\.qpos\[24\] is outside: it has 24 rows"),
        ("flat_beyond", "flat_beyond", "flat(d.xpos)", r"any field\[9\] is outside: it has 9 rows"),
        ("divide_by_zero", "divide_by_zero", "//", "integer division by zero"),
        ("remainder_by_zero", "remainder_by_zero", "%", "integer modulo by zero"),
        ("through_a_stage", "faulty_stage", "d.qvel", r"Data\.qvel\[24\]"),
    ],
)
def test_a_fault_ends_the_call_and_is_told_with_its_place(faults, entry, kernel, text, words):
    code, time, _ = faults(entry)
    assert (code, time) == (VIOLATED, 0.0)
    line = line_of(getattr(fault_kernels, kernel), text)
    with pytest.raises(kn.CheckError, match=rf"kernel {kernel} \(fault_kernels\.py:{line}\): .*{words}"):
        raise violation()


@pytest.mark.parametrize(("place", "rows"), [(4, 4), (-1, 4), (0, 0), (2**40, 3)])
def test_an_index_of_a_query_is_checked_against_the_callers_array(faults, place, rows):
    code, time, _ = faults("output_beyond", table_of_fault(place, result := np.zeros((rows, 3))).ctypes.data)
    assert (code, time) == (VIOLATED, 0.0)
    assert not result.any()
    with pytest.raises(kn.CheckError, match=rf"output_beyond\.result\[{place}\] is outside: it has {rows} rows"):
        raise violation()


def test_a_query_writes_where_it_may(faults):
    assert faults("output_beyond", table_of_fault(3, result := np.zeros((4, 3))).ctypes.data) == (0, 7.0, 0)
    assert result.tolist() == [[0.0] * 3] * 3 + [[0.5] * 3]


def table_of_fault(place: int, result: np.ndarray) -> np.ndarray:
    """The arguments of `output_beyond` as compiled code reads them."""
    query = next(entry for entry in fault_kernels.entries() if entry.is_query)
    values = {"place": place, "value": HALF, "result": result}
    rows = field_rows({"value": (), "result": result.shape}, query.layout.fields)
    return with_rows(query_table(query, values), rows)


def test_an_output_that_is_not_written_is_told(monkeypatch):
    m = kn.Model.from_xml_string(BALL)
    monkeypatch.setattr(artifact, "load", lambda name: {"full_M": lambda *addresses: 0})
    with pytest.raises(kn.CheckError, match=r"full_M: M\[0\] was not written"):
        kn.machine("checked").full_M(m, kn.Data(m))


def test_a_real_divided_by_zero_is_no_fault(faults):
    assert faults("real_by_zero") == (0, np.inf, 0)


def test_poison_of_unwritten_elements_is_lifted_and_traced():
    d = kn.Data(kn.Model.from_xml_string(BALL))
    d.cvel[:], d.qacc[:] = 3.0, 5.0
    poison = Poison(d._arena.layout, lambda name: name in ("cvel", "qacc"))
    former = poison.pour(d._arena)
    assert np.isnan(d.cvel).all() and np.isnan(d.qacc).all()
    d.qacc[2] = 1.0
    with np.errstate(invalid="ignore"):
        d.qvel[0] = d.cvel[1, 4] * 2.0
    poison.lift(d._arena, former)
    assert d.qacc.tolist() == [5.0, 5.0, 1.0, 5.0, 5.0, 5.0]
    assert (d.cvel == 3.0).all()
    assert is_tainted(d.qvel).tolist() == [True] + 5 * [False]
    assert "cvel[10]" in origin(d.qvel[0], (d._arena.layout,))


def test_nan_of_the_user_is_not_taken_for_poison():
    assert not is_tainted(np.array([np.nan, -np.nan, np.inf, 0.0])).any()


def test_every_stage_of_the_table_is_written_by_an_entry():
    written = {stage for entry in entries() for stage in WRITES.get(entry.name, (entry.name,))}
    stages = {field.stage for field in data_fields()} - {"input", "check", "scratch", "sleep"}  # the last: by many
    assert stages <= written


def test_a_step_poisons_all_but_the_state_and_what_outlives_a_call():
    spared = {field.name for field in data_fields()} - poisoned_fields("step")
    assert {"qpos", "qvel", "ctrl", "overflow", "need_con"} <= spared
    assert not spared & {"xpos", "efc_J", "solver_H", "tree_position", "contact_dist"}


def assert_alike(m: kn.Model, calls: str, d: kn.Data | None = None) -> None:
    """Calls one after the other give the same numbers on `checked` as on `single`, and raise no CheckError."""
    worlds = [kn.Data(m) if d is None else d.copy() for _ in range(2)]
    for machine, each in zip(("single", "checked"), worlds, strict=True):
        for call in calls.split():
            getattr(kn.machine(machine), call)(m, each)
    for name, values in worlds[0]._arrays.items():
        if name in public_fields():
            np.testing.assert_array_equal(worlds[1]._arrays[name], values, err_msg=name)


def test_what_a_stage_leaves_for_a_later_one_is_no_poison():
    sensor = "<jointpos joint='j' delay='.004' nsample='3'/>"
    swing = "<body><joint name='j'/><geom size='.1' pos='.2 0 0'/></body>"
    remembering = kn.Model.from_xml_string(f"<mujoco><worldbody>{swing}</worldbody><sensor>{sensor}</sensor></mujoco>")
    assert_alike(remembering, "step1 step2")
    yielding = kn.Model.from_xml_string(
        "<mujoco><option integrator='RK4'/><worldbody><site name='a'/><body pos='0 0 1'><joint type='slide'/>"
        "<geom size='.1'/><site name='b'/></body></worldbody><tendon><spatial stiffness='10' springlength='.2' "
        "springyield='.5'><site site='a'/><site site='b'/></spatial></tendon></mujoco>"
    )
    d = kn.Data(yielding)
    d.qvel[0] = 1.0
    assert_alike(yielding, "forward runge_kutta", d)
    for model in (remembering, yielding):
        model.opt.integrator = "rk4"
        assert_alike(model, "forward runge_kutta")


def test_contacts_that_a_function_drops_leave_no_poison():
    boxes = "".join(
        f"<body pos='{0.3 * k} 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'/></body>" for k in range(3)
    )
    m = kn.Model.from_xml_string(f"<mujoco><worldbody><geom type='plane' size='5 5 .1'/>{boxes}</worldbody></mujoco>")
    whole, filtered = kn.Data(m), kn.Data(m)
    kn.forward(m, whole)
    m.callbacks.contact_filter = lambda m, d, first, second: first + second != 1
    kn.forward(m, filtered)
    assert 0 < filtered.ncon < whole.ncon
    assert_alike(m, "step")


@pytest.mark.parametrize("mode", [-1, 5, 2**31 - 1])
def test_a_camera_of_no_mode_is_fixed(mode):
    m = kn.Model.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><geom size='.1'/><camera name='c' pos='0 1 0'/><light/></body>"
        "</worldbody></mujoco>"
    )
    fixed, d = kn.Data(m), kn.Data(m)
    kn.forward(m, fixed)
    m.cam_mode[0] = m.light_mode[0] = mode
    kn.machine("checked").forward(m, d)
    assert (d.cam_xmat == fixed.cam_xmat).all() and (d.light_xdir == fixed.light_xdir).all()


@pytest.mark.parametrize("integrator", ["euler", "discrete"])
def test_rows_that_were_made_are_solved_for_though_constraints_are_off_since(integrator):
    """As the reference does; sensors of touch read the same rows."""
    m = kn.Model.from_xml_string(BALL.replace("</body></worldbody>", "<site name='s' size='.2'/></body></worldbody>"))
    m.opt.integrator = integrator
    on = kn.Data(m)
    kn.step1(m, on)
    off = on.copy()
    kn.fwd_acceleration(m, on)
    m.opt.flags.constraint = False
    for machine in ("single", "checked"):
        d = off.copy()
        kn.machine(machine).fwd_acceleration(m, d)
        assert d.nefc == on.nefc > 0
        np.testing.assert_array_equal(d.qacc, on.qacc)
        np.testing.assert_array_equal(d.efc_force, on.efc_force)
