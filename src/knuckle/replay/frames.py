"""What a replay keeps of each frame: poses of drawables and bodies, marks, states."""

from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.replay.packing import Numbers
from knuckle.scene.builder import SceneBuilder
from knuckle.scene.enums import Category, VisFlag
from knuckle.scene.option import SceneOption
from knuckle.scene.parts import Parts, part_mesh, parts_of
from knuckle.scene.scene import Scene
from knuckle.scene.surfaces import Surface, surface_of, textured_form
from knuckle.schema.enums import ObjType

TENDON, CONTACT, OTHER, SITE, MODEL = 0, 1, 2, 3, 4  # kinds of rows that the page can hide
KIND_NAMES = {TENDON: "tendons", CONTACT: "contacts", OTHER: "marks", SITE: "sites"}
PLOTTED = ("energy", "sensordata", "ctrl", "qpos", "qvel", "actuator_force")


class Recorder:
    """Frames of one model. Geoms and sites are listed once and then have a pose per frame; tendons and marks are
    written out in every frame, for their number changes."""

    def __init__(self, m: Model, option: SceneOption | None = None):
        self.m = m
        self.builder = SceneBuilder(m)
        self.option = SceneOption() if option is None else option
        self.contacts = SceneOption(contactpoint=True, contactforce=True, tendon=False, geomgroup=(), sitegroup=())
        self.first: tuple[Scene, Parts] | None = None
        self.times: list[float] = []
        self.poses: list[np.ndarray] = []
        self.bodyposes: list[np.ndarray] = []
        self.marks: list[np.ndarray] = []
        self.states: dict[str, list[np.ndarray]] = {name: [] for name in PLOTTED}
        self.shapes: dict[Any, int] = {}
        self.surfaces: dict[int, Surface] = {}

    @property
    def count(self) -> int:
        return len(self.times)

    def add(self, d: Data) -> None:
        """Record a moment; kinematics and contacts must be up to date."""
        scene = self.builder.update(d, option=self.option)
        own = np.flatnonzero(_is_element(scene))
        parts = parts_of(scene, float(self.m.stat.extent))
        chosen = np.isin(parts.row, own)
        if self.first is None:
            self.first = (scene, parts)
        self.times.append(d.time)
        self.poses.append(np.concatenate((parts.pos[chosen], parts.quat[chosen]), axis=1).astype(np.float32))
        self.bodyposes.append(np.concatenate((d.xpos[1:], d.xquat[1:]), axis=1).astype(np.float32))
        rows = self._rows(scene, parts, ~chosen)
        if not self.option.flags[VisFlag.CONTACTFORCE]:
            marks = self.builder.update(d, option=self.contacts)
            marked = parts_of(marks, float(self.m.stat.extent))
            rows = np.concatenate((rows, self._rows(marks, marked, np.ones(len(marked), bool))))
        self.marks.append(rows)
        for name, values in self.states.items():
            values.append(np.array(getattr(d, name), np.float32).ravel())

    def _rows(self, scene: Scene, parts: Parts, chosen: np.ndarray) -> np.ndarray:
        """Marks as the page reads them: kind, shape, size, position, quaternion, colour."""
        at = np.flatnonzero(chosen)
        rows = np.empty((len(at), 16), np.float32)
        owner = scene.objtype[parts.row[at]]
        rows[:, 0] = np.where(
            owner == ObjType.TENDON, TENDON, np.where(_is_contact(scene)[parts.row[at]], CONTACT, OTHER)
        )
        rows[:, 1] = [self._shape(int(parts.mesh[i]), int(parts.dataid[i])) for i in at]
        rows[:, 2:5], rows[:, 5:8], rows[:, 8:12] = parts.scale[at], parts.pos[at], parts.quat[at]
        rows[:, 12:] = np.clip(scene.rgba[parts.row[at]], 0, 1)
        return rows

    def _shape(self, mesh: int, dataid: int) -> int:
        return self.shapes.setdefault((mesh, dataid), len(self.shapes))

    def header(self, numbers: Numbers) -> dict[str, Any]:
        """Everything about the frames, with its numbers in the block."""
        assert self.first is not None
        scene, parts = self.first
        textures: list[dict[str, Any]] = []
        drawables, moving = self._drawables(scene, parts, textures, numbers)
        poses = np.stack(self.poses)[:, moving]
        count = np.cumsum([0, *(len(rows) for rows in self.marks)])
        kinds = {int(kind) for rows in self.marks for kind in np.unique(rows[:, 0])} | {
            each["markkind"] for each in drawables
        }
        states = {
            name: {"width": len(v[0]), "values": numbers.put(np.nan_to_num(np.stack(v)))}
            for name, v in self.states.items()
        }
        return {
            "time": numbers.put(self.times),
            "drawables": drawables,
            "nmoving": len(moving),
            "poses": numbers.put(poses),
            "nbodyposes": self.m.nbody - 1,
            "bodyposes": numbers.put(np.stack(self.bodyposes)),
            "marks": {"first": numbers.put(count, "u4"), "rows": numbers.put(np.concatenate(self.marks))},
            "markkinds": [
                {"id": kind, "name": name, "shown": kind in (TENDON, SITE)}
                for kind, name in KIND_NAMES.items()
                if kind in kinds
            ],
            "states": states,
            "plots": {name: state for name, state in states.items() if state["width"]},
            "shapes": [self._form(key, numbers) for key in self.shapes],
            "textures": textures,
        }

    def _drawables(
        self, scene: Scene, parts: Parts, textures: list[dict[str, Any]], numbers: Numbers
    ) -> tuple[list[dict[str, Any]], list[int]]:
        """Geoms and sites; and which of the recorded poses change."""
        at = np.flatnonzero(np.isin(parts.row, np.flatnonzero(_is_element(scene))))
        poses = np.stack(self.poses)
        moves = (np.abs(poses - poses[0]) > 1e-7).any(axis=(0, 2))
        moving = np.flatnonzero(moves).tolist()
        drawables = []
        for number, i in enumerate(at.tolist()):
            if i >= scene.ngeom and self._surface(scene, int(parts.row[i])) is not None:
                continue  # a textured capsule is drawn as a whole, by its first part
            drawable = self._drawable(scene, parts, i, textures, numbers)
            drawables.append(drawable | {"moving": moving.index(number) if moves[number] else -1})
        return drawables, moving

    def _drawable(
        self, scene: Scene, parts: Parts, i: int, textures: list[dict[str, Any]], numbers: Numbers
    ) -> dict[str, Any]:
        row = int(parts.row[i])
        site = scene.objtype[row] == ObjType.SITE
        owner = self.m.site_bodyid if site else self.m.geom_bodyid
        rgba = np.clip(scene.rgba[row], 0, 1)
        size, shape, texture = parts.scale[i], self._shape(int(parts.mesh[i]), int(parts.dataid[i])), -1
        if (surface := self._surface(scene, row)) is not None:
            texture = self._texture(int(scene.texid[row]), surface, textures, numbers)
            size, shape = np.ones(3), self.shapes.setdefault(("textured", row), len(self.shapes))
        elif scene.texid[row] >= 0:
            rgba[:3] *= self.surfaces[int(scene.texid[row])].mean
        return {
            "shape": shape,
            "size": [float(x) for x in size],
            "pos": [float(x) for x in parts.pos[i]],
            "quat": [float(x) for x in parts.quat[i]],
            "rgba": [float(x) for x in rgba],
            "texture": texture,
            "emission": float(scene.emission[row]),
            "specular": float(scene.specular[row]),
            "shininess": float(scene.shininess[row]),
            "body": int(owner[scene.objid[row]]),
            "markkind": SITE if site else MODEL,
        }

    def _surface(self, scene: Scene, row: int) -> Surface | None:
        """The texture of a drawable, where it has one that can be put on."""
        texid = int(scene.texid[row])
        if texid < 0:
            return None
        if texid not in self.surfaces:
            self.surfaces[texid] = surface_of(self.m, texid)
        surface = self.surfaces[texid]
        return None if surface.pixels is None else surface

    def _texture(self, texid: int, surface: Surface, textures: list[dict[str, Any]], numbers: Numbers) -> int:
        """The place of a texture in the file."""
        for place, texture in enumerate(textures):
            if texture["id"] == texid:
                return place
        assert surface.pixels is not None
        height, width, channels = surface.pixels.shape
        shape = {"width": width, "height": height, "channels": channels}
        textures.append({"id": texid, **shape, "pixels": numbers.put(surface.pixels, "u1")})
        return len(textures) - 1

    def _form(self, key: Any, numbers: Numbers) -> dict[str, Any]:
        """Corners of all triangles one after the other, with normals and texture coordinates."""
        assert self.first is not None
        if key[0] == "textured":
            scene, row = self.first[0], key[1]
            surface = self._surface(scene, row)
            assert surface is not None
            form, uv = textured_form(self.m, scene, row, surface, unit=False)
        else:
            form = part_mesh(self.m, *key)
            uv = np.zeros((len(form.points), 2))
        index = form.faces.ravel()
        return {
            "position": numbers.put(form.points[index]),
            "normal": numbers.put(form.normals[index]),
            "uv": numbers.put(uv[index]),
        }


def _is_element(scene: Scene) -> np.ndarray:
    """Whether each drawable is a geom or a site, and no mark on one."""
    own = (scene.objtype == ObjType.GEOM) | (scene.objtype == ObjType.SITE)
    return own & (scene.category != Category.DECOR) & (scene.objid >= 0)


def _is_contact(scene: Scene) -> np.ndarray:
    return scene.objtype == ObjType.UNKNOWN
