"""A picture in colour: shadow maps, the mirror, the sky, solid drawables, then what is seen through."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.render import glsl
from knuckle.render.drawlist import Run
from knuckle.render.passes import FIRST_SHADOW, PICTURE, REFLECTED, Passes, column_major, set_uniforms, shading_program
from knuckle.render.shadows import MOST_MAPS, SOFTEST, ShadowMaps, casts, light_matrix
from knuckle.scene.camera import View
from knuckle.scene.enums import RenderFlag
from knuckle.scene.lights import Light
from knuckle.scene.scene import Scene

CLIP_DISTANCE = 0x3000  # OpenGL's name of the first plane that cuts drawables off
HORIZON = 0.7  # where haze is thickest, in distances of the far clipping plane
FINEST = 16  # texels of a shadow map for each pixel of a side: more would not be seen, and small pictures are many
NO_PLANE = (0.0, 0.0, 0.0, 1.0)
SLOPE_OFFSET = (2.0, 4.0)  # by how much surfaces are moved away from a light in its map


@dataclass(slots=True)
class Shaders:
    """What all shaders of one picture share."""

    lighting: glsl.Lighting
    uniforms: dict[str, Any]
    haze: dict[str, Any]
    sky: int


class Picture:
    """Draws scenes into framebuffers."""

    def __init__(self, passes: Passes, m: Model, width: int, height: int):
        self._passes, self.model = passes, m
        self._ctx, self._size = passes.ctx, (width, height)
        finest = FINEST * max(width, height)
        self._shadows = ShadowMaps(passes.ctx, min(int(m.vis.quality.shadowsize), finest))
        self._mirror: Any = None

    def draw(self, scene: Scene, target: Any, flags: np.ndarray) -> None:
        """Draw a scene, whose draw list is loaded, into a framebuffer."""
        shaders = self._prepare(scene, flags)
        view, drawn = scene.view, self._passes.list
        assert view is not None and drawn is not None
        aspect = self._size[0] / self._size[1]
        clip = np.diag((1.0, -1.0, 1.0, 1.0)) @ view.projection(aspect) @ view.world_to_eye()
        if drawn.mirror >= 0:
            self._draw_mirror(scene, shaders, clip, flags)
        target.use()
        self._ctx.front_face = "cw"  # rows run from top to bottom: pictures are drawn upside down
        self._draw_all(shaders, clip, flags, view, in_mirror=False)

    def _prepare(self, scene: Scene, flags: np.ndarray) -> Shaders:
        """Draw the shadow maps, and set what does not depend on the viewpoint."""
        lights = scene.lights
        maps: list[int] = []
        matrices: list[np.ndarray] = []
        biases: list[float] = []
        for light in lights:
            if (
                flags[RenderFlag.SHADOW]
                and casts(light)
                and len(matrices) < MOST_MAPS
                and self.model.vis.quality.shadowsize
            ):
                matrix, width = light_matrix(self.model, light)
                self._draw_shadow(len(matrices), matrix)
                maps.append(len(matrices))
                matrices.append(column_major(matrix))
                biases.append(SOFTEST * width / self._shadows.size)
            else:
                maps.append(-1)
        lighting = glsl.Lighting(tuple(light.type for light in lights), tuple(maps))
        uniforms: dict[str, Any] = _light_uniforms(lights) if lights else {}
        if matrices:
            uniforms |= {"shadow_matrix": np.stack(matrices), "shadow_bias": np.array(biases, "f4")}
            uniforms |= {f"shadow_map{k}": FIRST_SHADOW + k for k in range(len(matrices))}
            for k in range(len(matrices)):
                self._shadows.texture(k).use(FIRST_SHADOW + k)
        view = scene.view
        assert view is not None
        uniforms |= {"eye": tuple(view.pos), "forward": tuple(view.forward), "picture": PICTURE, "reflected": REFLECTED}
        uniforms |= {"pixels": self._size, "mirror": NO_PLANE, **self._fog(flags)}
        sky = self._passes.textures.sky() if flags[RenderFlag.SKYBOX] else -1
        return Shaders(lighting, uniforms, self._haze(scene, flags, sky), sky)

    def _draw_shadow(self, k: int, matrix: np.ndarray) -> None:
        passes, ctx, drawn = self._passes, self._ctx, self._passes.list
        assert drawn is not None
        target = self._shadows.target(k)
        target.use()
        target.clear(depth=1.0)
        ctx.enable_only(ctx.DEPTH_TEST)
        ctx.polygon_offset = SLOPE_OFFSET
        program = passes.program("shadow", lambda: (glsl.SHADOW_VERTEX, glsl.SHADOW_FRAGMENT))
        program["clip_from_world"].write(column_major(matrix).tobytes())
        for first, last in drawn.casters:
            passes.draw("shadow", program, first, last)
        ctx.polygon_offset = (0.0, 0.0)

    def _fog(self, flags: np.ndarray) -> dict[str, Any]:
        vis, extent = self.model.vis, float(self.model.stat.extent)
        on = float(bool(flags[RenderFlag.FOG]))
        return {"fog": tuple(vis.rgba.fog), "fog_range": (vis.map.fogstart * extent, vis.map.fogend * extent, on)}

    def _haze(self, scene: Scene, flags: np.ndarray, sky: int) -> dict[str, Any]:
        """Haze over infinite planes that lie flat, where there is a sky; it goes on from the plane into the sky."""
        view, drawn, vis = scene.view, self._passes.list, self.model.vis
        assert view is not None and drawn is not None
        if sky < 0 or not flags[RenderFlag.HAZE] or not any(run.infinite for run in drawn.runs):
            return {"haze": (0.0, 0.0, 0.0, 0.0), "slope": 0.0}
        endless = np.flatnonzero((scene.kind == 0) & (scene.size[:, 0] <= 0) & (scene.mat[:, 2, 2] > 0.999))
        if not len(endless):
            return {"haze": (0.0, 0.0, 0.0, 0.0), "slope": 0.0}
        reach = HORIZON * view.far
        height = float(view.pos[2] - scene.pos[endless[0], 2])
        around = (float(view.pos[0]), float(view.pos[1]), (1 - vis.map.haze) * reach, reach)
        return {"haze": (*vis.rgba.haze[:3].tolist(), 1.0), "haze_range": around, "slope": -height / reach}

    def _draw_mirror(self, scene: Scene, shaders: Shaders, clip: np.ndarray, flags: np.ndarray) -> None:
        """Draw what the mirror shows: the world reflected in its plane, in front of it."""
        drawn, view = self._passes.list, scene.view
        assert drawn is not None and view is not None
        row = drawn.mirror
        normal = scene.mat[row][:, 2].astype(float)
        origin = scene.pos[row] + (scene.size[row, 2] * normal if scene.kind[row] else 0.0)
        level = float(normal @ origin)
        if normal @ view.pos <= level:
            return  # it is seen from behind
        reflection = np.eye(4)
        reflection[:3, :3] -= 2 * np.outer(normal, normal)
        reflection[:3, 3] = 2 * level * normal
        if self._mirror is None:
            colour = self._ctx.texture(self._size, 4)
            colour.filter = (self._ctx.LINEAR, self._ctx.LINEAR)
            depth = self._ctx.depth_renderbuffer(self._size)
            self._mirror = colour, self._ctx.framebuffer([colour], depth)
        self._mirror[1].use()
        self._ctx.enable_direct(CLIP_DISTANCE)
        self._ctx.front_face = "ccw"
        flipped = reflection[:3, :3]
        eye, forward = flipped @ view.pos + reflection[:3, 3], flipped @ view.forward
        inside = shaders.uniforms | {"mirror": (*normal, -level), "eye": tuple(eye), "forward": tuple(forward)}
        self._draw_all(
            Shaders(shaders.lighting, inside, shaders.haze, shaders.sky), clip @ reflection, flags, view, in_mirror=True
        )
        self._ctx.disable_direct(CLIP_DISTANCE)
        self._mirror[0].use(REFLECTED)

    def _draw_all(self, shaders: Shaders, clip: np.ndarray, flags: np.ndarray, view: View, in_mirror: bool) -> None:
        passes, ctx, drawn = self._passes, self._ctx, self._passes.list
        assert drawn is not None
        ctx.enable_only(ctx.DEPTH_TEST | ctx.CULL_FACE)
        ctx.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        ctx.wireframe = bool(flags[RenderFlag.WIREFRAME])
        mirrors = not in_mirror and drawn.mirror >= 0 and self._mirror is not None
        prepared: set[Any] = set()
        for solid in (True, False):
            for run in drawn.runs:
                if run.blended == solid or (in_mirror and run.mirror):
                    continue
                self._blend(run)
                key, program = shading_program(passes, shaders.lighting, run)
                if key not in prepared:
                    set_uniforms(program, shaders.uniforms | {"clip_from_world": column_major(clip)})
                    prepared.add(key)
                near = shaders.haze if run.infinite else {"haze": (0.0, 0.0, 0.0, 0.0)}
                set_uniforms(program, {**near, "reflecting": float(mirrors and run.mirror)})
                if run.mapping != "none":
                    passes.textures.get(run.texture).use(PICTURE)
                passes.cull(run)
                passes.draw(key, program, run.first, run.last)
            if solid and not in_mirror:  # a mirror does not show the sky
                ctx.wireframe = False
                self._draw_sky(shaders, clip)
                ctx.wireframe = bool(flags[RenderFlag.WIREFRAME])
        ctx.wireframe = False

    def _blend(self, run: Run) -> None:
        ctx = self._ctx
        if run.blended:
            ctx.enable(ctx.BLEND)
            ctx.blend_func = ctx.SRC_ALPHA, ctx.ONE_MINUS_SRC_ALPHA
        else:
            ctx.disable(ctx.BLEND)

    def _draw_sky(self, shaders: Shaders, clip: np.ndarray) -> None:
        """Draw the sky behind what is there."""
        if shaders.sky < 0:
            return
        passes, ctx = self._passes, self._ctx
        program = passes.program("sky", lambda: (glsl.SKY_VERTEX, glsl.SKY_FRAGMENT))
        set_uniforms(program, {"world_from_clip": column_major(np.linalg.inv(clip)), "sky": PICTURE, **shaders.haze})
        passes.textures.get(shaders.sky).use(PICTURE)
        ctx.disable(ctx.CULL_FACE)
        ctx.depth_func = "<="
        passes.draw_sky(program)
        ctx.depth_func = "<"


def _light_uniforms(lights: list[Light]) -> dict[str, np.ndarray]:
    names = ("pos", "dir", "ambient", "diffuse", "specular", "attenuation")
    columns = {f"light_{name}": np.array([getattr(light, name) for light in lights], "f4") for name in names}
    spots = [(float(np.cos(np.radians(light.cutoff))), light.exponent) for light in lights]
    return {**columns, "light_spot": np.array(spots, "f4")}
