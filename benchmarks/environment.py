"""What a measurement was made with: versions and processor."""

import os
import platform
from importlib.metadata import version

import knuckle as kn
from knuckle.machine.processor import processor

PACKAGES = ("mujoco", "numpy", "numba", "llvmlite")


def environment() -> str:
    """One line of versions and processor."""
    versions = ", ".join([f"knuckle {kn.__version__}", *(f"{name} {version(name)}" for name in PACKAGES)])
    cores = os.cpu_count()
    return f"{versions}, Python {platform.python_version()}; {_processor()} ({processor().name}), {cores} cores"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
