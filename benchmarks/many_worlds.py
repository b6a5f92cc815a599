"""Memory of many worlds: makes a batch of humanoids that keeps few fields, steps it, and tells what it took.

python benchmarks/many_worlds.py [NWORLD]
"""

import resource
import sys
from time import perf_counter

import knuckle as kn
from knuckle import models

NWORLD = 100_000
LIMIT = 4e9  # [bytes]


def main(nworld: int) -> None:
    m = kn.load(models.path("humanoid"))
    batch = kn.Batch(m, nworld, keep=["qacc", "xpos"])
    batch.reset(noise=0.01, seed=0)
    start = perf_counter()
    batch.step(2)
    seconds = perf_counter() - start
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{nworld} humanoids: {batch.nbytes / 1e9:.2f} GB, {batch.nbytes / nworld / 1e3:.1f} kB each")
    print(
        f"the whole process {peak / 1e9:.2f} GB at most, {seconds / 2 / nworld * 1e6:.1f} µs for each step of a world"
    )
    if peak > LIMIT:
        sys.exit(f"expected less than {LIMIT / 1e9:.0f} GB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else NWORLD)
