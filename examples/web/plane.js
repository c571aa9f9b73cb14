/* plane.js - the page's second half: a field of loads to paint, and rectangles over it. */

const SIDE = 64;
/* Loads by row and column, from 0 to 1. */
const bump = (r, c, r0, c0, wide) => Math.exp(-((r - r0) ** 2 + (c - c0) ** 2) / (wide * wide));
const PLANE_FIELDS = [
  {id: "clouds", name: "Two clouds", at: (r, c) =>
    bump(r, c, 18, 20, 9) + 0.7 * bump(r, c, 44, 46, 13) + 0.03},
  {id: "ridge", name: "A ridge", at: (r, c) =>
    Math.exp(-(((r - 0.5 * c - 14 - 6 * Math.sin(c / 7)) / 4) ** 2)) + 0.02},
  {id: "ring", name: "A ring", at: (r, c) =>
    Math.exp(-(((Math.hypot(r - 31.5, c - 31.5) - 20) / 4) ** 2)) + 0.01},
  {id: "specks", name: "Specks", at: (r, c, random) => random() ** 12},
  {id: "even", name: "Even", at: () => 0.5},
  {id: "empty", name: "Empty", at: () => 0}];

const plane = {loads: new Float64Array(SIDE * SIDE), m: "16", cls: "auto", speeds: "", erase: false,
  radius: 4, cursor: {r: 32, c: 32}, answer: null, even: null};

function fillPlane(field) {
  let seed = 1;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  for (let r = 0; r < SIDE; r++)
    for (let c = 0; c < SIDE; c++)
      plane.loads[r * SIDE + c] = Math.round(200 * field.at(r, c, random));
}

/* One touch of the brush: most in its middle. */
function paintAt(r, c) {
  const reach = Math.ceil(1.6 * plane.radius);
  for (let i = Math.max(0, r - reach); i <= Math.min(SIDE - 1, r + reach); i++)
    for (let j = Math.max(0, c - reach); j <= Math.min(SIDE - 1, c + reach); j++) {
      const weight = bump(i, j, r, c, plane.radius), at = i * SIDE + j;
      if (plane.erase) plane.loads[at] = Math.floor(plane.loads[at] * (1 - 0.7 * weight));
      else plane.loads[at] = Math.min(100000, plane.loads[at] + Math.round(40 * weight));
    }
}

/* ---- solve ---- */

const speedWords = text => text.trim().split(/[\s,;]+/).filter(word => word);

/* Which of the speeds is none, or whether commas stand in them and between them. */
function speedFault(text) {
  const list = speedWords(text), parts = text.split(";").map(v => v.trim()).filter(v => v);
  const at = list.findIndex(v => !(numberOf(v) >= 1e-60 && numberOf(v) <= 1e60));
  if (at >= 0) return ` (number ${at + 1} of the speeds, ${list[at]}: a number above 0 is wanted)`;
  return parts.length > 1 && parts.some(v => /^\d+,\d+$/.test(v))
    ? ` (the speeds, ${text.trim()}: decimal commas? Write ${parts.join(" ").replace(/,/g, ".")})`
    : "";
}

/* What is odd about the speeds: more than processors, or 10.000. */
function speedDoubt(text, m) {
  const list = speedWords(text), doubt = list.map(thousandsDoubt).find(v => v);
  if (doubt) return ` The speeds: ${doubt}.`;
  return list.length > m ? ` ${list.length} speeds for ${m} processor${m === 1 ? "" : "s"}: the `
    + `last ${list.length - m > 1 ? list.length - m + " are" : "one is"} not used.` : "";
}

/* One speed a part, the list over and over; null: all equal.  What is no number is NaN, which the
   library refuses. */
function speedList(text, m) {
  const list = speedWords(text);
  if (!list.length) return null;
  return Array.from({length: m}, (_, i) => numberOf(list[i % list.length]));
}

/* Is this a number of processors, and what is wrong with it where it is not? */
function partsFit(text) {
  const m = numberOf(text);
  return m % 1 === 0 && m >= 1 && m <= lib.most_parts();
}
function partsFault(text) {
  return statusText(@FPM_E_ARGUMENT) + ` (processors: a whole number from 1 to ${lib.most_parts()}`
    + (numberFault(text) && `; ${numberFault(text).replace(/, such.*/, "")}`) + ")";
}

let planeSeconds = 0; /* how long the last answer took */
function solvePlane() {
  const from = performance.now(), cls = CLASSES.find(c => c[0] === plane.cls);
  const m = numberOf(plane.m), fits = partsFit(plane.m);
  const speeds = fits ? speedList(plane.speeds, m) : null, wrong = speedFault(plane.speeds);
  plane.timed = !!speeds;
  if (!fits) plane.answer = {status: @FPM_E_ARGUMENT, text: partsFault(plane.m)};
  else if (wrong)
    plane.answer = {status: @FPM_E_ARGUMENT, text: statusText(@FPM_E_ARGUMENT) + wrong};
  else plane.answer = cutField(plane.loads, m, cls[1], speeds);
  plane.even = plane.answer.parts ? cutField(plane.loads, m, @FPM_RECT_UNIFORM, speeds)
    : plane.answer;
  if (speeds && plane.answer.status === @FPM_E_UNSUPPORTED)
    plane.answer.text += " (these cuts: equal speeds only)";
  planeSeconds = (performance.now() - from) / 1000;
}

function refreshPlane() {
  solvePlane();
  drawField();
  drawRectangles();
  drawPlaneAnswer();
}

/* At the next picture where answers are quick, else when nothing has changed for a moment. */
let planeTimer = 0, planeFrame = 0;
function planeChanged() {
  drawField();
  keepLink();
  clearTimeout(planeTimer);
  if (planeSeconds > 0.04) planeTimer = setTimeout(refreshPlane, 160);
  else if (!planeFrame)
    planeFrame = requestAnimationFrame(() => { planeFrame = 0; refreshPlane(); });
}

/* ---- show ---- */

/* A colour of the page's style as its three numbers. */
function colourOf(name) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const digits = text.slice(1), each = digits.match(digits.length === 3 ? /./g : /../g);
  return each.map(d => parseInt(d.length === 1 ? d + d : d, 16));
}

/* As in the tool's pictures: grey where there is no load, else the darker the more (the root of
   the load). */
function drawField() {
  const canvas = byId("field").querySelector("canvas"), context = canvas.getContext("2d");
  const image = context.createImageData(SIDE, SIDE);
  const none = colourOf("--none"), paper = colourOf("--card"), ink = colourOf("--p0");
  const sorted = Array.from(plane.loads).sort((a, b) => a - b);
  const most = sorted.length - 1, top = sorted[most - Math.floor(most / 200)] || sorted[most];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const v = top > 0 ? Math.min(1, Math.sqrt(plane.loads[i] / top)) : 0;
    const part = 0.1 + 0.8 * v, mix = paper.map((from, k) => from + part * (ink[k] - from));
    image.data.set([...(plane.loads[i] > 0 ? mix : none), 255], 4 * i);
  }
  context.putImageData(image, 0, 0);
  drawBrush();
}

function drawBrush() {
  const [canvas, overlay] = byId("field").children, ring = overlay.querySelector("circle");
  ring.setAttribute("cx", plane.cursor.c + 0.5);
  ring.setAttribute("cy", plane.cursor.r + 0.5);
  ring.setAttribute("r", plane.radius);
  ring.style.display = plane.hover || document.activeElement === canvas ? "" : "none";
}

function drawRectangles() {
  const layer = byId("field").querySelector("g"), answer = plane.answer;
  layer.replaceChildren();
  if (!answer.parts) return;
  answer.parts.forEach((part, i) => {
    if (part.r0 >= part.r1 || part.c0 >= part.c1) return;
    const e = svg("rect", {x: part.c0, y: part.r0, width: part.c1 - part.c0,
      height: part.r1 - part.r0}, i === answer.last ? null : layer);
    if (i === answer.last) e.setAttribute("class", "last");
    e.dataset.part = i;
  });
  const last = answer.parts[answer.last];
  if (last && last.load > 0)
    svg("rect", {class: "last", "data-part": answer.last, x: last.c0, y: last.r0,
      width: last.c1 - last.c0, height: last.r1 - last.r0}, layer);
}

function partText(i) {
  const part = plane.answer.parts[i];
  if (!part.load) return `Part ${i + 1}: no work`;
  return `Part ${i + 1}: rows ${part.r0 + 1} to ${part.r1}, columns ${part.c0 + 1} to ${part.c1}, `
    + `${inUnits(part.load)} units`
    + (plane.timed ? `, finishes after ${inSeconds(part.amount)}` : "");
}

/* Point at a part, on the field or in the bars: -1 for none. */
function pointAtPart(i) {
  for (const e of document.querySelectorAll("#plane rect[data-part]"))
    e.classList.toggle("pointed", Number(e.dataset.part) === i);
  byId("field-hint").textContent = i >= 0 ? partText(i) + "." : "With the keyboard: Tab to the "
    + "field; arrow keys (with Shift: far) move the brush, Space adds work, Backspace takes it "
    + "away.";
}

function drawLoads(box) {
  const answer = plane.answer, width = Math.max(240, box.clientWidth || 400), height = 150;
  const amounts = answer.parts.map(p => p.amount), top = Math.max(...amounts, 1e-300);
  const floor = height - 18, wide = width / amounts.length;
  const root = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label":
    `${plane.timed ? "Times" : "Loads"} of the parts: from ${inUnits(Math.min(...amounts))} to `
    + inUnits(top)}, box);
  const y = v => floor - v / top * (floor - 8);
  amounts.forEach((v, i) => {
    const e = svg("rect", {x: i * wide + wide * 0.08, y: y(v), width: wide * 0.84,
      height: floor - y(v), "data-part": i, class: i === answer.last ? "last" : ""}, root);
    svg("title", {}, e, partText(i));
    e.addEventListener("pointerenter", () => pointAtPart(i));
    e.addEventListener("pointerleave", () => pointAtPart(-1));
  });
  svg("line", {class: "axis", x1: 0, x2: width, y1: floor, y2: floor}, root);
  if (answer.bound > 0)
    svg("line", {class: "done", "stroke-dasharray": "5 4", x1: 0, x2: width,
      y1: y(answer.bound), y2: y(answer.bound)}, root);
  const every = Math.ceil(amounts.length * 22 / width);
  amounts.forEach((v, i) => {
    if (i % every === 0) svg("text", {class: "soft", x: (i + 0.5) * wide, y: height - 3,
      "text-anchor": "middle", style: "font-size:11px"}, root, i + 1);
  });
}

function drawPlaneAnswer() {
  const box = byId("plane-answer"), line = byId("plane-verdict"), {answer, even} = plane;
  box.replaceChildren();
  line.replaceChildren();
  line.classList.toggle("bad", !answer.parts);
  pointAtPart(-1);
  if (!answer.parts) {
    html("p", {class: "alarm"}, box, `No answer: ${answer.text}.`);
    line.append(`No answer: ${answer.text}.`);
    return;
  }
  const amount = plane.timed ? inSeconds : v => inUnits(v) + " units";
  const list = html("dl", {class: "figures"}, box);
  const figure = (name, value, main) => {
    html("dt", {}, list, name);
    html("dd", main ? {class: "main"} : {}, list, value);
  };
  figure(plane.timed ? "the last one finishes after" : "largest load", amount(answer.most), true);
  figure("above the mean (imbalance)", inPercent(answer.imbalance));
  figure(plane.timed ? "no partition finishes before" : "no partition is below",
    amount(answer.bound));
  figure("above that bound (gap)", inPercent(answer.gap));
  if (even.parts) figure("imbalance of equal cells", inPercent(even.imbalance));
  figure("kind of cuts", CLASSES.find(c => c[1] === answer.found)?.[0] || plane.cls);
  html("p", {class: "note", style: "margin:6px 0 2px"}, box, (plane.timed ? "Seconds" : "Load")
    + " of each part; dashed: the bound that none can be below");
  drawLoads(html("div", {class: "loads"}, box));
  html("p", {class: "note"}, box, `Status: ${answer.text}.`);

  line.append(plane.timed ? "The processor that finishes last needs "
    : "The heaviest rectangle has ");
  html("b", {}, line, `${inPercent(answer.imbalance)} more`);
  line.append(plane.timed ? " than if all finished together" : " than the mean");
  if (even.parts && plane.cls !== "uniform")
    line.append(`; with equal cells it has ${inPercent(even.imbalance)} more`);
  const most = inPercent(1 - answer.bound / answer.most);
  line.append(answer.gap > 0 ? `. No rectangles, of whatever kind, have a ${plane.timed ? "time"
    : "largest load"} that is smaller by more than ${most}.` : ". No other rectangles are better.");
  html("span", {class: "alarm"}, line, speedDoubt(plane.speeds, numberOf(plane.m)));
}

/* ---- paint ---- */

const inField = v => Math.min(SIDE - 1, Math.max(0, v));
function fieldCell(event) {
  const box = byId("field").querySelector("canvas").getBoundingClientRect();
  const at = (v, from, size) => inField(Math.floor((v - from) / size * SIDE));
  return {r: at(event.clientY, box.top, box.height), c: at(event.clientX, box.left, box.width)};
}

function listenToField() {
  const canvas = byId("field").querySelector("canvas");
  let painting = false;
  const paint = event => {
    for (const e of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) {
      plane.cursor = fieldCell(e);
      paintAt(plane.cursor.r, plane.cursor.c);
    }
    markField(null);
    planeChanged();
  };
  canvas.addEventListener("pointerdown", event => {
    if (event.button > 0) return;
    painting = true;
    canvas.focus({preventScroll: true});
    paint(event);
    event.preventDefault();
  });
  window.addEventListener("pointermove", event => {
    if (painting) paint(event);
    else if (event.target === canvas) {
      plane.cursor = fieldCell(event);
      plane.hover = true;
      drawBrush();
      const parts = plane.answer && plane.answer.parts || [], {r, c} = plane.cursor;
      pointAtPart(parts.findIndex(p => p.r0 <= r && r < p.r1 && p.c0 <= c && c < p.c1));
    }
  });
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, () => { painting = false; });
  canvas.addEventListener("pointerleave", () => {
    plane.hover = false;
    drawBrush();
    pointAtPart(-1);
  });
  canvas.addEventListener("focus", drawBrush);
  canvas.addEventListener("blur", drawBrush);
  canvas.addEventListener("keydown", event => {
    const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
    const step = steps[event.key], far = event.shiftKey ? 8 : 1, at = plane.cursor;
    if (step) {
      plane.cursor = {r: inField(at.r + far * step[0]), c: inField(at.c + far * step[1])};
      drawBrush();
    } else if (event.key === " " || event.key === "Backspace" || event.key === "Delete") {
      const erase = plane.erase;
      plane.erase = event.key === " " ? erase : true;
      paintAt(at.r, at.c);
      plane.erase = erase;
      markField(null);
      planeChanged();
    } else {
      return;
    }
    event.preventDefault();
  });
}

function markField(button) {
  for (const b of byId("fields").children) b.setAttribute("aria-pressed", b === button);
}

function setErase(erase) {
  plane.erase = erase;
  byId("brush-add").setAttribute("aria-pressed", !erase);
  byId("brush-take").setAttribute("aria-pressed", erase);
}

function startPlane() {
  const box = byId("field");
  html("canvas", {width: SIDE, height: SIDE, tabindex: 0, role: "application", "aria-label":
    "Field of work, 64 by 64 cells. Arrow keys move the brush, Space adds work, Backspace takes it "
    + "away."}, box);
  const root = svg("svg", {viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true"}, box);
  svg("g", {}, root);
  svg("circle", {}, root);
  for (const field of PLANE_FIELDS) {
    const button = html("button", {"aria-pressed": field === PLANE_FIELDS[0]}, byId("fields"),
      field.name);
    button.addEventListener("click", () => {
      fillPlane(field);
      markField(button);
      planeChanged();
    });
  }
  for (const [id, , text] of CLASSES) html("option", {value: id}, byId("class"), text);
  byId("class").addEventListener("change", event => {
    plane.cls = event.target.value;
    planeChanged();
  });
  for (const id of ["m", "m-range"])
    byId(id).addEventListener("input", event => {
      plane.m = event.target.value;
      for (const other of ["m", "m-range"])
        if (other !== id) byId(other).value = plane.m;
      planeChanged();
    });
  byId("m").value = byId("m-range").value = plane.m;
  byId("speeds").addEventListener("input", event => {
    plane.speeds = event.target.value;
    planeChanged();
  });
  byId("radius").addEventListener("input", event => { plane.radius = Number(event.target.value); });
  byId("brush-add").addEventListener("click", () => setErase(false));
  byId("brush-take").addEventListener("click", () => setErase(true));
  listenToField();
  fillPlane(PLANE_FIELDS[0]);
}
