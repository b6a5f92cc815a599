"""How a draw list becomes pixels: programs, buffers, and the passes over them."""

from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.render import glsl
from knuckle.render.drawlist import COMMAND, INSTANCE, INSTANCE_FORMAT, DrawList, Run
from knuckle.render.geometry import VERTEX_FORMAT, VERTEX_NAMES, Geometry
from knuckle.render.textures import Textures

PICTURE, REFLECTED, FIRST_SHADOW = 0, 1, 2  # units of textures


class Passes:
    """The state on the graphics card of one renderer."""

    def __init__(self, ctx: Any, m: Model):
        self.ctx = ctx
        self.geometry = Geometry(ctx)
        self.textures = Textures(ctx, m)
        self._instances = ctx.buffer(reserve=INSTANCE.itemsize)
        self._commands = ctx.buffer(reserve=COMMAND.itemsize)
        self._programs: dict[Any, Any] = {}
        self._arrays: dict[Any, Any] = {}
        self._corners = ctx.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
        self.list: DrawList | None = None
        self._known = -1

    def load(self, drawn: DrawList) -> None:
        """Take a draw list over to the card."""
        changed = self.geometry.version != self._known
        self._known = self.geometry.version
        changed |= self._written("_instances", drawn.instances) | self._written("_commands", drawn.commands)
        if changed:
            for array in self._arrays.values():
                array.release()
            self._arrays.clear()
        self.list = drawn

    def _written(self, name: str, content: np.ndarray) -> bool:
        """Write a buffer; a larger one takes its place where it is too small, and the answer is yes."""
        buffer, needed = getattr(self, name), content.nbytes
        if grew := needed > buffer.size:
            buffer.release()
            buffer = self.ctx.buffer(reserve=needed + needed // 2)
            setattr(self, name, buffer)
        if needed:
            buffer.write(content.tobytes())
        return grew

    def program(self, key: Any, make: Any) -> Any:
        """A program of shaders, compiled the first time; `make` gives the two texts."""
        if key not in self._programs:
            vertex, fragment = make()
            self._programs[key] = self.ctx.program(vertex_shader=vertex, fragment_shader=fragment)
        return self._programs[key]

    def array(self, key: Any, program: Any) -> Any:
        """The buffers as a program sees them."""
        if key not in self._arrays:
            content = [
                (self.geometry.vertices, VERTEX_FORMAT, *VERTEX_NAMES),
                (self._instances, INSTANCE_FORMAT, *(INSTANCE.names or ())),
            ]
            self._arrays[key] = self.ctx.vertex_array(program, content, self.geometry.index, skip_errors=True)
        return self._arrays[key]

    def draw(self, key: Any, program: Any, first: int, last: int) -> None:
        """Draw commands with a program."""
        if last > first:
            self.array(key, program).render_indirect(self._commands, count=last - first, first=first)

    def draw_sky(self, program: Any) -> None:
        """Draw a triangle that covers the picture."""
        if "sky" not in self._arrays:
            self._arrays["sky"] = self.ctx.vertex_array(program, [(self._corners, "2f", "corner")])
        self._arrays["sky"].render()

    def cull(self, run: Run | None) -> None:
        """Leave out triangles seen from behind, but those of planes."""
        if run is not None and run.is_plane:
            self.ctx.disable(self.ctx.CULL_FACE)
        else:
            self.ctx.enable(self.ctx.CULL_FACE)


def set_uniforms(program: Any, values: dict[str, Any]) -> None:
    """Set those uniforms that a program has kept."""
    for name, value in values.items():
        if name in program:
            member = program[name]
            if isinstance(value, np.ndarray):
                # of an array the compiler keeps as many elements as are used
                member.write(np.ascontiguousarray(value, "f4").tobytes()[: 4 * member.dimension * member.array_length])
            else:
                member.value = value


def column_major(matrix: np.ndarray) -> np.ndarray:
    """A matrix as OpenGL reads it."""
    return np.ascontiguousarray(matrix.T, "f4")


def shading_program(passes: Passes, lighting: glsl.Lighting, run: Run) -> tuple[Any, Any]:
    """(key, program) that shades a run."""
    key = (lighting, run.mapping, run.is_plane)
    return key, passes.program(key, lambda: glsl.shading(lighting, run.mapping, run.is_plane))
