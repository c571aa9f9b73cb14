#!/usr/bin/env python3
"""recipe_gguf.py - the layers of a model over unequal GPUs, for llama.cpp, by the bytes in its file.

    python3 examples/python/recipe_gguf.py MODEL.gguf CONTEXT PROMPT ROOM:MEMORY:COMPUTE:LINK[:RAM:READ[:DISK]]...

CONTEXT and PROMPT are in tokens.  Of each GPU: its room in GB, what its memory reads in GB/s, what it computes in TFLOPS
and what it sends in GB/s; then RAM in GB and what it reads in GB/s, and that of a disk, for layers that do not fit:
24:936:71:12:64:40:3.  Measured figures split better than data sheets.  Layers may differ (experts, attention, output)."""
import fpm, math, os, struct, sys

def read(file, kind):  # one value of a GGUF header; 8: a string, 9: an array
    if kind == 8: return file.read(min(read(file, 10), 2**30)).decode("utf-8", "replace")
    if kind == 9: return [read(file, of) for of, n in [(read(file, 4), read(file, 10))] for _ in range(n)]
    code = "<" + {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}[kind]
    return struct.unpack(code, file.read(struct.calcsize(code)))[0]
def layers(path, context):
    """Bytes kept, bytes read for a token and weights that a token passes: of each block, and last of the output."""
    with open(path, "rb") as file:
        if file.read(4) != b"GGUF" or read(file, 4) < 2: sys.exit("%s: not a GGUF file of version 2 or 3" % path)
        tensors, pairs = read(file, 10), read(file, 10)
        meta = dict((read(file, 8), read(file, read(file, 4))) for _ in range(pairs))
        info = [(read(file, 8), [read(file, 10) for _ in range(read(file, 4))], read(file, 4), read(file, 10)) for _ in range(tensors)]
        align = meta.get("general.alignment", 32)  # offsets count from where the data begins
        ends = sorted(t[3] for t in info)[1:] + [os.path.getsize(path) - -(-file.tell() // align) * align]
        if ends[-1] <= max(t[3] for t in info): raise ValueError  # the data ends before its last tensor
    of = lambda key: meta.get("%s.%s" % (meta["general.architecture"], key), 0)
    table, output = [[0, 0.0, 0.0] for _ in range(of("block_count") + 1)], ["output.weight", "output_norm.weight"]
    if not any(t[0] == output[0] for t in info): output[0] = "token_embd.weight"  # else that stays on the host
    for (name, shape, _, offset), end in zip(sorted(info, key=lambda t: t[3]), ends):
        if not name.startswith("blk.") and name not in output: continue
        row = table[int(name.split(".")[1]) if name.startswith("blk.") else -1]
        share = of("expert_used_count") / of("expert_count") if "_exps" in name else 1
        keys = 2 * context * shape[1] if name.endswith(("attn_k.weight", "attn_v.weight")) else 0  # 16 bits each
        row[0] += end - offset + keys
        row[1] += share * (end - offset) + keys / 2  # half of the context, on average
        row[2] += share * math.prod(shape)
    return table, 4 * of("embedding_length")
def tokens(what, word):
    return int(word) if word.isdigit() and int(word) else sys.exit("%s: %r is not a whole number of tokens, such as 8192" % (what, word))
def gpu(word):
    try: figures = [float(v) for v in word.split(":")]
    except ValueError: figures = []
    if len(figures) in (4, 6, 7) and all(0 < v < math.inf for v in figures): return figures
    sys.exit("%s: not ROOM:MEMORY:COMPUTE:LINK, four numbers above 0 (GB, GB/s, TFLOPS, GB/s sent), such as 24:936:71:12, or RAM:READ[:DISK] more" % word)
def slower(g, share, size):  # of its slower memories: room, seconds that a byte there adds of which a share is read, bytes there of so many
    size, rows = max(size - max(int(g[0] * 1e9) - 10**9, 0), 0), []
    for room, v in zip([int(r * 1e9) for r in g[4:5]] + [None], g[5:]):
        rows.append((room, max(share * (1 / v - 1 / g[1]) / 1e9, 0), size if room is None else min(size, room)))
        size -= rows[-1][2]
    return rows

def main(path, context, prompt, *words):
    context, gpus, ubatch, batches = tokens("CONTEXT", context), [gpu(w) for w in words], 512, -(-tokens("PROMPT", prompt) // 512)
    try: table, width = layers(path, context)
    except OSError as error: sys.exit("%s: %s" % (path, error.strerror))
    except (struct.error, KeyError, ValueError, IndexError, MemoryError, ZeroDivisionError, OverflowError):
        sys.exit("%s: no whole GGUF file: it is cut short or damaged" % path)
    kept, n = [row[0] for row in table], len(table)
    token = {k: [row[1] / g[1] / 1e9 for row in table] for k, g in enumerate(gpus)}
    many = {k: [max(row[0] / g[1] / 1e9, ubatch * 2 * row[2] / g[2] / 1e12) for row in table] for k, g in enumerate(gpus)}
    ways = ("a token", token, width, sum(row[1] for row in table) / max(sum(kept), 1)), ("a prompt", many, width * ubatch, 1)
    for what, of, size, share in ways:
        device = [dict(type=k, room=int(g[0] * 1e9), held=10**9, bandwidth=g[3] * 1e9, tier=[t[:2] for t in slower(g, share, 0)]) for k, g in enumerate(gpus)]
        try: cut = fpm.pipeline(of, device, kept, [size] * n, "filled", batches=batches if of is many else 1)
        except fpm.Error as error: sys.exit("no split: %.2f GB of layers and keys do not fit into the GPUs, which have %s GB and keep 1 each (%s)" % (
            sum(kept) / 1e9, " + ".join("%g" % g[0] for g in gpus), error))
        part = [(i, j, sum(kept[i:j])) for i, j in zip(cut.begin, cut.begin[1:])]
        once, each = ([sum(t[k][i:j]) + (s / gpus[k][3] / 1e9 if i < j < n else 0) + sum(x * b for _, x, b in slower(gpus[k], all, own))
                       for k, (i, j, own) in enumerate(part)] for _, t, s, all in ways)
        print("least time of %-8s  --split-mode layer --tensor-split %s: a token %.3g ms, a prompt %.3g s" % (
            what, ",".join(str(j - i) for i, j, _ in part), 1e3 * sum(once), sum(each) + (batches - 1) * max(each)))
        for k, (i, j, own) in enumerate(part):
            print("    GPU %d: %s%s" % (k, "layers %d .. %d, %.2f GB" % (i, j - 1, own / 1e9) if i < j else "idle", "".join(
                ", %.2f %s" % (b / 1e9, name) for name, (_, _, b) in zip(("in its RAM", "on its disk"), slower(gpus[k], 1, own)) if b)))
if __name__ == "__main__": main(*sys.argv[1:]) if len(sys.argv) > 4 else sys.exit(__doc__)
