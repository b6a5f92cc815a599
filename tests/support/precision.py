"""How far worlds in float32 go from those in float64: `python -m support.precision --write PAGE` writes the table.

Both start from the same state, which float32 can hold, and get the same controls. Distances are relative: those of
velocities to the root mean square speed of all worlds, those of positions to the root mean square way since the start.
"""

import argparse
import re
import warnings
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from support.batch_models import FILES, path_of

import knuckle as kn

NWORLD = 32
SECONDS = 0.1
EPSILON = 2.0**-24  # half the distance between neighbours in float32, of a number near 1
BEGIN, END = "<!-- float32 -->", "<!-- end of float32 -->"
HEAD = """
| model | a step: velocities, median | worst | 0.1 s: velocities, median | worst | 0.1 s: positions, median | worst |
|---|---|---|---|---|---|---|
""".lstrip()


@dataclass(frozen=True)
class Drift:
    """Relative distances after one step, and after some time: median over the worlds, and the largest."""

    step: float
    worst_step: float
    velocity: float
    worst_velocity: float
    position: float
    worst_position: float


MEDIANS = [field.name for field in fields(Drift) if not field.name.startswith("worst_")]
LABELS = [label for label in FILES if label not in ("22 humanoids", "cards")]


def measure(path: Path) -> Drift:
    """The drift of worlds that random controls led apart."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        m = kn.load(path, omit=("skin",))
        settled = _settled(m)
        single, double = (kn.Batch(m, NWORLD, dtype=dtype, keep=[]) for dtype in ("float32", "float64"))
        single.set_state(settled.get_state())
        double.set_state(single.get_state())
        start, found = double.read("qpos"), []
        for count in (1, round(SECONDS / m.opt.timestep) - 1):
            for batch in (single, double):
                batch.step(count)
            found += _spread(single.qvel - double.qvel, double.qvel)
    found += _spread(single.qpos - double.qpos, double.qpos - start)
    return Drift(*found)


def _settled(m: kn.Model) -> kn.Batch:
    batch, random = kn.Batch(m, NWORLD, keep=[]), np.random.default_rng(0)
    for _ in range(10):
        batch.ctrl[:] = random.uniform(-1, 1, batch.ctrl.shape)
        batch.step(20)
    return batch


def _spread(difference: np.ndarray, scale: np.ndarray) -> tuple[float, float]:
    """Median and largest of the distances of worlds, relative to the scale of all."""
    distance = np.linalg.norm(difference, axis=1) / np.sqrt(np.square(scale).sum(axis=1).mean())
    return float(np.median(distance)), float(distance.max())


def row(label: str, drift: Drift) -> str:
    """A line of the table."""
    step, worst, *later = astuple(drift)
    roundings = (f"{x / EPSILON:.{0 if x > 10 * EPSILON else 1}f} ε" for x in (step, worst))
    return f"| {label} | {' | '.join(roundings)} | {' | '.join(f'{x:.0e}' for x in later)} |"


def read_table(text: str) -> dict[str, Drift]:
    """The table of a page."""
    lines = re.findall(r"^\| (.+?) \| (.+?) ε \| (.+?) ε \| (.+) \|$", text, re.MULTILINE)
    return {
        label: Drift(float(step) * EPSILON, float(worst) * EPSILON, *map(float, later.split(" | ")))
        for label, step, worst, later in lines
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, help="the page that has the table; printed where this is absent")
    page = parser.parse_args().write
    found = {label: path_of(label) for label in LABELS}
    table = HEAD + "\n".join(row(label, measure(path)) for label, path in found.items() if path)
    if not page:
        print(table)
        return
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
