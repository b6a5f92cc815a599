"""Values that pages send: anything can come, and what makes no sense is dropped before anyone keeps it."""

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import viser

LONGEST_TEXT = 10_000
LARGEST_NUMBER = 2.0**53  # whole numbers beyond it are no longer what the page meant


def is_sane(value: Any) -> bool:
    """Whether a value is a truth value, a text, a finite number, or a few of these."""
    if isinstance(value, (list, tuple)):
        return len(value) <= LONGEST_TEXT and all(
            is_sane(part) and not isinstance(part, (list, tuple)) for part in value
        )
    if isinstance(value, (int, float)):
        return isfinite(value) and abs(value) <= LARGEST_NUMBER
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def drag_places(event: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Where in the world a drag began and where it is, and how far it went across the page; None where it is none."""
    lengths = {"start_position": 3, "end_position": 3, "start_screen_pos": 2, "end_screen_pos": 2}
    try:
        places = [np.array(getattr(event, name), float) for name in lengths]
    except (TypeError, ValueError):
        return None
    for place, length in zip(places, lengths.values(), strict=True):
        if place.shape != (length,) or not (np.abs(place) <= LARGEST_NUMBER).all():
            return None
    start, end, from_, to = places
    return start, end, to - from_


def refuse_bad_values(server: "viser.ViserServer") -> None:
    """Let viser see changes of elements only where their values are sane; it would send others on to every tab.

    What other messages break is the work on that message alone, and not worth a traceback.
    """
    from viser import _messages

    handlers = server._websock_server._incoming_handlers[_messages.GuiUpdateMessage]
    handlers[:] = [_if_sane(handler) for handler in handlers]
    loop = server.get_event_loop()
    loop.call_soon_threadsafe(loop.set_exception_handler, lambda _loop, _context: None)


def _if_sane(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def handle(client: Any, message: Any) -> None:
        if (
            isinstance(message.updates, dict)
            and set(message.updates) == {"value"}
            and is_sane(message.updates["value"])
        ):
            await handler(client, message)

    return handle
