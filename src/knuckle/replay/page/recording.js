// The recording in this file: a header of JSON, and numbers in one deflated block that the header points into.
"use strict";

const KINDS = { f4: Float32Array, u4: Uint32Array, i4: Int32Array, u1: Uint8Array };

async function readRecording() {
  const header = JSON.parse(document.getElementById("header").textContent);
  const text = document.getElementById("numbers").textContent.trim();
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const block = await new Response(stream).arrayBuffer();
  const numbers = ([kind, offset, count]) => new KINDS[kind](block, offset, count);
  const unpack = (value) => {
    if (Array.isArray(value)) return value.map(unpack);
    if (value === null || typeof value !== "object") return value;
    if (value.numbers) return numbers(value.numbers);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner)]));
  };
  return unpack(header);
}
