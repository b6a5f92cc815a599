"""The clockwork of the studio: one thread owns model and data, and does what the page asks between steps."""

import threading
from collections import deque
from collections.abc import Callable
from time import perf_counter, sleep
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data
from knuckle.data.status import ADVICE, DIVERGENCE, WORDS, DivergenceError, SimulationWarning
from knuckle.errors import KnuckleError
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.schema.status import Status
from knuckle.studio.history import History
from knuckle.studio.perturb import Drag, pose, spring
from knuckle.studio.worlds import ManyWorlds, OneWorld

FRAME = 0.016  # wall clock between two pictures: a little less than 1/60, so that no frame of a screen goes without [s]
RATE_SECONDS = 0.5  # of wall clock over which the pace is measured
LATE = 3  # pictures
SLICE = 0.5 * FRAME  # the longest that one call of compiled code should take [s]
SPRING_STEP = 0.01  # simulated time between two evaluations of the spring [s]
FASTEST = 0.0  # a speed: as fast as can be
WORK = Callable[[], Any]


class Simulation:
    """Model and data, and what becomes of them: running or paused, how fast, pulled by whom.

    Other threads hand over work by `post`. Whoever owns the data calls `do_posted`, `advance` and `publish`: a thread
    of the studio (`run`), or the user's own loop (`Viewer.sync`).
    """

    def __init__(self, m: Model, d: Data | Batch, publish: Callable[["Simulation"], None], paused: bool = False):
        self.publish = publish
        self.paused, self.speed = paused, 1.0
        self.drag: Drag | None = None
        self.note = ""  # what went wrong last
        self.rate = 0.0  # simulated seconds per second of wall clock, as measured
        self.changed = True  # something that a picture shows, since the last one
        self.edits = 0  # how often something was asked for
        self.closed = threading.Event()
        self._posted: deque[WORK] = deque()
        self._wake = threading.Event()
        self._debt = 0.0  # simulated time that is due [s]
        self._since = perf_counter(), 0.0  # wall clock and time from which on the pace is measured
        self._step_seconds = 1e-4  # wall clock of one step, as measured
        self._held_force: np.ndarray | None = None
        self.load(m, d)

    def load(self, m: Model, d: Data | Batch) -> None:
        """Go on with another model, or begin with one."""
        self.worlds = ManyWorlds(m, d) if isinstance(d, Batch) else OneWorld(m, d)
        self.m, self.d = self.worlds.m, self.worlds.d
        self.history = History(self.m)
        self.drag, self._held_force, self._debt = None, None, 0.0
        self._step_seconds, self.changed = 1e-4, True

    # what other threads call

    def post(self, work: WORK) -> None:
        """Have something done by the thread that owns the data."""
        self._posted.append(work)
        self._wake.set()

    def ask(self, work: WORK, timeout: float = 5.0) -> Any:
        """The same, and wait for its result; None where the studio is closing."""
        done, result = threading.Event(), []

        def answer() -> None:
            try:
                result.append(work())
            finally:
                done.set()

        self.post(answer)
        done.wait(timeout)
        return result[0] if result else None

    def close(self) -> None:
        self.closed.set()
        self._wake.set()

    # what the owner calls

    def run(self) -> None:
        """Simulate until closed, at the chosen speed, with 60 pictures per second."""
        last = next_frame = perf_counter()
        while not self.closed.is_set():
            self.do_posted()
            now = perf_counter()
            if self.paused:
                self.rate, self._debt, self._since = 0.0, 0.0, (now, self.d.time)
            else:
                self._advance_by_clock(now - last)
            last = now
            if (now := perf_counter()) >= next_frame:
                self.publish(self)
                next_frame += FRAME
                if now - next_frame > LATE * FRAME:  # a few pictures are made up for, a pause is not
                    next_frame = now
            idle = min(FRAME, next_frame - perf_counter())
            if idle > 0 and (self.paused or self._waits_for_clock()):
                self._wait(idle)

    def do_posted(self) -> None:
        """Do what other threads asked for; what fails becomes the note."""
        self._wake.clear()
        while self._posted:
            work = self._posted.popleft()
            self.edits += 1
            try:
                work()
                self.worlds.written()
            except (KnuckleError, ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
                self.note = str(error) or type(error).__name__
            self.changed = True

    def advance(self, steps: int) -> None:
        """Take steps, under the spring of the mouse; a world that diverges pauses, and the note says why."""
        span = max(1, round(SPRING_STEP / max(self.m.opt.timestep, 1e-9))) if self.drag else steps
        while steps > 0 and not self.closed.is_set():
            count = min(steps, span)
            self.pull()
            if not self._step(count):
                return
            steps -= count
        self.changed = True

    def take(self, drag: Drag | None) -> None:
        """Hold a body, or let go."""
        if self.drag is not None and self._held_force is not None:
            self.d.xfrc_applied[self.drag.body] = self._held_force
        self.drag = drag
        self._held_force = None if drag is None else self.d.xfrc_applied[drag.body].copy()
        self.changed = True

    def pull_to(self, target: np.ndarray) -> None:
        """The mouse has moved: a paused body follows at once."""
        if self.drag is None or not np.isfinite(target).all():
            return
        self.drag.target = np.asarray(target, float)
        if self.paused or self.m.body_mocapid[self.drag.body] >= 0:
            pose(self.m, self.d, self.drag)
            self.history.record(self.d, always=True)
        self.changed = True

    def reset(self, keyframe: int | None = None) -> None:
        self.take(None)
        self.worlds.reset(keyframe)
        self.history.clear()
        self.history.record(self.d)
        self.note, self._debt = "", 0.0

    def step_once(self, count: int = 1) -> None:
        """Pause and take single steps, each of which is kept."""
        self.paused = True
        for _ in range(count):
            self.history.record(self.d, always=True)
            self.advance(1)
        self.history.record(self.d, always=True)

    def step_back(self) -> None:
        """Pause and go back by one step: from the last state kept before it, forward again."""
        self.paused = True
        self.take(None)
        step = self.m.opt.timestep
        aim = self.d.time - step
        index = self.history.before(aim + 0.5 * step)
        if index < 0:
            return
        self.history.restore(self.d, index)
        while self.d.time < aim - 0.5 * step:
            if not self._step(1):
                return
        machine().forward(self.m, self.d)
        self.changed = True

    def scrub(self, index: int) -> None:
        """Pause and show a state of the past; the simulation goes on from there."""
        self.paused = True
        if not self.history:
            return
        self.take(None)
        self.history.restore(self.d, min(max(index, 0), len(self.history) - 1))
        machine().forward(self.m, self.d)

    def _advance_by_clock(self, elapsed: float) -> None:
        step = max(self.m.opt.timestep, 1e-9)
        affordable = max(1, int(SLICE / self._step_seconds))
        if self.speed == FASTEST:
            count = affordable
        else:
            self._debt = min(self._debt + elapsed * self.speed, 4 * FRAME * self.speed + step)  # lost time is lost
            count = min(int(self._debt / step), affordable)
            self._debt -= count * step
        if count < 1:
            return
        begin = perf_counter()
        self.advance(count)
        now = perf_counter()
        self._step_seconds += 0.2 * (max(now - begin, 1e-9) / count - self._step_seconds)
        self._measure_rate(now)
        self.history.record(self.d)

    def _measure_rate(self, now: float) -> None:
        """How fast the last half second went; one with a reset within says nothing."""
        wall, time = now - self._since[0], self.d.time - self._since[1]
        if wall >= RATE_SECONDS or time < 0:
            self.rate = time / wall if time >= 0 and wall > 0 else self.rate
            self._since = now, self.d.time

    def _waits_for_clock(self) -> bool:
        return self.speed != FASTEST and self._debt < self.m.opt.timestep

    def _wait(self, seconds: float) -> None:
        if self.paused:
            self._wake.wait(seconds)
        else:
            sleep(min(seconds, max(0.0002, self.m.opt.timestep / max(self.speed, 1e-3))))

    def pull(self) -> None:
        """Put the force of the spring where the next step finds it."""
        if self.drag is not None:
            held = self._held_force if self._held_force is not None else 0.0
            self.d.xfrc_applied[self.drag.body] = spring(self.m, self.d, self.drag) + held
            self.worlds.pulled()

    def _step(self, count: int) -> bool:
        """Take steps; False where the world diverged."""
        try:
            self.worlds.step(count)
        except DivergenceError as error:
            self.paused, self.note = True, str(error)
            self.d.status = 0
            self.reset_quietly()
            return False
        except SimulationWarning as warning:  # where warnings are errors
            self.note = str(warning)
        met = Status(self.d.status) & (DIVERGENCE | Status.SOLVER | Status.INERTIA | Status.BAD_CTRL)
        if met:
            self._say(met)
            self.d.status = 0
        return True

    def reset_quietly(self) -> None:
        """Back to the last state that was kept, or to the start; the note stays."""
        note = self.note
        self.take(None)
        if self.history:
            self.history.restore(self.d, 0)
            machine().forward(self.m, self.d)
        else:
            self.reset()
        self.note = note

    def _say(self, met: Status) -> None:
        bit = next(bit for bit in WORDS if bit & met)
        outcome = " The world was reset." if met & DIVERGENCE else ""
        self.note = f"At {self.d.time:.3f} s: {WORDS[bit]}.{outcome} {ADVICE[bit]}"
        if met & DIVERGENCE:
            self.history.clear()
