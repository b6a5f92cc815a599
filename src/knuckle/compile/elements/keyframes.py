"""Pass: the keyframes, what they leave out filled from the initial state."""

from collections.abc import Iterator

import numpy as np

from knuckle.compile.elements.key_scales import key_scales
from knuckle.compile.parts import Assembly
from knuckle.hostmath.rotation import normalized, unit
from knuckle.schema.enums import JointType
from knuckle.spec.layout import layout

UNIT = (1.0, 0.0, 0.0, 0.0)


def fill_keyframes(a: Assembly) -> None:
    keys = a.spec.keys
    n = max(len(keys), a.spec.size.nkey)
    a.counts["nkey"] = n
    times = [key.time for key in keys]
    scales = key_scales(a)
    a.arrays["key_time"] = times + [0.0] * (n - len(keys))
    places = layout(a.spec) if any(key.parts is not None for key in keys) else {}
    for name, default in _initial_state(a).items():
        rows = np.tile(default, (n, 1))
        for k, key in enumerate(keys):
            for start, values in _given(key, name, places):
                _overwrite(a, key, name, start, values, rows[k], scales)
        a.arrays[f"key_{name}"] = rows
    for k in range(len(keys)):
        _normalize(a, k)


def _initial_state(a: Assembly) -> dict[str, np.ndarray]:
    mocap = [body for body in a.bodies[1:] if body.node.mocap]
    return {
        "qpos": np.array(a.arrays["qpos0"], dtype=float),
        "qvel": np.zeros(a.counts["nv"]),
        "act": np.zeros(a.counts["na"]),
        "ctrl": np.zeros(a.counts["nu"]),
        "mpos": np.array([body.pos for body in mocap], dtype=float).reshape(-1),
        "mquat": np.array([body.quat for body in mocap], dtype=float).reshape(-1),
        "plastic": initial_plastic_state(a),
    }


def initial_plastic_state(a: Assembly) -> np.ndarray:
    """The resting position of every spring that can yield: its reference."""
    state = np.zeros(a.counts["nplastic"])
    for joint, start, address in zip(a.joints, a.arrays["jnt_qposadr"], a.arrays["jnt_plasticadr"], strict=True):
        if address >= 0:
            n = 4 if joint.kind == JointType.BALL else 1
            state[address : address + n] = a.arrays["qpos_spring"][start : start + n]
    return state


def _given(key, name: str, places: dict) -> Iterator[tuple[int, tuple]]:
    """Where the values of a key begin in a vector, and these values: one run, or one for each element."""
    if key.parts is None:
        if getattr(key, name) is not None:
            yield 0, getattr(key, name)
        return
    for node, vectors in key.parts.items():
        if name in vectors and node in places[name]:
            yield places[name][node][0], vectors[name]


def _overwrite(a: Assembly, key, name: str, start: int, values, row: np.ndarray, scales: dict) -> None:
    """Put the values of a key over the initial ones; of mocap bodies only whole positions and orientations count."""
    if start + len(values) > len(row):
        a.problems.about(key, f"{name} has {start + len(values)} values, the model has room for {len(row)}")
        return
    whole = {"mpos": 3, "mquat": 4}.get(name, 1)
    end = start + len(values) // whole * whole
    row[start:end] = values[: end - start]
    if name in scales:
        scales[name].apply(row, start, end)


def _normalize(a: Assembly, k: int) -> None:
    """Make the quaternions of keyframe k unit quaternions, where they have a direction."""
    qpos, mquat, plastic = (a.arrays[f"key_{name}"][k] for name in ("qpos", "mquat", "plastic"))
    for joint, start, address in zip(a.joints, a.arrays["jnt_qposadr"], a.arrays["jnt_plasticadr"], strict=True):
        kind = joint.kind
        if kind in (JointType.FREE, JointType.BALL):
            first = start + (3 if kind == JointType.FREE else 0)
            qpos[first : first + 4] = normalized(tuple(qpos[first : first + 4])) or UNIT
        if kind == JointType.BALL and address >= 0:
            plastic[address : address + 4] = normalized(tuple(plastic[address : address + 4])) or UNIT
    for first in range(0, len(mquat), 4):
        mquat[first : first + 4] = unit(tuple(mquat[first : first + 4]))
