"""Warm start: a new process imports the engine, loads a pendulum and takes its first step."""

import subprocess
import sys
from time import perf_counter

PROGRAMS = {
    "Knuckle": """
import knuckle as kn
from knuckle import models
m = kn.load(models.path("pendulum"))
d = kn.Data(m)
kn.step(m, d)
""",
    "MuJoCo": """
import mujoco
from knuckle import models
m = mujoco.MjModel.from_xml_path(str(models.path("pendulum")))
d = mujoco.MjData(m)
mujoco.mj_step(m, d)
""",
    "Python alone": "",
}


def measure_start(repeats: int = 5) -> dict[str, float]:
    """Least seconds from start to end of the process, for each program, taken in turns."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(repeats):
        for name, program in PROGRAMS.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times[name].append(perf_counter() - start)
    return {name: min(values) for name, values in times.items()}
