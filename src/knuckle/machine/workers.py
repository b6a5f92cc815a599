"""Processes that compile, and the progress bar over all of them.

A worker tells its progress by lines `done total name` on its standard output, then hands over its product there: a line
`product length`, and the bytes. Nothing passes through files. It ends when the process that waits for it does, however
that ends: its standard input is a pipe that closes then.
"""

import contextlib
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread

PRODUCT = "product"


@dataclass
class Worker:
    """A running process, and what it has said so far."""

    process: subprocess.Popen
    product: bytes | None = None
    errors: str = ""

    @property
    def failure(self) -> str:
        """Why there is no product; empty where there is one."""
        code = self.process.returncode
        if code == 0 and self.product is not None:
            return ""
        return self.errors.strip() or f"a build process ended with exit code {code} and no word"


def run_workers(title: str, modules: list[list[str]]) -> tuple[list[bytes], list[str]]:
    """Run `python -m MODULE ARGUMENTS` for each, all at once; returns the products, and what the failed ones said."""
    # the folder of the user may hold modules of any name: -P keeps it off the path
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONWARNINGS": "ignore"}
    pipe = subprocess.PIPE
    with contextlib.ExitStack() as running:
        workers = []
        for module in modules:
            command = [sys.executable, "-P", "-m", *module]
            process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)
            running.enter_context(process)  # waits, and closes the pipes
            running.callback(process.kill)  # before that
            workers.append(Worker(process))
        _watch(title, workers)
    failures = [worker.failure for worker in workers if worker.failure]
    return [worker.product for worker in workers if worker.product is not None], failures


def end_with_parent() -> None:
    """In a worker: end this process when the one that waits for it does; nothing where nobody waits."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


def hand_over(product: bytes) -> None:
    """In a worker: give the product to the process that waits for it."""
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{PRODUCT} {len(product)}\n".encode() + product)
    sys.stdout.buffer.flush()


def _watch(title: str, workers: list[Worker]) -> None:
    """Follow all workers to their end on one bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(f"knuckle: {title} …", highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[what]}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None, what="starting")
        state = dict.fromkeys(range(len(workers)), (0, 0))

        def report(k: int, done: int, total: int, what: str) -> None:
            state[k] = (done, total)
            sums = [sum(column) for column in zip(*state.values(), strict=True)]
            bar.update(task, completed=sums[0], total=sums[1], what=what)

        threads = [Thread(target=_follow, args=(k, worker, report)) for k, worker in enumerate(workers)]
        threads += [Thread(target=_listen, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _follow(k: int, worker: Worker, report: Callable[[int, int, int, str], None]) -> None:
    """Read progress and product of a worker to its end."""
    stream = worker.process.stdout
    assert stream is not None
    for line in stream:
        first, rest = line.decode().rstrip("\n").split(" ", 1)
        if first == PRODUCT:
            product = stream.read(int(rest))
            worker.product = product if len(product) == int(rest) else None
        else:
            total, what = rest.split(" ", 1)
            report(k, int(first), int(total), what)
    worker.process.wait()


def _listen(worker: Worker) -> None:
    """Read the error stream of a worker to its end, beside the other: a full pipe would hold the worker up."""
    assert worker.process.stderr is not None
    worker.errors = worker.process.stderr.read().decode(errors="replace")
