"""Keys of the studio: MuJoCo's, as far as a browser leaves them to a page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knuckle.scene.enums import Frame, Label, VisFlag
from knuckle.scene.labels import OTHERS, PLACES
from knuckle.scene.option import NGROUP

if TYPE_CHECKING:
    from knuckle.studio.studio import Studio


@dataclass(frozen=True)
class Key:
    """A key, what it does in words, and what it does."""

    key: Any
    what: str
    does: Callable[["Studio"], Any]
    modifier: Any = None

    @property
    def label(self) -> str:
        """The key as people call it."""
        name = self.key.removeprefix("arrow")
        held = {"shift": "shift + ", "cmd/ctrl": "ctrl + "}.get(self.modifier or "", "")
        return f"{held}{name}: {self.what}"


def _flag(flag: VisFlag) -> Callable[["Studio"], None]:
    def switch(studio: "Studio") -> None:
        studio.option.flags[flag] ^= 1

    return switch


def _group(kind: str, number: int) -> Callable[["Studio"], None]:
    def switch(studio: "Studio") -> None:
        getattr(studio.option, kind)[number] ^= 1

    return switch


def _cycle(name: str, members: tuple) -> Callable[["Studio"], None]:
    def turn(studio: "Studio") -> None:
        now = members.index(value) if (value := getattr(studio.option, name)) in members else -1
        setattr(studio.option, name, members[(now + 1) % len(members)])

    return turn


def _camera(by: int) -> Callable[["Studio"], None]:
    def turn(studio: "Studio") -> None:
        count = studio.sim.m.ncam + 1
        studio.camera = (studio.camera + 1 + by) % count - 1

    return turn


def _free_camera(studio: "Studio") -> None:
    studio.camera = -1
    studio.select(-1)


def _speed(factor: float) -> Callable[["Studio"], None]:
    def change(studio: "Studio") -> None:
        speeds = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)
        now = min(range(len(speeds)), key=lambda i: abs(speeds[i] - studio.sim.speed))
        studio.sim.speed = speeds[min(max(now + (1 if factor > 1 else -1), 0), len(speeds) - 1)]

    return change


FLAGS = {
    "H": ("convex hulls", VisFlag.CONVEXHULL),
    "X": ("textures", VisFlag.TEXTURE),
    "J": ("joints", VisFlag.JOINT),
    "Q": ("cameras", VisFlag.CAMERA),
    "U": ("actuators", VisFlag.ACTUATOR),
    "Z": ("lights", VisFlag.LIGHT),
    "V": ("tendons", VisFlag.TENDON),
    "Y": ("range finders", VisFlag.RANGEFINDER),
    "N": ("constraints", VisFlag.CONSTRAINT),
    "I": ("inertia boxes", VisFlag.INERTIA),
    "B": ("forces of perturbation", VisFlag.PERTFORCE),
    "C": ("contact points", VisFlag.CONTACTPOINT),
    "F": ("contact forces", VisFlag.CONTACTFORCE),
    "P": ("contact forces split", VisFlag.CONTACTSPLIT),
    "T": ("transparent", VisFlag.TRANSPARENT),
    "A": ("lines between bodies", VisFlag.AUTOCONNECT),
    "M": ("mass centres", VisFlag.COM),
    "D": ("what does not move", VisFlag.STATIC),
    "K": ("islands", VisFlag.ISLAND),
}

LABELS = (Label.NONE, *PLACES, *OTHERS)

KEYS = (
    Key("space", "run or pause", lambda studio: studio.toggle()),
    Key("arrowright", "step", lambda studio: studio.sim.step_once()),
    Key("arrowleft", "step back", lambda studio: studio.sim.step_back()),
    Key("arrowdown", "100 steps", lambda studio: studio.sim.step_once(100)),
    Key("backspace", "reset", lambda studio: studio.sim.reset()),
    Key("L", "reload the file", lambda studio: studio.reload(), "cmd/ctrl"),
    Key("escape", "free camera, nothing selected", _free_camera),
    Key("pageup", "next camera of the model", _camera(1)),
    Key("pagedown", "previous camera of the model", _camera(-1)),
    Key("home", "faster", _speed(2.0)),
    Key("end", "slower", _speed(0.5)),
    Key("E", "frames: next kind", _cycle("frame", tuple(Frame))),
    Key("L", "labels: next kind", _cycle("label", LABELS)),
    *(Key(letter, what, _flag(flag)) for letter, (what, flag) in FLAGS.items()),
    *(Key(str(number), f"geoms of group {number}", _group("geomgroup", number)) for number in range(NGROUP)),
    *(Key(str(number), f"sites of group {number}", _group("sitegroup", number), "shift") for number in range(NGROUP)),
)
