"""What a hand does in the page, in a real browser: selecting, posing, scrubbing, switching; and what the page shows."""

import numpy as np
import pytest
from support.studio_page import COARSE, on_page
from support.touched_world import TOUCHED
from support.waiting import wait_for

import knuckle as kn

pytest.importorskip("viser")

from knuckle.studio.clicks import DOUBLE_SECONDS
from knuckle.studio.launching import start


@pytest.fixture
def viewer():
    m = kn.load(TOUCHED)
    with start(m, kn.Data(m), paused=True) as viewer:
        viewer._studio.view.lamps.shadows = False
        yield viewer


def drag(page, at, keys=("Control",)) -> None:
    """Drag from a point of the page to the left and up, with keys held."""
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(*at)
    page.mouse.down()
    for step in range(1, 5):
        page.mouse.move(at[0] - 12 * step, at[1] - 5 * step)
        page.wait_for_timeout(30)
    page.wait_for_timeout(200)
    page.mouse.up()
    for key in keys:
        page.keyboard.up(key)


def do_until(does, holds) -> None:
    """Do something again until it has its effect: a busy browser may draw a frame between two events of a mouse."""
    for _ in range(8):
        does()
        try:
            return wait_for(holds, 4)
        except AssertionError:
            continue
    wait_for(holds, 4)


def test_a_hand_in_the_page(viewer, page, picture):
    studio, sim = viewer._studio, viewer._studio.sim
    m, d, places = sim.m, sim.d, viewer._studio.view
    page.goto(viewer.url + COARSE)
    page.get_by_text("paused").wait_for(timeout=120_000)
    wait_for(lambda: studio.server.viser.get_clients() and places.scene is not None, 60)
    page.wait_for_timeout(1000)

    # a cube texture is put on a mesh of its own, not mixed to one colour
    ball, handle = m.body("ball").id, m.body("handle").id
    assert sum("Glb" in type(group.handle).__name__ for group in places.groups.values()) == 1

    # one click selects nothing, two do
    at = on_page(viewer, page, d.xpos[ball])
    page.mouse.click(*at)
    page.wait_for_timeout(1000 * DOUBLE_SECONDS + 200)
    assert viewer.selected == -1
    do_until(lambda: page.mouse.dblclick(*at), lambda: viewer.selected == ball)

    # what is paused is posed: a mocap body is placed, a free one turned
    do_until(
        lambda: drag(page, on_page(viewer, page, d.xpos[handle])),
        lambda: d.mocap_pos[0, 0] < -1.25 and sim.drag is None,
    )
    do_until(
        lambda: drag(page, on_page(viewer, page, d.xpos[ball]), ("Control", "Shift")),
        lambda: abs(d.qpos[4]) < 1 - 1e-4 and sim.drag is None,
    )
    assert d.time == 0
    picture("posed")

    # a keyframe, single steps by key and the way back
    page.get_by_role("button", name="Take keyframe").click()
    wait_for(lambda: d.time == 7 and d.qpos[0] == 0.9)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    wait_for(lambda: d.time == pytest.approx(7 + 3 * m.opt.timestep))
    timeline = page.get_by_role("slider").first
    timeline.focus()
    timeline.press("Home")
    wait_for(lambda: d.time == 7)

    # a switch of an equality, which a reset takes back
    page.get_by_role("tab", name="Physics").click()
    page.get_by_label("follow").click()
    wait_for(lambda: not d.eq_active[0])
    page.get_by_role("tab", name="Run").click()
    page.get_by_role("button", name="reset").click()
    wait_for(lambda: d.eq_active[0] and d.time == 0)

    # the doctor's findings stand in the scene, plots and times in their tab
    page.get_by_role("tab", name="Faults").click()
    page.get_by_role("button", name="Ask the model doctor").click()
    page.get_by_text("weak_actuator").first.wait_for()
    wait_for(lambda: any("weak_actuator" in label.text for label in places.labels))
    page.get_by_role("tab", name="Plots").click()
    page.get_by_role("button", name="Time by stage").click()
    page.get_by_text("kinematics").wait_for(timeout=30_000)
    assert page.get_by_text("log₁₀ improvement").count() and page.get_by_text("kinetic").count()
    picture("plots")
    page.get_by_role("tab", name="Help").click()
    page.get_by_text("double click").wait_for()
    assert not page.errors and np.isfinite(d.qpos).all() and not sim.note
