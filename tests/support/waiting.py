"""Waiting for what another thread does."""

from time import monotonic, sleep


def wait_for(condition, seconds: float = 60.0) -> None:
    """Until something holds; AssertionError where it takes too long."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "took too long"
        sleep(0.01)
