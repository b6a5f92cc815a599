"""The scene in the page: one node of viser for each mesh, however many drawables are instances of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.camera import camera_of, view_of
from knuckle.scene.enums import Shape
from knuckle.scene.glb import glb
from knuckle.scene.parts import Parts, part_mesh, parts_of
from knuckle.scene.scene import Scene
from knuckle.scene.surfaces import Surface, scales_with_size, surface_of, textured_form
from knuckle.studio.lamps import Lamps
from knuckle.studio.layout import Layout, layout_of
from knuckle.studio.sky_box import sky_box

if TYPE_CHECKING:
    import viser

TINT = np.array((1.0, 0.85, 0.1), np.float32)  # of what is selected
TINTED = 0.45
MOST_LABELS = 200
MOST_HIDDEN = 100  # meshes that are kept for when they are shown again
DRAGS = (("left", "cmd/ctrl"), ("right", "cmd/ctrl"), ("left", "cmd/ctrl+shift"), ("right", "cmd/ctrl+shift"))


class Group:
    """Instances of one mesh: a node of viser, and which row of the scene each instance is of."""

    def __init__(self, name: str):
        self.name = name
        self.rows = np.zeros(0, int)
        self.parts = np.zeros(0, int)
        self.handle: Any = None

    def show(self, rows: np.ndarray, make: Callable[..., Any], **columns: np.ndarray) -> bool:
        """Place the instances; True where the node was made just now."""
        self.rows = rows
        made = self.handle is None
        if made:
            self.handle = make(self.name, **columns)
        else:
            change(self.handle, columns)
            if not self.handle.visible:
                self.handle.visible = True
        return made

    def hide(self) -> None:
        if self.handle is not None and self.handle.visible:
            self.handle.visible = False

    def remove(self) -> None:
        """Take it out of the page."""
        if self.handle is not None:
            self.handle.remove()


def change(handle: Any, columns: dict[str, np.ndarray]) -> None:
    """Give a node those arrays that differ, in one message: `handle.name = array` sends and converts each alone."""
    from viser._messages import SceneNodeUpdateMessage

    props = handle._impl.props
    updates = {name: values for name, values in columns.items() if not np.array_equal(getattr(props, name), values)}
    if updates:
        for name, values in updates.items():
            setattr(props, name, values)
        handle._impl.api._queue_scene_message(SceneNodeUpdateMessage(handle.name, updates))


class View:
    """Shows scenes of one model; `touched(kind, row, event)` hears of clicks and drags."""

    def __init__(self, server: "viser.ViserServer", m: Model, touched: Callable[[str, int, Any], None]):
        self.server, self.m, self.touched = server, m, touched
        self.api: Any = server.scene
        self.scene: Scene | None = None
        self.groups: dict[Any, Group] = {}
        self.made = 0  # groups, so that none gets the name of another
        self.textures: dict[int, Surface] = {}
        self.lamps = Lamps(self.api, m)
        self.labels: list[Any] = []
        self.spring: Any = None
        self.layout: Layout | None = None
        self._build()

    def look_at(self, shift: np.ndarray, times: float) -> None:
        """Move the cameras of all tabs to where they began, shifted, and so many times farther away."""
        view, centre = view_of(self.m, Data(self.m), camera_of(self.m, -1)), np.array(self.m.stat.center)
        for client in self.server.get_clients().values():
            with client.atomic():
                client.camera.position = centre + shift + times * (view.pos - centre)
                client.camera.look_at = centre + shift

    def _build(self) -> None:
        m, api = self.m, self.api
        extent = float(m.stat.extent)
        view = view_of(m, Data(m), camera_of(m, -1))
        first = self.server.initial_camera
        first.position, first.look_at, first.up = view.pos, np.array(m.stat.center), np.array((0.0, 0.0, 1.0))
        first.fov = float(np.radians(m.vis.global_.fovy))
        first.near, first.far = 0.002 * extent, 200.0 * extent
        api.configure_default_lights(enabled=False)
        api.configure_environment_map(None)  # a light from all sides that costs most of the time where there is no GPU
        api.add_light_hemisphere("/lights/sky", sky_color=(255, 255, 255), ground_color=(150, 145, 140), intensity=1.3)
        api.add_glb("/sky", sky_box(m), cast_shadow=False, receive_shadow=False)

    def move(self, d: Data) -> bool:
        """Show the same scene as it is now; False where it holds more than geoms and sites."""
        if self.layout is None:
            return False
        pos, quat = self.layout.poses(d)
        for group in self.groups.values():
            if group.handle is not None and group.handle.visible:
                change(group.handle, {"batched_positions": pos[group.parts], "batched_wxyzs": quat[group.parts]})
        return True

    def show(self, scene: Scene, bodies: np.ndarray, selected: int, d: Data | None = None) -> None:
        """Show a scene; `bodies` is the body of each row, and that of number `selected` is tinted.

        With its `d`, what stays the same is remembered for `move`.
        """
        self.scene = scene
        parts = parts_of(scene, float(self.m.stat.extent))
        self.layout = None if d is None else layout_of(scene, parts, d)
        rgba = np.clip(scene.rgba, 0.0, 1.0)
        textured = self._apply_textures(scene, rgba)
        if selected >= 0:
            chosen = bodies == selected
            rgba[chosen, :3] += TINTED * (TINT - rgba[chosen, :3])
        seen: set[Any] = set()
        self._show_textured(scene, np.flatnonzero(textured), parts, rgba, seen)
        self._show_plain(parts, np.flatnonzero(~textured[parts.row]), rgba, seen)
        self._leave_out(seen)

    def _leave_out(self, seen: set[Any]) -> None:
        """Hide what is no longer there; of what was hidden longest, take most out of the page."""
        hidden = [key for key in self.groups if key not in seen]
        for key in hidden:
            self.groups[key].hide()
        for key in hidden[: max(0, len(hidden) - MOST_HIDDEN)]:
            self.groups.pop(key).remove()

    def _apply_textures(self, scene: Scene, rgba: np.ndarray) -> np.ndarray:
        """Which rows carry a texture; colours of those whose texture cannot be put on become its mean."""
        textured = np.zeros(scene.ngeom, bool)
        for texid in np.unique(scene.texid[scene.texid >= 0]):
            if int(texid) not in self.textures:
                self.textures[int(texid)] = surface_of(self.m, int(texid))
            texture, rows = self.textures[int(texid)], scene.texid == texid
            if texture.pixels is not None:
                textured |= rows
            else:
                rgba[rows, :3] *= texture.mean
        return textured

    def _show_plain(self, parts: Parts, chosen: np.ndarray, rgba: np.ndarray, seen: set[Any]) -> None:
        colour = rgba[parts.row[chosen]]
        clear = (colour[:, 3] < 1.0).astype(np.int64)
        keys = (
            ((parts.mesh[chosen].astype(np.int64) + 2) << 33)
            | ((parts.dataid[chosen].astype(np.int64) + 1) << 1)
            | clear
        )
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        for number, key in enumerate(unique.tolist()):
            members = np.flatnonzero(inverse == number)
            at = chosen[members]
            mesh, dataid = int(parts.mesh[chosen[first[number]]]), int(parts.dataid[chosen[first[number]]])
            columns = {
                "batched_positions": parts.pos[at].astype(np.float32),
                "batched_wxyzs": parts.quat[at].astype(np.float32),
                "batched_scales": parts.scale[at].astype(np.float32),
                "batched_colors": np.round(255 * colour[members, :3]).astype(np.uint8),
            }
            if key & 1:
                columns["batched_opacities"] = colour[members, 3].astype(np.float32)
            self._place(key, parts.row[at], at, lambda name, m=mesh, i=dataid, **c: self._plain(name, m, i, c), columns)
            seen.add(key)

    def _plain(self, name: str, mesh: int, dataid: int, columns: dict[str, np.ndarray]) -> Any:
        form = part_mesh(self.m, mesh, dataid)
        casts = mesh != Shape.PLANE and "batched_opacities" not in columns
        return self.api.add_batched_meshes_simple(
            name,
            form.points,
            form.faces,
            lod="off",
            side="double",
            cast_shadow=casts,
            **columns,
        )

    def _show_textured(self, scene: Scene, rows: np.ndarray, parts: Parts, rgba: np.ndarray, seen: set[Any]) -> None:
        """Drawables with a texture: those that are alike, but for their size where it only scales, share a mesh."""
        alike: dict[Any, list[int]] = {}
        scales = scales_with_size(scene)
        for row in rows.tolist():
            look = (scene.kind[row], scene.dataid[row], scene.texid[row], scene.texuniform[row], scales[row])
            size = b"" if scales[row] else scene.size[row].tobytes()
            alike.setdefault((*map(int, look), size, scene.texrepeat[row].tobytes(), rgba[row].tobytes()), []).append(
                row
            )
        for key, members in alike.items():
            unit = bool(scales[members[0]])
            columns = {
                "batched_positions": scene.pos[members].astype(np.float32),
                "batched_wxyzs": parts.quat[members].astype(np.float32),  # the first part of each row is the row itself
                "batched_scales": scene.size[members] if unit else np.ones((len(members), 3), np.float32),
            }
            at, first = np.array(members), members[0]
            self._place(
                key,
                at,
                at,
                lambda name, row=first, unit=unit, **c: self._textured(name, row, rgba[row], unit, c),
                columns,
            )
            seen.add(key)

    def _textured(self, name: str, row: int, rgba: np.ndarray, unit: bool, columns: dict[str, np.ndarray]) -> Any:
        assert self.scene is not None
        surface = self.textures[int(self.scene.texid[row])]
        assert surface.pixels is not None
        form, texcoords = textured_form(self.m, self.scene, row, surface, unit)
        model = glb(form, texcoords, surface.pixels, rgba)
        casts = bool(self.scene.kind[row] != Shape.PLANE)
        return self.api.add_batched_glb(name, model, lod="off", cast_shadow=casts, **columns)

    def _place(
        self, key: Any, rows: np.ndarray, parts: np.ndarray, make: Callable[..., Any], columns: dict[str, np.ndarray]
    ) -> None:
        if key not in self.groups:
            self.groups[key] = Group(f"/scene/{self.made}")
            self.made += 1
        group = self.groups[key]
        group.parts = parts
        if group.show(rows, make, **columns):
            self._listen(group)

    def _listen(self, group: Group) -> None:
        """Hear of clicks and of drags with the control key; plain drags turn the camera."""

        async def clicked(event: Any) -> None:
            self._tell("click", group, event)

        async def dragged(event: Any) -> None:
            self._tell("drag", group, event)

        group.handle.on_click(clicked)
        for button, modifier in DRAGS:
            group.handle.on_drag(button, modifier=modifier)(dragged)

    def _tell(self, kind: str, group: Group, event: Any) -> None:
        index = event.instance_index or 0
        if isinstance(index, int) and 0 <= index < len(group.rows):
            self.touched(kind, int(group.rows[index]), event)

    def show_labels(self, texts: list[tuple[str, np.ndarray]]) -> None:
        texts = texts[:MOST_LABELS]
        while len(self.labels) > len(texts):
            self.labels.pop().remove()
        for number, (text, place) in enumerate(texts):
            place = np.asarray(place, float)
            if number >= len(self.labels):
                self.labels.append(self.api.add_label(f"/labels/{number}", text, position=place))
            handle = self.labels[number]
            if handle.text != text:
                handle.text = text
            handle.position = place

    def show_spring(self, ends: np.ndarray | None) -> None:
        """The spring of the mouse as a line from the held point to where it is pulled; None takes it away."""
        if ends is None:
            if self.spring is not None and self.spring.visible:
                self.spring.visible = False
            return
        points = np.asarray(ends, np.float32).reshape(1, 2, 3)
        if self.spring is None:
            self.spring = self.api.add_line_segments(
                "/spring", points, (255, 120, 0), thickness=0.006 * float(self.m.stat.extent)
            )
        self.spring.points = points
        self.spring.visible = True

    def remove(self) -> None:
        """Take everything out of the page."""
        self.groups.clear()
        self.lamps.clear()
        self.labels.clear()
        self.api.reset()
