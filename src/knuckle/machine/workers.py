"""Processes that compile, and the progress bar over all of them."""

import os
import subprocess
import sys
from collections.abc import Callable
from threading import Thread


def run_workers(title: str, modules: list[list[str]]) -> list[str]:
    """Run `python -m MODULE ARGUMENTS` for each, all at once; returns what the failed ones said.

    A worker tells its progress by lines `done total name`.
    """
    # the folder of the user may hold modules of any name: -P keeps it off the path
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONWARNINGS": "ignore"}
    workers = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", *module],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for module in modules
    ]
    try:
        errors = _watch(title, workers)
    finally:
        for worker in workers:
            worker.kill()
            worker.__exit__(None, None, None)  # waits, and closes the pipes
    return [text for worker, text in zip(workers, errors, strict=True) if worker.returncode]


def _watch(title: str, workers: list[subprocess.Popen]) -> list[str]:
    """Follow all workers to their end on one bar; returns what each wrote to its error stream."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(f"knuckle: {title} …", highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[what]}"))
    errors = [""] * len(workers)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None, what="starting")
        state = dict.fromkeys(range(len(workers)), (0, 0))

        def report(k: int, done: int, total: int, what: str) -> None:
            state[k] = (done, total)
            sums = [sum(column) for column in zip(*state.values(), strict=True)]
            bar.update(task, completed=sums[0], total=sums[1], what=what)

        threads = [Thread(target=_follow, args=(k, w, report, errors)) for k, w in enumerate(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return errors


def _follow(k: int, worker: subprocess.Popen, report: Callable[[int, int, int, str], None], errors: list[str]) -> None:
    assert worker.stdout is not None and worker.stderr is not None
    for line in worker.stdout:
        done, total, what = line.rstrip("\n").split(" ", 2)
        report(k, int(done), int(total), what)
    errors[k] = worker.stderr.read()
    worker.wait()
