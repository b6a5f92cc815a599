"""A process that tries models, within limits of time and memory: what hangs or crashes ends it, and not the tests.

    verdict = Judge().try_text("<mujoco/>")

A verdict is how it went. A `Fault` is raised where it went as nothing may go: an error that is not one of ours in
words, a crash, a hang, too much memory; its text holds the place in the source.
"""

import os
import pickle
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LENGTH = struct.Struct("<Q")
SECONDS = 60  # the largest job takes a hundredth of it on an idle machine
CHILD = Path(__file__).with_name("child.py")


class Fault(AssertionError):
    """What may never happen, with what the child said of it."""


class Judge:
    """The parent's end of a child that is started anew when it has died."""

    def __init__(self, seconds: int = SECONDS) -> None:
        self.seconds = seconds  # that one job may take
        self.child: subprocess.Popen | None = None
        self.told: Any = None

    def try_text(self, text: str, assets: dict[str, bytes] | None = None, transmissions: bool = False) -> str:
        """`model` or `refused`, for a text of MJCF or URDF with its files."""
        return self.ask("text", text, assets or {}, transmissions)

    def try_file(self, name: str, content: bytes) -> str:
        """The same for a file, whose suffix says what it should be."""
        return self.ask("file", name, content)

    def ask(self, *job: Any) -> Any:
        """The child's answer to one job."""
        child = self._start()
        assert child.stdin is not None and child.stdout is not None
        data = pickle.dumps(job)
        try:
            child.stdin.write(LENGTH.pack(len(data)) + data)
            child.stdin.flush()
            head = child.stdout.read(LENGTH.size)
            answer = child.stdout.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        except BrokenPipeError:
            answer = b""
        if not answer:
            raise Fault(self._last_words())
        good, result = pickle.loads(answer)
        if not good:
            raise Fault(result)
        return result

    def close(self) -> None:
        if self.child is not None and self.child.stdin is not None and self.child.stdout is not None:
            self.child.stdin.close()
            self.child.wait()
            self.child.stdout.close()
            self.told.close()
            self.child = None

    def _start(self) -> subprocess.Popen:
        if self.child is None:
            self.told = tempfile.TemporaryFile()  # noqa: SIM115
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.told}
            self.child = subprocess.Popen(
                [sys.executable, "-P", str(CHILD), str(self.seconds)], env=environment, **pipes
            )
        return self.child

    def _last_words(self) -> str:
        """How the child ended: its exit status and what it wrote."""
        assert self.child is not None
        status = self.child.wait()
        self.told.seek(0)
        words = self.told.read().decode(errors="replace")
        self.close()
        return f"the process ended with status {status}\n{words[-6000:]}"
