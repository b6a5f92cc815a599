// The player: which frame is shown, and what the buttons do.
"use strict";

const ROW = 16; // numbers of one mark: kind, shape, size 3, pos 3, quat 4, rgba 4

class Player {
  constructor(recording) {
    this.recording = recording; this.frame = 0; this.clock = 0; this.playing = true; this.body = -1; this.stale = true;
    this.canvas = document.getElementById("view");
    this.painter = new Painter(this.canvas, recording);
    this.camera = new Camera(this.canvas, recording.camera, () => (this.stale = true));
    this.camera.clicked = (event) => this.select(this.bodyAt(event.clientX, event.clientY));
    this.panels = new Panels(recording, (body) => this.select(body));
    this.items = recording.drawables.map((drawable, id) => ({ ...drawable, id, casts: true }));
    this.hidden = new Set();
    this.wire();
    this.select(-1);
    requestAnimationFrame((now) => this.tick(now));
  }

  wire() {
    const on = (id, event, does) => document.getElementById(id).addEventListener(event, does);
    const slider = (this.slider = document.getElementById("timeline"));
    slider.max = String(this.frames - 1);
    slider.addEventListener("input", () => { this.pause(); this.seek(+slider.value); });
    on("play", "click", () => (this.playing ? this.pause() : this.play()));
    on("back", "click", () => { this.pause(); this.seek(this.frame - 1); });
    on("next", "click", () => { this.pause(); this.seek(this.frame + 1); });
    on("home", "click", () => this.camera.reset());
    on("series", "change", () => (this.stale = true));
    for (const kind of this.recording.markkinds) {
      const box = make("input", { type: "checkbox", checked: kind.shown });
      if (!kind.shown) this.hidden.add(kind.id);
      box.addEventListener("change", () => { box.checked ? this.hidden.delete(kind.id) : this.hidden.add(kind.id); this.stale = true; });
      document.getElementById("marks").append(make("label", {}, box, kind.name));
    }
    on("transparent", "change", (event) => { this.transparent = event.target.checked; this.stale = true; });
    addEventListener("resize", () => (this.stale = true));
    addEventListener("keydown", (event) => {
      if (["INPUT", "SELECT"].includes(event.target.tagName) && event.key !== " ") return;
      const keys = { " ": () => (this.playing ? this.pause() : this.play()), ArrowRight: () => { this.pause(); this.seek(this.frame + 1); },
        ArrowLeft: () => { this.pause(); this.seek(this.frame - 1); }, Home: () => this.seek(0), End: () => this.seek(this.frames - 1), Escape: () => this.select(-1) };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });
  }

  get frames() { return this.recording.time.length; }
  get time() { return this.recording.time[this.frame]; }
  play() { if (this.frame >= this.frames - 1) this.seek(0); this.playing = true; this.clock = this.time; this.button(); }
  pause() { this.playing = false; this.button(); }
  button() { document.getElementById("play").textContent = this.playing ? "pause" : "play"; }

  seek(frame) {
    this.frame = Math.min(Math.max(0, frame), this.frames - 1);
    this.clock = this.time; this.slider.value = String(this.frame); this.stale = true;
  }

  select(body) { this.body = body; this.panels.choose(body); this.stale = true; }

  bodyAt(x, y) {
    const id = this.painter.pick(this.visible(), this.camera, x, y);
    this.stale = true;
    return id >= 0 && id < this.items.length ? this.items[id].body : -1;
  }

  visible() {
    const { poses, nmoving, marks } = this.recording, alpha = this.transparent ? 0.35 : 1;
    for (const item of this.items) {
      if (item.moving < 0) continue;
      const at = 7 * (this.frame * nmoving + item.moving);
      item.pos = poses.subarray(at, at + 3); item.quat = poses.subarray(at + 3, at + 7);
    }
    const shown = this.items.filter((item) => !this.hidden.has(item.markkind)).map((item) =>
      item.moving >= 0 && this.transparent ? { ...item, rgba: [...item.rgba.slice(0, 3), item.rgba[3] * alpha] } : item);
    for (let row = marks.first[this.frame]; row < marks.first[this.frame + 1]; row++) {
      const r = marks.rows.subarray(ROW * row, ROW * (row + 1));
      if (!this.hidden.has(r[0])) shown.push({ id: -1, shape: r[1], size: r.subarray(2, 5), pos: r.subarray(5, 8), quat: r.subarray(8, 12), rgba: r.subarray(12, 16), texture: -1 });
    }
    return shown;
  }

  tick(now) {
    const elapsed = Math.min(0.1, (now - (this.last || now)) / 1000);
    this.last = now;
    if (this.playing) {
      this.clock += elapsed * +document.getElementById("speed").value;
      let frame = this.frame;
      while (frame < this.frames - 1 && this.recording.time[frame + 1] <= this.clock) frame++;
      if (frame !== this.frame) { const clock = this.clock; this.seek(frame); this.clock = clock; }
      if (frame === this.frames - 1 && this.clock > this.time + 0.5) { this.seek(0); }
    }
    if (this.stale) { this.stale = false; this.show(); }
    requestAnimationFrame((next) => this.tick(next));
  }

  show() {
    const chosen = this.body >= 0 ? this.body : null, items = this.visible();
    for (const item of items) if (item.body !== undefined && item.id >= 0) item.glow = item.body === chosen;
    this.painter.paint(items, this.camera);
    this.panels.inspect(this.body, this.frame); this.panels.drawPlot(this.frame);
    document.getElementById("clock").textContent = this.time.toFixed(3) + " s";
  }
}

readRecording().then((recording) => {
  document.title = recording.title; document.getElementById("title").textContent = recording.title;
  window.player = new Player(recording);
  document.body.dataset.ready = "true";
}).catch((error) => { document.getElementById("title").textContent = "This replay cannot be shown: " + error.message; });
