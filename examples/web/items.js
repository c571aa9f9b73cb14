/* items.js - the page's third tab: pieces that cannot be cut, over processors; each can be moved by
   hand to see what that costs. */

const someJobs = (count, load) => Array.from({length: count}, load);
function skewedJobs(count) {
  let seed = 7;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  return someJobs(count, () => String(Math.round(20 + 900 * random() ** 6)));
}
const PIECE_SETS = [
  {id: "tests", name: "Test files", m: "4", speeds: "", story: "Seconds of each test file in the "
    + "last run, over four machines of a CI. No file can be cut, and the slowest machine decides. "
    + "Drag a file to another machine and see what it costs.", lines: () => ["95 auth", "40 cart",
    "120 search", "61 pay", "33 mail", "47 admin", "155 image", "210 video", "18 login", "74 index",
    "29 audit", "80 export", "52 import", "12 health", "66 report", "25 theme", "143 sync",
    "38 cache"]},
  {id: "longest", name: "Longest first loses", m: "3", speeds: "", story: "The usual rule, the "
    + "longest piece next to whoever is free first, ends at 11 here. Show it, and find 9 by hand "
    + "before you look at the answer of fpm.h.", lines: () =>
    ["5 a", "5 b", "4 c", "4 d", "3 e", "3 f", "3 g"]},
  {id: "kinds", name: "Two kinds of machines", m: "5", speeds: "3, 3, 1, 1, 1", story: "Two "
    + "machines are three times as fast as the other three: a long job on a slow one is what all "
    + "wait for.", lines: () => ["90 render-a", "84 render-b", "70 render-c", "61 solve-a",
    "55 solve-b", "48 solve-c", "41 mesh-a", "37 mesh-b", "30 mesh-c", "26 plot-a", "22 plot-b",
    "19 plot-c", "12 pack-a", "9 pack-b", "7 pack-c", "5 mail"]},
  {id: "experts", name: "Experts on GPUs", m: "8", speeds: "", story: "Tokens that a router sends "
    + "to each of 64 experts, over eight GPUs. A few experts are hot.", lines: () =>
    someJobs(64, (_, k) => `${Math.round(4000 / (1 + k) ** 0.6)} expert-${k}`)},
  {id: "many", name: "Three hundred jobs", m: "16", speeds: "", story: "With many pieces, longest "
    + "first is nearly as good. Raise the number of processors, and it is not.", lines: () =>
    skewedJobs(300)}];

/* Owners that are compared with those of fpm.h, of units of load and of speeds. */
const RULES = [["auto", "fpm.h"], ["longest", "longest first"], ["turn", "in turn"],
  ["hand", "by hand"]];
const items = {text: "", m: "4", speeds: "", slack: "2", shown: "auto", hand: null, picked: -1,
  pieces: [], fault: null, odd: null, answer: null, others: {}, mend: null, key: ""};

/* ---- solve ---- */

/* The pieces of the text to the library, and back as it read them. */
function takePieces() {
  const bytes = new TextEncoder().encode(items.text);
  Object.assign(items, {pieces: [], fault: null, odd: null});
  let status = @FPM_E_CAPACITY;
  if (bytes.length <= lib.text_size()) {
    memoryBytes(lib.text_room(), bytes.length).set(bytes);
    status = lib.take_pieces(bytes.length);
  }
  if (status === @FPM_E_CAPACITY || status === @FPM_E_OVERFLOW) {
    const why = status === @FPM_E_OVERFLOW ? "the sum of the loads is too large"
      : `${inUnits(lib.most_pieces())} pieces and ${inUnits(lib.text_size())} bytes at most in `
      + "this page; fpm-tool takes more";
    items.fault = {status, line: 0, text: `${statusText(status)}: ${why}`};
  } else if (status < 0) {
    items.fault = refusal(status);
  } else {
    if (lib.remarks()) items.odd = remark(0);
    items.pieces = Array.from({length: lib.piece_count()}, (_, i) => ({load: lib.piece_given(i),
      units: lib.piece_units(i), name: lib.piece_name(i) ? textAt(lib.piece_name(i)) : String(i)}));
  }
}

const ownersAt = from => new Int32Array(lib.memory.buffer, from, items.pieces.length);

function itemsResult(status) {
  return {status, text: statusText(status), owner: Array.from(ownersAt(lib.owner_room())),
    makespan: lib.items_makespan(), bound: lib.items_bound(), gap: lib.items_gap(),
    imbalance: lib.items_imbalance(), moved: lib.items_moved(),
    leastMoved: lib.items_least_moved()};
}

/* When the last one finishes with these owners. */
function judged(owner, m, timed) {
  ownersAt(lib.owner_room()).set(owner);
  return itemsResult(lib.judge(m, timed));
}

function longestFirst(m, speeds) {
  const sum = new Array(m).fill(0), owner = [];
  const order = items.pieces.map((_, i) => i)
    .sort((a, b) => items.pieces[b].units - items.pieces[a].units || a - b);
  for (const i of order) {
    const ends = sum.map((v, k) => (v + items.pieces[i].units) / (speeds ? speeds[k] : 1));
    owner[i] = ends.indexOf(Math.min(...ends));
    sum[owner[i]] += items.pieces[i].units;
  }
  return owner;
}

/* Why there is no answer; null: there may be one. */
function itemsFault() {
  const {fault} = items, speed = speedFault(items.speeds);
  if (fault) return {...fault, text: fault.text + (fault.line ? `, line ${fault.line}` : "")};
  if (!partsFit(items.m)) return {status: @FPM_E_ARGUMENT, text: partsFault(items.m)};
  if (!speed) return null;
  return {status: @FPM_E_ARGUMENT, text: statusText(@FPM_E_ARGUMENT) + speed};
}

/* From the owners by hand, as few moves as being within the slack takes. */
function mendHand(m, timed) {
  const slack = numberOf(items.slack) / 100;
  if (!(slack >= 0) || slack > 1e4) {
    const why = numberFault(items.slack) || "a number of 0 or more";
    return {status: @FPM_E_ARGUMENT, text: `${statusText(@FPM_E_ARGUMENT)} (per cent: ${why})`};
  }
  ownersAt(lib.present_room()).set(items.hand);
  const status = lib.assign(m, timed, slack);
  return status < 0 ? {status, text: statusText(status)} : itemsResult(status);
}

/* The long search is not repeated for the same pieces and processors. */
let itemsSeconds = 0;
function solveItems() {
  const from = performance.now(), m = numberOf(items.m);
  takePieces();
  const fault = itemsFault(), speeds = fault ? null : speedList(items.speeds, m);
  const key = JSON.stringify([items.text, items.m, items.speeds]), timed = speeds ? 1 : 0;
  const fits = items.hand && items.hand.length === items.pieces.length
    && items.hand.every(k => k < m);
  if (!fault && !fits) items.hand = null;
  if (!items.hand && items.shown === "hand") items.shown = "auto";
  if (speeds) memoryDoubles(lib.speed_room(), m).set(speeds);
  if (fault) {
    Object.assign(items, {answer: fault, others: {}, mend: null, key: ""});
    return;
  }
  if (items.key !== key) {
    const status = lib.assign(m, timed, -1);
    items.answer = status < 0 ? {status, text: statusText(status)} : itemsResult(status);
    items.key = key;
  }
  items.others = {longest: judged(longestFirst(m, speeds), m, timed),
    turn: judged(items.pieces.map((_, i) => i % m), m, timed)};
  if (items.hand) items.others.hand = judged(items.hand, m, timed);
  items.mend = items.hand && items.shown === "hand" ? mendHand(m, timed) : null;
  itemsSeconds = (performance.now() - from) / 1000;
}

const shownItems = () => items.shown === "auto" ? items.answer
  : items.others[items.shown] || items.answer;

function refreshItems() {
  solveItems();
  if (items.picked >= items.pieces.length) items.picked = -1;
  drawPieces();
  drawItemsAnswer();
  drawItemsTexts();
}

/* At the next picture where answers are quick, else when nothing has changed for a moment. */
let itemsTimer = 0, itemsFrame = 0;
function itemsChanged() {
  keepLink();
  clearTimeout(itemsTimer);
  if (itemsSeconds > 0.04) itemsTimer = setTimeout(refreshItems, 160);
  else if (!itemsFrame)
    itemsFrame = requestAnimationFrame(() => { itemsFrame = 0; refreshItems(); });
}

/* ---- show ---- */

/* Loads and times as they were given: 61.5, 12,345, 5e-11. */
function inLoad(v) {
  const exact = Number(v.toPrecision(12));
  if (exact !== 0 && (Math.abs(exact) < 1e-4 || Math.abs(exact) >= 1e15))
    return exact.toExponential(3);
  return exact.toLocaleString("en", {maximumSignificantDigits: Math.abs(exact) < 1e6 ? 6 : 15});
}
const countOf = (n, word) => `${inUnits(n)} ${word}${n === 1 ? "" : "s"}`;

/* The load of each processor, in units, and when it finishes. */
function lanesOf(owner) {
  const m = numberOf(items.m), speeds = speedList(items.speeds, m), unit = lib.piece_unit();
  const lanes = Array.from({length: m}, () => ({units: 0, pieces: []}));
  owner.forEach((k, i) => { lanes[k].units += items.pieces[i].units; lanes[k].pieces.push(i); });
  lanes.forEach((lane, k) => {
    lane.pace = unit / (speeds ? speeds[k] : 1);
    lane.ends = lane.units * lane.pace;
    lane.pieces.sort((a, b) => items.pieces[b].units - items.pieces[a].units || a - b);
  });
  return lanes;
}

function laterThan(v, best) {
  if (v <= best * (1 + 1e-9)) return "no later";
  if (v < 2 * best) return `${inPercent(v / best - 1)} later`;
  return `${inDigits(v / best, 3)} times as late`;
}

/* A piece, and what moving it to a processor would make of the whole. */
function pieceText(i, to) {
  const {owner, makespan} = shownItems(), piece = items.pieces[i], at = owner[i];
  const about = `${piece.name}: load ${inLoad(piece.load)}, on processor ${at + 1}`;
  if (to < 0 || to === at) return about + ".";
  const moved = owner.slice();
  moved[i] = to;
  const last = Math.max(...lanesOf(moved).map(lane => lane.ends));
  const than = last < makespan * (1 - 1e-9) ? `earlier than ${inLoad(makespan)}`
    : laterThan(last, makespan);
  return `${about}. On processor ${to + 1} the last one would finish at ${inLoad(last)}, ${than}.`;
}

function drawPieceHint(i, to) {
  byId("items-hint").textContent = i >= 0 && items.answer.owner ? pieceText(i, to)
    : "Drag a piece to another processor, or press it and then a processor. With the keyboard: Tab "
    + "to the pieces, arrow keys choose one, Shift with Up or Down moves it.";
}

const FIELD = {left: 34, right: 76, top: 6};
const laneHeight = m => m <= 12 ? 32 : m <= 24 ? 24 : 18;

/* How much of a name fits. */
function fitted(name, wide) {
  const room = Math.floor((wide - 8) / 7);
  if (name.length <= room) return name;
  return room >= 4 ? name.slice(0, room - 1) + "\u2026" : "";
}

function drawPiece(i, x, y, wide, high, parent) {
  const piece = items.pieces[i], moved = items.shown === "hand"
    && items.answer.owner[i] !== items.hand[i];
  const g = svg("g", {role: "button", tabindex: -1, "data-piece": i, class: "piece"
    + (moved ? " moved" : "") + (i === items.picked ? " picked" : ""),
  "aria-label": `${piece.name}, load ${inLoad(piece.load)}`}, parent);
  svg("rect", {x, y, width: Math.max(wide - 1, 0.6), height: high, rx: Math.min(3, wide / 4)}, g);
  const name = high >= 16 ? fitted(piece.name, wide) : "";
  if (name) svg("text", {x: x + 4, y: y + high / 2 + 4}, g, name);
  svg("title", {}, g, `${piece.name}: ${inLoad(piece.load)}`);
}

/* A lane for each processor, as long as it takes, of its pieces; the longest first. */
function drawPieces() {
  const box = byId("pieces-chart"), answer = shownItems();
  const held = box.contains(document.activeElement);
  box.replaceChildren();
  drawPieceHint(items.picked, -1);
  if (!answer.owner) return;
  const lanes = lanesOf(answer.owner), width = Math.max(260, box.clientWidth || 600);
  const high = laneHeight(lanes.length), height = FIELD.top + high * lanes.length + 20;
  const root = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label":
    "Processors and their pieces"}, box);
  root.style.height = height + "px";
  const top = Math.max(...lanes.map(lane => lane.ends), items.answer.makespan);
  const wide = width - FIELD.left - FIELD.right;
  const x = v => FIELD.left + (top > 0 ? v / top * wide : 0);
  const last = lanes.findIndex(lane => lane.ends >= answer.makespan * (1 - 1e-12));
  lanes.forEach((lane, k) => {
    const y = FIELD.top + high * k;
    const g = svg("g", {class: k === last ? "lane last" : "lane", "data-lane": k}, root);
    svg("rect", {class: "ground", x: 0, y, width, height: high}, g);
    svg("text", {class: "soft", x: FIELD.left - 8, y: y + high / 2 + 4, "text-anchor": "end"}, g,
      k + 1);
    let units = 0;
    for (const i of lane.pieces) {
      const from = x(units * lane.pace);
      units += items.pieces[i].units;
      drawPiece(i, from, y + 3, x(units * lane.pace) - from, high - 6, g);
    }
    svg("text", {class: "sum", x: x(lane.ends) + 5, y: y + high / 2 + 4}, g, inLoad(lane.ends));
  });
  const bound = x(items.answer.bound), end = FIELD.top + high * lanes.length;
  svg("line", {class: "done", "stroke-dasharray": "5 4", x1: bound, x2: bound, y1: 0, y2: end},
    root);
  const below = {x: Math.max(bound, FIELD.left + 140), y: end + 15, "text-anchor": "end"};
  svg("text", {class: "soft", ...below}, root,
    "none finishes before " + inLoad(items.answer.bound));
  const first = root.querySelector(`[data-piece="${items.picked}"]`)
    || root.querySelector("[data-piece]");
  if (first) first.setAttribute("tabindex", 0);
  if (held && first) first.focus({preventScroll: true});
}

function drawItemsVerdict() {
  const line = byId("items-verdict"), {answer, others} = items;
  line.replaceChildren();
  line.classList.toggle("bad", !answer.owner);
  if (!answer.owner) {
    line.append(`No answer: ${answer.text}.`);
    return;
  }
  line.append("fpm.h: the last processor finishes at ");
  html("b", {}, line, inLoad(answer.makespan));
  line.append(answer.gap > 0 ? `, and no assignment finishes before ${inLoad(answer.bound)}. `
    : ", and no assignment finishes earlier. ");
  const texts = RULES.slice(1).filter(([id]) => others[id] && others[id].status >= 0)
    .map(([id, name]) => `${name} at ${inLoad(others[id].makespan)} `
      + `(${laterThan(others[id].makespan, answer.makespan)})`);
  if (texts.length) line.append(texts[0][0].toUpperCase() + texts.join(", ").slice(1) + ".");
  if (items.odd) html("span", {class: "alarm"}, line, ` ${remarkText(items.odd)}`);
  html("span", {class: "alarm"}, line, speedDoubt(items.speeds, numberOf(items.m)));
}

function drawItemsAnswer() {
  const box = byId("items-answer"), answer = shownItems();
  drawItemsVerdict();
  box.replaceChildren();
  for (const [id] of RULES) {
    const button = byId("show-" + id);
    button.setAttribute("aria-pressed", items.shown === id);
    button.disabled = id === "hand" ? !items.hand : !items.answer.owner;
  }
  drawMend();
  if (!answer.owner) {
    html("p", {class: "alarm"}, box, `No answer: ${answer.text}.`);
    return;
  }
  const list = html("dl", {class: "figures"}, box);
  const figure = (name, value, main) => {
    html("dt", {}, list, name);
    html("dd", main ? {class: "main"} : {}, list, value);
  };
  figure("the last one finishes at", inLoad(answer.makespan), true);
  figure("above the mean of the busy ones", inPercent(answer.imbalance));
  figure("no assignment finishes before", inLoad(items.answer.bound));
  if (items.answer.bound > 0) {
    const gap = answer.makespan / items.answer.bound - 1;
    figure("above that bound (gap)", inPercent(items.shown === "auto" ? answer.gap : gap));
  }
  figure("pieces", inUnits(items.pieces.length));
  if (items.shown === "hand") {
    const elsewhere = items.hand.filter((k, i) => k !== items.answer.owner[i]).length;
    figure("of these elsewhere than fpm.h puts them", inUnits(elsewhere));
  } else if (items.shown === "auto") {
    html("p", {class: "note"}, box, `Status: ${answer.text}.`);
  }
}

function drawMend() {
  const line = byId("mend-text"), {mend} = items;
  byId("items-mend").hidden = !mend;
  byId("mend").disabled = !mend || !(mend.moved > 0);
  if (!mend) return;
  if (!mend.owner) line.textContent = `No answer: ${mend.text}.`;
  else if (!(mend.moved > 0)) line.textContent = "Nothing need move.";
  else {
    const moves = mend.owner.filter((k, i) => k !== items.hand[i]).length;
    line.textContent = `${countOf(moves, "piece")} with ${inLoad(mend.moved)} of the load `
      + `move${moves === 1 ? "s" : ""}, and the last one finishes at ${inLoad(mend.makespan)}; no `
      + `other way within this limit moves less than ${inLoad(mend.leastMoved)}.`;
  }
}

function drawItemsTexts() {
  const area = byId("pieces"), {fault, odd} = items;
  if (document.activeElement !== area) area.value = items.text;
  area.classList.toggle("wrong", !!fault);
  const sum = items.pieces.reduce((all, piece) => all + piece.load, 0);
  byId("pieces-status").textContent = fault ? remarkText(fault)
    : `${countOf(items.pieces.length, "piece")}, ${inLoad(sum)} in all.`
    + (odd ? " " + remarkText(odd) : "");
  const range = byId("items-m-range"), slack = byId("slack");
  if (document.activeElement !== range) range.value = items.m;
  if (document.activeElement !== byId("items-m")) byId("items-m").value = items.m;
  if (document.activeElement !== byId("items-speeds")) byId("items-speeds").value = items.speeds;
  if (document.activeElement !== slack) slack.value = items.slack;
}

/* ---- moving pieces ---- */

function movePiece(i, k) {
  const {owner} = shownItems();
  if (!owner || !(k >= 0) || k >= numberOf(items.m) || owner[i] === k) return;
  items.hand = owner.slice();
  items.hand[i] = k;
  items.shown = "hand";
  items.picked = i;
  itemsChanged();
}

/* The piece beside one, or in the next lane that has any. */
function neighbourOf(i, key) {
  const lanes = lanesOf(shownItems().owner), k = shownItems().owner[i], lane = lanes[k].pieces;
  const at = lane.indexOf(i), step = key === "ArrowUp" ? -1 : 1;
  if (key === "ArrowLeft" || key === "ArrowRight")
    return lane[Math.min(Math.max(at + (key === "ArrowLeft" ? -1 : 1), 0), lane.length - 1)];
  for (let next = k + step; lanes[next]; next += step)
    if (lanes[next].pieces.length)
      return lanes[next].pieces[Math.min(at, lanes[next].pieces.length - 1)];
  return i;
}

function pieceKey(event) {
  const g = event.target.closest("[data-piece]");
  if (!g || !/^Arrow/.test(event.key)) return;
  const i = Number(g.dataset.piece), step = {ArrowUp: -1, ArrowDown: 1}[event.key];
  if (event.shiftKey && step) movePiece(i, shownItems().owner[i] + step);
  else {
    items.picked = neighbourOf(i, event.key);
    drawPieces();
  }
  event.preventDefault();
}

/* The lane below a place of the window; -1: none. */
function laneAt(event) {
  const root = byId("pieces-chart").firstChild, box = root && root.getBoundingClientRect();
  if (!root) return -1;
  const m = numberOf(items.m), y = event.clientY - box.top - FIELD.top;
  const k = Math.floor(y / laneHeight(m));
  return event.clientX >= box.left && event.clientX <= box.right && k >= 0 && k < m ? k : -1;
}

function listenToPieces() {
  const box = byId("pieces-chart");
  let drag = null; /* the piece in hand: its element, where it began, over which lane it is */
  const over = k => {
    for (const g of box.querySelectorAll(".lane"))
      g.classList.toggle("aimed", Number(g.dataset.lane) === k);
  };
  box.addEventListener("pointerdown", event => {
    const g = event.target.closest("[data-piece]");
    if (event.button > 0 || !items.answer.owner) return;
    if (g) {
      drag = {g, i: Number(g.dataset.piece), x: event.clientX, y: event.clientY, lane: -1};
      items.picked = drag.i;
      for (const e of box.querySelectorAll(".piece")) e.classList.toggle("picked", e === g);
      g.focus({preventScroll: true});
      drawPieceHint(drag.i, -1);
      event.preventDefault();
    } else if (items.picked >= 0) {
      movePiece(items.picked, laneAt(event));
    }
  });
  window.addEventListener("pointermove", event => {
    if (!drag) return;
    drag.lane = laneAt(event);
    drag.g.parentNode.parentNode.append(drag.g.parentNode); /* over the other lanes */
    drag.g.setAttribute("transform",
      `translate(${event.clientX - drag.x} ${event.clientY - drag.y})`);
    drag.g.classList.add("held");
    document.body.classList.add("dragging");
    over(drag.lane);
    if (drag.i < items.pieces.length && items.answer.owner) drawPieceHint(drag.i, drag.lane);
  });
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, () => {
      if (!drag) return;
      const {i, lane} = drag;
      drag = null;
      document.body.classList.remove("dragging");
      if (name === "pointerup" && lane >= 0 && i < items.pieces.length) movePiece(i, lane);
      refreshItems();
    });
  box.addEventListener("keydown", pieceKey);
  box.addEventListener("pointerover", event => {
    const g = event.target.closest("[data-piece]");
    if (!drag && items.answer.owner) drawPieceHint(g ? Number(g.dataset.piece) : items.picked, -1);
  });
}

/* ---- fields ---- */

function takePieceSet(set, button) {
  for (const b of byId("piece-sets").children) b.setAttribute("aria-pressed", b === button);
  byId("items-story").textContent = set.story;
  Object.assign(items, {text: set.lines().join("\n") + "\n", m: set.m, speeds: set.speeds,
    shown: "auto", hand: null, picked: -1});
}

function startItems() {
  for (const set of PIECE_SETS) {
    const button = html("button", {"aria-pressed": false}, byId("piece-sets"), set.name);
    button.addEventListener("click", () => {
      takePieceSet(set, button);
      refreshItems();
      keepLink();
    });
  }
  for (const [id, name] of RULES)
    html("button", {id: "show-" + id}, byId("items-shown"), name).addEventListener("click", () => {
      items.shown = id;
      itemsChanged();
    });
  const field = (id, name) => byId(id).addEventListener("input", event => {
    items[name] = event.target.value;
    if (name === "m") for (const other of ["items-m", "items-m-range"])
      if (other !== id) byId(other).value = items.m;
    itemsChanged();
  });
  field("pieces", "text");
  field("items-m", "m");
  field("items-m-range", "m");
  field("items-speeds", "speeds");
  field("slack", "slack");
  byId("mend").addEventListener("click", () => {
    if (!items.mend || !items.mend.owner) return;
    items.hand = items.mend.owner.slice();
    itemsChanged();
  });
  listenToPieces();
  takePieceSet(PIECE_SETS[0], byId("piece-sets").children[0]);
  let drawnWidth = 0;
  new ResizeObserver(() => {
    const width = byId("pieces-chart").clientWidth;
    if (byId("items").hidden || !items.answer || width === drawnWidth) return;
    drawnWidth = width;
    drawPieces();
  }).observe(byId("pieces-chart"));
}
