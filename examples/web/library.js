/* library.js - fpm.h, compiled to WebAssembly with web.c: unpacks it, and asks it. */

const PACKED = "@library";
const MODELS = {piecewise: @FPM_PIECEWISE, akima: @FPM_AKIMA};
/* The ways to divide that the page compares.  A name of fpm.h after an @ stands for its number. */
const METHODS = [
  {id: "auto", number: @FPM_AUTO, name: "fpm.h",
    what: "takes the speed at every size into account"},
  {id: "proportional", number: @FPM_PROPORTIONAL, name: "one speed each",
    what: "in proportion to the speeds at the even share"},
  {id: "even", number: @FPM_EVEN, name: "even shares", what: "the same for everybody"}];
/* Kinds of cuts: id, name and number in fpm.h, text. */
const CLASSES = [
  ["auto", @FPM_RECT_AUTO, "the best that is found (auto)"],
  ["uniform", @FPM_RECT_UNIFORM, "a grid of equal cells (uniform)"],
  ["rect-nicol", @FPM_RECT_NICOL, "a grid with cuts from side to side (rect-nicol)"],
  ["jag-pq-opt", @FPM_RECT_PQ_OPT, "stripes with equally many parts, exact (jag-pq-opt)"],
  ["jag-m-heur", @FPM_RECT_M_HEUR, "stripes with parts by their load (jag-m-heur)"],
  ["jag-m-opt", @FPM_RECT_M_OPT, "any stripes, any parts in each, exact (jag-m-opt)"],
  ["hier-rb", @FPM_RECT_HIER_RB, "halves of halves (hier-rb)"],
  ["hier-relaxed", @FPM_RECT_HIER_RELAXED, "cut in two where it fits best (hier-relaxed)"],
  ["hier-opt", @FPM_RECT_HIER_OPT, "all ways to cut in two, exact (hier-opt)"],
  ["hier-search", @FPM_RECT_HIER_SEARCH, "cut in two, after a search (hier-search)"],
  ["peel", @FPM_RECT_PEEL, "stripes off any side, after a search (peel)"],
  ["compact", @FPM_RECT_COMPACT, "short borders (compact)"]];

let lib; /* the functions of web.c */

async function loadLibrary() {
  const bytes = Uint8Array.from(atob(PACKED), c => c.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const code = await new Response(unpacked).arrayBuffer();
  const module = await WebAssembly.compile(code), imports = {};
  /* The C library's strtod brings in files, which are never used; they would be told EBADF. */
  for (const {module: from, name} of WebAssembly.Module.imports(module))
    (imports[from] ||= {})[name] = () => 8;
  lib = (await WebAssembly.instantiate(module, imports)).exports;
}

/* Memory may have moved since the last call, so views of it are made anew. */
const memoryBytes = (at, length) => new Uint8Array(lib.memory.buffer, at, length);
const memoryDoubles = (at, length) => new Float64Array(lib.memory.buffer, at, length);

/* A text of the library that begins there. */
function textAt(from) {
  const all = new Uint8Array(lib.memory.buffer);
  return new TextDecoder().decode(all.slice(from, all.indexOf(0, from)));
}

const statusText = status => textAt(lib.status_text(status));

/* What a field says: empty is 0; what is no plain number, such as 1,5 or 0x10, is NaN, which the
   library refuses. */
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
function numberOf(text) {
  const word = String(text).trim();
  if (word === "") return 0;
  return PLAIN_NUMBER.test(word) ? Number(word) : NaN;
}

/* The same of a field that is a whole number: more digits than a double has are too large. */
function wholeOf(text) {
  const word = String(text).trim();
  return /^\+?\d+$/.test(word) && BigInt(word.replace("+", "")) > 2n ** 53n ? Infinity
    : numberOf(word);
}

/* What is wrong with a field that should be a number, and what to write; "": nothing. */
const GROUPS = /^[+-]?\d{1,3}(['_ \u00a0\u202f]\d{3})+$/;
function numberFault(text) {
  const word = String(text).trim(), [whole, part, ...more] = word.split(",");
  if (!isNaN(numberOf(word))) return "";
  if (GROUPS.test(word)) return `"${word}": write ${word.replace(/['_\s]/g, "")}`;
  const joined = `${whole}${part}`, pointed = `${whole}.${part}`;
  if (!part || more.length || isNaN(numberOf(pointed)))
    return `"${word.slice(0, 20)}" is not a number, such as 12000, 1.2e4 or 0.5`;
  return `"${word}": write ${part.length === 3 ? `${joined} or ${pointed}` : pointed}`;
}

/* The same of a processor's constraint: these are whole but for the start-up. */
function constraintFault(p, field) {
  const fault = numberFault(p[field]), value = wholeOf(p[field]), word = String(p[field]).trim();
  if (fault) return fault;
  if (value < 0) return `"${word}" is below 0`;
  if (field === "fixed") return value > 1e60 ? `"${word}" is too large` : "";
  if (value > 2 ** 53) return `"${word}" is too large: 2^53 units at most`;
  if (value % 1) return `"${word}" is no whole number`;
  if (field === "min" && numberOf(p.max) > 0 && value > numberOf(p.max))
    return `"${word}" is above what it takes at most`;
  return field === "max" && word && value === 0
    ? `"${word}": to give it nothing, remove the processor` : "";
}
const CONSTRAINTS = ["max", "min", "grain", "fixed"];

/* A whole number such as 10.000, which is 10 here; "": it is none of those. */
function thousandsDoubt(text) {
  const word = String(text).trim(), match = /^(\d{1,3})\.000$/.exec(word);
  return match ? `"${word}" is read as ${match[1]}: for thousands write ${match[1]}000` : "";
}

/* What the tool says of the points that were taken last. */
const remark = k => ({line: lib.remark_line(k), text: textAt(lib.remark_text(k))});

/* The sentence on refused points begins with the status, as in all other refusals. */
function refusal(status) {
  const {line, text} = remark(0), said = statusText(status);
  return {status, line, text: text.startsWith(said) ? text : `${said}: ${text}`};
}

/* Give a processor's points to the library.  Returns how that went, the points as it read them, in
   ascending order, or none, and remarks on what is odd about them. */
function takePoints(i, text, kind) {
  const bytes = new TextEncoder().encode(text), points = [];
  let status;
  if (bytes.length > lib.text_size())
    return {status: @FPM_E_CAPACITY, line: 0, text: statusText(@FPM_E_CAPACITY), points};
  memoryBytes(lib.text_room(), bytes.length).set(bytes);
  status = lib.take_points(i, bytes.length);
  if (status < 0) return {...refusal(status), points};
  const odd = Array.from({length: lib.remarks()}, (_, k) => remark(k));
  for (let k = 0; k < lib.count(i); k++)
    points.push({size: lib.point_size(i, k), seconds: lib.point_seconds(i, k)});
  status = lib.make_model(i, kind);
  return {status, line: 0, text: statusText(status), points, odd};
}

/* The whole problem to the library.  procs[i]: text, min, max, grain, fixed, required.  Each gets
   its points and, where they are refused, the fault. */
function takeProblem(problem) {
  lib.begin(problem.procs.length);
  problem.procs.forEach((p, i) => {
    const took = takePoints(i, p.text, MODELS[problem.curve]);
    p.points = took.points;
    p.odd = took.odd || [];
    p.fault = took.status < 0 ? took : null;
    lib.constrain(i, numberOf(p.min), numberOf(p.max), numberOf(p.grain), numberOf(p.fixed),
      p.required ? 1 : 0);
  });
}

/* One way to divide: {status, text, shares, seconds, makespan, bound, gap}; status < 0: no answer,
   and proc is who is at fault, or -1. */
function divide(problem, method) {
  const at = problem.procs.findIndex(p => p.fault), n = wholeOf(problem.n);
  if (at >= 0) {
    const {status, text, line} = problem.procs[at].fault;
    return {status, proc: at, text: text + (line ? `, line ${line}` : "")};
  }
  const wrong = problem.procs.findIndex(p => CONSTRAINTS.some(field => constraintFault(p, field)));
  if (wrong >= 0) return {status: -1, proc: wrong, text: statusText(-1)};
  const status = lib.partition(String(problem.n).trim() === "" ? -1 : n, method.number);
  const answer = {status, proc: lib.proc_at_fault(), text: statusText(status)};
  if (status === @FPM_E_INFEASIBLE && answer.proc < 0 && method.id === "auto")
    answer.nearest = [0, 1].map(up => lib.nearest(n, up)).filter(v => v > 0);
  if (status < 0) return answer;
  answer.shares = problem.procs.map((p, i) => lib.share_of(i));
  answer.seconds = answer.shares.map((d, i) => lib.seconds_for(i, d));
  answer.makespan = lib.makespan();
  answer.bound = lib.lower_bound();
  answer.gap = lib.gap();
  return answer;
}

/* The field into m rectangles.  speeds: null, or one a part. */
function cutField(loads, m, number, speeds) {
  const timed = speeds ? 1 : 0;
  memoryDoubles(lib.load_room(), loads.length).set(loads);
  if (speeds) memoryDoubles(lib.speed_room(), speeds.length).set(speeds);
  const status = lib.cut(m, number, timed), answer = {status, text: statusText(status)};
  if (status < 0) return answer;
  answer.parts = Array.from({length: m}, (_, i) => ({
    r0: lib.edge(i, 0), r1: lib.edge(i, 1), c0: lib.edge(i, 2), c1: lib.edge(i, 3),
    load: lib.part_load(i)}));
  answer.parts.forEach((r, i) => { r.amount = speeds ? r.load / speeds[i] : r.load; });
  answer.last = lib.last_part();
  answer.most = lib.most(timed);
  answer.bound = lib.least_most(timed);
  answer.imbalance = lib.imbalance();
  answer.gap = lib.rect_gap();
  answer.found = lib.class_found();
  return answer;
}
