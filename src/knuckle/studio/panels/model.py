"""The tree of the model, and every field of one element, to read and to change."""

import numpy as np

from knuckle.functions.calls import machine
from knuckle.memory.shown import shown
from knuckle.studio.panels.base import Panel, label_of, table

KINDS = (
    "body",
    "joint",
    "geom",
    "site",
    "camera",
    "light",
    "actuator",
    "sensor",
    "tendon",
    "equality",
    "material",
    "mesh",
    "keyframe",
)
NAMES = {"keyframe": "key"}
OF_DATA = ("body", "joint", "geom", "site", "camera", "light", "actuator", "sensor", "tendon")
MOST_ELEMENTS = 2000


class ModelPanel(Panel):
    """Choose a kind and an element, or click a body in the scene twice."""

    title = "Model"

    def build(self) -> None:
        self.kinds = [kind for kind in KINDS if self.m.names(NAMES.get(kind, kind))]
        self.kind = self.gui.add_dropdown("Kind", tuple(self.kinds), initial_value="body")
        self.element = self.gui.add_dropdown("Element", self._elements("body"))
        self.text = self.gui.add_html("")
        with self.gui.add_folder("Change a field", expand_by_default=False):
            self.field = self.gui.add_text("Field", "", hint="of the model, such as mass or rgba")
            self.value = self.gui.add_text("Value", "")
            self.on_click(self.gui.add_button("Set"), self._set)
        self.on_change(self.kind, lambda kind: self._choose_kind(kind))
        self.on_change(self.element, lambda _: self._chosen())
        self._followed = -1

    def _elements(self, kind: str) -> tuple[str, ...]:
        """Names with their numbers; bodies stand below and right of their parents."""
        names = self.m.names(NAMES.get(kind, kind))[:MOST_ELEMENTS]
        depth = [0] * len(names)
        if kind == "body":
            for index in range(1, len(names)):
                depth[index] = depth[self.m.body_parentid[index]] + 1
        return tuple(f"{'· ' * depth[i]}{label_of(kind, names, i)} ({i})" for i in range(len(names)))

    def _choose_kind(self, kind: str) -> None:
        if kind in self.kinds:
            self.element.options = self._elements(kind)
            self._chosen()

    @property
    def index(self) -> int:
        return self.element.options.index(self.element.value) if self.element.value in self.element.options else 0

    def _chosen(self) -> None:
        """The body of the element is selected in the scene."""
        kind, index = self.kind.value, self.index
        owner = {
            "joint": "jnt_bodyid",
            "geom": "geom_bodyid",
            "site": "site_bodyid",
            "camera": "cam_bodyid",
            "light": "light_bodyid",
        }
        body = index if kind == "body" else int(getattr(self.m, owner[kind])[index]) if kind in owner else -1
        self._followed = body
        self.studio.select(body)

    def refresh(self) -> None:
        selected = self.studio.selected
        if selected >= 0 and selected != self._followed:
            self._followed = selected
            self.kind.value = "body"
            options = self._elements("body")
            self.element.options = options
            self.element.value = options[min(selected, len(options) - 1)]
        text = table(self._rows())
        if self.text.content != text:
            self.text.content = text

    def _rows(self) -> list[tuple[str, str]]:
        kind, index = self.kind.value, self.index
        fixed = getattr(self.m, kind)(index)
        rows = [(name, _text(getattr(fixed, name))) for name in dir(fixed) if not name.startswith("_")]
        if kind in OF_DATA:
            live = getattr(self.shown, kind)(index)
            rows += [
                (f"d: {name}", _text(getattr(live, name)))
                for name in dir(live)
                if not name.startswith("_") and name not in ("id", "name")
            ]
        return rows

    def _set(self) -> None:
        """Write numbers to a field of the model; what it refuses becomes the note."""
        element = getattr(self.m, self.kind.value)(self.index)
        name = self.field.value.strip()
        if name not in dir(element) or name in ("id", "name"):
            raise ValueError(f"a {self.kind.value} has no field {name!r}; the table above names them")
        values = np.array([float(word) for word in self.value.value.split()])
        if not np.isfinite(values).all():
            raise ValueError(f"{name}: expected finite numbers, found {self.value.value!r}")
        target = np.asarray(getattr(element, name))
        setattr(element, name, values.reshape(target.shape) if values.size == target.size else values)
        machine().forward(self.m, self.d)


def _text(value: object) -> str:
    return shown(value.ravel() if isinstance(value, np.ndarray) else value)
