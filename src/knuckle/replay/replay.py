"""Recordings as one HTML file: scene, poses, states and a viewer, without any other file or host."""

from collections.abc import Iterable, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from knuckle.data.data import Data, check_model
from knuckle.data.state import copy_state, set_state, state_size
from knuckle.errors import KnuckleError
from knuckle.files import write_whole
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.replay.describe import bodies, camera, light_direction
from knuckle.replay.frames import Recorder
from knuckle.replay.packing import Numbers, header_text
from knuckle.scene.option import SceneOption
from knuckle.scene.sky import sky_colours
from knuckle.schema.enums import State

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("math.js", "recording.js", "shaders.js", "painter.js", "camera.js", "panels.js", "main.js")
SIGNATURES = (State.INTEGRATION, State.FULLPHYSICS, State.PHYSICS)
MOST_FRAMES = 100_000

Frame = Data | np.ndarray | Sequence[float]


def replay(
    m: Model,
    frames: Iterable[Frame],
    path: str | PathLike[str],
    *,
    option: SceneOption | None = None,
    title: str | None = None,
) -> Path:
    """Write a recording as one HTML file that any browser plays, without server and network; returns its path.

    `frames` are states as `kn.get_state` returns them (the whole, `State.FULLPHYSICS` or `State.PHYSICS`), positions
    alone (`d.qpos.copy()`), or Data objects, in order of time. Frames without a time follow one another by 1/60 s.
    The page has a timeline, the tree of bodies with all their fields, and plots; contacts are recorded too.
    """
    check_model(m)
    recorder = Recorder(m, option)
    d = Data(m)
    for number, frame in enumerate(frames):
        if number >= MOST_FRAMES:
            raise KnuckleError(f"replay: more than {MOST_FRAMES} frames; leave some out")
        _take(m, d, frame, number)
        for stage in (machine().forward, machine().energy_pos, machine().energy_vel):
            stage(m, d)
        recorder.add(d)
    if not recorder.count:
        raise KnuckleError("replay: expected at least one frame, found none")
    path = Path(path)
    write_whole(path, _page(m, recorder, title or m.model_name or "replay").encode())
    return path


def _take(m: Model, d: Data, frame: Frame, number: int) -> None:
    """Set the data to a frame; KnuckleError where it is none of this model."""
    if isinstance(frame, Data):
        frame.require(m)
        copy_state(m, frame, d)
        return
    values = np.asarray(frame, float).ravel()
    if not np.isfinite(values).all():
        raise KnuckleError(f"replay: frame {number} holds numbers that are not finite")
    for signature in SIGNATURES:
        if len(values) == state_size(m, signature):
            set_state(m, d, values, signature)
            if signature == State.PHYSICS:
                d.time = number / 60.0
            return
    if len(values) == m.nq:
        d.qpos[:] = values
        d.time = number / 60.0
        return
    sizes = ", ".join(f"{state_size(m, signature)} ({signature.name})" for signature in SIGNATURES)
    raise KnuckleError(f"replay: frame {number} has {len(values)} numbers; expected {sizes}, or {m.nq} (qpos)")


def _page(m: Model, recorder: Recorder, title: str) -> str:
    numbers = Numbers()
    over, under = sky_colours(m)
    header: dict[str, Any] = {
        "title": title,
        "extent": float(m.stat.extent),
        "center": [float(x) for x in m.stat.center],
        "camera": camera(m),
        "light": light_direction(m),
        "sky": {"top": [float(x) for x in over], "bottom": [float(x) for x in under]},
        "bodies": bodies(m),
        **recorder.header(numbers),
    }
    parts = {"@header@": header_text(header), "@numbers@": numbers.text(), "@script@": _script()}
    page = (PAGE / "page.html").read_text(encoding="utf-8")
    for mark, text in parts.items():
        page = page.replace(mark, text, 1)
    return page


@cache
def _script() -> str:
    return "\n".join((PAGE / name).read_text(encoding="utf-8").replace('"use strict";\n', "") for name in SCRIPTS)
