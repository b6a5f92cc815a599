// Draws a list of items {shape, size, pos, quat, rgba, …} with WebGL 2.
"use strict";

const SHADOW_SIZE = 2048;

class Painter {
  constructor(canvas, recording) {
    const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl; this.canvas = canvas; this.recording = recording;
    this.surface = this.program(VERTEX, FRAGMENT);
    this.depth = this.program(VERTEX, DEPTH_FRAGMENT);
    this.ids = this.program(VERTEX, ID_FRAGMENT);
    this.sky = this.program(SKY_VERTEX, SKY_FRAGMENT);
    this.empty = gl.createVertexArray();
    this.shapes = recording.shapes.map((shape) => this.upload(shape));
    this.textures = recording.textures.map((texture) => this.texture(texture));
    this.white = this.texture({ width: 1, height: 1, channels: 3, pixels: new Uint8Array([255, 255, 255]) });
    this.makeShadow();
  }

  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source); gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(program, i).name;
      at[name] = gl.getUniformLocation(program, name);
    }
    return { program, at };
  }

  upload(shape) {
    const gl = this.gl, vao = gl.createVertexArray();
    gl.bindVertexArray(vao);
    [[shape.position, 3], [shape.normal, 3], [shape.uv, 2]].forEach(([values, width], location) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, width, gl.FLOAT, false, 0, 0);
    });
    gl.bindVertexArray(null);
    return { vao, count: shape.position.length / 3 };
  }

  texture({ width, height, channels, pixels }) {
    const gl = this.gl, handle = gl.createTexture();
    const format = { 1: gl.RED, 3: gl.RGB, 4: gl.RGBA }[channels], inner = { 1: gl.R8, 3: gl.RGB8, 4: gl.RGBA8 }[channels];
    gl.bindTexture(gl.TEXTURE_2D, handle); gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, width, height, 0, format, gl.UNSIGNED_BYTE, pixels);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    return handle;
  }

  makeShadow() {
    const gl = this.gl;
    this.shadow = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.shadow);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT32F, SHADOW_SIZE, SHADOW_SIZE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    this.shadowFrame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowFrame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.shadow, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  fit() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio)), height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) { this.canvas.width = width; this.canvas.height = height; }
    return width / height;
  }

  views(camera) {
    const { extent, center, light } = this.recording, reach = 1.6 * extent;
    const aspect = this.fit(), eye = camera.eye();
    const near = 0.01 * Math.max(0.1 * extent, camera.distance * 0.2), far = 60 * extent + 4 * camera.distance;
    const view = M.multiply(M.perspective(camera.fovy, aspect, near, far), M.look(eye, camera.at, [0, 0, 1]));
    const from = V.sub(camera.at, V.scale(light, 3 * reach));
    const up = Math.abs(light[2]) > 0.95 ? [1, 0, 0] : [0, 0, 1];
    const lightView = M.multiply(M.box(reach, 0.1 * reach, 6 * reach), M.look(from, camera.at, up));
    return { view, lightView, eye, aspect, fogFar: 25 * extent + 3 * camera.distance, center };
  }

  paint(items, camera) {
    const gl = this.gl, views = this.views(camera), { sky, light } = this.recording;
    gl.enable(gl.DEPTH_TEST); gl.disable(gl.BLEND);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowFrame); gl.viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE); gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.depth.program);
    for (const item of items) if (item.casts && item.rgba[3] > 0.3) this.draw(this.depth, item, { view: views.lightView, lightView: views.lightView });
    gl.bindFramebuffer(gl.FRAMEBUFFER, null); gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...sky.bottom, 1); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.paintSky(camera, views.aspect);
    const { program, at } = this.surface;
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE2); gl.bindTexture(gl.TEXTURE_2D, this.shadow);
    gl.uniform1i(at.picture, 0); gl.uniform1i(at.shadow, 2);
    gl.uniform3fv(at.eye, views.eye); gl.uniform3fv(at.lightDirection, light);
    gl.uniform3fv(at.fogColour, sky.bottom); gl.uniform1f(at.fogFar, views.fogFar);
    const far = (item) => -V.length(V.sub(item.pos, views.eye));
    for (const item of items) if (item.rgba[3] >= 1) this.drawSurface(item, views, !!item.glow);
    gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA); gl.depthMask(false);
    for (const item of items.filter((each) => each.rgba[3] < 1).sort((a, b) => far(a) - far(b))) this.drawSurface(item, views, !!item.glow);
    gl.depthMask(true);
  }

  paintSky(camera, aspect) {
    const gl = this.gl, { at, program } = this.sky, { sky } = this.recording;
    const forward = V.unit(V.sub(camera.at, camera.eye())), right = V.unit(V.cross(forward, [0, 0, 1])), up = V.cross(right, forward);
    const half = Math.tan(camera.fovy / 2);
    gl.useProgram(program); gl.bindVertexArray(this.empty); gl.depthMask(false);
    gl.uniform3fv(at.forward, forward); gl.uniform3fv(at.right, V.scale(right, half * aspect)); gl.uniform3fv(at.upward, V.scale(up, half));
    gl.uniform3fv(at.top, sky.top); gl.uniform3fv(at.bottom, sky.bottom);
    gl.drawArrays(gl.TRIANGLES, 0, 3); gl.depthMask(true);
  }

  drawSurface(item, views, glows) {
    const gl = this.gl, at = this.surface.at;
    gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, item.texture >= 0 ? this.textures[item.texture] : this.white);
    gl.uniform4fv(at.rgba, item.rgba); gl.uniform1f(at.glow, glows ? 1 : 0);
    gl.uniform1f(at.emission, item.emission || 0); gl.uniform1f(at.specular, item.specular ?? 0.3); gl.uniform1f(at.shininess, item.shininess ?? 0.3);
    this.draw(this.surface, item, views);
  }

  draw({ at }, item, { view, lightView }) {
    const gl = this.gl, shape = this.shapes[item.shape];
    gl.uniformMatrix4fv(at.model, false, M.place(item.pos, item.quat, item.size));
    gl.uniformMatrix4fv(at.view, false, view); gl.uniformMatrix4fv(at.light, false, lightView);
    gl.uniform3fv(at.scale, item.size);
    gl.bindVertexArray(shape.vao); gl.drawArrays(gl.TRIANGLES, 0, shape.count);
  }

  // the id of the item under a pixel, or -1
  pick(items, camera, x, y) {
    const gl = this.gl, views = this.views(camera), { program, at } = this.ids;
    gl.disable(gl.BLEND); gl.enable(gl.DEPTH_TEST); gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT); gl.useProgram(program);
    for (const item of items) {
      const id = item.id + 1;
      gl.uniform4fv(at.rgba, [(id & 255) / 255, ((id >> 8) & 255) / 255, ((id >> 16) & 255) / 255, 1]);
      this.draw(this.ids, item, views);
    }
    const pixel = new Uint8Array(4), box = this.canvas.getBoundingClientRect();
    const column = ((x - box.left) / box.width) * this.canvas.width, row = (1 - (y - box.top) / box.height) * this.canvas.height;
    gl.readPixels(column, row, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return pixel[0] + 256 * pixel[1] + 65536 * pixel[2] - 1;
  }
}
