"""What the studio costs a simulation that runs as fast as it can: its speed while a tab gets 60 pictures per second,
against that while it gets none, in turns.

    python benchmarks/studio.py [model] [--seconds 0.5] [--rounds 30]

Prints both speeds, the share that is lost, and how many pictures per second the tab got. The tab is a client without a
browser, in a process of its own, so that drawing pixels is not counted.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from time import perf_counter, sleep

import knuckle as kn
from knuckle import models
from knuckle.studio.launching import start
from knuckle.studio.simulation import FASTEST

TAB = """
import sys, time
sys.path.insert(0, sys.argv[2])
from support.studio_tab import Tab
tab = Tab(sys.argv[1])
while True:
    count = sum(m.get("name") == "/scene/1" and "batched_positions" in m.get("updates", {}) for m in tab.messages)
    tab.messages.clear()
    print(count, flush=True)
    time.sleep(0.5)
"""


def speed(sim, seconds: float) -> float:
    """Simulated seconds per second."""
    time, begin = sim.d.time, perf_counter()
    sleep(seconds)
    return (sim.d.time - time) / (perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default="humanoid")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=30)
    words = parser.parse_args()
    m = kn.load(models.path(words.model) if words.model in models.names() else words.model)
    alone, watched = [], []
    with start(m, kn.Data(m)) as viewer:
        studio, sim = viewer._studio, viewer._studio.sim
        sim.speed = FASTEST
        command = [sys.executable, "-c", TAB, viewer.url, str(Path(__file__).parents[1] / "tests")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tab:
            while not studio.server.viser.get_clients():
                sleep(0.05)
            sleep(1.0)
            for _ in range(words.rounds):
                sim.publish = lambda _: None
                alone.append(speed(sim, words.seconds))
                sim.publish = studio.offer
                watched.append(speed(sim, words.seconds))
            tab.terminate()
            pictures = [int(line) for line in tab.stdout.read().split()]
    best, seen = max(alone), max(watched)
    print(f"alone {best:.1f} × real time, watched {seen:.1f}: {100 * (1 - seen / best):.1f} % lost")
    lost = sorted(100 * (1 - w / a) for a, w in zip(alone, watched, strict=True))
    print(f"median of {len(lost)} rounds: {lost[len(lost) // 2]:.1f} % lost")
    print(f"pictures per second: {2 * max(pictures, default=0)}")


if __name__ == "__main__":
    main()
