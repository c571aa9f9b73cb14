"""recipe_torch.py - data-parallel training on unequal GPUs: shares of each batch follow measured times.

Rank r takes samples begin[r] .. begin[r + 1] of every batch, in the order of a seed that all share, and
the loss of its part (a mean over its samples) counts d[r] / n, so that the summed gradient is that of
the whole batch.  DistributedDataParallel averages over ranks: there the factor is d[r] / n * world.

    torchrun --nproc-per-node 2 examples/python/recipe_torch.py      with torch
    python3 examples/python/recipe_torch.py                          a rehearsal without: 3 workers, made-up speeds
"""
import os, random, time, fpm
try: import torch, torch.distributed as dist
except ImportError: torch = None
BATCH, STEPS, WINDOW, WIDTH = 512, 60, 5, 8

def cut(order, shares, rank):  # the samples of a rank
    return order[sum(shares[:rank]):sum(shares[:rank + 1])]

def train(rank, world):
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(WIDTH, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(4096, WIDTH, generator=torch.Generator().manual_seed(1))
    y, shared, own = x.sum(1, keepdim=True), [None], 0.0
    balance = fpm.Balance(BATCH, world, iterations=STEPS // WINDOW, required=1) if rank == 0 else None
    for step in range(STEPS):
        if step % WINDOW == 0:  # rank 0 decides, all follow
            times = [None] * world
            dist.all_gather_object(times, own)
            if rank == 0 and step > 0: balance.step(times)
            shared = [balance.shares if rank == 0 else None]
            dist.broadcast_object_list(shared)
            own = 0.0
        order = torch.randperm(len(x), generator=torch.Generator().manual_seed(step))[:BATCH]
        mine, start = cut(order, shared[0], rank), time.perf_counter()
        loss = torch.nn.functional.mse_loss(model(x[mine]), y[mine]) * (shared[0][rank] / BATCH * world)
        own += time.perf_counter() - start  # on a GPU: synchronize before; not the backward pass, which waits
        optimizer.zero_grad(), loss.backward(), optimizer.step()
    if rank == 0: print("shares", shared[0])

def rehearse(speeds=(900.0, 300.0, 400.0)):  # a linear model, gradients by hand, times from the speeds
    data, weight = random.Random(1), [0.0] * WIDTH
    x = [[data.gauss(0, 1) for _ in range(WIDTH)] for _ in range(4096)]
    balance, worst, took = fpm.Balance(BATCH, len(speeds), iterations=STEPS // WINDOW, required=1), 0.0, []
    gradient = lambda part: [sum(2 * (sum(w * v for w, v in zip(weight, x[s])) - sum(x[s])) * x[s][k]
                                 for s in part) / len(part) for k in range(WIDTH)]
    for step in range(STEPS):
        order = random.Random(step).sample(range(len(x)), BATCH)
        parts = [gradient(cut(order, balance.shares, r)) for r in range(len(speeds))]
        summed = [sum(g[k] * d / BATCH for g, d in zip(parts, balance.shares)) for k in range(WIDTH)]
        worst = max(worst, max(abs(a - b) for a, b in zip(summed, gradient(order))))
        weight = [w - 0.1 * g for w, g in zip(weight, summed)]
        times = [WINDOW * d / s for d, s in zip(balance.shares, speeds)]
        took.append(max(times) / WINDOW)
        if step % WINDOW == WINDOW - 1: balance.step(times)
    print("shares", balance.shares, "of", BATCH, "- a batch: %.2f s even, %.2f s at the end" % (took[0], took[-1]))
    print("gradient off by %.0e at most, weights by %.0e" % (worst, max(abs(w - 1) for w in weight)))

if torch and "RANK" in os.environ:
    dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    train(dist.get_rank(), dist.get_world_size())
else: rehearse()
