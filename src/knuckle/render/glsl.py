"""Shaders, as text: made for the lights of a scene and for the kind of texture of a group of drawables."""

from functools import lru_cache
from typing import NamedTuple

from knuckle.schema.enums import LightType

VERSION = "#version 330\n"

# corners of a unit shape, and what makes a drawable of them (see knuckle.scene.shapes)
PLACEMENT = """
in vec3 corner;      // of the unit shape
in float radial;
in vec3 normal;
in vec2 texcoord;
in mat3 frame;       // of the drawable; its columns are its axes
in vec3 place;
in vec3 size;
in vec3 shrink;      // divides normals
in vec4 rgba;
in vec4 surface;     // emission, specular, shininess, reflectance
in vec4 mapping;     // scale and offset of texture coordinates, or scale of directions
in float segment;
vec3 local_point() { return corner * size + vec3(0.0, 0.0, radial * size.x); }
"""

VERTEX = (
    VERSION
    + PLACEMENT
    + """
uniform mat4 clip_from_world;
uniform vec4 mirror;   // plane beyond which nothing is drawn
out vec3 point;
out vec3 world_normal;
out vec3 texture_point;
flat out vec4 colour;
flat out vec4 look;
void main() {
    vec3 local = local_point();
    point = frame * local + place;
    world_normal = frame * (normal / shrink);
    TEXTURE_POINT
    colour = rgba;
    look = surface;
    gl_Position = clip_from_world * vec4(point, 1.0);
    gl_ClipDistance[0] = dot(mirror, vec4(point, 1.0));
}
"""
)
TEXTURE_POINTS = {
    "none": "texture_point = vec3(0.0);",
    "flat": "texture_point = vec3(texcoord * mapping.xy + mapping.zw, 0.0);",
    "cube": "texture_point = local * mapping.xyz;",
}

FRAGMENT = """
uniform vec3 eye;
uniform vec3 forward;
uniform vec4 haze;         // colour, and whether there is any
uniform vec4 haze_range;   // centre x, y of the horizon, where it begins, where it ends
uniform vec4 fog;
uniform vec3 fog_range;    // start, end, whether there is any
uniform float reflecting;  // how much of a mirror this is
uniform sampler2D reflected;
uniform vec2 pixels;
SAMPLERS
in vec3 point;
in vec3 world_normal;
in vec3 texture_point;
flat in vec4 colour;
flat in vec4 look;
out vec4 shade;

struct Light { vec3 pos, dir, ambient, diffuse, specular, attenuation; vec2 spot; };

vec3 lit(vec3 n, vec3 base, Light light, vec3 to_light, float strength, float open) {
    float cosine = max(dot(n, to_light), 0.0);
    vec3 half_way = normalize(to_light - forward);
    float gloss = cosine > 0.0 ? pow(max(dot(n, half_way), 0.0), look.z * 128.0) : 0.0;
    vec3 direct = light.diffuse * base * cosine + light.specular * look.y * gloss;
    return strength * open * (light.ambient * base + direct);
}

void main() {
    vec3 n = normalize(world_normal);
    vec4 base = colour;
    vec3 sum = look.x * base.rgb;
    LIGHTS
    TEXTURE
    vec4 result = vec4(sum * texel.rgb, base.a * texel.a);
    BACK
    if (reflecting > 0.0) {
        result.rgb += look.w * texture(reflected, gl_FragCoord.xy / pixels).rgb;
    }
    if (haze.a > 0.0) {
        float far_away = length(point.xy - haze_range.xy);
        float share = (far_away - haze_range.z) / (haze_range.w - haze_range.z);
        result.rgb = mix(result.rgb, haze.rgb, clamp(share, 0.0, 1.0));
    }
    if (fog_range.z > 0.0) {
        float depth = dot(point - eye, forward);
        result.rgb = mix(result.rgb, fog.rgb, clamp((depth - fog_range.x) / (fog_range.y - fog_range.x), 0.0, 1.0));
    }
    shade = result;
}
"""

TEXELS = {
    "none": "vec4 texel = vec4(1.0);",
    "flat": "vec4 texel = texture(picture, texture_point.xy);",
    "cube": "vec4 texel = texture(picture, texture_point);",
}

ONE_LIGHT = """
    {{
        Light light = Light(light_pos[{i}], light_dir[{i}], light_ambient[{i}], light_diffuse[{i}], light_specular[{i}],
                            light_attenuation[{i}], light_spot[{i}]);
        {direction}
        {shadow}
        sum += lit(n, base.rgb, light, to_light, strength, open);
    }}"""
DISTANT = "vec3 to_light = -light.dir; float strength = 1.0;"
NEARBY = """vec3 offset = light.pos - point; float away = length(offset); vec3 to_light = offset / away;
        float strength = 1.0 / dot(light.attenuation, vec3(1.0, away, away * away));"""
SPOT = """
        float aligned = dot(-to_light, light.dir);
        strength *= aligned < light.spot.x ? 0.0 : pow(max(aligned, 1e-6), light.spot.y);"""
SHADOW = """vec4 q = shadow_matrix[{k}] * vec4(point + n * shadow_bias[{k}], 1.0); q.xyz /= q.w;
        bool inside = all(lessThan(abs(q.xyz), vec3(1.0)));
        float open = inside ? texture(shadow_map{k}, 0.5 * q.xyz + 0.5) : 1.0;"""

PROBE_VERTEX = (
    VERSION
    + PLACEMENT
    + """
uniform mat4 clip_from_world;
uniform vec3 eye;
uniform vec3 forward;
out float depth;
flat out float number;
void main() {
    vec3 point = frame * local_point() + place;
    depth = dot(point - eye, forward);
    number = segment;
    gl_Position = clip_from_world * vec4(point, 1.0);
}
"""
)
PROBE_FRAGMENT = (
    VERSION
    + """
in float depth;
flat in float number;
out vec2 found;
void main() { found = vec2(depth, number); }
"""
)

SHADOW_VERTEX = (
    VERSION
    + PLACEMENT
    + """
uniform mat4 clip_from_world;
void main() { gl_Position = clip_from_world * vec4(frame * local_point() + place, 1.0); }
"""
)
SHADOW_FRAGMENT = VERSION + "void main() {}\n"

SKY_VERTEX = (
    VERSION
    + """
in vec2 corner;
uniform mat4 world_from_clip;
out vec3 direction;
void main() {
    vec4 ahead = world_from_clip * vec4(corner, 1.0, 1.0), near = world_from_clip * vec4(corner, -1.0, 1.0);
    direction = ahead.xyz / ahead.w - near.xyz / near.w;
    gl_Position = vec4(corner, 1.0, 1.0);
}
"""
)
SKY_FRAGMENT = (
    VERSION
    + """
uniform samplerCube sky;
uniform vec4 haze;
uniform float slope;   // of the ray to where the haze is thickest
in vec3 direction;
out vec4 shade;
void main() {
    vec3 ray = normalize(direction);
    vec3 colour = texture(sky, vec3(ray.x, ray.z, -ray.y)).rgb;
    float rise = ray.z / max(length(ray.xy), 1e-6);
    float share = haze.a > 0.0 && slope < 0.0 ? clamp(rise / slope, 0.0, 1.0) : 0.0;
    shade = vec4(mix(colour, haze.rgb, share), 1.0);
}
"""
)


class Lighting(NamedTuple):
    """What a shader must know of the lights: the kind of each, and which has which shadow map (-1 for none)."""

    kinds: tuple[LightType, ...]
    shadows: tuple[int, ...]


@lru_cache(maxsize=64)
def shading(lighting: Lighting, mapping: str, planes: bool) -> tuple[str, str]:
    """Vertex and fragment shader for these lights and this way of mapping textures; planes are seen through from
    behind.
    """
    vertex = VERTEX.replace("TEXTURE_POINT", TEXTURE_POINTS[mapping])
    parts = {
        "SAMPLERS": _samplers(lighting, mapping),
        "LIGHTS": "".join(_light(i, lighting) for i in range(len(lighting.kinds))),
        "TEXTURE": TEXELS[mapping],
        "BACK": "if (dot(world_normal, point - eye) > 0.0) result.a *= 0.5;" if planes else "",
    }
    fragment = FRAGMENT
    for word, text in parts.items():
        fragment = fragment.replace(f"{word}\n", f"{text}\n")
    return vertex, VERSION + fragment


def _samplers(lighting: Lighting, mapping: str) -> str:
    lines = [] if mapping == "none" else [f"uniform sampler{'Cube' if mapping == 'cube' else '2D'} picture;"]
    if count := len(lighting.kinds):
        names = ("pos", "dir", "ambient", "diffuse", "specular", "attenuation")
        lines += [f"uniform vec3 light_{name}[{count}];" for name in names]
        lines.append(f"uniform vec2 light_spot[{count}];")
    maps = sum(k >= 0 for k in lighting.shadows)
    lines += [f"uniform sampler2DShadow shadow_map{k};" for k in range(maps)]
    if maps:
        lines += [f"uniform mat4 shadow_matrix[{maps}];", f"uniform float shadow_bias[{maps}];"]
    return "\n".join(lines)


def _light(i: int, lighting: Lighting) -> str:
    kind, k = lighting.kinds[i], lighting.shadows[i]
    direction = DISTANT if kind == LightType.DIRECTIONAL else NEARBY + (SPOT if kind == LightType.SPOT else "")
    return ONE_LIGHT.format(i=i, direction=direction, shadow=SHADOW.format(k=k) if k >= 0 else "float open = 1.0;")
