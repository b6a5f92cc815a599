"""Double clicks: viser tells of single ones, so two on the same thing soon after each other are counted here."""

from collections.abc import Hashable
from time import perf_counter

DOUBLE_SECONDS = 0.5  # between the two clicks; what desktops take


class DoubleClicks:
    """Hears of clicks, and says which of them is the second of two."""

    def __init__(self) -> None:
        self._last: dict[Hashable, tuple[Hashable, float]] = {}  # by tab: what was clicked, and when

    def completes(self, tab: Hashable, thing: Hashable, now: float | None = None) -> bool:
        """Whether this click makes a double click; a third one begins anew."""
        now = perf_counter() if now is None else now
        before = self._last.pop(tab, None)
        if before is not None and before[0] == thing and now - before[1] <= DOUBLE_SECONDS:
            return True
        self._last[tab] = (thing, now)
        return False

    def forget(self, tab: Hashable) -> None:
        """The tab was closed."""
        self._last.pop(tab, None)
