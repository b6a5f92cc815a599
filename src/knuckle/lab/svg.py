"""Line plots as SVG text, for reports that need no package: readable without colour, in light and dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

import numpy as np

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 16, 14, 44
MOST_POINTS = 200  # of one line
DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 2", "12 4", "5 2 1 2 1 2", "3 6")
MARKERS = "●■▲◆▼○□△"


@dataclass
class Line:
    """One curve; a `thin` one is the closed form."""

    name: str
    x: np.ndarray
    y: np.ndarray
    thin: bool = False
    marked: bool = False
    bare: bool = False  # markers without a line


@dataclass
class Axis:
    """A range of numbers on the page."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, values: np.ndarray) -> np.ndarray:
        """Where numbers lie on the page."""
        low, high, v = (
            np.log10(each) if self.log else np.asarray(each, float) for each in (self.low, self.high, values)
        )
        return self.start + (v - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round numbers in the range."""
        if self.log:
            decades = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
            inside = [k * 10.0**n for n in decades for k in (1, 2, 5) if self.low <= k * 10.0**n <= self.high]
            whole = [tick for tick in inside if log10(tick) % 1 < 1e-9]
            return whole if len(whole) > 2 else inside
        step = 10 ** floor(log10((self.high - self.low) / 4))
        step *= next((k for k in (1, 2, 5, 10) if (self.high - self.low) / (k * step) <= 6), 10)
        return [k * step for k in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]


def plot(lines: Sequence[Line], xlabel: str, ylabel: str, *, log: bool = False, title: str = "") -> str:
    """An SVG element with curves, axes and a legend below; `log` for both axes."""
    xs, ys = (_range([getattr(line, name) for line in lines], log) for name in ("x", "y"))
    x = Axis(*xs, LEFT, WIDTH - RIGHT, log)
    y = Axis(*ys, HEIGHT - BOTTOM, TOP, log)
    height = HEIGHT + 18 * len(lines)
    parts = [_head(WIDTH, height, title or ylabel), *_frame(x, y, xlabel, ylabel)]
    for k, line in enumerate(lines):
        parts += _curve(line, k, x, y)
        parts += _legend(line, k, HEIGHT + 18 * k)
    return "\n".join([*parts, "</svg>"])


def multiples(panels: Sequence[tuple[str, Sequence[Line]]], xlabel: str, ylabel: str, *, title: str = "") -> str:
    """Many small plots with the same axes and one legend: (name, curves) of each."""
    across, wide, high = 3, 240, 150
    every = [line for _, lines in panels for line in lines]
    xs, ys = (_range([getattr(line, name) for line in every], False) for name in ("x", "y"))
    rows = -(-len(panels) // across)
    legend = rows * (high + 30) + 8
    names = list(dict.fromkeys(line.name for line in every))
    parts = [_head(across * wide, legend + 18 * len(names), title or ylabel)]
    for k, (name, lines) in enumerate(panels):
        left, top = (k % across) * wide + 40, (k // across) * (high + 30) + 18
        x, y = Axis(*xs, left, left + wide - 50), Axis(*ys, top + high - 20, top)
        parts.append(f'<text x="{left}" y="{top - 5}" class="small">{escape(name)}</text>')
        parts.append(f'<path class="grid" d="M{left} {top}V{top + high - 20}H{left + wide - 50}"/>')
        for tick in x.ticks()[::2]:
            parts.append(_label(float(x.place(np.array(tick))), top + high - 8, "middle", tick))
        for tick in y.ticks():
            parts.append(_label(left - 4, float(y.place(np.array(tick))) + 4, "end", tick))
        for line in lines:
            parts += _curve(line, names.index(line.name), x, y, most=60)
    for k, name in enumerate(names):
        line = next(line for line in every if line.name == name)
        parts += _legend(line, k, legend + 18 * k - 18)
    parts.append(
        f'<text x="{across * wide - 10}" y="{legend}" text-anchor="end">{escape(xlabel)}, {escape(ylabel)}</text>'
    )
    return "\n".join([*parts, "</svg>"])


def _label(x: float, y: float, anchor: str, tick: float) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" class="small">{_number(tick)}</text>'


def canvas(parts: Sequence[str], width: float, height: float, title: str) -> str:
    """An SVG element of shapes that are drawn already."""
    return "\n".join([_head(width, height, title), *parts, "</svg>"])


def _head(width: float, height: float, title: str) -> str:
    box = f'viewBox="0 0 {width:g} {height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" class="plot"><title>{escape(title)}</title>{STYLE}'
    )


STYLE = """<style>
.plot { font: 13px system-ui, sans-serif; color: #222; max-width: 100%; }
@media (prefers-color-scheme: dark) { .plot { color: #ddd; } }
.plot text, .plot rect, .plot circle { fill: currentColor; } .plot path { fill: none; stroke: currentColor; }
.plot .grid { stroke-opacity: .15; } .plot .small { font-size: 10px; }
</style>"""


def _range(arrays: Sequence[np.ndarray], log: bool) -> tuple[float, float]:
    values = np.concatenate([np.asarray(each, float).ravel() for each in arrays] or [np.zeros(1)])
    values = values[np.isfinite(values) & ((values > 0) | (not log))]
    if not len(values):
        return (0.1, 1.0) if log else (0.0, 1.0)
    low, high = float(values.min()), float(values.max())
    if log:
        return low / 1.5, high * 1.5
    margin = 0.05 * (high - low) or 0.5 * abs(high) or 0.5
    return low - margin, high + margin


def _frame(x: Axis, y: Axis, xlabel: str, ylabel: str) -> list[str]:
    parts = [f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>']
    for tick in x.ticks():
        p = float(x.place(np.array(tick)))
        parts.append(f'<path class="grid" d="M{p:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{p:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{_number(tick)}</text>')
    for tick in y.ticks():
        p = float(y.place(np.array(tick)))
        parts.append(f'<path class="grid" d="M{LEFT} {p:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{p + 4:.1f}" text-anchor="end">{_number(tick)}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(xlabel)}</text>')
    middle = HEIGHT / 2
    parts.append(
        f'<text x="14" y="{middle}" transform="rotate(-90 14 {middle})" text-anchor="middle">{escape(ylabel)}</text>'
    )
    return parts


def _number(value: float) -> str:
    return f"{value:.6g}" if isfinite(value) else ""


def _curve(line: Line, k: int, x: Axis, y: Axis, most: int = MOST_POINTS) -> list[str]:
    keep = np.isfinite(line.y) & ((line.y > 0) | (not y.log))
    xs, ys = np.asarray(line.x, float)[keep], np.asarray(line.y, float)[keep]
    if not len(xs):
        return []
    every = max(1, len(xs) // most)
    xs, ys = np.append(xs[:-1:every], xs[-1:]), np.append(ys[:-1:every], ys[-1:])
    points = list(zip(x.place(xs), y.place(ys), strict=True))
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    parts = [] if line.bare else [f'<path d="{path}" {_stroke(line, k)}/>']
    if line.marked:
        mark = MARKERS[k % len(MARKERS)]
        parts += [f'<text x="{a:.1f}" y="{b + 4:.1f}" text-anchor="middle">{mark}</text>' for a, b in points]
    return parts


def _legend(line: Line, k: int, top: float) -> list[str]:
    mark = f"{MARKERS[k % len(MARKERS)]} " if line.marked else ""
    return [
        f'<path d="M{LEFT} {top + 8}h36" {_stroke(line, k)}/>',
        f'<text x="{LEFT + 44}" y="{top + 12}">{mark}{escape(line.name)}</text>',
    ]


def _stroke(line: Line, k: int) -> str:
    if line.thin:
        return 'stroke-width="0.8"'
    hue = (205 + 137 * k) % 360
    return f'stroke-width="2" stroke-dasharray="{DASHES[k % len(DASHES)]}" style="stroke: hsl({hue} 70% 45%)"'
