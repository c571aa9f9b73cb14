#!/usr/bin/env python3
"""recipe_gguf.py - the layers of a model over unequal GPUs, for llama.cpp, by the bytes in its file.

    python3 examples/python/recipe_gguf.py MODEL.gguf CONTEXT PROMPT [cpu:]ROOM:MEMORY:COMPUTE:LINK[:RAM:READ[:DISK]]...

CONTEXT and PROMPT are in tokens.  Of each GPU: its room (24GB, 24564MiB or 24, in GB), what its memory reads in GB/s,
what it computes in TFLOPS and what it sends in GB/s, as 24:936:71:12; of the CPU the same, as cpu:64:80:1:12: it has
the first layers, if any.  Programs that stream layers to a GPU, which llama.cpp does not, have more of them in RAM and
on a disk (its room, what RAM and disk read): 24:936:71:12:64:40:3.  Measured figures split better than data sheets.
Layers may differ (experts, attention, output)."""
import math
import os
import re
import struct
import sys

import fpm

HELD = 10**9  # bytes that each GPU keeps for itself
UBATCH = 512  # tokens of a prompt that are computed together
CPU = "cpu:ROOM:MEMORY:COMPUTE:LINK"
UNITS = {"": 10**9, "MB": 10**6, "GB": 10**9, "TB": 10**12, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


class Damaged(Exception):
    """What is wrong with the file, in a sentence."""


class Header:
    """Values of a GGUF header, one after the other.  A count in a damaged file may be anything: none is
    believed that needs more bytes than the file has."""
    SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
    STRING, ARRAY = 8, 9

    def __init__(self, file):
        self.file, self.size = file, os.fstat(file.fileno()).st_size

    def bytes(self, count):
        if count > self.size - self.file.tell(): raise Damaged("it ends within its header")
        return self.file.read(count)

    def scalar(self, kind):
        code = "<" + self.SCALARS[kind]
        return struct.unpack(code, self.bytes(struct.calcsize(code)))[0]

    def count(self, kind, least):
        """How many of something, each of which takes so many bytes at least."""
        count = self.scalar(kind)
        if count * least > self.size: raise Damaged("%d entries do not fit into it" % count)
        return count

    def string(self):
        return self.bytes(self.scalar(10)).decode("utf-8", "replace")

    def value(self, kind, inside=False):
        if kind == self.STRING: return self.string()
        if kind == self.ARRAY and not inside:
            of = self.scalar(4)
            return [self.value(of, True) for _ in range(self.count(10, 1))]
        if kind not in self.SCALARS: raise Damaged("a value of type %d in its header" % kind)
        return self.scalar(kind)

    def tensor(self):
        """Name, shape and offset."""
        name, shape = self.string(), [self.scalar(10) for _ in range(self.count(4, 8))]
        if not 1 <= len(shape) <= 8 or not all(shape): raise Damaged("tensor %r has no shape" % name)
        self.scalar(4)
        return name, shape, self.scalar(10)


def read_header(path):
    """Keys and values, tensors in the order of their data, and where each of these ends."""
    with open(path, "rb") as file:
        header = Header(file)
        if file.read(4) != b"GGUF" or header.scalar(4) < 2: sys.exit("%s: not a GGUF file of version 2 or 3" % path)
        tensors, pairs = header.count(10, 24), header.count(10, 12)
        meta = {}
        for _ in range(pairs):
            key = header.string()
            meta[key] = header.value(header.scalar(4))
        info = sorted((header.tensor() for _ in range(tensors)), key=lambda t: t[2])
        align = whole(meta, "general.alignment", 1, 2**20, 32)  # offsets count from where the data begins
        data = header.size - -(-file.tell() // align) * align
    ends = [t[2] for t in info[1:]] + [data]
    if not info or data <= info[-1][2]: raise Damaged("its data end before the last tensor")
    return meta, info, ends


def whole(meta, key, low, high, default):
    value = meta.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Damaged("%s is %.40r, not a whole number from %d to %d" % (key, value, low, high))
    return value


def layers(path, context):
    """Bytes kept, bytes read for a token and weights that a token passes: of each block, and last of the output."""
    meta, info, ends = read_header(path)
    kind = meta.get("general.architecture")
    if not isinstance(kind, str): raise Damaged("general.architecture is missing or no name")
    blocks = whole(meta, kind + ".block_count", 1, len(info), 0)  # each has a tensor at least
    experts, used = (whole(meta, "%s.expert_%s" % (kind, k), 0, 10**6, 0) for k in ("count", "used_count"))
    table, output = [[0, 0.0, 0.0] for _ in range(blocks + 1)], ["output.weight", "output_norm.weight"]
    if not any(t[0] == output[0] for t in info): output[0] = "token_embd.weight"  # else that stays on the host
    for (name, shape, offset), end in zip(info, ends):
        if not name.startswith("blk.") and name not in output: continue
        block = name.split(".")[1] if name.startswith("blk.") else str(blocks)
        if not (block.isascii() and block.isdigit() and int(block) <= blocks):
            raise Damaged("tensor %.40r is of none of %d blocks" % (name, blocks))
        if "_exps" in name and not 0 < used <= experts: raise Damaged("%d of %d experts are used" % (used, experts))
        row, share = table[int(block)], used / experts if "_exps" in name else 1
        keyed = name.endswith(("attn_k.weight", "attn_v.weight"))
        keys = 2 * context * shape[1] if keyed and len(shape) > 1 else 0  # 16 bits each
        row[0] += end - offset + keys
        row[1] += share * (end - offset) + keys / 2  # half of the context, on average
        row[2] += share * math.prod(shape)
    if not all(0 <= v <= 2**53 for row in table for v in row): raise Damaged("its layers are too large")
    return table, 4 * whole(meta, kind + ".embedding_length", 0, 10**9, 0)


def tokens(what, word):
    if word.isascii() and word.isdigit() and 0 < int(word[:12]) <= 10**9 and len(word) <= 10: return int(word)
    sys.exit("%s: %r is not a whole number of tokens, such as 8192" % (what, word))


def figure(word, position, on_cpu):
    """A field of a device: rooms in GB, with a unit or without, and the other numbers."""
    size = position in (0, 4)
    found = re.fullmatch(r"([0-9]*\.?[0-9]+)([MGT]i?B)?" if size else r"([0-9]*\.?[0-9]+)()", word)
    value = float(found[1]) if found else 0
    if size and found and not found[2] and value > 1000: sys.exit("%s: is that MiB? write %sMiB, or GB" % (word, word))
    if position == 1 and not on_cpu and 0 < value < 10: sys.exit("%s GB/s: is that TB/s? write %g" % (word, value * 1000))
    return value * UNITS[found[2] or ""] / 1e9 if found else 0


def device(word):
    """The figures of a GPU or of the CPU, and whether it is that."""
    on_cpu = word.startswith("cpu:")
    figures = [figure(v, k, on_cpu) for k, v in enumerate(word[4 * on_cpu:].split(":"))]
    if len(figures) in ((4,) if on_cpu else (4, 6, 7)) and all(1e-6 <= v <= 1e6 for v in figures): return figures, on_cpu
    sys.exit("%s: not ROOM:MEMORY:COMPUTE:LINK, four numbers above 0 (GB, GB/s, TFLOPS, GB/s sent), such as "
             "24:936:71:12 or cpu:64:80:1:12, or RAM:READ[:DISK] more of a GPU" % word)


def devices(words):
    """All figures, those of the CPU first; and is there one?"""
    rows = sorted((device(w) for w in words), key=lambda row: not row[1])
    if sum(on_cpu for _, on_cpu in rows) > 1: sys.exit("cpu: one is enough")
    if all(on_cpu for _, on_cpu in rows): sys.exit("no GPU, such as 24:936:71:12")
    return [figures for figures, _ in rows], rows[0][1]


def slower(g, share, size):
    """Of the slower memories of a GPU: room, seconds that a byte there adds of which a share is read, bytes there of so many."""
    size, rows = max(size - max(int(g[0] * 1e9) - HELD, 0), 0), []
    for room, speed in zip([int(r * 1e9) for r in g[4:5]] + [None], g[5:]):
        there = size if room is None else min(size, room)
        rows.append((room, max(share * (1 / speed - 1 / g[1]) / 1e9, 0), there))
        size -= there
    return rows


def cut(times, gpus, kept, sent, share, batches, cpu):
    """First and last layer, and bytes, of each GPU."""
    table = [dict(type=k, max=int(g[0] * 1e9), held=HELD, bandwidth=g[3] * 1e9,
                    tier=[t[:2] for t in slower(g, share, 0)]) for k, g in enumerate(gpus)]
    try: answer = fpm.pipeline(times, table, kept, [sent] * len(kept), "filled", batches=batches)
    except fpm.Error as error:
        sys.exit("no split: %.2f GB of layers and keys do not fit into the %sGPUs, which have %s GB and keep %g each (%s): %slower CONTEXT"
                 % (sum(kept) / 1e9, "CPU and " if cpu else "", " + ".join("%g" % g[0] for g in gpus), HELD / 1e9, error,
                    "" if cpu else "append %s or " % CPU))
    return [(i, j, sum(kept[i:j])) for i, j in zip(answer.begin, answer.begin[1:])]


def stage_times(part, times, gpus, sent, share, n):
    """Seconds of each GPU: its layers, what it sends, and what lies in slower memory."""
    return [sum(times[k][i:j]) + (sent / g[3] / 1e9 if i < j < n else 0) + sum(x * b for _, x, b in slower(g, share, own))
            for k, (g, (i, j, own)) in enumerate(zip(gpus, part))]


def describe(name, g, i, j, own):
    if i == j: return "    %s: idle" % name
    beyond = "".join(", %.2f %s" % (there / 1e9, where)
                     for where, (_, _, there) in zip(("in its RAM", "on its disk"), slower(g, 1, own)) if there)
    return "    %s: layers %d .. %d, %.2f GB%s" % (name, i, j - 1, own / 1e9, beyond)


def llama(part, gpus, cpu, n):
    """The options of llama.cpp, or why it cannot."""
    beyond = sum(there for g, (_, _, own) in zip(gpus, part) for _, _, there in slower(g, 1, own)) / 1e9
    if beyond:
        return "needs %.2f GB of RAM or disk (llama.cpp cannot hold layers there: %s, or lower CONTEXT)" % (
            beyond, "leave out the RAM of the GPUs" if cpu else "append %s instead" % CPU)
    first = part[0][1] if cpu else 0
    if first == n: return "-ngl 0"
    counts = ",".join(str(j - i) for i, j, _ in part[cpu:])
    return "--split-mode layer -ngl %d --tensor-split %s" % (n - first if first else 999, counts)


def main(path, context, prompt, *words):
    context, batches = tokens("CONTEXT", context), -(-tokens("PROMPT", prompt) // UBATCH)
    gpus, cpu = devices(words)
    try: table, width = layers(path, context)
    except OSError as error: sys.exit("%s: %s" % (path, error.strerror))
    except Damaged as error: sys.exit("%s: no whole GGUF file: %s" % (path, error))
    kept, n = [row[0] for row in table], len(table)
    token = {k: [row[1] / g[1] / 1e9 for row in table] for k, g in enumerate(gpus)}
    many = {k: [max(row[0] / g[1] / 1e9, UBATCH * 2 * row[2] / g[2] / 1e12) for row in table] for k, g in enumerate(gpus)}
    ways = [("a token", token, width, sum(row[1] for row in table) / max(sum(kept), 1), 1),
            ("a prompt", many, width * UBATCH, 1, batches)]
    for what, times, sent, share, count in ways:
        part = cut(times, gpus, kept, sent, share, count, cpu)
        once, each = (stage_times(part, t, gpus, s, of, n) for _, t, s, of, _ in ways)
        print("least time of %-8s  %s: a token %.3g ms, a prompt %.3g s" % (
            what, llama(part, gpus, cpu, n), 1e3 * sum(once), sum(each) + (batches - 1) * max(each)))
        for k, row in enumerate(part): print(describe("CPU" if k < cpu else "GPU %d" % (k - cpu), gpus[k], *row))


if __name__ == "__main__":
    if len(sys.argv) < 5: sys.exit(__doc__)
    main(*sys.argv[1:])
