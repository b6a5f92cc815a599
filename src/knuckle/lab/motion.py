"""Forces behind a motion and their derivatives, frame by frame, on several threads."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.calls import call, outputs
from knuckle.lab.faults import LabError
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.task import STEP, Task, _difference, moved
from knuckle.lab.world import World, check_support, shadow_of

COMPILED_LAWS = ("linear", "exp")
FIRST_ROOM = 64
SPARE = 1.5


class Motion:
    """The inverse of a scheme along a trajectory; each thread has a world of its own."""

    def __init__(self, task: Task, scheme: Scheme, threads: int = 1):
        check_support(task.m, scheme)
        if not scheme.invertible:
            raise LabError(f"optimize: {scheme!r} has no inverse: {scheme.why_not_invertible}")
        self.task, self.scheme, self.threads = task, scheme, threads
        self.worlds = [Data(task.m) for _ in range(threads)]
        self.rooms = [FIRST_ROOM] * threads
        self.kept: list[dict[str, np.ndarray] | None] = [None] * threads

    def forces(self, frames: np.ndarray, with_differences: bool) -> tuple[np.ndarray, np.ndarray]:
        """(u, ∂u): forces (T, nv) of frames but the outermost; (T, 3, nv, nv) by the frames before, at and after."""
        count, nv = len(frames) - 2, self.task.m.nv
        u = np.zeros((count, nv))
        by = np.zeros((count, 3, nv, nv) if with_differences else (0, 3, nv, nv))
        compiled = self._is_compiled()

        def share(k: int) -> None:
            for t in range(k, count, self.threads):
                three = frames[t : t + 3]
                if compiled:
                    self._compiled(k, three, with_differences, u[t], by[t] if with_differences else None)
                else:
                    self._plain(k, three, with_differences, u[t], by[t] if with_differences else None)

        if self.threads == 1:
            share(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(share, range(self.threads)))
        return u, by

    def _is_compiled(self) -> bool:
        s = self.scheme
        known = isinstance(s, Interior) and s.scaling == "absolute" and s.elastic == "always" and s.law in COMPILED_LAWS
        return known and self.task.m.neq == 0

    def _compiled(self, k: int, three: np.ndarray, with_differences: bool, u: np.ndarray, by: Any) -> None:
        s = self.scheme
        assert isinstance(s, Interior)
        shadow = shadow_of(self.task.m, s.reach, timestep=self.task.h)
        numbers = {"h": self.task.h, "R_min": s.R_min, "R_max": s.R_max, "w_max": s.w_max, "barrier": s.kappa}
        numbers |= {"slope": s.q, "T": s.imperrreduce, "step": STEP}
        while True:
            n = self.rooms[k]
            found = self.kept[k]
            if found is None:
                found = self.kept[k] = outputs("lab_motion", n=n, **self.task.m._counts)
            call(
                "lab_motion",
                shadow,
                self.worlds[k],
                **{name: float(value) for name, value in numbers.items()},
                before=three[0],
                now=three[1],
                after=three[2],
                law=COMPILED_LAWS.index(s.law),
                differences=int(with_differences),
                n=n,
                room=found["b"],
                **found,
            )
            if int(found["stopped"]) != 2:
                break
            self.rooms[k], self.kept[k] = int(SPARE * int(found["need"])), None
        u[:] = found["force"]
        if by is not None:
            by[0], by[1], by[2] = found["by_before"], found["by_now"], found["by_after"]

    def _plain(self, k: int, three: np.ndarray, with_differences: bool, u: np.ndarray, by: Any) -> None:
        u[:] = self._force(k, *three)
        if by is not None:
            for i in range(self.task.m.nv):
                near = moved(self.task, three, i)
                for j in range(3):
                    changed = three.copy()
                    changed[j] = near[j]
                    by[j, i] = (self._force(k, *changed) - u) / STEP

    def _force(self, k: int, before: np.ndarray, now: np.ndarray, after: np.ndarray) -> np.ndarray:
        m, h, d = self.task.m, self.task.h, self.worlds[k]
        d.qpos[:], d.qvel[:] = now, _difference(m, h, before, now)
        world = World(m, d, self.scheme, h)
        force = self.scheme.inverse_in(world, _difference(m, h, now, after)).qfrc_inverse
        assert force is not None
        return force
