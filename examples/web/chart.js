/* chart.js - numbers as text, elements, axes; the markers and ticks are those of the tool's
   pictures. */

const byId = id => document.getElementById(id);
const SHAPES = [null, [[-.9, -.9], [.9, -.9], [.9, .9], [-.9, .9]],
  [[0, -1.2], [1.1, .8], [-1.1, .8]], [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  [[0, 1.2], [1.1, -.8], [-1.1, -.8]]];

/* An element of HTML, or of SVG, with attributes, in a parent. */
function element(space, tag, attributes, parent, text) {
  const e = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}
const html = (tag, attributes, parent, text) => element(null, tag, attributes, parent, text);
const svg = (tag, attributes, parent, text) =>
  element("http://www.w3.org/2000/svg", tag, attributes, parent, text);

/* 28,819 units; 0.3867 s; 18.8 %; 1.5k on axes.  Units stay on the line of their numbers. */
const inUnits = v => v.toLocaleString("en", {maximumFractionDigits: 0});
const inDigits = (v, digits) => Number(v.toPrecision(digits)).toLocaleString("en",
  {maximumSignificantDigits: digits});
function inSeconds(v) {
  if (v > 0 && (v < 1e-4 || v >= 1e7)) return v.toExponential(2) + "\u00a0s";
  return inDigits(v, 4) + "\u00a0s";
}
function inPercent(v) {
  return inDigits(100 * v, 100 * v >= 100 ? 3 : 2) + "\u00a0%";
}
function inShort(v) {
  const suffix = ["", "k", "M", "G", "T"];
  let k = 0;
  while (Math.abs(v) >= 999.9995 && k < 4) v /= 1000, k++;
  return Number(v.toPrecision(4)) + suffix[k];
}
/* How much longer: 18.8 % longer, 9.15 times as long. */
function inTimes(ratio) {
  if (ratio >= 2) return inDigits(ratio, 3) + " times as long";
  return inPercent(ratio - 1) + " longer";
}

/* About so many round values from 0 to top. */
function ticksTo(top, about) {
  const power = 10 ** Math.floor(Math.log10(top / about)), f = top / about / power;
  const step = power * (f <= 1 ? 1 : f <= 2 ? 2 : f <= 5 ? 5 : 10), ticks = [];
  for (let k = 0; k * step <= top * 1.0000001; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/* Processor i's marker: a shape of its own beside the colour. */
function markerPath(i, r) {
  const corners = SHAPES[i % SHAPES.length];
  if (!corners) return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const places = corners.map(([x, y]) => `${(r * x).toFixed(2)} ${(r * y).toFixed(2)}`);
  return "M" + places.join("L") + "z";
}

function swatch(i, parent) {
  const e = svg("svg", {class: "swatch", viewBox: "-7 -7 14 14", "aria-hidden": "true"}, parent);
  svg("path", {d: markerPath(i, 5.4), style: `fill:var(--p${i})`}, e);
  return e;
}

/* A frame of width x height pixels with axes from 0 to xTop and yTop. */
class Frame {
  constructor(width, height, xTop, yTop) {
    Object.assign(this, {width, height, xTop, yTop});
    this.left = 62;
    this.right = width - 14;
    this.top = 14;
    this.bottom = height - 46;
  }
  x(v) { return this.left + v / this.xTop * (this.right - this.left); }
  y(v) { return this.bottom - v / this.yTop * (this.bottom - this.top); }
  unX(px) { return (px - this.left) / (this.right - this.left) * this.xTop; }
  unY(px) { return (this.bottom - px) / (this.bottom - this.top) * this.yTop; }

  draw(parent, xTitle, yTitle) {
    for (const v of ticksTo(this.xTop, this.width < 500 ? 5 : 8)) {
      const x = this.x(v);
      svg("line", {class: "grid", x1: x, x2: x, y1: this.top, y2: this.bottom}, parent);
      svg("text", {x, y: this.bottom + 18, "text-anchor": "middle"}, parent, inShort(v));
    }
    for (const v of ticksTo(this.yTop, 6)) {
      const y = this.y(v);
      svg("line", {class: "grid", x1: this.left, x2: this.right, y1: y, y2: y}, parent);
      if (v > 0)
        svg("text", {x: this.left - 7, y: y + 4, "text-anchor": "end"}, parent, inShort(v));
    }
    svg("path", {class: "axis", d: `M${this.left} ${this.top}V${this.bottom}H${this.right}`},
      parent);
    svg("text", {class: "soft", x: (this.left + this.right) / 2, y: this.height - 8,
      "text-anchor": "middle"}, parent, xTitle);
    svg("text", {class: "soft", "text-anchor": "middle",
      transform: `rotate(-90 14 ${(this.top + this.bottom) / 2})`, x: 14,
      y: (this.top + this.bottom) / 2}, parent, yTitle);
  }
}
