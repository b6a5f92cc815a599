"""A slider over a parameter: one experiment, a frame for each value, all of them in the page."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from knuckle.lab.compare import compare
from knuckle.lab.scheme import Scheme
from knuckle.lab.svg import Line, plot

SCRIPT = """<script>
for (const box of document.querySelectorAll(".slider")) {
  const knob = box.querySelector("input"), frames = box.querySelectorAll(".frame");
  const show = () => frames.forEach((frame, k) => frame.hidden = k != knob.value);
  knob.addEventListener("input", show); show();
}
</script>"""


def slider(scheme: Scheme, parameter: str, values: Sequence[Any], experiment: str, h: float = 0.01) -> str:
    """HTML with a slider; without scripts all frames are shown one after the other."""
    frames = []
    for value in values:
        changed = replace(scheme, **{parameter: value})
        (run,) = (c := compare(None, changed, experiment, h)).runs
        t = np.linspace(0, c.experiment.duration, 200)
        lines = [Line("closed form", t, c.experiment.exact(t), thin=True)]
        told = run.reason or f"off by {run.deviation:.2g} {c.experiment.unit}"
        lines.append(Line(f"{parameter} = {value:g}: {told}", run.time, run.values))
        frames.append(plot(lines, c.experiment.along, f"{c.experiment.quantity} [{c.experiment.unit}]"))
    shown = "".join(f'<div class="frame">{frame}</div>' for frame in frames)
    knob = f'<input type="range" min="0" max="{len(values) - 1}" value="0" aria-label="{parameter}">'
    name = type(scheme).__name__
    told = f"{name} in {experiment}: {parameter} {values[0]:g} … {values[-1]:g}"
    return f'<div class="slider"><p>{told}</p>{knob}{shown}</div>'
