// What the graphics processor runs: surfaces under one light with a shadow, the sky, and ids for picking.
"use strict";

const VERTEX = `#version 300 es
layout(location=0) in vec3 position; layout(location=1) in vec3 normal; layout(location=2) in vec2 uv;
uniform mat4 model, view, light; uniform vec3 scale;
out vec3 worldPosition, worldNormal; out vec2 texel; out vec4 inLight;
void main() {
  vec4 world = model * vec4(position, 1.0);
  vec3 safe = max(abs(scale), vec3(1e-9));
  worldPosition = world.xyz;
  worldNormal = normalize(mat3(model) * (normal / (safe * safe)));
  texel = uv;
  inLight = light * world;
  gl_Position = view * world;
}`;

const FRAGMENT = `#version 300 es
precision highp float; precision highp sampler2DShadow;
in vec3 worldPosition, worldNormal; in vec2 texel; in vec4 inLight;
uniform vec4 rgba; uniform vec3 eye, lightDirection, fogColour; uniform float emission, specular, shininess, fogFar, glow;
uniform sampler2D picture; uniform sampler2DShadow shadow;
out vec4 colour;
float lit() {
  vec3 p = 0.5 * inLight.xyz / inLight.w + 0.5;
  if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
  float sum = 0.0; vec2 size = vec2(1.0) / vec2(textureSize(shadow, 0));
  for (int i = -1; i <= 1; i++) for (int j = -1; j <= 1; j++) sum += texture(shadow, vec3(p.xy + size * vec2(i, j), p.z - 0.0015));
  return sum / 9.0;
}
void main() {
  vec4 base = rgba * texture(picture, texel);
  vec3 toEye = normalize(eye - worldPosition), n = normalize(worldNormal);
  if (dot(n, toEye) < 0.0) n = -n;
  float shade = lit(), direct = max(dot(n, -lightDirection), 0.0) * shade, head = max(dot(n, toEye), 0.0);
  float shine = pow(max(dot(reflect(lightDirection, n), toEye), 0.0), 1.0 + 127.0 * shininess) * shade;
  vec3 seen = base.rgb * (0.22 + emission + 0.55 * direct + 0.28 * head) + vec3(0.35 * specular * shine);
  seen += glow * vec3(0.35, 0.30, 0.05);
  float fog = clamp(length(eye - worldPosition) / fogFar - 0.6, 0.0, 1.0);
  colour = vec4(mix(seen, fogColour, fog), base.a);
}`;

const DEPTH_FRAGMENT = `#version 300 es
precision highp float; out vec4 colour; void main() { colour = vec4(1.0); }`;

const ID_FRAGMENT = `#version 300 es
precision highp float; uniform vec4 rgba; out vec4 colour; void main() { colour = rgba; }`;

const SKY_VERTEX = `#version 300 es
out vec2 at; void main() { at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0); gl_Position = vec4(at, 0.9999, 1.0); }`;

const SKY_FRAGMENT = `#version 300 es
precision highp float; in vec2 at; uniform vec3 right, upward, forward, top, bottom; out vec4 colour;
void main() { float h = normalize(forward + at.x * right + at.y * upward).z; colour = vec4(mix(bottom, top, clamp(0.5 + 0.5 * h, 0.0, 1.0)), 1.0); }`;
