"""How long is looked for faults: a few examples, the same in every run, or as long as $KNUCKLE_FUZZ_SECONDS says."""

import os
import time
from collections.abc import Callable, Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SECONDS = float(os.environ.get("KNUCKLE_FUZZ_SECONDS", "0"))  # of all targets together
LONG = SECONDS > 0
TARGETS = 6
ROUND = 300  # examples of one round of the long search


def rounds(short: int, long: int = ROUND) -> Iterator[settings]:
    """Settings of one short round, or of rounds with new examples until the share of one target is spent."""
    common = {
        "deadline": None,
        "database": None,
        "suppress_health_check": list(HealthCheck),
        "print_blob": True,
    }
    if not LONG:
        yield settings(max_examples=short, derandomize=True, **common)
        return
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    end = time.monotonic() + SECONDS * min(workers, TARGETS) / TARGETS
    while time.monotonic() < end:
        yield settings(max_examples=long, **common)


def explore(check: Callable, strategy: st.SearchStrategy, short: int) -> None:
    """Try examples of a strategy; the smallest that fails is shown."""
    for chosen in rounds(short):
        chosen(given(strategy)(check))()
