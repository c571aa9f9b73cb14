/* shares.js - the page's first half: speed functions to drag, constraints, and what each way to
   divide makes of them. */

/* A processor of a problem.  The numbers are the fields' texts; empty is none. */
function processor(name, pairs, constraints) {
  return Object.assign({name, text: pairs.map(p => p.join(" ")).join("\n") + "\n", points: [],
    min: "", max: "", grain: "", fixed: "", required: false}, constraints);
}
const STEADY = [[1000, .03], [2000, .06], [4000, .12], [8000, .24], [16000, .48]];
const EQUAL = [[500, .0052], [1000, .01], [2000, .0202], [4000, .042], [8000, .088]];
const PRESETS = [
  {name: "Cache cliff", n: 12000, story: "The quick core does 100,000 units per second as long as "
    + "its data fit into its cache, up to 4,000 units; with more it is the slower of the two. One "
    + "number for its speed is wrong on one side or the other. Drag the cliff and see.",
  procs: () => [processor("quick core", [[1000, .01], [2000, .02], [4000, .041], [8000, .19],
    [16000, .8]]), processor("steady core", STEADY)]},
  {name: "Memory runs out", n: 150000, story: "With even shares the core gets more than its memory "
    + "holds and pages, and all wait for it. One speed each, measured at even shares, makes "
    + "the core so slow that it gets little. Try a limit: 64000 as At most of the GPU.",
  procs: () => [
    processor("core", [[1000, .0088], [2000, .0171], [4000, .0336], [6000, .05],
      [8000, .0672], [10000, .0926], [13000, .1444], [16000, .1975], [20000, .2597],
      [26000, .3467], [32000, .4324], [38000, .5205], [42000, .5915], [45000, .9783],
      [48000, 2.1818], [52000, 4.16], [58000, 6.8235]]),
    processor("GPU", [[2000, .0195], [4000, .027], [7000, .0383], [10000, .0493],
      [14000, .0644], [20000, .0873], [28000, .1173], [36000, .1472], [44000, .1772],
      [52000, .207], [58000, .2298], [64000, .2525], [80000, .3156], [100000, .3945],
      [130000, .5129]]),
    processor("steady", [[1000, .0169], [4000, .0668], [8000, .1327], [16000, .2662],
      [24000, .4007], [32000, .5352], [40000, .6711], [50000, .8418], [60000, 1.0135]])]},
  {name: "GPU with a start-up time", n: 40000, story: "The GPU is ten times as fast as a core, but "
    + "needs 0.05 s before its first unit. Slide the work down: below about 10,000 units the two "
    + "cores finish before it has begun, and it stays unused.",
  procs: () => [
    processor("GPU", [[1000, .002], [4000, .005], [16000, .017], [64000, .065]], {fixed: "0.05"}),
    processor("core A", [[1000, .01], [4000, .04], [16000, .16], [64000, .66]]),
    processor("core B", [[1000, .01], [4000, .04], [16000, .16], [64000, .66]])]},
  {name: "Equal processors", n: 10000, story: "Equal processors: even shares are best, and nothing "
    + "is to be gained. Pull one of them down, or let its units come in grains of 1000, and the "
    + "others take over what it leaves.",
  procs: () => ["A", "B", "C", "D"].map(k => processor("core " + k, EQUAL))}];

let problem = {n: "0", curve: "akima", procs: []};
let answers = {};          /* of each method, by its id */
let shown = "auto";        /* the method whose shares are in the chart */
let view = "speed";        /* or "time" */
let frame = null;
let held = null;           /* the point in hand: {i, k} */
let pointed = null;        /* the point that the line below the chart speaks of */

const procName = i => problem.procs[i].name || "processor " + (i + 1);
const secondsAt = (i, size) => lib.seconds_for(i, size);
/* What the chart shows of a size and its time. */
const heightOf = (size, seconds) => view === "time" ? seconds : size / seconds;
const fixedOf = p => { const f = numberOf(p.fixed); return f > 0 && isFinite(f) ? f : 0; };

/* ---- solve and show ---- */

function refreshShares(structure) {
  takeProblem(problem);
  answers = {};
  for (const method of METHODS) answers[method.id] = divide(problem, method);
  if (structure) drawProcs();
  if (!held) fitFrame();
  drawChart();
  drawAnswers();
  drawVerdict();
  drawTexts();
}

/* At the next picture; later where answers take so long that dragging would stutter. */
let waiting = false, lastSeconds = 0;
function changed() {
  if (waiting) return;
  waiting = true;
  const run = () => {
    const from = performance.now();
    waiting = false;
    refreshShares(false);
    lastSeconds = (performance.now() - from) / 1000;
    keepLink();
  };
  if (lastSeconds > 0.06) setTimeout(run, 150);
  else requestAnimationFrame(run);
}

function fitFrame() {
  const box = byId("chart"), width = Math.max(300, box.clientWidth || 700);
  const height = width < 560 ? 330 : 400, sizes = [1], heights = [];
  problem.procs.forEach((p, i) => {
    for (const q of p.points) {
      sizes.push(q.size);
      heights.push(heightOf(q.size, q.seconds + fixedOf(p)));
    }
    for (const method of METHODS)
      if (answers[method.id].shares) sizes.push(answers[method.id].shares[i]);
  });
  let yTop = Math.max(...heights.filter(h => h > 0 && isFinite(h)), 1e-9);
  /* Times where the partitions are, not those of a processor that pages. */
  const done = ["auto", "proportional"].map(id => answers[id].makespan).filter(t => t > 0);
  if (view === "time" && done.length) yTop = Math.min(yTop, 2.5 * Math.max(...done));
  frame = new Frame(width, height, 1.05 * Math.max(...sizes), 1.08 * yTop);
}

/* ---- the chart ---- */

function curvePath(i, from, to) {
  const p = problem.procs[i], step = frame.xTop / (frame.right - frame.left) * 2, at = [];
  for (let x = from; x < to; x += step) at.push(x);
  at.push(to, ...p.points.map(q => q.size).filter(x => x > from && x < to));
  at.sort((a, b) => a - b);
  let path = "", pen = "M";
  for (const x of at) {
    const v = heightOf(x, secondsAt(i, x));
    if (!(v >= 0) || !isFinite(v)) { pen = "M"; continue; }
    path += `${pen}${frame.x(x).toFixed(1)} ${Math.max(-999, frame.y(v)).toFixed(1)}`;
    pen = "L";
  }
  return path;
}

function drawCurve(i, layer) {
  const p = problem.procs[i], max = numberOf(p.max);
  if (p.fault || !p.points.length) return;
  const end = max > 0 ? Math.min(max, frame.xTop) : frame.xTop, tiny = frame.xTop * 1e-4;
  const first = p.points[0].size, last = p.points[p.points.length - 1].size;
  const pieces = [[tiny, Math.min(first, end), "curve beyond"],
    [first, Math.min(last, end), "curve"], [last, end, "curve beyond"],
    [Math.max(end, tiny), frame.xTop, "curve out"]];
  for (const [from, to, name] of pieces)
    if (from < to)
      svg("path", {class: name, style: `stroke:var(--p${i})`, d: curvePath(i, from, to)}, layer);
  if (max > 0 && max < frame.xTop) {
    const v = heightOf(max, secondsAt(i, max));
    if (!(v >= 0) || v > frame.yTop) return;
    const x = frame.x(max), y = frame.y(v);
    const wall = svg("path", {class: "curve", d: `M${x} ${y - 9}v18`, style: `stroke:var(--p${i})`},
      layer);
    svg("title", {}, wall, `${procName(i)}: at most ${inUnits(max)} units`);
  }
}

/* All points of this line, or on this height, are done after so many seconds. */
function drawDone(seconds, name, layer) {
  if (!(seconds > 0)) return null;
  let x = frame.xTop, y = view === "time" ? seconds : x / seconds;
  if (view === "speed" && y > frame.yTop) x = seconds * frame.yTop, y = frame.yTop;
  if (view === "time" && y > frame.yTop) return null;
  svg("line", {class: name, x1: frame.x(0), y1: frame.y(view === "time" ? y : 0), x2: frame.x(x),
    y2: frame.y(y)}, layer);
  return {x: frame.x(x), y: frame.y(y)};
}

const markWidth = m => 10 + 7 * m.who.map(i => i + 1).join(",").length;

/* What the line means, beside it, where no mark is, on a ground that no line crosses. */
function drawDoneText(end, seconds, marks, layer) {
  const group = svg("g", {class: "label"}, layer), ground = svg("rect", {}, group);
  const text = svg("text", {}, group, `finishes after ${inSeconds(seconds)}`), box = text.getBBox();
  const wide = box.width + 8, high = box.height + 2, timed = view === "time";
  const places = [0.6, 0.72, 0.48, 0.84, 0.36, 0.24, 0.12, 0.92].flatMap(along => {
    const x = frame.left + along * (end.x - frame.left);
    const y = frame.bottom + along * (end.y - frame.bottom);
    if (timed) return [{x, y: end.y - high - 3}, {x, y: end.y + 3}];
    return [{x: x + 12, y: y + 4}, {x: x - wide - 12, y: y - high - 4}];
  });
  for (let y = frame.top; y < frame.bottom; y += 20) /* where that line has no room */
    for (let x = frame.right - wide; x > frame.left; x -= 40) places.push({x, y});
  const inside = places.filter(at => at.x > frame.left && at.x + wide < frame.right + 8
    && at.y > frame.top - 8 && at.y + high < frame.bottom);
  const half = m => markWidth(m) / 2 + 2;
  const clear = (m, at) => m.x < at.x - half(m) || m.x > at.x + wide + half(m)
    || m.y < at.y - 12 || m.y > at.y + high + 12;
  const at = inside.find(place => marks.every(m => clear(m, place))) || inside[0];
  for (const [name, value] of Object.entries({x: at.x, y: at.y, width: wide, height: high, rx: 3}))
    ground.setAttribute(name, value);
  text.setAttribute("x", at.x + 4);
  text.setAttribute("y", at.y + high - 5);
}

function drawMarks(layer) {
  const answer = answers[shown];
  if (!answer.shares) return;
  const best = answers.auto;
  if (best.bound > 0 && best.bound < answer.makespan * 0.999) drawDone(best.bound, "bound", layer);
  const end = drawDone(answer.makespan, "done", layer);
  const marks = [];
  answer.shares.forEach((d, i) => {
    const v = heightOf(d, answer.seconds[i]);
    if (!(d > 0) || !(v > 0) || v > frame.yTop) return;
    const x = frame.x(d), y = frame.y(v);
    svg("line", {class: "drop", x1: x, x2: x, y1: y, y2: frame.bottom,
      style: `stroke:var(--p${i})`}, layer);
    const near = marks.find(m => Math.abs(m.x - x) < 9 && Math.abs(m.y - y) < 9);
    if (near) near.who.push(i);
    else marks.push({x, y, who: [i]});
  });
  if (end) drawDoneText(end, answer.makespan, marks, layer);
  for (const m of marks) {
    const {x, y, who} = m, name = who.map(i => i + 1).join(","), wide = markWidth(m);
    svg("rect", {class: "mark", x: x - wide / 2, y: y - 8.5, width: wide, height: 17,
      rx: 8.5, style: `stroke:var(--p${who[0]})`}, layer);
    svg("text", {class: "number", x, y: y + 4}, layer, name);
  }
}

/* The handles stay from drawing to drawing, as one of them may be held or have the focus. */
function drawHandles(layer) {
  const old = [...layer.children];
  let used = 0;
  problem.procs.forEach((p, i) => p.points.forEach((q, k) => {
    const g = old[used++] || newHandle(layer);
    const v = heightOf(q.size, q.seconds + fixedOf(p)), x = frame.x(q.size).toFixed(1);
    const isHeld = held && held.i === i && held.k === k;
    g.point = {i, k};
    g.setAttribute("class", isHeld ? "point held" : "point");
    g.setAttribute("transform", `translate(${x} ${frame.y(v).toFixed(1)})`);
    g.style.color = `var(--p${i})`;
    g.style.display = v <= frame.yTop * 1.01 ? "" : "none";
    g.setAttribute("aria-label", `${procName(i)}, point ${k + 1} of ${p.points.length}`);
    g.setAttribute("aria-valuenow", q.seconds);
    g.setAttribute("aria-valuetext", pointText(i, q));
    g.lastChild.setAttribute("d", markerPath(i, 4.6));
    g.lastChild.setAttribute("fill", `var(--p${i})`);
  }));
  for (; used < old.length; used++) old[used].remove();
  /* Tab goes from processor to processor. */
  const focused = layer.contains(document.activeElement) ? document.activeElement.point : null;
  for (const g of layer.children) {
    const first = focused && focused.i === g.point.i ? focused.k : 0;
    g.setAttribute("tabindex", g.point.k === first ? 0 : -1);
  }
}

function newHandle(layer) {
  const g = svg("g", {role: "slider", "aria-valuemin": 0}, layer);
  svg("circle", {class: "reach", r: 13}, g);
  svg("path", {class: "shape"}, g);
  return g;
}

function pointText(i, q) {
  const t = q.seconds + fixedOf(problem.procs[i]);
  return `${inUnits(q.size)} units take ${inSeconds(t)}: ${inUnits(q.size / t)} units per second`;
}

function drawChart() {
  const box = byId("chart");
  let root = box.firstChild;
  if (!root) {
    root = svg("svg", {role: "group", "aria-label": "Speed functions"}, box);
    for (const name of ["back", "handles", "marks"]) svg("g", {class: name}, root);
    const clip = svg("clipPath", {id: "inside"}, svg("defs", {}, root));
    svg("rect", {}, clip);
  }
  const [back, handles, marks, defs] = root.children, clip = defs.firstChild.firstChild;
  root.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  root.style.height = frame.height + "px";
  clip.setAttribute("x", frame.left);
  clip.setAttribute("y", frame.top - 8);
  clip.setAttribute("width", frame.right - frame.left + 8);
  clip.setAttribute("height", frame.bottom - frame.top + 8);
  back.replaceChildren();
  marks.replaceChildren();
  frame.draw(back, "share, in units of work", view === "time" ? "seconds" : "units per second");
  const curves = svg("g", {"clip-path": "url(#inside)"}, back);
  problem.procs.forEach((p, i) => drawCurve(i, curves));
  drawMarks(marks);
  drawHandles(handles);
  drawReadout();
}

function drawReadout() {
  const line = byId("readout");
  line.replaceChildren();
  const p = pointed && problem.procs[pointed.i], q = p && p.points[pointed.k];
  if (q) {
    swatch(pointed.i, line);
    html("b", {}, line, ` ${procName(pointed.i)}: `);
    line.append(pointText(pointed.i, q));
  } else {
    line.append("Drag a point; double-click to add one on the curve. With the keyboard: Tab, then "
      + "arrow keys (with Shift: far), Page Up and Down for the next point, Insert and Delete.");
  }
}

/* ---- moving points ---- */

function rewrite(p) {
  p.text = p.points.map(q => `${q.size} ${q.seconds}`).join("\n") + "\n";
}

/* Move a point to a size and a height of the chart, between its neighbours. */
function movePoint({i, k}, size, height) {
  const p = problem.procs[i], least = k ? p.points[k - 1].size + 1 : 1;
  const most = k + 1 < p.points.length ? p.points[k + 1].size - 1 : 9e15;
  const tiny = frame.yTop * 1e-3, v = Math.max(height, tiny);
  size = Math.min(Math.max(Math.round(size), least), most);
  const total = view === "time" ? v : size / v, t = Math.max(total - fixedOf(p), total / 1000);
  p.points[k] = {size, seconds: Number(t.toPrecision(5))};
  rewrite(p);
}

function addPoint(i, size) {
  const p = problem.procs[i], t = lib.seconds_for(i, size) - fixedOf(p);
  if (p.fault || !(t > 0) || size < 1 || p.points.some(q => q.size === size)) return;
  p.points.push({size, seconds: Number(t.toPrecision(5))});
  p.points.sort((a, b) => a.size - b.size);
  rewrite(p);
  changed();
}

function removePoint({i, k}) {
  const p = problem.procs[i];
  if (p.points.length < 2) return;
  p.points.splice(k, 1);
  rewrite(p);
  pointed = null;
  changed();
}

function focusPoint(i, k) {
  for (const g of document.querySelectorAll(".point"))
    if (g.point.i === i && g.point.k === k) g.focus();
}

function pointKey(event) {
  const g = event.target.closest(".point");
  if (!g) return;
  const {i, k} = g.point, p = problem.procs[i], q = p.points[k], far = event.shiftKey ? 10 : 1;
  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
  const step = steps[event.key];
  const next = {PageUp: k + 1, PageDown: k - 1, Home: 0, End: p.points.length - 1}[event.key];
  if (step) {
    const height = heightOf(q.size, q.seconds + fixedOf(p));
    movePoint({i, k}, q.size + step[0] * far * Math.max(1, Math.round(frame.xTop / 400)),
      height + step[1] * far * frame.yTop / 200);
    changed();
  } else if (next !== undefined) {
    focusPoint(i, Math.min(Math.max(next, 0), p.points.length - 1));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    removePoint({i, k});
  } else if (event.key === "Insert") {
    const other = p.points[k + 1] || {size: 2 * q.size};
    addPoint(i, Math.round((q.size + other.size) / 2));
  } else {
    return;
  }
  event.preventDefault();
}

function chartPlace(event) {
  const box = byId("chart").firstChild.getBoundingClientRect(), scale = frame.width / box.width;
  const px = Math.min(Math.max((event.clientX - box.left) * scale, frame.left), frame.right);
  const py = Math.min(Math.max((event.clientY - box.top) * frame.height / box.height, frame.top),
    frame.bottom);
  return {size: frame.unX(px), height: frame.unY(py)};
}

function listenToChart() {
  const box = byId("chart");
  box.addEventListener("pointerdown", event => {
    const g = event.target.closest(".point");
    if (!g || event.button > 0) return;
    held = pointed = g.point;
    document.body.classList.add("dragging");
    g.focus({preventScroll: true});
    event.preventDefault();
  });
  window.addEventListener("pointermove", event => {
    if (!held) return;
    const at = chartPlace(event);
    movePoint(held, at.size, at.height);
    changed();
  });
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, () => {
      if (!held) return;
      held = null;
      document.body.classList.remove("dragging");
      changed();
    });
  const speakOf = event => {
    const g = event.target.closest && event.target.closest(".point");
    if (held) return;
    pointed = g ? g.point : document.activeElement.point || null;
    drawReadout();
  };
  box.addEventListener("pointerover", speakOf);
  box.addEventListener("pointerleave", speakOf);
  box.addEventListener("focusin", event => {
    speakOf(event);
    drawHandles(box.firstChild.children[1]);
  });
  box.addEventListener("focusout", speakOf);
  box.addEventListener("keydown", pointKey);
  box.addEventListener("dblclick", event => {
    const at = chartPlace(event);
    if (event.target.closest(".point") || at.size < 1) return;
    let best = -1, off = Infinity;
    problem.procs.forEach((p, i) => {
      const v = heightOf(at.size, secondsAt(i, at.size));
      if (Math.abs(v - at.height) < off) off = Math.abs(v - at.height), best = i;
    });
    if (best >= 0) addPoint(best, Math.round(at.size));
  });
}

/* ---- the answers beside the chart ---- */

function newAnswer(method) {
  const card = html("div", {class: "card answer", id: "answer-" + method.id}, byId("answers"));
  const head = html("div", {class: "bar"}, card);
  html("h2", {}, head, method.name);
  html("span", {class: "time"}, head);
  const line = html("p", {class: "what"}, card);
  html("span", {}, line, method.what);
  html("button", {"aria-label": `show the shares of ${method.name} in the chart`}, line,
    "in the chart").addEventListener("click", () => { shown = method.id; changed(); });
  html("div", {class: "body"}, card);
}

function drawAnswers() {
  const makespans = METHODS.map(m => answers[m.id].makespan || 0), top = Math.max(...makespans);
  const bound = answers.auto.bound || 0;
  for (const method of METHODS) {
    const card = byId("answer-" + method.id), answer = answers[method.id];
    const body = card.querySelector(".body"), button = card.querySelector("button");
    card.classList.toggle("shown", shown === method.id);
    button.setAttribute("aria-pressed", shown === method.id);
    button.disabled = !answer.shares;
    body.replaceChildren();
    card.querySelector(".time").textContent = answer.shares ? inSeconds(answer.makespan) : "";
    if (answer.shares) drawBars(body, answer, top, bound);
    else html("p", {class: "alarm"}, body, "No answer: " + whyNot(answer) + ".");
  }
}

function drawBars(body, answer, top, bound) {
  const total = answer.shares.reduce((a, d) => a + d, 0);
  const stack = html("div", {class: "stack", role: "img", "aria-label": "Shares: "
    + answer.shares.map((d, i) => `${procName(i)} ${inUnits(d)} units`).join(", ")}, body);
  answer.shares.forEach((d, i) => {
    if (d > 0) html("div", {style: `flex:${d / total};background:var(--p${i})`,
      title: `${procName(i)}: ${inUnits(d)} of ${inUnits(total)} units`}, stack);
  });
  const rows = html("div", {class: "times"}, body);
  answer.shares.forEach((d, i) => {
    const who = html("span", {class: "who"}, rows);
    swatch(i, who);
    who.append(`${i + 1} ${procName(i)}`);
    html("span", {class: "units"}, rows, d > 0 ? inUnits(d) + " units" : "unused");
    const track = html("span", {class: "track"}, rows), share = answer.seconds[i] / top;
    const width = top > 0 ? 74 * share : 0;
    html("i", {style: `width:${width}%;background:var(--p${i})`}, track);
    if (bound > 0) html("u", {style: `left:${74 * bound / top}%`,
      title: `no partition finishes before ${inSeconds(bound)}`}, track);
    html("b", {style: `left:${width}%`}, track, inSeconds(answer.seconds[i]));
  });
}

/* What the processors can take together, where each has a limit, and the nearest work that they
   can do. */
function infeasibleText() {
  const most = problem.procs.reduce((sum, p) => {
    const max = numberOf(p.max), grain = Math.max(numberOf(p.grain), 1);
    return sum + (max > 0 ? Math.floor(max / grain) * grain : Infinity);
  }, 0);
  const near = (answers.auto.nearest || []).map(inUnits).join(" or ");
  const said = `the work is ${inUnits(numberOf(problem.n))} units`
    + (isFinite(most) && most < numberOf(problem.n)
      ? `, the processors can take ${inUnits(most)} at most` : "");
  return near ? ` (${said}; with ${near} units there is one)` : ` (${said})`;
}

/* What a function of a processor and a field has against the constraints. */
function fieldsThat(fault) {
  return problem.procs.flatMap((p, i) => FIELDS.filter(f => CONSTRAINTS.includes(f[0])
    && fault(p, f[0])).map(([field, , label]) => `${procName(i)}, ${label}: ${fault(p, field)}`));
}

/* Why there is no answer, in the library's words, and where. */
function whyNot(answer) {
  const faults = fieldsThat(constraintFault), work = numberFault(problem.n);
  let where = "";
  if (answer.proc >= 0 && !problem.procs[answer.proc].fault && faults.length)
    where = ` (${faults[0]})`;
  else if (answer.proc >= 0) where = ` (${procName(answer.proc)})`;
  else if (answer.status === @FPM_E_ARGUMENT)
    where = ` (the work is a whole number from 0 to 2^53 of units, such as 12000 or 1.2e4`
      + `${work && `; ${work.replace(/, such.*/, "")}`})`;
  else if (answer.status === @FPM_E_INFEASIBLE) where = infeasibleText();
  return answer.text + where;
}

function drawVerdict() {
  const best = answers.auto, line = byId("verdict");
  line.replaceChildren();
  line.classList.toggle("bad", !best.shares);
  if (!best.shares) {
    line.append(`No answer: ${whyNot(best)}.`);
    return;
  }
  line.append("fpm.h: the last processor finishes after ");
  html("b", {}, line, inSeconds(best.makespan));
  line.append(best.gap > 0 ? `, and no partition finishes before ${inSeconds(best.bound)}. `
    : ", and no partition finishes earlier. ");
  const others = METHODS.slice(1).filter(m => answers[m.id].shares && best.makespan > 0).map(m => {
    const seconds = answers[m.id].makespan, ratio = seconds / best.makespan;
    return `${m.name} ${inSeconds(seconds)} (${ratio < 1.0005 ? "the same" : inTimes(ratio)})`;
  });
  if (others.length) line.append(`With ${others.join(", with ")}. `);
  if (best.status > 0) {
    const who = best.status === 1 && best.proc >= 0 ? ` (${procName(best.proc)})` : "";
    line.append(`Status: ${best.text}${who}.`);
  }
  const work = thousandsDoubt(problem.n);
  const doubts = fieldsThat((p, field) => thousandsDoubt(p[field]));
  for (const doubt of work ? [`The work, ${work}`, ...doubts] : doubts)
    html("span", {class: "alarm"}, line, ` ${doubt}.`);
}

/* ---- fields ---- */

/* Numbers are typed as text: a field of type number would drop the comma of 1,5 and say nothing. */
const FIELDS = [["name", "text", "name"], ["max", "number", "at most, units"],
  ["min", "number", "at least, units"], ["grain", "number", "grain, units"],
  ["fixed", "number", "start-up, s"], ["required", "checkbox", "must work"]];

function drawProcs() {
  const table = html("table", {}), head = html("tr", {}, html("thead", {}, table));
  for (const [, , label] of FIELDS) html("th", {scope: "col"}, head, label);
  html("th", {}, head);
  const rows = html("tbody", {}, table);
  problem.procs.forEach((p, i) => {
    const row = html("tr", {}, rows);
    for (const [field, type, label] of FIELDS) {
      const cell = html("td", {"data-label": label}, row);
      const who = field === "name" ? html("span", {class: "who"}, cell) : cell;
      if (field === "name") swatch(i, who), who.append(i + 1);
      const input = html("input", {type: type === "number" ? "text" : type,
        "aria-label": `${label}, processor ${i + 1}`}, who);
      if (type === "number") Object.assign(input, {inputMode: "decimal", placeholder: "none"});
      if (type === "checkbox") input.checked = p[field];
      else input.value = p[field];
      input.dataset.field = field;
      input.addEventListener("input", () => {
        if (type === "checkbox") p[field] = input.checked;
        else p[field] = input.value;
        changed();
      });
    }
    const remove = html("button", {"aria-label": `remove processor ${i + 1}`}, html("td", {}, row),
      "remove");
    remove.disabled = problem.procs.length <= 2;
    remove.addEventListener("click", () => {
      problem.procs.splice(i, 1);
      pointed = null;
      refreshShares(true);
      keepLink();
    });
  });
  byId("procs").replaceChildren(table);
  byId("add-proc").disabled = problem.procs.length >= 5;
  const choice = byId("points-of"), last = problem.procs.length - 1;
  const chosen = Math.min(Math.max(choice.selectedIndex, 0), last);
  choice.replaceChildren();
  problem.procs.forEach((p, i) => html("option", {value: i}, choice, procName(i)));
  choice.selectedIndex = chosen;
}

/* A name for a file of points. */
const fileName = i => procName(i).toLowerCase().replace(/[^a-z0-9]+/g, "-") + ".pts";

function toolCommand() {
  const words = ["fpm-tool partition -n " + problem.n];
  if (problem.curve !== "akima") words.push("-m " + problem.curve);
  problem.procs.forEach((p, i) => {
    for (const field of CONSTRAINTS)
      if (numberOf(p[field]) > 0) words.push(`--${field} ${i}:${p[field]}`);
    if (p.required) words.push("--required " + i);
  });
  return words.concat(problem.procs.map((p, i) => fileName(i))).join(" ");
}

/* What the tool would say of the points: a sentence on a line, or on all of them. */
const remarkText = ({line, text}) => (line ? `Line ${line}: ` : "") + text
  + (text.endsWith("?") ? "" : ".");

function drawTexts() {
  const area = byId("points"), p = problem.procs[byId("points-of").value || 0];
  const n = numberOf(problem.n);
  if (document.activeElement !== area) area.value = p.text;
  byId("points-status").textContent = p.fault
    ? remarkText(p.fault)
    : [`${p.points.length} point${p.points.length === 1 ? "" : "s"}.`,
      ...p.odd.map(remarkText)].join(" ");
  byId("points").classList.toggle("wrong", !!p.fault);
  byId("command").textContent = toolCommand();
  const lasts = problem.procs.map(q => q.points.length ? q.points[q.points.length - 1].size : 0);
  const most = 1.3 * lasts.reduce((a, b) => a + b, 0) || 1000;
  const range = byId("n-range");
  range.max = Math.max(Number(most.toPrecision(2)), n || 0);
  range.step = Math.max(1, 10 ** Math.floor(Math.log10(range.max / 400)));
  if (document.activeElement !== range) range.value = n;
  if (document.activeElement !== byId("n")) byId("n").value = problem.n;
}

function setView(name) {
  view = name;
  byId("view-speed").setAttribute("aria-pressed", name === "speed");
  byId("view-time").setAttribute("aria-pressed", name === "time");
  byId("chart-title").textContent = name === "speed" ? "Speed of each processor"
    : "Time of each processor";
  byId("line-note").textContent = (name === "speed" ? "The line through the origin"
    : "The level line") + ": every processor on this line finishes at the same time.";
}

function takePreset(preset, button) {
  for (const b of byId("presets").children) b.setAttribute("aria-pressed", b === button);
  byId("story").textContent = preset.story;
  problem = {n: String(preset.n), curve: problem.curve, procs: preset.procs()};
  shown = "auto";
  held = pointed = null;
  refreshShares(true);
}

/* Another processor, with a speed like that of the others at the sizes in the chart. */
function newcomer() {
  const count = problem.procs.length, seconds = answers.auto.makespan || 1;
  const speed = Math.max(numberOf(problem.n) || 0, 1) / seconds / count;
  const pairs = [0.1, 0.3, 0.5, 0.7, 0.9].map(part => {
    const size = Math.max(1, Math.round(part * frame.xTop));
    return [size, Number((size / speed * (1 + part / 4)).toPrecision(4))];
  });
  return processor("core " + "ABCDE"[count], pairs, {});
}

function startShares() {
  METHODS.forEach(newAnswer);
  setView(view);
  for (const preset of PRESETS) {
    const button = html("button", {"aria-pressed": false}, byId("presets"), preset.name);
    button.addEventListener("click", () => { takePreset(preset, button); keepLink(); });
  }
  listenToChart();
  byId("view-speed").addEventListener("click", () => { setView("speed"); changed(); });
  byId("view-time").addEventListener("click", () => { setView("time"); changed(); });
  byId("curve").addEventListener("change", event => {
    problem.curve = event.target.value;
    changed();
  });
  for (const id of ["n", "n-range"])
    byId(id).addEventListener("input", event => {
      problem.n = event.target.value;
      changed();
    });
  byId("points-of").addEventListener("change", () => drawTexts());
  byId("points").addEventListener("input", event => {
    problem.procs[byId("points-of").value || 0].text = event.target.value;
    changed();
  });
  byId("points").addEventListener("blur", () => drawTexts()); // a handle may have moved meanwhile
  byId("add-proc").addEventListener("click", () => {
    problem.procs.push(newcomer());
    refreshShares(true);
    keepLink();
  });
  new ResizeObserver(() => {
    if (problem.procs.length && !byId("shares").hidden) refreshShares(false);
  }).observe(byId("chart"));
}
