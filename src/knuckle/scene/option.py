"""What a scene shows: flags, groups, frames and labels."""

from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.memory.records import assign
from knuckle.scene.enums import Frame, Label, VisFlag

NGROUP = 6
GROUPS = ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup", "flexgroup", "skingroup")
ON = (
    *(VisFlag.TEXTURE, VisFlag.TENDON, VisFlag.RANGEFINDER, VisFlag.PERTOBJ, VisFlag.STATIC, VisFlag.SKIN),
    *(VisFlag.FLEXEDGE, VisFlag.FLEXSKIN),
)


class SceneOption:
    """What is visible; MuJoCo's MjvOption, with its defaults: groups 0 to 2, no marks; and `frictioncone`.

    `option.flags[kn.VisFlag.CONTACTFORCE] = True`, `option.geomgroup[3] = True`, `option.frame = kn.Frame.BODY`. Flags
    may also be named when it is made: `SceneOption(contactpoint=True, transparent=True, frame="body", geomgroup=[0,
    1])`, where a list of groups holds their numbers.
    """

    flags: np.ndarray
    geomgroup: np.ndarray
    sitegroup: np.ndarray
    jointgroup: np.ndarray
    tendongroup: np.ndarray
    actuatorgroup: np.ndarray
    flexgroup: np.ndarray
    skingroup: np.ndarray
    frame: Frame
    label: Label
    frictioncone: bool

    def __init__(self, **settings: Any):
        flags = np.zeros(len(VisFlag), np.uint8)
        flags[list(ON)] = 1
        values: dict[str, Any] = {"flags": flags, "frame": Frame.NONE, "label": Label.NONE, "frictioncone": False}
        values |= {name: np.array([1, 1, 1, 0, 0, 0], np.uint8) for name in GROUPS}
        self.__dict__.update(values)
        for name, value in settings.items():
            self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        if name in GROUPS:
            chosen = np.zeros(NGROUP, np.uint8)
            try:
                chosen[list(value)] = 1
            except (IndexError, TypeError):
                raise ValueError(
                    f"{name}: expected numbers of groups from 0 to {NGROUP - 1}, found {value!r}"
                ) from None
            self.__dict__[name][:] = chosen
        elif name.upper() in VisFlag.__members__:
            self.flags[VisFlag[name.upper()]] = bool(value)
        elif name in self.__dict__:
            setattr(self, name, value)
        else:
            known = [*self.__dict__, *(flag.name.lower() for flag in VisFlag)]
            raise TypeError(f"SceneOption has no setting {name!r}{nearest(name, known)}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dict__:
            raise AttributeError(f"SceneOption has no attribute {name!r}{nearest(name, self.__dict__)}")
        if name in ("frame", "label"):
            self.__dict__[name] = _member(Frame if name == "frame" else Label, value, name)
        elif name == "frictioncone":
            self.__dict__[name] = bool(value)
        else:
            assign(self.__dict__[name], value, name)

    def __repr__(self) -> str:
        on = [flag.name.lower() for flag in VisFlag if self.flags[flag]]
        return f"SceneOption(frame={self.frame!r}, label={self.label!r}, flags on: {', '.join(on)})"


def _member(kind: type, value: Any, name: str) -> Any:
    """A member of an enumeration by itself, its name or its number."""
    members = kind.__members__  # type: ignore[attr-defined]
    if isinstance(value, str):
        if value.upper() not in members:
            known = [member.lower() for member in members]
            raise ValueError(f"{name}: expected one of {', '.join(known)}, found {value!r}{nearest(value, known)}")
        return members[value.upper()]
    return kind(value)
