"""`knuckle replay`: simulate a model, and write what happened as one HTML file."""

import json as json_format
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from rich.console import Console

from knuckle.cli.arguments import ArgumentError, Features, Named, check_seed, step_count
from knuckle.cli.opening import begin_at, open_model
from knuckle.data.data import Data
from knuckle.data.state import get_state
from knuckle.files import target_of
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.replay.replay import MOST_FRAMES, replay

FRAMES_PER_SECOND = 60


def main(
    model: Named = "humanoid",
    output: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="FILE")] = Path("replay.html"),
    /,
    seconds: float = 5.0,
    seed: int = 0,
    keyframe: Annotated[str | None, tyro.conf.arg(metavar="NAME")] = None,
    omit: Features = (),
    json: bool = False,
) -> None:
    """Simulate a model and write what happened as one HTML file that any browser plays, without server and network.

    Args:
        model: An MJCF or URDF file, or the name of a model of the package.
        output: The file to write.
        seconds: Simulated time. [s]
        seed: Start of the random numbers that set the first velocities.
        keyframe: A keyframe to start from, by its name or number, instead.
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        json: Print what was written as JSON.
    """
    check_seed(seed)
    target_of(output)
    opened = open_model(model, omit)
    m = opened.model
    d = Data(m)
    d.qvel[:] = np.random.default_rng(seed).uniform(-1.0, 1.0, m.nv)
    if keyframe is not None:
        begin_at(m, d, keyframe)
    console = Console(stderr=True)
    with console.status("simulating"):
        states = record(m, d, seconds)
    with console.status("writing"):
        file = replay(m, states, output, title=f"{m.model_name or model}, {seconds:g} s")
    if json:
        found = {"model": opened.name, "file": str(file), "bytes": file.stat().st_size, "frames": len(states)}
        print(json_format.dumps({**found, "time": float(d.time), "notes": opened.notes}, ensure_ascii=False))
    else:
        print(file)


def record(m: Model, d: Data, seconds: float) -> list:
    """States of a simulation, 60 per simulated second."""
    steps, done, frames = step_count(seconds, m.opt.timestep), 0, [get_state(m, d)]
    if min(steps, FRAMES_PER_SECOND * seconds) >= MOST_FRAMES:
        longest = MOST_FRAMES / FRAMES_PER_SECOND
        raise ArgumentError(f"--seconds: {seconds:g} s are more than a replay holds, {longest:.0f} s")
    while done < steps:
        aim = min(steps, max(done + 1, round(len(frames) / (FRAMES_PER_SECOND * m.opt.timestep))))
        machine().step(m, d, aim - done)
        done = aim
        frames.append(get_state(m, d))
    return frames
