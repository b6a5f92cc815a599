"""Load times: Knuckle and MuJoCo in turns in one process, on every model of the corpus that both load.

`python benchmarks/load.py [part of a name …]`. Ratios are Knuckle's time over MuJoCo's: below 1, Knuckle is faster.
Each model is loaded with the asset caches of both empty, then again with both full. What is loaded once in a process
(the compiled kernels, the library that makes hulls) is not counted.
"""

import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import mujoco
import numpy as np

import knuckle as kn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.corpus import model_id, model_paths

TURNS = 3
SLOW = 5  # times as long as MuJoCo: what no model should take
VERTICES = 100_000
PARTS = 1_000
Work = Callable[[], object]


@dataclass(frozen=True)
class Result:
    """Milliseconds of ours and of theirs, with caches empty and full."""

    name: str
    cold: tuple[float, float]
    warm: tuple[float, float]

    @property
    def ratios(self) -> tuple[float, float]:
        return self.cold[0] / self.cold[1], self.warm[0] / self.warm[1]


def main(names: list[str]) -> None:
    warnings.simplefilter("ignore", kn.ModelWarning)
    _load_once()
    results = []
    print("  first  again    ours, ms: first  again   theirs: first  again")
    for name, ours, theirs in cases(names):
        results.append(measure(name, ours, theirs))
        print(line(results[-1]), flush=True)
    for kind, when in enumerate(("caches empty", "caches full")):
        worst = max(results, key=lambda result: result.ratios[kind])
        middle = median(result.ratios[kind] for result in results)
        slow = sum(result.ratios[kind] > SLOW for result in results)
        told = f"worst {worst.ratios[kind]:.2f} ({worst.name}), {slow} of {len(results)} models above {SLOW}"
        print(f"{when}: median {middle:.2f}, {told}")


def measure(name: str, ours: Work, theirs: Work) -> Result:
    """The least of a few turns, each with empty caches and then with full ones."""
    times: dict[tuple[Work, bool], list[float]] = {
        (work, warm): [] for work in (ours, theirs) for warm in (False, True)
    }
    for _ in range(TURNS):
        clear_caches()
        for warm in (False, True):
            for work in (ours, theirs):
                times[work, warm].append(milliseconds(work))
    cold, warm = ((min(times[ours, full]), min(times[theirs, full])) for full in (False, True))
    return Result(name, cold, warm)


def clear_caches() -> None:
    """Let both engines forget all assets."""
    kn.set_asset_cache(kn.set_asset_cache(0))
    mujoco.mj_clearCache(mujoco.mj_getCache())


def milliseconds(work: Work) -> float:
    start = perf_counter()
    work()
    return 1e3 * (perf_counter() - start)


def line(result: Result) -> str:
    first, again = result.ratios
    ours, theirs = zip(result.cold, result.warm, strict=True)
    return f"{first:7.2f}{again:7.2f}{ours[0]:19.1f}{ours[1]:7.1f}{theirs[0]:16.1f}{theirs[1]:7.1f}   {result.name}"


def cases(names: list[str]) -> Iterator[tuple[str, Work, Work]]:
    """Each model by name, and how both engines load it: those of the corpus, a large mesh, and one made in Python."""
    for path in model_paths():
        name = model_id(path)
        if is_chosen(name, names) and both_load(path):
            yield name, partial(kn.load, path, omit=("skin",)), partial(mujoco.MjModel.from_xml_path, str(path))
    name = f"a mesh of {VERTICES} vertices"
    if is_chosen(name, names):
        assets = {"ball.obj": large_mesh()}
        geom = '<geom type="mesh" mesh="ball"/>'
        text = f'<mujoco><asset><mesh file="ball.obj"/></asset><worldbody>{geom}</worldbody></mujoco>'
        yield name, partial(kn.load, text, assets), partial(mujoco.MjModel.from_xml_string, text, assets)
    name = f"a Spec of {PARTS} bodies, compiled"
    if is_chosen(name, names):
        yield name, many_parts(kn.Spec()).compile, many_parts(mujoco.MjSpec()).compile


def is_chosen(name: str, names: list[str]) -> bool:
    return not names or any(part in name for part in names)


def both_load(path: Path) -> bool:
    try:
        mujoco.MjModel.from_xml_path(str(path))
        kn.load(path, omit=("skin",))
    except (ValueError, kn.KnuckleError):
        return False
    return True


def large_mesh() -> bytes:
    """A bumpy ball as an OBJ file: rings of vertices, joined by triangles."""
    rings, around = VERTICES // 500, 500
    polar, azimuth = np.meshgrid(np.linspace(0.01, np.pi - 0.01, rings), np.arange(around) * (2 * np.pi / around))
    radius = 1 + 0.1 * np.sin(5 * polar) * np.cos(7 * azimuth)
    points = radius * [np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)]
    number = 1 + np.arange(rings * around).reshape(around, rings)
    beside = np.roll(number, -1, axis=0)
    a, b, c, d = number[:, :-1], number[:, 1:], beside[:, 1:], beside[:, :-1]
    faces = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    rows = [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points.reshape(3, -1).T]
    return "\n".join([*rows, *(f"f {i} {j} {k}" for i, j, k in faces.tolist())]).encode()


def many_parts(spec: kn.Spec | mujoco.MjSpec) -> kn.Spec | mujoco.MjSpec:
    """Bodies that stand on their own, each with a joint and a geom."""
    for i in range(PARTS):
        body = spec.worldbody.add_body(name=f"b{i}", pos=[i, 0, 0])
        body.add_joint(name=f"j{i}", axis=[0, 1, 0])
        body.add_geom(name=f"g{i}", size=[0.1, 0, 0])
    return spec


def _load_once() -> None:
    """What a process loads once."""
    kn.load('<mujoco><asset><mesh name="m" builtin="sphere" params="1"/></asset><worldbody><geom type="mesh" mesh="m"/>'
            "</worldbody></mujoco>")  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
