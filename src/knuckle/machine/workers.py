"""Processes that compile, and the progress of all of them.

A worker gets jobs, one at a time, as lines on its standard input, and hands over the product of each on its standard
output: a line `product length`, and the bytes. Nothing passes through files. An empty line is the end of its work.
Where its input ends without one, the process that waits for it has ended, and so does the worker, whatever it is at.
"""

import contextlib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import FileIO
from queue import SimpleQueue
from threading import Thread
from typing import Any

PRODUCT = b"product "
Taken = Callable[[str, bytes], None]


@dataclass
class Pool:
    """Jobs to do, in order, and what became of them."""

    waiting: deque[str]
    taken: Taken
    failures: list[str] = field(default_factory=list)


def run_workers(module: list[str], jobs: Sequence[str], count: int, taken: Taken) -> list[str]:
    """Run `python -m MODULE ARGUMENTS` so many times at once until all jobs are done, each by one of them.

    `taken(job, product)` is called for each product, in threads of their own. Returns what failed workers said: at the
    first failure no more jobs are handed out.
    """
    # the folder of the user may hold modules of any name: -P keeps it off the path
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONWARNINGS": "ignore"}
    command, pipe = [sys.executable, "-P", "-m", *module], subprocess.PIPE
    pool = Pool(deque(jobs), taken)
    with contextlib.ExitStack() as running:
        threads = []
        for _ in range(min(count, len(jobs))):
            process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)
            running.enter_context(process)  # waits, and closes the pipes
            running.callback(process.kill)  # before that
            threads.append(Thread(target=_follow, args=(process, pool)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return pool.failures


def _follow(process: Any, pool: Pool) -> None:
    """Hand jobs to a worker, and take its products, until there are no more jobs or it fails."""
    errors: list[bytes] = []
    listener = Thread(target=lambda: errors.append(process.stderr.read()))  # beside: a full pipe would hold it up
    listener.start()
    job = _next(pool)
    while job is not None:
        product = _product(process, job)
        if product is None:
            break
        pool.taken(job, product)
        job = _next(pool)
    with contextlib.suppress(OSError):  # it may be gone already
        process.stdin.write(b"\n")
        process.stdin.close()
    code = process.wait()
    listener.join()
    if job is not None or code:
        said = b"".join(errors).decode(errors="replace").strip()
        pool.failures.append(said or f"a build process ended with exit code {code} and no word")
        pool.waiting.clear()


def _next(pool: Pool) -> str | None:
    with contextlib.suppress(IndexError):
        return pool.waiting.popleft()
    return None


def _product(process: Any, job: str) -> bytes | None:
    """What a worker makes of a job; None where it ends instead."""
    try:
        process.stdin.write(job.encode() + b"\n")
        process.stdin.flush()
    except OSError:
        return None
    line = process.stdout.readline()
    if not line.startswith(PRODUCT):
        return None
    product = process.stdout.read(int(line.removeprefix(PRODUCT)))
    return product if len(product) == int(line.removeprefix(PRODUCT)) else None


def jobs() -> Iterator[str]:
    """In a worker: the jobs that it gets, until there are no more; the process ends with the one that waits for it."""
    queue: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        lines = FileIO(sys.stdin.fileno(), closefd=False)  # without a buffer, which the end of Python would wait for
        while line := lines.readline():
            queue.put(line.decode().rstrip("\n"))
            if line == b"\n":
                return
        os._exit(1)

    Thread(target=listen, daemon=True).start()
    while job := queue.get():
        yield job


def hand_over(product: bytes) -> None:
    """In a worker: give the product of a job to the process that waits for it."""
    sys.stdout.flush()
    sys.stdout.buffer.write(PRODUCT + f"{len(product)}\n".encode() + product)
    sys.stdout.buffer.flush()
