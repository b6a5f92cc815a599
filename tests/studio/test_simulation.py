"""The clockwork of the studio, without a page: time goes back exactly, bodies follow the mouse, trouble is survived."""

import threading

import numpy as np
import pytest
from support.waiting import wait_for

import knuckle as kn
from knuckle import models
from knuckle.studio.perturb import Grip, grab, rotation_matrix, rotation_vector
from knuckle.studio.simulation import FASTEST, Simulation
from knuckle.studio.source import Source, find_source, go_on

BOX = """<mujoco model="box"><option gravity="0 0 0"/><worldbody>
<body name="free"><freejoint/><geom size=".1" mass="2"/></body>
<body name="mocap" mocap="true" pos="1 0 0"><geom size=".1" contype="0" conaffinity="0"/></body>
<body name="arm" pos="0 2 0"><joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
<body name="hand" pos="1 0 0"><joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/></body></body>
</worldbody></mujoco>"""


def simulation(m, paused=False) -> Simulation:
    d = kn.Data(m)
    kn.forward(m, d)
    return Simulation(m, d, lambda _: None, paused)


@pytest.fixture(scope="module")
def humanoid():
    return kn.Model.from_xml_path(models.path("humanoid"))


def test_a_step_back_gives_the_very_state_of_before(humanoid):
    sim = simulation(humanoid)
    sim.reset()
    states = [kn.get_state(sim.m, sim.d)]
    for _ in range(40):
        sim.advance(1)
        sim.history.record(sim.d)  # keeps one of about seven
        states.append(kn.get_state(sim.m, sim.d))
    for expected in reversed(states[:-1]):
        sim.step_back()
        got = kn.get_state(sim.m, sim.d)
        assert np.array_equal(got, expected) or np.allclose(got, expected, rtol=0, atol=1e-12)  # times are sums
    sim.scrub(len(sim.history) - 1)
    assert sim.paused and sim.d.time == sim.history.times[-1]


def test_a_spring_brings_the_held_point_to_the_mouse_without_swinging_over():
    sim = simulation(kn.Model.from_xml_string(BOX))
    sim.take(grab(sim.d, 1, (0, 0, 0), Grip.PUSH))
    sim.pull_to(np.array((0.5, 0, 0)))
    path = []
    for _ in range(60):
        sim.advance(10)
        path.append(sim.d.qpos[0])
    assert path[-1] == pytest.approx(0.5, abs=0.01) and max(path) < 0.51
    sim.take(None)
    assert not sim.d.xfrc_applied.any()
    sim.take(grab(sim.d, 1, sim.d.xpos[1], Grip.TWIST))
    sim.pull_to(np.array((0, 0, 1.0)))
    sim.advance(1500)
    assert rotation_vector(sim.d.xmat[1].reshape(3, 3)) == pytest.approx((0, 0, 1), abs=0.02)


def test_paused_bodies_follow_the_mouse():
    sim = simulation(kn.Model.from_xml_string(BOX), paused=True)
    for body, target in ((1, (0.3, 0.2, 0.1)), (2, (1, 1, 1))):
        sim.take(grab(sim.d, body, sim.d.xpos[body], Grip.PUSH))
        sim.pull_to(np.array(target))
        assert sim.d.xpos[body] == pytest.approx(target, abs=1e-9)
    hand = sim.d.xpos[4] + sim.d.xmat[4].reshape(3, 3) @ (1, 0, 0)
    sim.take(grab(sim.d, 4, hand, Grip.PUSH))
    for share in np.linspace(0.1, 1, 10):
        sim.pull_to(hand + share * np.array((-0.5, 0.6, 0)))
    assert sim.drag.point(sim.d) == pytest.approx(hand + (-0.5, 0.6, 0), abs=0.03)
    sim.pull_to(np.array((np.nan, 0, 0)))
    assert np.isfinite(sim.d.qpos).all() and sim.d.time == 0


def test_rotations_survive_their_way_through_vectors():
    for vector in np.random.default_rng(1).normal(size=(50, 3)):
        vector *= min(1.0, 3.1 / np.linalg.norm(vector))
        assert rotation_vector(rotation_matrix(vector)) == pytest.approx(vector, abs=1e-9)


@pytest.mark.parametrize("autoreset", [True, False])
def test_a_world_that_diverges_says_so_and_can_go_on(autoreset):
    m = kn.Model.from_xml_string(BOX)
    m.opt.flags.autoreset = autoreset
    sim = simulation(m)
    sim.reset()
    sim.d.qvel[0] = np.nan
    with np.errstate(all="ignore"):
        sim.advance(5)
    assert "velocity" in sim.note and "NaN" in sim.note
    assert np.isfinite(kn.get_state(m, sim.d)).all()
    sim.paused = False
    time = sim.d.time
    sim.advance(3)
    assert sim.d.time > time


def test_posted_work_that_fails_becomes_the_note(humanoid):
    sim = simulation(humanoid)

    def wrong():
        raise ValueError("no such thing")

    thread = threading.Thread(target=sim.run)
    thread.start()
    sim.speed = FASTEST
    sim.post(wrong)
    wait_for(lambda: sim.note == "no such thing")
    assert sim.ask(lambda: 3) == 3
    wait_for(lambda: sim.d.time > 0.1)
    sim.close()
    thread.join(5)
    assert not thread.is_alive()


def test_a_batch_is_watched_world_by_world(humanoid):
    batch = kn.Batch(humanoid, 3)
    sim = Simulation(humanoid, batch, lambda _: None)
    sim.worlds.watch(2)
    sim.post(lambda: sim.d.ctrl.__setitem__(0, 0.5))
    sim.do_posted()
    sim.advance(5)
    assert batch.ctrl[2, 0] == 0.5 and batch.ctrl[0, 0] == 0
    assert np.array_equal(sim.d.qpos, batch.qpos[2]) and sim.d.time == batch.time[0]
    assert len(sim.worlds.states(2, 3)) == 3


def test_worlds_of_a_batch_that_differ_keep_their_own_numbers():
    m = kn.Model.from_xml_string(BOX)
    batch = kn.Batch(m, 3)
    batch.expand("geom_rgba")[1, 0] = (0, 1, 0, 1)
    sim = Simulation(m, batch, lambda _: None)
    sim.worlds.watch(1)
    assert sim.m is not m and sim.m.geom_rgba[0, 1] == 1 and m.geom_rgba[0, 1] != 1
    sim.post(lambda: sim.m.geom_rgba.__setitem__((0, 2), 0.7))
    sim.post(lambda: setattr(sim.m.opt, "timestep", 0.004))
    sim.do_posted()
    sim.advance(2)
    assert batch.expand("geom_rgba")[:, 0, 2] == pytest.approx([0.5, 0.7, 0.5])  # this world's own
    assert m.opt.timestep == 0.004 and sim.d.time == pytest.approx(0.008)  # what all worlds share
    assert [numbers["geom_rgba"][0, 1] for numbers in sim.worlds.numbers(0, 3)] == [0.5, 1.0, 0.5]


def test_files_are_found_and_read_again(tmp_path):
    (tmp_path / "a.xml").write_text(BOX)
    (tmp_path / "b.xml").write_text(BOX.replace('"box"', '"other"'))
    source = find_source(str(tmp_path))
    assert list(source.choices) == ["a.xml", "b.xml"] and source.open().model_name == "box"
    assert not source.changed()
    (tmp_path / "a.xml").write_text(BOX + "\n")
    assert source.changed()
    assert find_source(None).file.stem == "humanoid"
    for missing in ("no_such_model", str(tmp_path / "none.xml")):
        with pytest.raises(kn.ModelError, match="no such file"):
            find_source(missing)
    (tmp_path / "empty").mkdir()
    with pytest.raises(kn.ModelError, match="no model in this folder"):
        find_source(str(tmp_path / "empty"))
    assert isinstance(source, Source)


EDITED = """<mujoco><size nuserdata="1"/><worldbody>
<body name="target" mocap="true" pos="1 0 1"><geom size=".05"/></body>
<body name="a"><joint name="j" axis="0 1 0"/><geom size=".1"/></body>
<body name="b" pos="1 0 0"><joint axis="0 1 0"/><geom size=".1"/></body></worldbody>
<equality><joint name="e" joint1="j" active="true"/></equality>
<actuator><motor name="A" joint="j" delay=".01" nsample="9"/><motor name="B" joint="j"/></actuator></mujoco>"""


def read_again(*changes: tuple[str, str]) -> kn.Data:
    """A world of a file that was changed while it moved in the studio."""
    sim = simulation(kn.load(EDITED))
    sim.d.time = 3.0
    for field in ("qpos", "qvel", "ctrl", "history", "userdata", "mocap_pos"):
        getattr(sim.d, field).flat = 1 + np.arange(getattr(sim.d, field).size)
    sim.d.eq_active[:] = False
    text = EDITED
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    m = kn.load(text)
    d = kn.Data(m)
    go_on(sim, m, d)
    return d


def test_the_motion_goes_on_in_a_file_with_the_same_joints():
    d = read_again(('<geom size=".05"/>', '<geom size=".07"/>'), ("</worldbody>", '<geom size="1"/></worldbody>'))
    assert d.time == 3 and list(d.qpos) == [1, 2] and list(d.qvel) == [1, 2] and list(d.ctrl) == [1, 2]
    assert d.userdata[0] == 1 and list(d.history) == list(range(1, 21))
    assert list(d.mocap_pos[0]) == [1, 2, 3] and not d.eq_active[0]


def test_a_mocap_body_that_was_moved_in_the_file_is_seen_there_while_the_rest_goes_on():
    d = read_again(('pos="1 0 1"', 'pos="2.5 0 1"'))
    assert list(d.mocap_pos[0]) == [2.5, 0, 1] and not d.eq_active[0] and d.time == 3


def test_an_equality_that_was_switched_on_in_the_file_is_on():
    sim = simulation(kn.load(EDITED.replace('active="true"', 'active="false"')))
    m = kn.load(EDITED)
    d = kn.Data(m)
    go_on(sim, m, d)
    assert d.eq_active[0]


def test_controls_go_on_by_the_names_of_their_actuators():
    first, second = '<motor name="A" joint="j" delay=".01" nsample="9"/>', '<motor name="B" joint="j"/>'
    d = read_again((first + second, '<motor name="new" joint="j"/>' + second + first))
    assert list(d.ctrl) == [0, 2, 1] and list(d.history) == list(range(1, 21)) and list(d.qpos) == [1, 2]


@pytest.mark.parametrize(
    "change",
    [
        ('name="j" axis', 'name="j" type="slide" axis'),
        ('name="b" pos', 'name="c" pos'),
        ("</worldbody>", '<body><joint/><geom size="1"/></body></worldbody>'),
    ],
    ids=["type", "name", "one more"],
)
def test_a_file_with_other_joints_begins_anew(change):
    d = read_again(change)
    assert d.time == 0 and not d.qpos.any() and not d.ctrl.any()


def test_the_force_of_the_mouse_ends_where_a_file_is_read_again():
    sim = simulation(kn.Model.from_xml_string(BOX))
    sim.take(grab(sim.d, 1, (0, 0, 0), Grip.PUSH))
    sim.pull_to(np.array((0.5, 0, 0)))
    sim.advance(10)
    assert sim.d.xfrc_applied.any()
    m = kn.Model.from_xml_string(BOX)
    d = kn.Data(m)
    go_on(sim, m, d)
    assert d.time == sim.d.time and not d.xfrc_applied.any()
