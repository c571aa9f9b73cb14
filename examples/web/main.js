/* main.js - tabs, links and the start.

   What stands behind the # of the address is a problem, so that a link shows what one has found:
     #n=12000&curve=akima&view=speed&p=core,max:6000,grain:16;1000+0.01;2000+0.02&p=...
   or, of the other tab,
     #m=16&class=auto&speeds=4,1&field=clouds
   or an example, #preset=0.
   With test! in front it is a list of such, separated by !, whose answers are written as text at
   the end of the page, for the test of this page (tests/build/jobs/web.sh). */

function showTab(name) {
  for (const tab of ["shares", "plane"]) {
    const chosen = tab === name, button = byId("tab-" + tab);
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    byId(tab).hidden = !chosen;
  }
  if (name === "plane") refreshPlane();
  else refreshShares(true);
}

function startTabs() {
  for (const tab of ["shares", "plane"]) {
    byId("tab-" + tab).addEventListener("click", () => { showTab(tab); keepLink(); });
    byId("tab-" + tab).addEventListener("keydown", event => {
      if (!/^Arrow(Left|Right)$|^Home$|^End$/.test(event.key)) return;
      const other = tab === "shares" ? "plane" : "shares";
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
  const words = [`n=${problem.n}`, `curve=${problem.curve}`, `view=${view}`];
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
  return `m=${plane.m}&class=${plane.cls}&speeds=${encodeURIComponent(plane.speeds)}`
    + (at < 0 ? "" : `&field=${PLANE_FIELDS[at].id}`);
}

let linkTimer = 0;
function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => {
    const link = byId("plane").hidden ? problemLink() : planeLink();
    try { history.replaceState(null, "", "#" + link); } catch { /* some browsers: not for files */ }
  }, 300);
}

/* Take a problem from a link; false where there is none in it. */
function takeLink(link) {
  const words = new URLSearchParams(link);
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
   paint=R.C,R.C,... to cells of the field: as a hand would do it. */
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
  say("shown " + byId("plane-answer").textContent);
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
  const line = byId(byId("plane").hidden ? "verdict" : "plane-verdict");
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
    if (byId("plane").hidden) reportShares(say);
    else reportPlane(say);
    for (const {id} of COPIES) say(...copyText(id).split("\n").map(line => `copy ${id}|${line}`));
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
  startCopies();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawField);
  const link = location.hash.slice(1);
  if (link.startsWith("test!")) runTests(link.split("!").slice(1));
  else if (!takeLink(link)) takePreset(PRESETS[1], byId("presets").children[1]);
}

start();
