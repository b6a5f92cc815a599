"""Plots of the last seconds: energy, contacts, solver, sensors; the solver's last convergence; time by stage."""

from collections import deque
from typing import Any

import numpy as np

from knuckle.data.state import get_state
from knuckle.functions.calls import machine
from knuckle.studio.panels.base import Panel, table
from knuckle.timing.shares import stage_shares

KEPT = 300  # points of a plot
MOST_LINES = 12
LEAST = 1e-20  # of what a logarithm is taken of
COLOURS = (
    "#e8590c",
    "#1c7ed6",
    "#2f9e44",
    "#ae3ec9",
    "#f08c00",
    "#0c8599",
    "#e03131",
    "#66a80f",
    "#7048e8",
    "#868e96",
    "#d6336c",
    "#495057",
)


class PlotPanel(Panel):
    """One plot over time, whose series is chosen and which is filled while it is looked at, and one of the solver: how
    far each iteration of the last step came."""

    title = "Plots"

    def build(self) -> None:
        self.series = {
            "energy": ("potential", "kinetic"),
            "contacts": ("contacts", "constraint rows"),
            "solver": ("iterations",),
        }
        if self.m.nsensor:
            names = self.m.names("sensor")
            self.series |= {f"sensor {names[s] or s}": self._sensor_lines(s) for s in range(self.m.nsensor)}
        self.choice = self.gui.add_dropdown("Plot", tuple(self.series))
        self.on_change(self.choice, lambda _: self._start())
        self.plot: Any = None
        self._seen: np.ndarray | None = None  # what the plot of the solver shows
        self.box = self.gui.add_folder("The last seconds")
        with self.gui.add_folder("The solver in the last step"):
            self.convergence = self.gui.add_markdown("")
            self.iterations = self._empty_plot(("log₁₀ improvement", "log₁₀ gradient"), "iteration")
        self.times = self.gui.add_html("")
        self.on_click(self.gui.add_button("Time by stage"), self._measure)
        self._start()

    def _sensor_lines(self, sensor: int) -> tuple[str, ...]:
        return tuple(str(index) for index in range(min(int(self.m.sensor_dim[sensor]), MOST_LINES)))

    def _start(self) -> None:
        """An empty plot with the lines of the chosen series."""
        self.time: deque[float] = deque(maxlen=KEPT)
        self.values: deque[np.ndarray] = deque(maxlen=KEPT)
        if self.plot is not None:
            self.plot.remove()
        with self.box:
            self.plot = self._empty_plot(self.series.get(self.choice.value, ("",)), "time [s]")

    def _empty_plot(self, lines: tuple[str, ...], across: str) -> Any:
        import viser.uplot as uplot

        looks = tuple(
            uplot.Series(label=line, stroke=COLOURS[i % len(COLOURS)], width=2) for i, line in enumerate(lines)
        )
        return self.gui.add_uplot(
            data=tuple(np.zeros(2) for _ in range(len(lines) + 1)),
            series=(uplot.Series(label=across), *looks),
            scales={"x": uplot.Scale(time=False)},
            aspect=1.6,
        )

    def _now(self) -> np.ndarray:
        d, name = self.shown, self.choice.value
        if name == "energy":
            machine().energy_pos(self.m, d)
            machine().energy_vel(self.m, d)
            return np.array(d.energy)
        if name == "contacts":
            return np.array([d.ncon, d.nefc], float)
        if name == "solver":
            return np.array([float(np.sum(d.solver_niter))])
        sensor = list(self.series).index(name) - 3
        start = int(self.m.sensor_adr[sensor])
        return np.array(d.sensordata[start : start + len(self.series[name])])

    def refresh(self) -> None:
        d = self.shown
        if self.time and d.time < self.time[-1]:
            self._start()
        if not self.time or d.time > self.time[-1]:
            self.time.append(d.time)
            self.values.append(self._now())
            if len(self.time) > 1 and self.plot is not None:
                columns = np.nan_to_num(np.array(self.values)).T
                self.plot.data = (np.array(self.time), *(np.ascontiguousarray(column) for column in columns))
        self._show_convergence()

    def _show_convergence(self) -> None:
        """The iterations of the first island; one point alone is shown twice, for a plot needs two."""
        solver = self.shown.solver
        count, islands = len(solver.improvement), max(1, int(self.shown.nisland))
        text = f"{count} iteration{'s' * (count != 1)}" + (f" in the first of {islands} islands" if islands > 1 else "")
        if self.convergence.content != text:
            self.convergence.content = text
        if not count:
            return
        at = np.arange(1.0, count + 1) if count > 1 else np.array((1.0, 1.5))
        with np.errstate(divide="ignore", invalid="ignore"):
            lines = [np.log10(np.maximum(values, LEAST)) for values in (solver.improvement, solver.gradient)]
        lines = [np.resize(np.nan_to_num(line), len(at)) for line in lines]
        if self._seen is None or len(self._seen) != len(lines[0]) or not np.array_equal(self._seen, lines[0]):
            self._seen = lines[0]
            self.iterations.data = (at, *map(np.ascontiguousarray, lines))

    def _measure(self) -> None:
        shares = stage_shares(self.m, [get_state(self.m, self.d)])
        total = sum(shares.values()) or 1.0
        rows = [(name, f"{1e6 * seconds:8.2f} µs  {100 * seconds / total:3.0f} %") for name, seconds in shares.items()]
        self.times.content = table(rows)
