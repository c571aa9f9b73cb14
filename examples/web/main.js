/* main.js - tabs, links and the start.

   What stands behind the # of the address is a problem, so that a link shows what one has found:
     #n=12000&curve=akima&view=speed&p=core,max:6000,grain:16;1000+0.01;2000+0.02&p=...
   or, of the other tab,
     #m=16&class=auto&speeds=4,1&field=clouds
   or, of the third, with the owners by hand where there are such,
     #pieces=95+auth;40+cart;120+search&m=2&speeds=&slack=2&show=hand&hand=0,1,1
   or an example, #preset=0.
   With test! in front it is a list of such, separated by !, whose answers are written as text at
   the end of the page, for the test of this page (tests/build/jobs/web.sh). */

/* The tabs, and what computes and draws each anew. */
const TABS = {shares: () => refreshShares(false), plane: () => refreshPlane(),
  items: () => refreshItems()};
const shownTab = () => Object.keys(TABS).find(tab => !byId(tab).hidden);

function showTab(name) {
  for (const tab in TABS) {
    const chosen = tab === name, button = byId("tab-" + tab);
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    byId(tab).hidden = !chosen;
  }
  if (name === "shares") refreshShares(true);
  else TABS[name]();
}

function startTabs() {
  const names = Object.keys(TABS);
  for (const tab of names) {
    byId("tab-" + tab).addEventListener("click", () => { showTab(tab); keepLink(); });
    byId("tab-" + tab).addEventListener("keydown", event => {
      const at = names.indexOf(tab), count = names.length;
      const other = names[{ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count,
        Home: 0, End: count - 1}[event.key]];
      if (!other) return;
      showTab(other);
      byId("tab-" + other).focus();
      event.preventDefault();
    });
  }
}

/* ---- links ---- */

/* In a link , ; : stand between the pieces; where they are inside one, they are written %2C and so
   on, which the address itself then writes %252C. */
const quoted = piece => piece.replace(/[%,;:]/g, encodeURIComponent);
const quotedLine = line => line.replace(/[%;]/g, encodeURIComponent);
const unquoted = piece => piece.replace(/%(25|2C|3B|3A)/g, decodeURIComponent);

function problemLink() {
  const words = [`n=${encodeURIComponent(problem.n)}`, `curve=${problem.curve}`, `view=${view}`];
  for (const p of problem.procs) {
    const head = [quoted(p.name)];
    for (const field of CONSTRAINTS)
      if (p[field] !== "") head.push(`${field}:${quoted(p[field])}`);
    if (p.required) head.push("required:1");
    const lines = p.text.split("\n").filter(line => line.trim());
    words.push("p=" + encodeURIComponent([head.join(","), ...lines.map(quotedLine)].join(";"))
      .replace(/%20/g, "+").replace(/%3B/g, ";").replace(/%2C/g, ",").replace(/%3A/g, ":"));
  }
  return words.join("&");
}

function planeLink() {
  const pressed = b => b.getAttribute("aria-pressed") === "true";
  const at = [...byId("fields").children].findIndex(pressed);
  return `m=${encodeURIComponent(plane.m)}&class=${plane.cls}`
    + `&speeds=${encodeURIComponent(plane.speeds)}`
    + (at < 0 ? "" : `&field=${PLANE_FIELDS[at].id}`);
}

function itemsLink() {
  const lines = items.text.split("\n").filter(line => line.trim());
  return "pieces=" + encodeURIComponent(lines.map(quotedLine).join(";")).replace(/%20/g, "+")
    .replace(/%3B/g, ";")
    + `&m=${encodeURIComponent(items.m)}&speeds=${encodeURIComponent(items.speeds)}`
    + `&slack=${encodeURIComponent(items.slack)}&show=${items.shown}`
    + (items.hand ? `&hand=${items.hand.join(",")}` : "");
}

let linkTimer = 0;
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => {
    const link = {shares: problemLink, plane: planeLink, items: itemsLink}[shownTab()]();
    try { history.replaceState(null, "", "#" + link); } catch { /* some browsers: not for files */ }
  }, 300);
}

function takeItems(words) {
  const hand = (words.get("hand") || "").split(",").map(numberOf), show = words.get("show");
  const usable = words.has("hand") && hand.every(k => k % 1 === 0 && k >= 0);
  for (const b of byId("piece-sets").children) b.setAttribute("aria-pressed", false);
  byId("items-story").textContent = "Pieces from a link. What you change goes into the address of "
    + "this page.";
  Object.assign(items, {text: words.get("pieces").split(";").map(unquoted).join("\n") + "\n",
    m: words.get("m") || "", speeds: words.get("speeds") || "", slack: words.get("slack") ?? "2",
    hand: usable ? hand : null, picked: -1,
    shown: RULES.some(rule => rule[0] === show) ? show : "auto"});
  showTab("items");
}

/* Take a problem from a link; false where there is none in it. */
function takeLink(link) {
  const words = new URLSearchParams(link);
  if (words.has("pieces")) {
    takeItems(words);
    return true;
  }
  if (words.has("m")) {
    plane.m = words.get("m");
    plane.cls = CLASSES.some(c => c[0] === words.get("class")) ? words.get("class") : "auto";
    plane.speeds = words.get("speeds") || "";
    const at = PLANE_FIELDS.findIndex(f => f.id === words.get("field"));
    fillPlane(PLANE_FIELDS[Math.max(at, 0)]);
    markField(byId("fields").children[Math.max(at, 0)]);
    byId("m").value = byId("m-range").value = plane.m;
    byId("class").value = plane.cls;
    byId("speeds").value = plane.speeds;
    showTab("plane");
    return true;
  }
  if (words.has("preset")) {
    const at = Number(words.get("preset")), button = byId("presets").children[at];
    if (!button) return false;
    takePreset(PRESETS[at], button);
    showTab("shares");
    return true;
  }
  if (!words.has("n") || !words.has("p")) return false;
  problem = {n: words.get("n"), curve: words.get("curve") === "piecewise" ? "piecewise" : "akima",
    procs: words.getAll("p").slice(0, 5).map(text => {
      const [head, ...lines] = text.split(";"), [name, ...constraints] = head.split(",");
      const p = processor(unquoted(name), lines.map(line => [unquoted(line)]), {});
      for (const c of constraints) {
        const [field, value] = c.split(":");
        if (field === "required") p.required = value === "1";
        else if (CONSTRAINTS.includes(field)) p[field] = unquoted(value || "");
      }
      return p;
    })};
  shown = "auto";
  held = pointed = null;
  for (const b of byId("presets").children) b.setAttribute("aria-pressed", false);
  byId("story").textContent = "A problem from a link. What you change goes into the "
    + "address of this page.";
  byId("curve").value = problem.curve;
  setView(words.get("view") === "time" ? "time" : "speed");
  showTab("shares");
  return true;
}

/* ---- test ---- */

/* keys=I.K.KEY,KEY,... to point K of processor I; drag=I:K:SIZE:HEIGHT to a place of the chart;
   move=I:K drags piece I to processor K; paint=R.C,R.C,... to cells of the field: as a hand would
   do it. */
function actOut(words) {
  const handle = (i, k) => [...document.querySelectorAll(".point")]
    .find(g => g.point.i === Number(i) && g.point.k === Number(k));
  const pointer = (target, name, box, x, y) => target.dispatchEvent(new PointerEvent(name,
    {bubbles: true, cancelable: true, clientX: box.left + x, clientY: box.top + y}));
  if (words.has("keys")) {
    const [i, k, keys] = words.get("keys").split(".");
    for (const key of keys.split(",")) {
      handle(i, k).dispatchEvent(new KeyboardEvent("keydown",
        {key, bubbles: true, cancelable: true}));
      refreshShares(false);
    }
  }
  if (words.has("drag")) {
    const [i, k, x, y] = words.get("drag").split(":");
    const box = byId("chart").firstChild.getBoundingClientRect();
    pointer(handle(i, k), "pointerdown", box, 0, 0);
    pointer(window, "pointermove", box, frame.x(Number(x)) * box.width / frame.width,
      frame.y(Number(y)) * box.height / frame.height);
    pointer(window, "pointerup", box, 0, 0);
    refreshShares(false);
  }
  if (words.has("move")) {
    const [i, k] = words.get("move").split(":");
    const place = name => byId("pieces-chart").querySelector(name).getBoundingClientRect();
    const from = place(`[data-piece="${i}"] rect`), to = place(`[data-lane="${k}"] .ground`);
    pointer(byId("pieces-chart").querySelector(`[data-piece="${i}"]`), "pointerdown", from, 1, 1);
    pointer(window, "pointermove", to, to.width / 2, to.height / 2);
    pointer(window, "pointerup", to, to.width / 2, to.height / 2);
  }
  if (words.has("paint")) {
    const canvas = byId("field").querySelector("canvas"), box = canvas.getBoundingClientRect();
    const at = cell => cell.split(".").map(v => (Number(v) + 0.5) * box.width / SIDE);
    for (const cell of words.get("paint").split(",")) {
      const [y, x] = at(cell);
      pointer(canvas, "pointerdown", box, x, y);
      pointer(window, "pointerup", box, x, y);
    }
    refreshPlane();
  }
}

function reportShares(say) {
  say("link " + problemLink(), "said " + byId("verdict").textContent,
    "said " + byId("points-status").textContent, "said copied: " + copyFault());
  problem.procs.forEach((p, i) => say(`points ${i} ${p.text.trim().replace(/\n/g, ";")}`));
  for (const method of METHODS) {
    const answer = answers[method.id];
    say(`method ${method.id}`, `status ${answer.status} ${statusText(answer.status)}`,
      "shown " + byId("answer-" + method.id).querySelector(".body").textContent);
    if (!answer.shares) continue;
    say(`makespan ${answer.makespan}`, `lower_bound ${answer.bound}`);
    answer.shares.forEach((d, i) => say(`share ${i} ${d} ${answer.seconds[i]}`));
  }
}

function reportPlane(say) {
  const answer = plane.answer;
  say(`status ${answer.status} ${statusText(answer.status)}`);
  for (let at = 0; at < plane.loads.length; at += SIDE)
    say("loads " + plane.loads.slice(at, at + SIDE).join(" "));
  if (answer.parts) {
    say(`most ${answer.most}`, `bound ${answer.bound}`, `imbalance ${answer.imbalance}`);
    answer.parts.forEach((p, i) =>
      say(`part ${i} ${p.r0} ${p.r1} ${p.c0} ${p.c1} ${p.load} ${p.amount}`));
  }
  say("said " + byId("plane-verdict").textContent);
  say("shown " + byId("plane-answer").textContent);
}

function reportItems(say) {
  const {answer, mend, others} = items;
  const tell = (result, name) => {
    say(`method ${name}`, `status ${result.status} ${statusText(result.status)}`);
    if (!result.owner) return;
    say(`makespan ${result.makespan}`, `lower_bound ${result.bound}`, `gap ${result.gap}`,
      `imbalance ${result.imbalance}`, `moved ${result.moved}`);
    result.owner.forEach((k, i) => say(`piece ${i} ${k}`));
  };
  say("link " + itemsLink(), "said " + byId("items-verdict").textContent,
    "said " + byId("pieces-status").textContent, "said copied: " + copyFault());
  tell(answer, "auto");
  if (mend) tell(mend, "mend");
  for (const id in others) say(`rule ${id} ${others[id].makespan}`);
  const shown = byId("items-answer").textContent + (mend ? byId("mend-text").textContent : "");
  say("shown " + shown, "hand " + (items.hand || []).join(","));
}

/* How many elements reach beyond the window, and how many labels of the chart lie on marks. */
function tooWide() {
  return [...document.querySelectorAll("main *")].filter(e => e.checkVisibility()
    && !e.closest("pre, svg") && e.getBoundingClientRect().right > innerWidth + 1).length;
}
function covered() {
  const boxes = name => [...document.querySelectorAll(name)].map(e => e.getBoundingClientRect());
  return boxes("#chart .label rect").filter(a => boxes("#chart .mark").some(b =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}

/* How far down the page the verdict ends, in pixels. */
function verdictEnd() {
  const tab = shownTab(), line = byId(tab === "shares" ? "verdict" : tab + "-verdict");
  return Math.round(line.getBoundingClientRect().bottom + scrollY);
}

/* "table", or "blocks" on a narrow window. */
function constraintsAs() {
  const row = byId("procs").querySelector("tbody tr");
  return row && getComputedStyle(row).display === "table-row" ? "table" : "blocks";
}

function runTests(cases) {
  const lines = [], say = (...more) => lines.push(...more);
  for (const link of cases) {
    say(`case ${lines.filter(line => line.startsWith("case ")).length}`);
    if (!takeLink(link)) { say("no problem"); continue; }
    actOut(new URLSearchParams(link));
    ({shares: reportShares, plane: reportPlane, items: reportItems})[shownTab()](say);
    for (const {id} of copyFault() ? [] : COPIES)
      say(...copyText(id).split("\n").map(line => `copy ${id}|${line}`));
    say(`verdict ends at ${verdictEnd()}`, `constraints as ${constraintsAs()}`);
    say(`wide ${document.documentElement.scrollWidth} of ${innerWidth}, ${tooWide()} out, `
      + `${covered()} covered, dark ${matchMedia("(prefers-color-scheme: dark)").matches}`);
  }
  byId("test").textContent = lines.join("\n") + "\nend\n";
  byId("test").hidden = false;
}

async function start() {
  try {
    await loadLibrary();
  } catch (error) {
    byId("broken").textContent = "This page needs a browser that runs WebAssembly and unpacks gzip "
      + "(Chrome or Edge 80, Safari 16.4, Firefox 113, or later): " + error;
    byId("broken").hidden = false;
    return;
  }
  const v = lib.version(), major = Math.floor(v / 10000), minor = Math.floor(v / 100) % 100;
  byId("version").textContent = `fpm.h ${major}.${minor}.${v % 100}`;
  startTabs();
  startShares();
  startPlane();
  startItems();
  startCopies();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawField);
  const link = location.hash.slice(1);
  if (link.startsWith("test!")) runTests(link.split("!").slice(1));
  else if (!takeLink(link)) takePreset(PRESETS[1], byId("presets").children[1]);
}

start();
