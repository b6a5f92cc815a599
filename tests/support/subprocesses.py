"""Scripts in a process of their own, for what may hang or end the process."""

import os
import subprocess
import sys

from knuckle.machine.artifact import load

SECONDS = 240  # a limit against hanging, far from any time that a script takes


def compile_first(*machines: str) -> None:
    """Compile what a process will need, so that its limit does not count it."""
    for machine in machines:
        load(machine)


def run_script(script: str) -> str:
    """What the script prints; fails where it fails, even in a thread, ends by a signal, or does not end."""
    compile_first("single", "lanes64", "lanes32")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-X", "faulthandler", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
    assert done.returncode == 0, f"exit status {done.returncode}\n{done.stdout}\n{done.stderr[-3000:]}"
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    return done.stdout
