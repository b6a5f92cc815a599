// What stands beside the picture: the tree of bodies, the inspector, plots. Text only ever enters as text.
"use strict";

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const number = (value) => (Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-4) ? value.toExponential(3) : String(+value.toFixed(4)));

class Panels {
  constructor(recording, select) {
    this.recording = recording; this.select = select; this.rows = new Map();
    this.tree = document.getElementById("tree"); this.inspector = document.getElementById("inspector");
    this.plot = document.getElementById("plot"); this.series = document.getElementById("series");
    this.fillTree(); this.fillSeries();
  }

  fillTree() {
    const depth = [];
    this.recording.bodies.forEach((body, index) => {
      depth[index] = index ? depth[body.parent] + 1 : 0;
      const row = make("button", { className: "row", textContent: body.name, title: "body " + index });
      row.style.paddingLeft = 8 + 12 * depth[index] + "px";
      row.addEventListener("click", () => this.select(index));
      this.rows.set(index, row); this.tree.append(row);
    });
  }

  fillSeries() {
    for (const name of Object.keys(this.recording.plots)) this.series.append(make("option", { value: name, textContent: name }));
  }

  choose(body) {
    for (const [index, row] of this.rows) row.classList.toggle("chosen", index === body);
    const row = this.rows.get(body);
    if (row) row.scrollIntoView({ block: "nearest" });
  }

  // fields of the body that do not change, then its state at this frame
  inspect(body, frame) {
    const table = make("table");
    const add = (name, text) => table.append(make("tr", {}, make("th", { textContent: name }), make("td", { textContent: text })));
    if (body < 0) add("time", number(this.recording.time[frame]) + " s");
    else {
      const { fields, joints, moving, name } = this.recording.bodies[body];
      add("body", name); add("id", String(body));
      if (moving >= 0) {
        const at = 7 * (frame * this.recording.nbodyposes + moving), pose = this.recording.bodyposes;
        add("xpos", [0, 1, 2].map((i) => number(pose[at + i])).join("  "));
        add("xquat", [3, 4, 5, 6].map((i) => number(pose[at + i])).join("  "));
      }
      for (const joint of joints) {
        add("joint", joint.name);
        add("qpos", this.slice("qpos", frame, joint.qposadr, joint.nq)); add("qvel", this.slice("qvel", frame, joint.dofadr, joint.nv));
      }
      for (const [field, text] of Object.entries(fields)) add(field, text);
    }
    this.inspector.replaceChildren(table);
  }

  slice(name, frame, first, count) {
    const plot = this.recording.states[name], at = frame * plot.width + first;
    return Array.from(plot.values.subarray(at, at + count), number).join("  ");
  }

  drawPlot(frame) {
    const plot = this.recording.plots[this.series.value], canvas = this.plot, pen = canvas.getContext("2d");
    canvas.width = canvas.clientWidth * 2; canvas.height = canvas.clientHeight * 2;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (!plot || !plot.values.length) return;
    let low = Infinity, high = -Infinity;
    for (const value of plot.values) if (Number.isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
    if (!(high > low)) { high = low + 1; low -= 1; }
    const count = plot.values.length / plot.width, x = (i) => (i / Math.max(1, count - 1)) * canvas.width;
    const y = (value) => canvas.height - 8 - ((value - low) / (high - low)) * (canvas.height - 16);
    pen.lineWidth = 2;
    for (let column = 0; column < Math.min(plot.width, 24); column++) {
      pen.strokeStyle = `hsl(${(column * 67) % 360} 70% 60%)`; pen.beginPath();
      for (let i = 0; i < count; i++) pen.lineTo(x(i), y(plot.values[i * plot.width + column]));
      pen.stroke();
    }
    pen.strokeStyle = "#fff"; pen.beginPath(); pen.moveTo(x(frame), 0); pen.lineTo(x(frame), canvas.height); pen.stroke();
    pen.fillStyle = "#bbb"; pen.font = "20px sans-serif"; pen.fillText(number(high), 4, 20); pen.fillText(number(low), 4, canvas.height - 6);
  }
}
