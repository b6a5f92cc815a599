"""`knuckle studio`: see a model move in the browser, and touch it."""

from typing import Annotated

import tyro

from knuckle.cli.arguments import ArgumentError
from knuckle.data.data import Data
from knuckle.studio.launching import start
from knuckle.studio.server import LOOPBACK
from knuckle.studio.source import find_source


def main(
    model: Annotated[str | None, tyro.conf.Positional, tyro.conf.arg(metavar="MODEL")] = None,
    /,
    port: int = 0,
    host: str = LOOPBACK,
    browser: bool = True,
    paused: bool = False,
) -> None:
    """Open the studio in the browser, until Ctrl-C.

    Prints the URL alone on a line. The URL holds a token, and the server answers nobody without it. The file is read
    again when it changes.

    Args:
        model: An MJCF or URDF file, a folder of them, or the name of a model of the package; without one, the humanoid.
        port: The port to listen on; 0 takes a free one.
        host: The address to listen on; the usual one is reached from this machine alone.
        browser: Do not open the page.
        paused: Whether to begin paused.
    """
    if not 0 <= port < 2**16:
        raise ArgumentError(f"--port: expected 0 (any free one) to 65535, found {port}")
    source = find_source(model)
    m = source.open()
    viewer = start(m, Data(m), host=host, port=port, browser=browser, paused=paused, source=source)
    try:
        print(viewer.url, flush=True)
        viewer.wait()
    finally:
        viewer.close()
