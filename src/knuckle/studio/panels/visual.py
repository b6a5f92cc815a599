"""What the scene shows: flags, groups, frames, labels, cameras."""

from functools import partial

from knuckle.scene.camera import camera_names
from knuckle.scene.enums import Frame, VisFlag
from knuckle.scene.option import GROUPS, NGROUP
from knuckle.studio.keys import LABELS
from knuckle.studio.panels.base import Panel, label_of

SHOWN = {
    VisFlag.CONTACTPOINT: "contact points",
    VisFlag.CONTACTFORCE: "contact forces",
    VisFlag.CONTACTSPLIT: "normal and friction apart",
    VisFlag.JOINT: "joint axes",
    VisFlag.ACTUATOR: "actuators",
    VisFlag.ACTIVATION: "activations as colours of actuators",
    VisFlag.PERTFORCE: "applied forces",
    VisFlag.COM: "mass centres",
    VisFlag.INERTIA: "inertia boxes",
    VisFlag.SCLINERTIA: "inertia boxes as large as water",
    VisFlag.TENDON: "tendons",
    VisFlag.TRANSPARENT: "transparent",
    VisFlag.CONVEXHULL: "convex hulls",
    VisFlag.ISLAND: "islands",
    VisFlag.CONSTRAINT: "equality constraints",
    VisFlag.RANGEFINDER: "range finders",
    VisFlag.CAMERA: "cameras",
    VisFlag.LIGHT: "lights",
    VisFlag.AUTOCONNECT: "lines between bodies",
    VisFlag.TEXTURE: "textures",
    VisFlag.STATIC: "what does not move",
}
GROUPED = {
    name: name.removesuffix("group") + "s" for name in GROUPS if name.removesuffix("group") not in ("flex", "skin")
}


class VisualPanel(Panel):
    """The scene option of the studio, shared by all tabs."""

    title = "Show"

    def build(self) -> None:
        option = self.studio.option
        self.boxes = {}
        for flag, words in SHOWN.items():
            self.boxes[flag] = self.gui.add_checkbox(words, bool(option.flags[flag]))
            self.on_change(self.boxes[flag], partial(self._flag, flag))
        cones = self.gui.add_checkbox("friction cones", option.frictioncone)
        self.on_change(cones, lambda value: setattr(option, "frictioncone", bool(value)))
        shadows = self.gui.add_checkbox("shadows", self.studio.view.lamps.shadows, hint="slow where there is no GPU")
        self.on_change(shadows, lambda value: setattr(self.studio.view.lamps, "shadows", bool(value)))
        self.frame = self.gui.add_dropdown(
            "Frames", tuple(member.name.lower() for member in Frame), initial_value=option.frame.name.lower()
        )
        self.on_change(self.frame, lambda value: setattr(option, "frame", value))
        self.label = self.gui.add_dropdown(
            "Labels", tuple(member.name.lower() for member in LABELS), initial_value=option.label.name.lower()
        )
        self.on_change(self.label, lambda value: setattr(option, "label", value))
        if self.m.ncam:
            self._cameras()
        with self.gui.add_folder("Groups", expand_by_default=False):
            for name, words in GROUPED.items():
                self._groups(name, words)

    def _cameras(self) -> None:
        names = ("free", *(label_of("camera", camera_names(self.m), index) for index in range(self.m.ncam)))
        unique = tuple(f"{index - 1}: {name}" if index else name for index, name in enumerate(names))
        choice = self.gui.add_dropdown("Camera", unique)
        self.on_change(choice, lambda value: setattr(self.studio, "camera", unique.index(value) - 1))

    def _flag(self, flag: VisFlag, on: bool) -> None:
        self.studio.option.flags[flag] = bool(on)

    def _groups(self, name: str, words: str) -> None:
        groups = getattr(self.studio.option, name)
        text = self.gui.add_text(words, " ".join(str(number) for number in range(NGROUP) if groups[number]))

        def choose(value: str) -> None:
            chosen = [int(word) for word in value.split()]
            groups[:] = [number in chosen for number in range(NGROUP)]

        self.on_change(text, choose)

    def refresh(self) -> None:
        """Keys may have changed the option."""
        option = self.studio.option
        for flag, box in self.boxes.items():
            if box.value != bool(option.flags[flag]):
                box.value = bool(option.flags[flag])
        for handle, member in ((self.frame, option.frame), (self.label, option.label)):
            if handle.value != member.name.lower():
                handle.value = member.name.lower()
