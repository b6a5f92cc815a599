// Vectors, quaternions (w, x, y, z) and column-major 4×4 matrices, as far as a viewer needs them.
"use strict";

const V = {
  add: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  scale: (a, s) => [a[0] * s, a[1] * s, a[2] * s],
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  length: (a) => Math.hypot(a[0], a[1], a[2]),
  unit: (a) => V.scale(a, 1 / Math.max(V.length(a), 1e-12)),
};

const M = {
  multiply(a, b) {
    const out = new Float32Array(16);
    for (let c = 0; c < 4; c++)
      for (let r = 0; r < 4; r++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[4 * c + k];
        out[4 * c + r] = sum;
      }
    return out;
  },
  // frame (position, quaternion) after a scaling of each axis
  place(p, q, s) {
    const [w, x, y, z] = q;
    return new Float32Array([
      s[0] * (1 - 2 * (y * y + z * z)), s[0] * 2 * (x * y + w * z), s[0] * 2 * (x * z - w * y), 0,
      s[1] * 2 * (x * y - w * z), s[1] * (1 - 2 * (x * x + z * z)), s[1] * 2 * (y * z + w * x), 0,
      s[2] * 2 * (x * z + w * y), s[2] * 2 * (y * z - w * x), s[2] * (1 - 2 * (x * x + y * y)), 0,
      p[0], p[1], p[2], 1,
    ]);
  },
  look(eye, at, up) {
    const z = V.unit(V.sub(eye, at)), x = V.unit(V.cross(up, z)), y = V.cross(z, x);
    return new Float32Array([
      x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -V.dot(x, eye), -V.dot(y, eye), -V.dot(z, eye), 1,
    ]);
  },
  perspective(fovy, aspect, near, far) {
    const f = 1 / Math.tan(fovy / 2);
    return new Float32Array([
      f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
    ]);
  },
  box(half, near, far) {
    return new Float32Array([1 / half, 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / (far - near), 0, 0, 0, -(far + near) / (far - near), 1]);
  },
};
