#!/usr/bin/env python3
"""manual.py OUT [HEADER...]: the manual of the library, OUT.html (one file, with anchors and a search box) and
OUT.txt, made from the public comments of fpm.h and fpm_kernels.h.  Every public name is an anchor, so OUT.html#fpm_partition
is a link.  Exit status 1: a public function without a comment, or a name in a comment that nothing declares."""
import html, re, sys

NAME = re.compile(r"\bfpmk?_[a-z0-9_]*[a-z0-9]\b|\bFPMK?_[A-Z0-9_]*[A-Z0-9]\b|>>[a-z0-9]+")
LEVEL = {} # of sections, by their titles
STYLE = """:root { color-scheme: light dark; --soft: #6668; --line: #8884; --box: #8881 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
pre { font: 13px/1.45 ui-monospace, monospace; overflow-x: auto; margin: .6rem 0; tab-size: 4 }
pre.code { background: var(--box); border-left: 3px solid var(--line); padding: .6rem .8rem }
pre i { font-style: normal; opacity: .7 } a { text-decoration: none } a:hover { text-decoration: underline }
h2 { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem } h3 { margin: 2rem 0 .2rem; font-family: ui-monospace, monospace; font-size: 1rem }
header { position: sticky; top: 0; background: Canvas; padding: .5rem 0; border-bottom: 1px solid var(--line) }
#search { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem } #hits { max-height: 40vh; overflow: auto }
#hits a { display: block; padding: .1rem .6rem } #hits small { color: var(--soft) } .toc { columns: 16rem; font-size: 14px }
:target { scroll-margin-top: 5rem; background: var(--box) }"""
SCRIPT = """const box = document.getElementById('search'), hits = document.getElementById('hits');
const entries = [...document.querySelectorAll('section')].map(s => [s, s.querySelector('h2, h3').textContent, s.textContent.toLowerCase()]);
box.oninput = () => {
  const words = box.value.toLowerCase().split(/ +/).filter(w => w);
  const rank = e => words.every(w => e[1].toLowerCase().includes(w)) ? 0 : 1;
  const found = words.length ? entries.filter(e => words.every(w => e[2].includes(w))) : [];
  found.sort((a, b) => rank(a) - rank(b));
  hits.replaceChildren(...found.slice(0, 60).map(e => {
    const a = document.createElement('a');
    a.href = '#' + e[0].id;
    a.textContent = e[1];
    return a;
  }));
  if (words.length && !found.length) hits.textContent = 'Nothing has all these words.';
};"""


def public(header):
    """The opening comment of a header, its public part, and the change log, as lists of lines."""
    text = open(header, encoding="ascii").read()
    guard = re.search(r"^#ifndef (FPM_H|FPM_KERNELS_H)\n#define \1\n|^#ifndef (FPM_H|FPM_KERNELS_H)\n", text, re.M)
    opening = text[:text.index("*/")][2:]
    body = text[guard.end():re.search(r"^#endif /\* FPM_(KERNELS_)?H \*/", text, re.M).start()]
    changes = re.search(r"^/\* ---- >>changes -*  ?\*/\n/\*(.*?)\*/", text, re.M | re.S)
    return opening, body, changes[1] if changes else ""


def plain(comment):
    """Lines of a comment without its marks and margin."""
    lines = [re.sub(r" *\*/$", "", line.rstrip()) for line in comment.split("\n")]
    lines = [lines[0].lstrip()] + [line[3:] if line.startswith("   ") else line for line in lines[1:]]
    while lines and not lines[-1]: lines.pop()
    while lines and not lines[0]: lines.pop(0)
    return lines


def declarations(code):
    """The lines of code that a reader of the manual needs."""
    out, skip = [], 0
    for line in code.split("\n"):
        if re.match(r"#if", line): skip += 1
        elif re.match(r"#endif", line): skip -= 1
        elif skip == 0 and not re.match(r"#(include|undef|else)|extern \"C\"|FPM__DECL static", line):
            out.append(re.sub(r"^FPMK?__DECL ", "", re.sub(r" +\\$", " \\\\", line)))
    text = "\n".join(out).strip("\n")
    return text if re.search(r"\bfpmk?_[a-z]|\bFPMK?_[A-Z]", text) else ""


def names(code):
    """Every public name that code declares."""
    found = re.findall(r"^(?:[a-z_0-9]+ )+\**(fpmk?_[a-z0-9_]+)\(", code, re.M)
    found += re.findall(r"\b(?:struct|enum) (fpmk?_[a-z0-9_]+) \{|^\} (fpmk?_[a-z0-9_]+);", code, re.M)
    found += re.findall(r"^#define (FPMK?_[A-Z0-9_]+)", code, re.M)
    found += re.findall(r"^ +(?:X\()?(FPMK?_[A-Z0-9_]+)(?: =|,)", code, re.M)
    flat = []
    for f in found: flat += [g for g in (f if isinstance(f, tuple) else (f,)) if g]
    return list(dict.fromkeys(flat))


def sections(body):
    """[(anchor, title, [(comment lines, code)])]."""
    out = []
    chunks = re.split(r"^(/\*.*?\*/)[ ]*$", body, flags=re.M | re.S)
    for k in range(1, len(chunks), 2):
        comment, code = chunks[k][2:-2], declarations(chunks[k + 1])
        head = re.match(r" ---- >>([a-z0-9]+)(?: \(([a-z' ]+)\))? -*", comment)
        if head:
            out.append((head[1], []))
            if head[2]: LEVEL[head[1]] = head[2]
            comment = comment[head.end():]
        lines = plain(comment)
        if out and (lines or code): out[-1][1].append((lines, code))
    return out


def flat(line):
    """Is this a line of sentences, not of a list, an example or columns?"""
    return bool(re.match(r"[^ -]", line)) and not re.search(r"\S {3,}\S", line) and not re.match(r"[^ .:?!]+ {2,}\S", line)


def prose(lines, link):
    """HTML of a comment: paragraphs are filled anew, lists and columns stay as they are."""
    out = []
    for block in "\n".join(lines).split("\n\n"):
        rows = block.split("\n")
        k = 0  # sentences before a list belong to a paragraph of their own
        while k < len(rows) and flat(rows[k]): k += 1
        if k and (k == len(rows) or rows[k].startswith((" ", "-"))):
            out.append("<p>%s</p>" % link(" ".join(rows[:k])))
            rows = rows[k:]
        if rows: out.append("<pre>%s</pre>" % link("\n".join(rows)))
    return "\n".join(out)


def main():
    out, headers = sys.argv[1], sys.argv[2:] or ["fpm.h", "fpm_kernels.h"]
    parts = [(header,) + public(header) for header in headers]
    version = re.search(r" - v([0-9.]+) ", parts[0][1])[1]
    books, known, bad = [], {}, []
    for header, opening, body, changes in parts:
        prefix = "" if header == headers[0] else header.split(".")[0].split("_")[-1] + "-"
        book = [(prefix + "start", header, [(plain(opening), "")])]
        for anchor, entries in sections(body):
            book.append((prefix + anchor, anchor, entries))
            known.setdefault(">>" + anchor, prefix + anchor)
            for lines, code in entries:
                for name in names(code): known.setdefault(name, name)
                if not lines and re.search(r"\bfpmk?_[a-z0-9_]+\(", code): bad.append("%s: no comment: %s" % (header, code.split("\n")[0]))
        if changes:
            book.append((prefix + "changes", "changes", [(plain(changes), "")]))
            known[">>changes"] = prefix + "changes"
        books.append((header, book))

    def link(text):
        def mark(m):
            target = known.get(m[0])
            return '<a href="#%s">%s</a>' % (target, html.escape(m[0])) if target else html.escape(m[0])
        done, at = [], 0
        for m in NAME.finditer(text):
            done += [html.escape(text[at:m.start()]), mark(m)]
            at = m.end()
        return "".join(done) + html.escape(text[at:])

    def colour(code):
        return "".join("<i>%s</i>" % link(c) if c.startswith("/*") else link(c) for c in re.split(r"(/\*.*?\*/)", code, flags=re.S))

    page, text, seen = [], [], set()
    toc = []
    for header, book in books:
        page.append('<h1>%s</h1>' % header)
        for anchor, title, entries in book:
            toc.append('<a href="#%s">%s</a><br>' % (anchor, title))
            text += ["", "=" * 100, title, "=" * 100]
            for k, (lines, code) in enumerate(entries):
                own = [n for n in names(code) if n not in seen]
                seen.update(own)
                calls = re.findall(r"\b(fpmk?_[a-z0-9_]+)\(", re.sub(r"/\*.*?\*/", "", code, flags=re.S)) or own[:1]
                calls = [c for c in dict.fromkeys(calls) if c in known]
                head = ", ".join(calls) or (title if k == 0 else "")
                ident = anchor if k == 0 else calls[0] if calls and calls[0] in own else "%s-%d" % (anchor, k)
                page.append('<section id="%s">' % ident)
                if k == 0: page.append("<h2>%s</h2>" % html.escape(title + (" (%s)" % LEVEL[title] if header == headers[0] and title in LEVEL else "")))
                if calls and (k > 0 or head != title): page.append("<h3>%s</h3>" % html.escape(head))
                elif k > 0: page.append("<h3>%s</h3>" % html.escape(title))
                page += ['<a id="%s"></a>' % n for n in own if n != ident]
                page.append(prose(lines, link))
                if code: page.append('<pre class="code">%s</pre>' % colour(code))
                page.append("</section>")
                text += [""] + lines + ([""] + ["    " + line if line else "" for line in code.split("\n")] if code else [])
    for header, _, body, _ in parts:
        for name in sorted(set(NAME.findall("\n".join("\n".join(lines) for _, entries in sections(body) for lines, _ in entries)))):
            # A family, as FPM_E_..., or a macro that the user defines, is no declared name.
            if name.startswith("fpm_") and name not in known and not any(k.startswith(name) for k in known) and not re.search(re.escape(name) + r"\b", body):
                bad.append("%s: nothing declares %s" % (header, name))
    title = "fpm.h %s: manual" % version
    with open(out + ".html", "w", encoding="ascii", newline="\n") as file:
        file.write('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                   "<title>%s</title>\n<style>\n%s\n</style>\n</head>\n<body>\n<header>\n<label for=\"search\">%s</label>\n"
                   '<input id="search" type="search" placeholder="Search names and text">\n<div id="hits"></div>\n</header>\n<nav class="toc">%s</nav>\n%s\n'
                   "<script>\n%s\n</script>\n</body>\n</html>\n" % (title, STYLE, title, "\n".join(toc), "\n".join(page), SCRIPT))
    with open(out + ".txt", "w", encoding="ascii", newline="\n") as file:
        file.write("\n".join([title] + [line.rstrip() for line in text]) + "\n")
    for line in bad: print(line)
    sys.exit(bool(bad))


main()
