"""The server of the studio: whom it answers, and what it survives."""

import re
import signal
import subprocess
import sys
import threading
from contextlib import closing
from http.client import HTTPConnection
from types import SimpleNamespace
from urllib.parse import urlsplit

import numpy as np
import pytest

import knuckle as kn
from knuckle import models

pytest.importorskip("viser")

from support.studio_tab import Tab
from support.waiting import wait_for
from websockets.exceptions import InvalidStatus

from knuckle.studio.launching import start
from knuckle.studio.page_values import drag_places
from knuckle.studio.server import StudioError


@pytest.fixture(scope="module")
def viewer():
    m = kn.Model.from_xml_path(models.path("humanoid"))
    with start(m, kn.Data(m)) as viewer:
        yield viewer


def status(url: str, path: str | None = None, **headers: str) -> int:
    address = urlsplit(url)
    with closing(HTTPConnection(address.netloc, timeout=60)) as connection:
        connection.request("GET", address.path if path is None else path, headers=headers)
        with connection.getresponse() as response:
            return response.status


def tabs(viewer) -> int:
    return len(viewer._studio.server.viser.get_clients())


def moves(viewer) -> bool:
    """Whether the simulation goes on."""
    sim = viewer._studio.sim
    time = sim.d.time
    wait_for(lambda: sim.d.time != time)
    return True


def test_the_page_is_for_those_who_know_the_token(viewer):
    url = viewer.url
    assert urlsplit(url).hostname == "127.0.0.1"
    assert status(url) == 200
    assert status(url, Origin=f"http://{urlsplit(url).netloc}") == 200
    token = urlsplit(url).path
    for path in (
        "/",
        "/index.html",
        token[:-2] + "/",
        token.upper(),
        f"/x{token}",
        f"/?token={token}",
        "/%2e%2e" + token,
    ):
        assert status(url, path) == 403, path
    assert status(url, Origin="http://other.example") == 403
    assert status(url, Origin="null") == 403


def test_websockets_are_for_those_who_know_the_token(viewer):
    url = viewer.url
    host = urlsplit(url).netloc
    for address, origin in ((f"http://{host}/", None), (f"http://{host}/wrong/", None), (url, "http://other.example")):
        with pytest.raises(InvalidStatus, match="403"):
            Tab(address, origin)
    assert tabs(viewer) == 0


def test_messages_that_nobody_can_read_close_one_tab_and_no_more(viewer):
    good = Tab(viewer.url)
    wait_for(lambda: tabs(viewer) == 1)
    for nonsense in (b"", b"\xff\xff", b"\x93\x01\x02", "text", b"\x81\xa4type\xa3Foo", bytes(range(256))):
        bad = Tab(viewer.url)
        bad.socket.send(nonsense)
        assert bad.is_closed_by_server()
    node = next(iter(viewer._studio.view.groups.values())).name
    for odd in (float("nan"), "text", None, [], 1e308, {"a": 1}):
        good.set("left_knee", odd)
        good.set("Speed", odd)
        good.set("Timeline", odd)
        good.drag("start", node, 10**6, (0, 0, 0), (0, 0, 0))
        good.drag("start", node, 0, (float("nan"),) * 3, (0, 0, 0))
    assert moves(viewer) and np.isfinite(viewer._studio.sim.d.qpos).all()
    good.set("Speed", "1")
    good.close()
    wait_for(lambda: tabs(viewer) == 0)


def test_a_tab_that_closes_in_mid_drag_lets_go(viewer):
    studio = viewer._studio
    tab = Tab(viewer.url)
    wait_for(lambda: studio.view.scene is not None and tabs(viewer) == 1)
    scene = studio.view.scene
    group, instance = next(
        (group, index)
        for group in studio.view.groups.values()
        for index, row in enumerate(group.rows)
        if studio.body_of(scene, int(row)) == 1
    )
    at = studio.sim.d.xpos[1].copy()
    tab.drag("start", group.name, instance, at, at)
    tab.drag("update", group.name, instance, at, at + (1, 0, 1))
    wait_for(lambda: studio.sim.drag is not None and np.abs(studio.sim.d.xfrc_applied[1]).max() > 1)
    tab.close()
    wait_for(lambda: studio.sim.drag is None)
    assert not studio.sim.d.xfrc_applied.any()
    assert moves(viewer)


@pytest.mark.parametrize(
    ("field", "value"),
    [("start_position", "abc"), ("end_position", [0.0, np.nan, 0.0]), ("end_position", [1e300] * 3)]
    + [("start_screen_pos", []), ("end_screen_pos", None), ("end_screen_pos", [[0.5, 0.5]])],
)
def test_drags_that_make_no_sense_are_none(field, value):
    places = {"start_position": (0, 0, 1), "end_position": (0, 1, 1), "start_screen_pos": (0.5, 0.5)}
    event = SimpleNamespace(**{**places, "end_screen_pos": (0.6, 0.5)})
    start, end, screen = drag_places(event)
    assert (start == (0, 0, 1)).all() and (end == (0, 1, 1)).all() and screen == pytest.approx((0.1, 0.0))
    setattr(event, field, value)
    assert drag_places(event) is None


def test_ten_tabs_see_the_same(viewer):
    several = [Tab(viewer.url) for _ in range(10)]
    wait_for(lambda: tabs(viewer) == 10)
    seen = [len(tab.messages) for tab in several]
    wait_for(lambda: all(len(tab.messages) > count + 20 for tab, count in zip(several, seen, strict=True)), 30)
    several[0].set("left_knee", 0.25)
    wait_for(lambda: 0.25 in viewer._studio.sim.d.ctrl)
    assert moves(viewer)
    for tab in several:
        tab.close()
    wait_for(lambda: tabs(viewer) == 0)


def test_bad_addresses_are_refused_in_words(viewer):
    m = viewer._studio.sim.m
    for host, port in (("127.0.0.1", 70000), ("127.0.0.1", "8080"), ("no.such.host.invalid", 0), ("", 0), (None, 0)):
        with pytest.raises(StudioError, match=r"port: expected|listen"):
            start(m, kn.Data(m), host=host, port=port)
    with pytest.raises(StudioError, match="cannot listen"):
        start(m, kn.Data(m), port=urlsplit(viewer.url).port)


def test_the_command_prints_its_url_alone_on_a_line():
    command = [sys.executable, "-m", "knuckle", "studio", "pendulum", "--no-browser"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, preexec_fn=heed_interrupts, **pipes) as process:
        try:
            line = process.stdout.readline()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/\n", line)
            assert status(line.strip()) == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
            assert process.stdout.read() == "" and process.stderr.read() == "knuckle: interrupted\n"
        finally:
            process.kill()


def heed_interrupts() -> None:
    """What a shell starts in the background ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_loop_of_the_user_is_shown_and_touched(capsys):
    m = kn.Model.from_xml_path(models.path("cart_pole"))
    d = kn.Data(m)
    with kn.studio.launch_passive(m, d, browser=False) as viewer:
        assert capsys.readouterr().out.strip() == viewer.url
        tab = Tab(viewer.url)
        label = m.names("actuator")[0]

        def step() -> bool:
            kn.step(m, d)
            viewer.sync()
            return bool(tab.messages) and d.ctrl[0] == pytest.approx(0.25)

        wait_for(lambda: step() or tab.messages)
        uuid = threading.Thread(target=tab.set, args=(label, 0.25))
        uuid.start()
        wait_for(step)
        uuid.join()
        tab.close()
    assert not viewer.is_running()
    viewer.close()
    with pytest.raises(kn.KnuckleError, match="closed"):
        viewer.sync()
