"""Where the buffers of past controls and readings lie."""

from typing import Any

from knuckle.compile.limits import MOST_NUMBERS
from knuckle.compile.parts import Assembly


def history_starts(a: Assembly, nodes: list[Any], widths: list[int]) -> list[int]:
    """The start of the buffer of each actuator or sensor, behind those there are already; -1 for none."""
    starts = []
    for node, width in zip(nodes, widths, strict=True):
        samples, delay = getattr(node, "nsample", 0), getattr(node, "delay", 0.0)
        if samples < 0 or delay < 0:
            a.problems.about(node, f"nsample and delay must not be negative, got {samples} and {delay:g}")
        elif delay > 0 and samples == 0:
            a.problems.about(node, f'delay="{delay:g}" needs a history: give nsample, at least delay / timestep')
        starts.append(a.counts["nhistory"] if samples > 0 else -1)
        a.counts["nhistory"] += 2 + samples * (1 + width) if samples > 0 else 0
        if a.counts["nhistory"] > MOST_NUMBERS:
            a.problems.about(node, f"nsample={samples} asks for more than the {MOST_NUMBERS} numbers a model may have")
            a.problems.check()
    if a.counts["nhistory"] and not a.spec.option.timestep > 0:
        a.problems.about(a.spec.option, "a history needs a positive timestep")
    return starts
