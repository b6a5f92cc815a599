"""The page of the studio in a real browser: what a person sees and does there reaches the simulation."""

from urllib.parse import urlsplit

import numpy as np
import pytest
from PIL import Image
from support.studio_page import COARSE, on_page
from support.waiting import wait_for

import knuckle as kn

pytest.importorskip("viser")

from knuckle.studio.launching import start
from knuckle.studio.source import find_source


@pytest.fixture
def viewer():
    source = find_source(None)
    m = source.open()
    with start(m, kn.Data(m), source=source) as viewer:
        viewer._studio.view.lamps.shadows = False
        yield viewer


def open_page(viewer, page) -> None:
    page.goto(viewer.url + COARSE)
    page.get_by_text("running").wait_for(timeout=120_000)
    wait_for(lambda: len(viewer._studio.server.viser.get_clients()) == 1, 60)


def test_what_is_done_in_the_page_happens(viewer, page, picture, tmp_path):
    sim = viewer._studio.sim
    open_page(viewer, page)

    # it asks nobody else, and the humanoid moves
    time = sim.d.time
    before = page.screenshot()
    wait_for(lambda: sim.d.time > time + 0.3)
    wait_for(lambda: page.screenshot() != before)
    picture("running")

    # pause, step, step back, reset, run
    page.get_by_role("button", name="pause").click()
    wait_for(lambda: sim.paused)
    time = sim.d.time
    page.get_by_role("button", name="step").click()
    wait_for(lambda: sim.d.time == pytest.approx(time + sim.m.opt.timestep, abs=1e-9))
    page.get_by_role("button", name="back").click()
    wait_for(lambda: sim.d.time == pytest.approx(time, abs=1e-9))
    page.get_by_role("button", name="reset").click()
    wait_for(lambda: sim.d.time == 0 and np.array_equal(sim.d.qpos, sim.m.qpos0))

    # floating and at rest: a drag with the control key is all that moves it
    sim.ask(lambda: setattr(sim.m.opt, "gravity", (0, 0, 0)))
    page.keyboard.press("Space")
    wait_for(lambda: not sim.paused and sim.d.time > 0.2 and np.abs(sim.d.qvel).max() < 0.02, 20)
    thorax = sim.m.body("thorax").id
    x, y = on_page(viewer, page, sim.d.xipos[thorax])
    page.keyboard.down("Control")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x + 20 * step, y)
        page.wait_for_timeout(30)
    wait_for(lambda: sim.drag is not None, 20)
    wait_for(lambda: np.abs(sim.d.qvel).max() > 0.1, 20)
    assert viewer.selected == thorax
    picture("pulled")
    page.mouse.up()
    page.keyboard.up("Control")
    wait_for(lambda: sim.drag is None)
    assert not sim.d.xfrc_applied.any()

    # the inspector shows what was selected
    page.get_by_role("tab", name="Model").click()
    page.get_by_role("cell", name="thorax", exact=True).wait_for()
    picture("inspector")

    # a slider moves a control
    page.get_by_role("tab", name="Move").click()
    slider = page.get_by_role("slider").first
    slider.focus()
    slider.press("ArrowRight")
    wait_for(lambda: sim.d.ctrl[0] > 0)

    # a picture shows what the page shows, and a command draws it again
    page.get_by_role("tab", name="Share").click()
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("button", name="Export picture").click()
    download.value.save_as(tmp_path / "picture.png")
    (client,) = viewer._studio.server.viser.get_clients().values()
    with Image.open(tmp_path / "picture.png") as image:
        assert image.size == (client.camera.image_width, client.camera.image_height) and np.std(image) > 5
    page.get_by_text("--lookat").wait_for()
    picture("share")

    # the export is a page of its own
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("button", name="Export replay").click()
    download.value.save_as(tmp_path / "replay.html")
    host = urlsplit(viewer.url).netloc
    assert {urlsplit(url.removeprefix("blob:")).netloc for url in page.asked if not url.startswith("data:")} == {host}
    assert not page.errors

    # which plays without the studio
    viewer.close()
    check_replay(page, tmp_path / "replay.html", picture)


def check_replay(page, file, picture) -> None:
    """A replay plays, stops, goes where it is told, and shows what is clicked; it asks for nothing but itself."""
    page.goto("about:blank")
    page.asked.clear()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    first = page.evaluate("player.time")
    page.wait_for_function("time => player.time !== time", arg=first)
    page.get_by_role("button", name="pause").click()
    page.get_by_label("timeline").fill("0")
    assert page.evaluate("[player.frame, player.playing]") == [0, False]
    page.get_by_role("button", name="next").click()
    assert page.evaluate("player.frame") == 1
    page.get_by_role("button", name="thorax").click()
    page.get_by_role("cell", name="thorax", exact=True).wait_for()
    x, y = page.evaluate("[player.canvas.clientWidth / 2, player.canvas.clientHeight / 2]")
    page.mouse.click(x, y)
    assert page.evaluate("player.body") >= 0
    picture("replay")
    assert page.asked == [file.as_uri()] and not page.errors


def test_a_file_with_faults_leaves_the_model_and_shows_the_lines(page, tmp_path):
    file = tmp_path / "ball.xml"
    good = (
        '<mujoco model="ball"><worldbody><body><freejoint/><geom name="ball" size="0.1"/></body></worldbody></mujoco>'
    )
    file.write_text(good)
    source = find_source(str(file))
    m = source.open()
    with start(m, kn.Data(m), source=source) as viewer:
        viewer._studio.view.lamps.shadows = False
        studio = viewer._studio
        file.write_text(good.replace('size="0.1"', 'size="0.1" colour="1 0 0 1"'))
        wait_for(lambda: studio.faults)
        assert "ball.xml:1" in studio.faults and "colour" in studio.faults
        assert studio.sim.m is m
        open_page(viewer, page)
        page.get_by_role("tab", name="Faults").click()
        page.get_by_text("colour").first.wait_for(timeout=120_000)
        file.write_text(good.replace("0.1", "0.2"))
        wait_for(lambda: studio.sim.m is not m)
        assert studio.sim.m.geom("ball").size[0] == 0.2 and not studio.faults
        wait_for(lambda: studio.sim.d.time > 0.05)
