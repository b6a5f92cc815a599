// A camera that turns about a point: left button turns, right button moves, the wheel comes nearer.
"use strict";

class Camera {
  constructor(canvas, { azimuth, elevation, distance, lookat, fovy }, changed) {
    Object.assign(this, { azimuth, elevation, distance, at: lookat, fovy, changed });
    this.home = { azimuth, elevation, distance, at: lookat };
    let last = null, travelled = 0;
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); last = event; travelled = 0; });
    canvas.addEventListener("pointermove", (event) => {
      if (!last || !event.buttons) return;
      const dx = event.clientX - last.clientX, dy = event.clientY - last.clientY;
      travelled += Math.abs(dx) + Math.abs(dy); last = event;
      if (event.buttons & 1 && !event.shiftKey) this.turn(dx, dy); else this.move(dx, dy, canvas.clientHeight);
    });
    canvas.addEventListener("pointerup", (event) => { last = null; if (travelled < 4 && this.clicked) this.clicked(event); });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.distance *= Math.exp(0.001 * event.deltaY);
      this.changed();
    }, { passive: false });
  }

  turn(dx, dy) {
    this.azimuth -= 0.005 * dx;
    this.elevation = Math.min(1.56, Math.max(-1.56, this.elevation - 0.005 * dy));
    this.changed();
  }

  move(dx, dy, height) {
    const forward = this.forward(), right = V.unit(V.cross(forward, [0, 0, 1])), up = V.cross(right, forward);
    const scale = (2 * this.distance * Math.tan(this.fovy / 2)) / height;
    this.at = V.add(this.at, V.add(V.scale(right, -dx * scale), V.scale(up, dy * scale)));
    this.changed();
  }

  reset() { Object.assign(this, this.home); this.changed(); }
  // azimuth and elevation are of the direction of view, as in the model's own settings
  forward() {
    const c = Math.cos(this.elevation);
    return [c * Math.cos(this.azimuth), c * Math.sin(this.azimuth), Math.sin(this.elevation)];
  }
  eye() { return V.sub(this.at, V.scale(this.forward(), this.distance)); }
}
