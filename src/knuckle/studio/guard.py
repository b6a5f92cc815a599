"""Who may talk to the studio: those who know the token of its URL, from a page of its own.

The token is the first part of the path: `http://127.0.0.1:PORT/TOKEN/`. The page opens its websocket below the path it
came from, so the token travels with every request, without cookies, and through tunnels and proxies.
"""

import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the path holds the token
    "X-Content-Type-Options": "nosniff",
    # whatever a page of ours contains, it asks no other host
    "Content-Security-Policy": (
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; connect-src 'self' ws: wss: blob: data:"
    ),
}


class Guard:
    """Refuses HTTP requests and websockets without the token, or from pages of other origins."""

    def __init__(self, token: str):
        self.token = token

    def refusal(self, path: str, headers: Any) -> str:
        """Why a request is refused, or nothing."""
        first = urlsplit(path).path.lstrip("/").partition("/")[0]
        if not hmac.compare_digest(first.encode("utf-8", "replace"), self.token.encode()):
            return "The address lacks the studio's token: open the whole URL that the studio printed."
        origins, hosts = headers.get_all("Origin"), headers.get_all("Host")
        if origins and (len(origins) > 1 or len(hosts) != 1 or urlsplit(origins[0]).netloc != hosts[0]):
            return "The request comes from a page of another origin."
        return ""

    def path_behind(self, path: str) -> str:
        """The path as the server behind the guard knows it: without the token."""
        return "/" + path.lstrip("/").removeprefix(self.token).lstrip("/")

    def wrap(self, process_request: Callable) -> Callable:
        """The function that answers HTTP requests, behind this guard."""

        def answer(connection: Any, request: Any) -> Any:
            if reason := self.refusal(request.path, request.headers):
                return connection.respond(HTTPStatus.FORBIDDEN, reason + "\n")
            request.path = self.path_behind(request.path)
            response = process_request(connection, request)
            if response is not None:
                for name, value in HEADERS.items():
                    response.headers[name] = value
            return response

        return answer


def survives_bad_messages(handler: Callable) -> Callable:
    """A handler of websockets that closes a connection which sends what nobody can read, and says no more of it."""

    async def handle(connection: Any) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await handler(connection)
        except ConnectionClosed:
            pass
        except Exception as error:  # what a message can break is one connection
            await connection.close(1007, f"unreadable message: {type(error).__name__}")

    return handle


@contextmanager
def guarding(guard: Guard) -> Iterator[None]:
    """Within, servers that viser starts stand behind the guard.

    viser opens its socket itself and leaves no way in: so it sees, for as long as it starts, a `websockets` whose
    `serve` puts the guard first. That it did is asked of the socket by `Server`, before anyone learns the URL.
    """
    import websockets.asyncio.server
    from viser.infra import _infra

    def serve(handler: Callable, *arguments: Any, process_request: Callable, **options: Any) -> Any:
        return websockets.asyncio.server.serve(
            survives_bad_messages(handler), *arguments, process_request=guard.wrap(process_request), **options
        )

    module = _infra.websockets
    within = SimpleNamespace(**{**vars(websockets.asyncio.server), "serve": serve})
    _infra.websockets = SimpleNamespace(  # type: ignore[assignment]
        asyncio=SimpleNamespace(server=within),
        datastructures=module.datastructures,
        exceptions=module.exceptions,
    )
    try:
        yield
    finally:
        _infra.websockets = module
