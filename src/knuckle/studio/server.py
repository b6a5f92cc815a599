"""The server behind the page: viser on a socket of its own, behind the guard."""

import io
import secrets
import socket
from contextlib import redirect_stdout
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from knuckle.errors import KnuckleError
from knuckle.studio.guard import Guard, guarding
from knuckle.studio.page_values import refuse_bad_values

if TYPE_CHECKING:
    import viser

TOKEN_BYTES = 18
LOOPBACK = "127.0.0.1"
PROBE_SECONDS = 5.0
STOP_SECONDS = 10.0


class StudioError(KnuckleError):
    """The studio could not start."""


class Server:
    """A viser server that answers only those who know its URL."""

    def __init__(self, host: str = LOOPBACK, port: int = 0):
        check_address(host, port)
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.viser = _start(host, port, Guard(self.token))
        self.host, self.port = host, self.viser.get_port()
        self._closed = False
        try:
            _prove_guard(self.reachable, self.port, self.token)
        except StudioError:
            self.close()
            raise
        _forbid_sharing(self.viser)
        refuse_bad_values(self.viser)

    @property
    def reachable(self) -> str:
        """The address at which this machine reaches the server."""
        return LOOPBACK if self.host == "0.0.0.0" else self.host

    @property
    def url(self) -> str:
        return f"http://{self.reachable}:{self.port}/{self.token}/"

    def close(self) -> None:
        """Stop; may be called again."""
        if not self._closed:
            self._closed = True
            with redirect_stdout(io.StringIO()):  # viser says that it stopped
                self.viser.stop()
                thread = self.viser._websock_server._server_thread
                if thread is not None:
                    thread.join(STOP_SECONDS)


def check_address(host: str, port: int) -> None:
    """StudioError where nothing can listen there, or something else does."""
    if not hasattr(port, "__index__") or not 0 <= port < 2**16:
        raise StudioError(f"port: expected 0 (any free one) to 65535, found {port!r}")
    if not isinstance(host, str) or not host:  # a socket would take none for every address of this machine
        raise StudioError(f"host: expected the name or address to listen on, found {host!r}; 0.0.0.0 means all of them")
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, UnicodeError) as error:
        raise StudioError(f"cannot listen on {host}:{port}: {error}; `--port 0` takes any free port") from None


def _start(host: str, port: int, guard: Guard) -> "viser.ViserServer":
    try:
        import viser
    except ImportError:
        raise StudioError("the studio needs viser: pip install 'knuckle[studio]'") from None
    with guarding(guard), redirect_stdout(io.StringIO()):  # viser prints an address without the token
        return viser.ViserServer(host=host, port=port, label="Knuckle", verbose=False)


def _prove_guard(host: str, port: int, token: str) -> None:
    """Ask the socket itself that it refuses strangers and lets friends in: a missing guard must not go unseen."""
    asked = {
        "/": {},
        "/ws": {"Upgrade": "websocket", "Connection": "Upgrade"},
        f"/{token}/": {"Origin": "http://other.invalid"},
    }
    answers = {path: _status(host, port, path, headers) for path, headers in asked.items()}
    if set(answers.values()) != {403} or _status(host, port, f"/{token}/", {}) != 200:
        raise StudioError(
            "this version of viser starts its server in a way that the studio cannot guard; see `pip show viser`"
        )


def _status(host: str, port: int, path: str, headers: dict[str, str]) -> int:
    connection = HTTPConnection(host, port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as response:
            return response.status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


def _forbid_sharing(server: "viser.ViserServer") -> None:
    """A client may not have this server published on another host, which viser offers."""
    from viser import _messages

    for message in (_messages.ShareUrlRequest, _messages.ShareUrlDisconnect):
        server._websock_server._incoming_handlers.pop(message, None)
