"""A real browser for the tests of pages: Chromium of the system, which is installed where that can be done."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 90  # for each command of an installation
PICTURES = Path(__file__).parent / "pictures"
# no GPU is needed: pictures are made in software
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-dev-shm-usage",
)


def find_chromium() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


def install_chromium() -> str:
    """Have Debian's package installed; returns why that did not work, or nothing."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return "there is no Chromium, and only root can install Debian's package"
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", "chromium"]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return f"`{' '.join(command)}` took too long"
        if done.returncode and command[1] == "install":
            return f"`{' '.join(command)}` failed: {done.stderr.strip()[-200:]}"
    return ""


@pytest.fixture(scope="session")
def browser():
    """Chromium without a window, driven by Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    path = find_chromium()
    if path is None:
        reason = install_chromium()
        path = find_chromium()
        if path is None:
            print(f"pages are not tested: {reason}")
            pytest.skip(reason)
    PICTURES.mkdir(exist_ok=True)
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A fresh tab; `page.asked` are the addresses that it asked for, `page.errors` what went wrong in it."""
    page = browser.new_page(viewport={"width": 1000, "height": 640}, accept_downloads=True)
    page.set_default_timeout(120_000)  # a busy machine draws slowly
    page.asked, page.errors = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("websocket", lambda socket: page.asked.append(socket.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    if not page.is_closed():
        page.close()


@pytest.fixture
def picture(page):
    """`picture("name")` keeps what the tab shows, and says where."""

    def keep(name: str) -> None:
        path = PICTURES / f"{name}.png"
        page.screenshot(path=path)
        print(f"picture: {path}")

    return keep
