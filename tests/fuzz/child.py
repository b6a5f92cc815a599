"""The child of a `Judge`: reads jobs from its input, does them within limits, and answers.

An error is a refusal in words only where a line of ours raises it: an accident inside of the package has another line
at its end.
"""

import faulthandler
import linecache
import os
import pickle
import resource
import struct
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from fuzz.editor import Editor

import knuckle as kn

LENGTH = struct.Struct("<Q")
SECONDS = int(sys.argv[1])  # of one job
BYTES = 3 << 30  # beyond what the process has when it is ready
STEPS = 3
FEW = 60  # velocities of a model that is stepped on the machine that checks, too
OF_ARGUMENTS = (TypeError, ValueError, AttributeError, KeyError)  # for a program's wrong arguments


def main() -> None:
    faulthandler.enable()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    jobs = sys.stdin.buffer
    # whatever the package prints does not go between the answers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try_model(kn.load("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"))
    _limit_memory()
    while head := jobs.read(LENGTH.size):
        name, *arguments = pickle.loads(jobs.read(LENGTH.unpack(head)[0]))
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        reply = pickle.dumps(_done(JOBS[name], arguments))
        faulthandler.cancel_dump_traceback_later()
        answers.write(LENGTH.pack(len(reply)) + reply)
        answers.flush()


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if os.path.exists("/proc/self/statm") else 0
    most = pages * resource.getpagesize() + BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _done(job: Any, arguments: list[Any]) -> tuple[bool, Any]:
    """Whether all is well, and the answer or the fault."""
    try:
        return True, job(*arguments)
    except BaseException:
        return False, traceback.format_exc()


def refused(error: BaseException, ours: tuple[type[BaseException], ...] = (kn.ModelError,)) -> str:
    """The word for a refusal; an error that is none is raised again."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    line = linecache.getline(last.filename, last.lineno or 0).strip()
    in_words = isinstance(error, ours) and str(error) and "knuckle" in last.filename
    if not in_words or not (line.startswith("raise") or isinstance(error, kn.KnuckleError)):
        raise error
    if isinstance(error, kn.ModelError):
        assert error.problems
    return "refused"


def try_model(m: kn.Model) -> str:
    """A few steps, and those of a small model on the machine that checks every index."""
    kn.step(m, kn.Data(m), STEPS)
    if m.nv <= FEW:
        kn.machine("checked").step(m, kn.Data(m), STEPS)
    return "model"


def try_text(text: str, assets: dict[str, bytes], transmissions: bool) -> str:
    try:
        m = kn.load(text, assets=assets, transmissions=transmissions)
    except Exception as error:
        return refused(error)
    return try_model(m)


def try_file(name: str, content: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            m = kn.load(path)
        except Exception as error:
            return refused(error, (kn.ModelError, kn.FileFormatError))
    return try_model(m)


editor = Editor()


def edit(operation: str, *arguments: Any) -> str:
    """One edit of the Spec that this process has; it is refused or done."""
    try:
        m = getattr(editor, operation)(*arguments)
    except Exception as error:
        return refused(error, (kn.KnuckleError, *OF_ARGUMENTS))
    return try_model(m) if isinstance(m, kn.Model) else "done"


def misbehave(how: str) -> str:
    """What no job may do, so that tests see it told."""
    {
        "crash": os.abort,
        "hang": lambda: time.sleep(10 * SECONDS),
        "memory": lambda: bytearray(2 * BYTES),
        "accident": lambda: try_text(None, {}, False),  # type: ignore[arg-type]
    }[how]()
    return "done"


JOBS = {"text": try_text, "file": try_file, "edit": edit, "misbehave": misbehave}

if __name__ == "__main__":
    main()
