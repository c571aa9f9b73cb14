/* copy.js - the problem of the page as a program in C or Python, as a command, or as a link. */

const listOf = values => values.join(", ");

/* Lines of at most 96 columns. */
function wrapped(lead, values, tail) {
  const lines = [lead];
  values.forEach((v, i) => {
    const word = v + (i + 1 < values.length ? "," : tail), last = lines[lines.length - 1];
    if (last.length + 1 + word.length > 96) lines.push("    " + word);
    else lines[lines.length - 1] += (/[[{]$/.test(last) ? "" : " ") + word;
  });
  return lines.join("\n");
}

const C_HEAD = ["#define FPM_IMPLEMENTATION", "#define FPM_STATIC", "#include \"fpm.h\"",
  "#include <stdio.h>", ""];
const C_REFUSED = "    if (status < 0) return printf(\"%s\\n\", fpm_status_str(status)), 1;";

function sharesAsC() {
  const {procs, n, curve} = problem, p = procs.length, lines = [...C_HEAD];
  procs.forEach((q, i) => {
    lines.push(`/* ${procName(i).replace(/[*/]/g, " ")} */`,
      wrapped(`static const int64_t size${i}[] = {`, q.points.map(v => v.size), "};"),
      wrapped(`static const double seconds${i}[] = {`, q.points.map(v => v.seconds), "};"));
  });
  lines.push("", "int main(void) {", `    fpm_model model[${p}];`,
    `    fpm_proc procs[${p}] = FPM_ZERO;`, `    int64_t d[${p}];`, "    double seconds;",
    "    int i, status;");
  procs.forEach((q, i) => {
    lines.push(`    status = fpm_model_init(&model[${i}], FPM_${curve.toUpperCase()}, `
      + `${q.points.length}, size${i}, seconds${i}, NULL, NULL);`, C_REFUSED,
      `    procs[${i}].model = &model[${i}];`);
    for (const field of CONSTRAINTS)
      if (numberOf(q[field])) lines.push(`    procs[${i}].${field} = ${numberOf(q[field])};`);
    if (q.required) lines.push(`    procs[${i}].required = 1;`);
  });
  return [...lines, `    status = fpm_partition(${numberOf(n)}, ${p}, procs, NULL, d, NULL);`,
    C_REFUSED, `    for (i = 0; i < ${p}; i++) {`,
    "        fpm_model_time(&model[i], (double)d[i], &seconds);",
    "        printf(\"%lld units, %g s\\n\", (long long)d[i],",
    "               d[i] > 0 ? seconds + procs[i].fixed : 0.0);",
    "        fpm_model_free(&model[i]);", "    }", "    return 0;", "}", ""]
    .join("\n");
}

function sharesAsPython() {
  const {procs, n, curve} = problem, lines = ["import fpm", "models = ["];
  procs.forEach((q, i) => lines.push(
    wrapped("    fpm.Model([", q.points.map(v => v.size), "],"),
    wrapped("        [", q.points.map(v => v.seconds), `], ${JSON.stringify(curve)}),`)
      + "  # " + procName(i)));
  lines.push("]");
  const limits = CONSTRAINTS.filter(f => procs.some(q => numberOf(q[f])))
    .map(f => `, ${f}=[${listOf(procs.map(q => numberOf(q[f]) || "None"))}]`);
  if (procs.some(q => q.required))
    limits.push(`, required=[${listOf(procs.map(q => q.required ? 1 : 0))}]`);
  return [...lines, `answer = fpm.partition(${numberOf(n)}, models${limits.join("")})`,
    "print(answer.shares, answer.makespan)", ""].join("\n");
}

/* The rows of the field, for either language. */
function fieldRows() {
  return Array.from({length: SIDE},
    (_, r) => Array.from(plane.loads.slice(r * SIDE, (r + 1) * SIDE)));
}

const planeClass = () => CLASSES.find(c => c[0] === plane.cls);

function planeAsC() {
  const m = numberOf(plane.m), speeds = speedList(plane.speeds, m);
  return [...C_HEAD, wrapped(`static const int64_t load[${SIDE} * ${SIDE}] = {`, fieldRows().flat(),
    "};"), ...speeds ? [wrapped(`static const double speed[${m}] = {`, speeds, "};")] : [],
    "", "int main(void) {", "    fpm_grid grid;", "    fpm_rect_options opts = FPM_ZERO;",
    `    fpm_rect part[${m}];`,
    `    int i, status = fpm_grid_init(&grid, ${SIDE}, ${SIDE}, load, ${SIDE}, NULL, NULL);`,
    C_REFUSED, `    opts.algorithm = ${planeClass()[1]}; /* ${plane.cls} */`,
    "    opts.max_work = 300000000; /* as on the page */",
    ...speeds ? ["    opts.speed = speed;"] : [],
    `    status = fpm_rect_partition(&grid, ${m}, &opts, part, NULL, NULL);`, C_REFUSED,
    `    for (i = 0; i < ${m}; i++)`,
    "        printf(\"rows %d to %d, columns %d to %d: %lld\\n\", (int)part[i].r0,",
    "               (int)part[i].r1, (int)part[i].c0, (int)part[i].c1, (long long)part[i].load);",
    "    fpm_grid_free(&grid);", "    return 0;", "}", ""].join("\n");
}

function planeAsPython() {
  const m = numberOf(plane.m), speeds = speedList(plane.speeds, m);
  return ["import fpm", "loads = [", ...fieldRows().map(row => wrapped("    [", row, "],")), "]",
    `answer = fpm.rect(loads, ${m}, algorithm=${JSON.stringify(plane.cls)}, max_work=300000000`
      + (speeds ? `,\n                  speeds=[${listOf(speeds)}])` : ")"),
    "for r0, r1, c0, c1, load in answer.parts: print(r0, r1, c0, c1, load)", ""].join("\n");
}

/* A command, and the files that it reads, for a shell. */
function sharesAsCommand() {
  const files = problem.procs.map((p, i) =>
    `cat > ${fileName(i)} << EOF\n${p.text.trim()}\nEOF\n`);
  return files.join("") + toolCommand() + "\n";
}
function planeAsCommand() {
  const speeds = speedList(plane.speeds, numberOf(plane.m));
  return `cat > field.txt << EOF\n${fieldRows().map(row => row.join(" ")).join("\n")}\nEOF\n`
    + `fpm-tool rect -m ${plane.m} -a ${plane.cls} --work 300000000`
    + (speeds ? ` --speeds ${speeds.join(",")}` : "") + " field.txt\n";
}

/* What items of the page are from: owners by hand, or none. */
const itemsFrom = () => items.mend && items.mend.owner ? items.hand : null;
const ITEMS_WORK = 50000000; /* as on the page */

function itemsAsC() {
  const m = numberOf(items.m), n = items.pieces.length, speeds = speedList(items.speeds, m);
  const unit = lib.piece_unit(), from = itemsFrom();
  return [...C_HEAD, ...unit === 1 ? [] : [`/* loads in units of ${unit} */`],
    wrapped(`static const int64_t load[${n}] = {`, items.pieces.map(piece => piece.units), "};"),
    wrapped(`static const char *const name[${n}] = {`,
      items.pieces.map(piece => JSON.stringify(piece.name)), "};"),
    ...speeds ? [wrapped(`static const double speed[${m}] = {`, speeds, "};")] : [],
    ...from ? [wrapped(`static const int present[${n}] = {`, from, "};")] : [],
    "", "int main(void) {", "    fpm_items_options opts = FPM_ZERO;", "    fpm_info info;",
    `    int owner[${n}], i, status;`, `    opts.max_work = ${ITEMS_WORK}; /* as on the page */`,
    ...speeds ? ["    opts.speed = speed;"] : [],
    ...from ? ["    opts.from = present;", `    opts.slack = ${numberOf(items.slack) / 100};`] : [],
    `    status = fpm_items_assign(${n}, load, ${m}, &opts, owner, NULL, &info);`, C_REFUSED,
    `    for (i = 0; i < ${n}; i++) printf("%s: processor %d\\n", name[i], owner[i]);`,
    "    printf(\"the last one finishes at %g, none before %g\\n\",",
    `           info.makespan * ${unit}, info.lower_bound * ${unit});`,
    "    return 0;", "}", ""].join("\n");
}

function itemsAsPython() {
  const m = numberOf(items.m), speeds = speedList(items.speeds, m), from = itemsFrom();
  return ["import fpm", wrapped("loads = [", items.pieces.map(piece => piece.load), "]"),
    wrapped("names = [", items.pieces.map(piece => JSON.stringify(piece.name)), "]"),
    ...from ? [wrapped("present = [", from, "]")] : [],
    `answer = fpm.items(loads, ${m}, max_work=${ITEMS_WORK}`
      + (speeds ? `, speeds=[${listOf(speeds)}]` : "")
      + (from ? `, old=present, slack=${numberOf(items.slack) / 100})` : ")"),
    "for name, processor in zip(names, answer.owner): print(name, processor)",
    "print(answer.makespan, answer.lower_bound)", ""].join("\n");
}

function itemsAsCommand() {
  const m = numberOf(items.m), speeds = speedList(items.speeds, m), from = itemsFrom();
  const lines = from ? items.pieces.map((piece, i) => `${piece.load} ${piece.name} ${from[i]}`)
    : [items.text.trim()];
  return `cat > pieces.txt << 'EOF'\n${lines.join("\n")}\nEOF\n`
    + `fpm-tool items -p ${m} --work ${ITEMS_WORK}`
    + (speeds ? ` --speeds ${speeds.join(",")}` : "")
    + (from ? ` --from --slack ${numberOf(items.slack) / 100}` : "") + " pieces.txt\n";
}

const COPIES = [
  {id: "c", name: "copy as C", shares: sharesAsC, plane: planeAsC, items: itemsAsC},
  {id: "python", name: "copy as Python", shares: sharesAsPython, plane: planeAsPython,
    items: itemsAsPython},
  {id: "command", name: "copy as command", shares: sharesAsCommand, plane: planeAsCommand,
    items: itemsAsCommand},
  {id: "link", name: "copy link", shares: () => addressOf(problemLink()),
    plane: () => addressOf(planeLink()), items: () => addressOf(itemsLink())}];

const addressOf = link => location.href.replace(/#.*/, "") + "#" + link;
const copyText = id => COPIES.find(c => c.id === id)[shownTab()]();

/* Why the problem cannot be written as a program: a field is no number; "": it can. */
function copyFault() {
  const m = numberOf(plane.m);
  if (shownTab() === "items") return items.answer.owner ? "" : items.answer.text;
  if (shownTab() === "plane")
    return plane.answer.status === @FPM_E_ARGUMENT
      && (!(m >= 1 && m <= lib.most_parts()) || speedFault(plane.speeds))
      ? plane.answer.text : "";
  const answer = answers.auto;
  return answer.shares || answer.status === @FPM_E_INFEASIBLE ? "" : whyNot(answer);
}

/* What is copied but lacks something. */
function copyDoubt(id) {
  const answer = {shares: answers.auto, plane: plane.answer, items: items.answer}[shownTab()];
  const {shares, parts, owner} = answer;
  const painted = shownTab() === "plane" && !planeLink().includes("&field=");
  if (id === "link" && painted) return " It does not hold what you painted.";
  return shares || parts || owner ? "" : " This problem has no answer.";
}

/* Some browsers have no clipboard for pages from files: then the text is there to be selected. */
async function copy(id) {
  TABS[shownTab()](); /* a later one may be due */
  const said = byId("copied"), area = byId("copy-text"), fault = copyFault();
  area.hidden = true;
  if (fault && id !== "link") {
    said.textContent = `Nothing is copied: ${fault}.`;
    return;
  }
  const text = copyText(id), doubt = copyDoubt(id);
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = (id === "link" ? "The link is on the clipboard."
      : `${text.trimEnd().split("\n").length} lines are on the clipboard.`) + doubt;
  } catch {
    area.hidden = false;
    area.value = text;
    area.select();
    said.textContent = "This browser gives no clipboard to this page: copy the text below." + doubt;
  }
}

function startCopies() {
  for (const {id, name} of COPIES)
    html("button", {id: "copy-" + id}, byId("copies"), name)
      .addEventListener("click", () => copy(id));
}
