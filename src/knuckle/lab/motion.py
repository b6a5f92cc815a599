"""Forces behind a motion and their derivatives, frame by frame, on several threads."""

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.calls import call, get_ready, outputs
from knuckle.lab.faults import LabError
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.task import STEP, Task, _difference, moved
from knuckle.lab.world import World, check_support, shadow_of

COMPILED_LAWS = ("linear", "exp")
FIRST_ROOM = 64
SPARE = 1.5
SHARES = 4  # of the work for each thread: one that is held up does not hold up all


class Motion:
    """The inverse of a scheme along a trajectory; each thread has a world of its own."""

    def __init__(self, task: Task, scheme: Scheme, threads: int = 1):
        check_support(task.m, scheme)
        if not scheme.invertible:
            raise LabError(f"optimize: {scheme!r} has no inverse: {scheme.why_not_invertible}")
        self.task, self.scheme, self.threads = task, scheme, min(threads, task.T)
        self.worlds = [Data(task.m) for _ in range(self.threads)]
        self.rooms = [FIRST_ROOM] * self.threads

    def forces(self, frames: np.ndarray, with_differences: bool) -> tuple[np.ndarray, np.ndarray]:
        """(u, ∂u): forces (T, nv) of frames but the outermost; (T, 3, nv, nv) by the frames before, at and after."""
        work = self._compiled if self._is_compiled() else self._plain
        if self.threads == 1:
            return work(0, frames, with_differences)
        count = min(SHARES * self.threads, len(frames) - 2)
        ends = np.linspace(0, len(frames) - 2, count + 1).astype(int)
        idle: SimpleQueue[int] = SimpleQueue()
        for k in range(self.threads):
            idle.put(k)

        def share(i: int) -> tuple[np.ndarray, np.ndarray]:
            k = idle.get()
            try:
                return work(k, frames[ends[i] : ends[i + 1] + 2], with_differences)
            finally:
                idle.put(k)

        get_ready("lab_motion")
        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(pool.map(share, range(count)))
        return np.concatenate([u for u, _ in parts]), np.concatenate([by for _, by in parts])

    def _is_compiled(self) -> bool:
        s = self.scheme
        known = isinstance(s, Interior) and s.scaling == "absolute" and s.elastic == "always" and s.law in COMPILED_LAWS
        return known and self.task.m.neq == 0

    def _compiled(self, k: int, frames: np.ndarray, with_differences: bool) -> tuple[np.ndarray, np.ndarray]:
        s = self.scheme
        assert isinstance(s, Interior)
        shadow = shadow_of(self.task.m, s.reach, timestep=self.task.h)
        numbers = {"h": self.task.h, "R_min": s.R_min, "R_max": s.R_max, "w_max": s.w_max, "barrier": s.kappa}
        numbers |= {"slope": s.q, "T": s.imperrreduce, "step": STEP}
        ready = {name: float(value) for name, value in numbers.items()} | {"law": COMPILED_LAWS.index(s.law)}
        parts = len(frames) if with_differences else 0
        while True:
            sizes = {"all": len(frames), "parts": parts, "n": self.rooms[k]}
            found = outputs("lab_motion", **sizes, **self.task.m._counts)
            given = {"frames": np.ascontiguousarray(frames), "room": found["b"], "wanted": np.zeros(parts)}
            call("lab_motion", shadow, self.worlds[k], **ready, **given, **sizes, **found)
            if int(found["stopped"]) != 2:
                return found["u"][:-2], found["by"][:-2]
            self.rooms[k] = int(SPARE * int(found["need"]))

    def _plain(self, k: int, frames: np.ndarray, with_differences: bool) -> tuple[np.ndarray, np.ndarray]:
        count, nv = len(frames) - 2, self.task.m.nv
        u, by = np.zeros((count, nv)), np.zeros((count if with_differences else 0, 3, nv, nv))
        for t in range(count):
            three = frames[t : t + 3]
            u[t] = self._force(k, *three)
            for i in range(nv if with_differences else 0):
                near = moved(self.task, three, i)
                for j in range(3):
                    changed = three.copy()
                    changed[j] = near[j]
                    by[t, j, i] = (self._force(k, *changed) - u[t]) / STEP
        return u, by

    def _force(self, k: int, before: np.ndarray, now: np.ndarray, after: np.ndarray) -> np.ndarray:
        m, h, d = self.task.m, self.task.h, self.worlds[k]
        d.qpos[:], d.qvel[:] = now, _difference(m, h, before, now)
        world = World(m, d, self.scheme, h)
        force = self.scheme.inverse_in(world, _difference(m, h, now, after)).qfrc_inverse
        assert force is not None
        return force
