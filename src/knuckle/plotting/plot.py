"""`kn.plot`: how a world moves, as curves over time."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.errors import KnuckleError
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.plotting.recording import Recording, record
from knuckle.schema.fields import data_fields

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_NAMED = 12  # curves of a panel that are told apart by names
PANEL = (8.0, 2.4)  # width of the figure and height of a panel [inches]
TITLES = {"energy": "energy [J]", "contact": "contact forces [N]", "solver": "solver convergence of the last step"}


class PlotError(KnuckleError):
    """matplotlib is not there."""


def plot(
    m: Model,
    d: Data,
    what: str | Sequence[str] = ("qpos", "energy", "contact", "solver"),
    *,
    seconds: float = 1.0,
    control: Callable[[Model, Data], None] | None = None,
) -> "Figure":
    """Simulate a copy of a world for a while and plot what it does, one panel for each word of `what`.

    `energy` is potential, kinetic and total energy, `contact` the force between each two geoms that touch, `solver` how
    the constraint solver converged in the last step; every other word is a field of Data with numbers, such as `qpos`,
    `qvel`, `ctrl`, `sensordata` or `xpos`. `control(m, d)` may set controls before each step. The world `d` stays as it
    is. Returns a figure of matplotlib, which notebooks display and `figure.savefig` writes to a file.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise PlotError(f"plots need matplotlib: pip install 'knuckle[plot]' ({error.name})") from error
    check_pair(m, d)
    words = [what] if isinstance(what, str) else list(what) if isinstance(what, Iterable) else []
    if control is not None and not callable(control):
        raise TypeError(f"control: expected a function of a model and a world, found {shown(control)}")
    if not words:
        raise ValueError("what: expected at least one word, such as 'qpos' or 'energy'")
    recording = record(m, d, words, seconds, control)
    figure = Figure(figsize=(PANEL[0], PANEL[1] * len(words)), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, word in zip(np.atleast_1d(figure.subplots(len(words), 1)), words, strict=True):
        DRAW.get(word, _draw_field)(axes, m, recording, word)
        axes.set_title(TITLES.get(word) or _title(word), loc="left", fontsize="medium")
        axes.grid(alpha=0.3)
    return figure


def _draw_field(axes: Any, m: Model, recording: Recording, name: str) -> None:
    values = recording.fields[name]
    names = column_names(m, name, values.shape[1])
    for i, column in enumerate(values.T):
        axes.plot(recording.time, column, label=names[i], linewidth=1.2)
    axes.set_xlabel("time [s]")
    if 0 < len(names) <= MOST_NAMED:
        axes.legend(fontsize="x-small", ncols=1 + len(names) // 5, loc="upper right")


def _draw_energy(axes: Any, m: Model, recording: Recording, name: str) -> None:
    assert recording.energy is not None
    for label, values in (
        ("potential", recording.energy[:, 0]),
        ("kinetic", recording.energy[:, 1]),
        ("total", recording.energy.sum(axis=1)),
    ):
        axes.plot(recording.time, values, label=label, linewidth=2.0 if label == "total" else 1.2)
    axes.set_xlabel("time [s]")
    axes.legend(fontsize="x-small", loc="upper right")


def _draw_contact(axes: Any, m: Model, recording: Recording, name: str) -> None:
    for (a, b), values in recording.contact.items():
        label = f"{m.geom(a).name or a} – {m.geom(b).name or b}"
        axes.plot(recording.time, values, label=label, linewidth=1.2)
    axes.set_xlabel("time [s]")
    if 0 < len(recording.contact) <= MOST_NAMED:
        axes.legend(fontsize="x-small", loc="upper right")


def _draw_solver(axes: Any, m: Model, recording: Recording, name: str) -> None:
    for label in ("improvement", "gradient"):
        values = recording.solver.get(label, np.zeros(0))
        shown = np.where(values > 0, values, np.nan)  # a logarithmic axis has no zero
        axes.semilogy(np.arange(1, len(shown) + 1), shown, marker="o", markersize=3, label=label)
    axes.set_xlabel("iteration")
    axes.legend(fontsize="x-small", loc="upper right")


DRAW: dict[str, Callable[[Any, Model, Recording, str], None]] = {
    "energy": _draw_energy,
    "contact": _draw_contact,
    "solver": _draw_solver,
}


def column_names(m: Model, name: str, count: int) -> list[str]:
    """Names of the columns of a field: of joints, dofs, actuators or sensors with their parts, else numbers."""
    spans: list[tuple[str, int]] = []
    if name == "qpos":
        spans = [(m.joint(j).name or f"joint {j}", (7, 4, 1, 1)[m.jnt_type[j]]) for j in range(m.njnt)]
    elif name in ("qvel", "qacc") or name.startswith("qfrc_"):
        spans = [(m.joint(j).name or f"joint {j}", (6, 3, 1, 1)[m.jnt_type[j]]) for j in range(m.njnt)]
    elif name in ("ctrl", "actuator_force", "actuator_length", "actuator_velocity"):
        spans = [(m.actuator(i).name or f"actuator {i}", 1) for i in range(m.nu)]
    elif name == "sensordata":
        spans = [(m.sensor(s).name or f"sensor {s}", int(m.sensor_dim[s])) for s in range(m.nsensor)]
    names = [f"{label}[{k}]" if width > 1 else label for label, width in spans for k in range(width)]
    return names if len(names) == count else [str(i) for i in range(count)]


def _title(name: str) -> str:
    found = next(field for field in data_fields() if field.name == name)
    return name if found.unit in ("", "-") else f"{name} [{found.unit}]"
