"""What the studio costs a simulation that runs as fast as it can: its speed while a tab gets 60 pictures per second,
against that while it gets none, in turns; and how many pictures a tab gets of many moving bodies.

    python benchmarks/studio.py [model] [--seconds 0.5] [--rounds 30]
    python benchmarks/studio.py --bodies 100 [--seconds 0.5] [--rounds 30]

The first prints both speeds, the share that is lost, and how many pictures per second the tab got. The second drops
that many bodies of five shapes, at real time, and prints how many pictures per second the tab got, and how long one
takes to make. The tab is a client without a browser, in a process of its own, so that drawing pixels is not counted.
"""

import argparse
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, perf_counter, sleep

import numpy as np

import knuckle as kn
from knuckle import models
from knuckle.studio.launching import start
from knuckle.studio.simulation import FASTEST

REPORT_SECONDS = 0.02
WINDOW = 1.0  # over which pictures of many bodies are counted [s]
TAB = f"""
import sys, time
sys.path.insert(0, sys.argv[2])
from support.studio_tab import Tab
tab = Tab(sys.argv[1])
while True:
    tab.messages.clear()
    print(time.monotonic(), tab.pictures, flush=True)
    time.sleep({REPORT_SECONDS})
"""
SIZES = {"box": ".1 .12 .08", "sphere": ".1", "capsule": ".06 .1", "cylinder": ".08 .1", "ellipsoid": ".1 .08 .12"}


def falling(count: int) -> str:
    """A world of so many free bodies above a floor."""
    bodies = []
    for i in range(count):
        kind, size = list(SIZES.items())[i % len(SIZES)]
        place = f"{i % 10 * 0.4 - 2} {i // 10 % 10 * 0.4 - 2} {0.3 + 0.4 * (i // 100) + 0.1 * (i % 3)}"
        colour = f"{i % 7 / 7:.2f} {i % 3 / 3:.2f} .5 1"
        bodies.append(f'<body pos="{place}"><freejoint/><geom type="{kind}" size="{size}" rgba="{colour}"/></body>')
    floor = '<light pos="0 0 5"/><geom type="plane" size="0 0 .1"/>'
    return f'<mujoco><option timestep=".005"/><worldbody>{floor}{"".join(bodies)}</worldbody></mujoco>'


class Seen:
    """How many pictures the tab had got by when, on the clock that all processes share."""

    def __init__(self) -> None:
        self.report = np.zeros((0, 2))

    def rate(self, spans: list[tuple[float, float]]) -> float:
        """Pictures per second within these spans of time."""
        counts = np.interp(np.array(spans), self.report[:, 0], self.report[:, 1])
        return float(np.diff(counts).sum() / np.diff(spans).sum())


@contextmanager
def watching(viewer):
    """A tab that looks; afterwards it is known how many pictures it got."""
    command = [sys.executable, "-c", TAB, viewer.url, str(Path(__file__).parents[1] / "tests")]
    seen = Seen()
    with TemporaryFile("w+") as report, subprocess.Popen(command, stdout=report) as tab:
        while not viewer._studio.server.viser.get_clients():
            sleep(0.05)
        sleep(2.0)
        yield seen
        tab.terminate()
        tab.wait()
        report.seek(0)
        seen.report = np.array([line.split() for line in report.read().splitlines()[:-1]], float)


def speed(sim, seconds: float) -> float:
    """Simulated seconds per second."""
    time, begin = sim.d.time, perf_counter()
    sleep(seconds)
    return (sim.d.time - time) / (perf_counter() - begin)


def measure_cost(m: kn.Model, seconds: float, rounds: int) -> None:
    alone, watched, spans = [], [], []
    with start(m, kn.Data(m)) as viewer:
        studio, sim = viewer._studio, viewer._studio.sim
        sim.speed = FASTEST
        with watching(viewer) as seen:
            for _ in range(rounds):
                sim.publish = lambda _: None
                alone.append(speed(sim, seconds))
                sim.publish, begin = studio.offer, monotonic()
                watched.append(speed(sim, seconds))
                spans.append((begin, monotonic()))
    best, slowed = max(alone), max(watched)
    print(f"alone {best:.1f} × real time, watched {slowed:.1f}: {100 * (1 - slowed / best):.1f} % lost")
    lost = sorted(100 * (1 - w / a) for a, w in zip(alone, watched, strict=True))
    print(f"median of {len(lost)} rounds: {lost[len(lost) // 2]:.1f} % lost")
    print(f"pictures per second while watched: {seen.rate(spans):.1f}")


def measure_pictures(m: kn.Model, seconds: float) -> None:
    """Bodies are shaken, so that all of them move for as long as it is measured."""
    with start(m, kn.Data(m)) as viewer:
        studio, sim, taken = viewer._studio, viewer._studio.sim, []
        draw = studio._draw

        def timed(moments) -> None:
            begin = perf_counter()
            draw(moments)
            taken.append(perf_counter() - begin)

        studio._draw = timed
        with watching(viewer) as seen:
            begin = monotonic()
            for k in range(round(seconds / 0.25)):
                sim.post(lambda k=k: sim.d.qvel.__setitem__(slice(2, None, 6), 1.5 + 0.1 * (k % 3)))
                sleep(0.25)
            end, pace = monotonic(), sim.rate
    taken.sort()
    rates = sorted(seen.rate([(at, at + WINDOW)]) for at in np.arange(begin, end - WINDOW, WINDOW))
    print(f"{m.nbody - 1} moving bodies at {pace:.2f} × real time")
    print(f"pictures per second: {rates[len(rates) // 2]:.1f} in the median, {rates[0]:.1f} at least")
    print(f"one picture takes {1e3 * taken[len(taken) // 2]:.2f} ms in the median to make")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default="humanoid")
    parser.add_argument("--bodies", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=30)
    words = parser.parse_args()
    if words.bodies:
        return measure_pictures(kn.load(falling(words.bodies)), words.seconds * words.rounds)
    m = kn.load(models.path(words.model) if words.model in models.names() else words.model)
    return measure_cost(m, words.seconds, words.rounds)


if __name__ == "__main__":
    main()
