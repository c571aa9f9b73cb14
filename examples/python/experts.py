"""Experts of a mixture over GPUs; hot experts have several copies that share their load evenly.

    python3 experts.py       published instances, beside the rule of EPLB

fpm.items(loads, devices, equal_counts=True, replicas=slots) finds how many copies each expert has and
where they are: as many on each device, copies of one expert on different ones.  With old, the present places,
few of them change.  fpm.shares says how a router that weighs the copies of an expert sends least to
the busiest GPU, without a move.

rebalance_experts has the parameters and the results of EPLB's function of this name, as lists.  With
nodes it makes two calls: groups of experts over nodes, then the experts of each node over its GPUs, so
that the tokens of a group stay in one node.
"""
from typing import List, Sequence, Tuple

import fpm


def eplb(loads: Sequence[float], devices: int, slots: int) -> float:
    """EPLB's rule, from its description: the same counts, copies packed longest first."""
    count = [1] * len(loads)
    for _ in range(slots - len(loads)):
        count[max(range(len(loads)), key=lambda e: loads[e] / count[e])] += 1
    sums, room = [0.0] * devices, [slots // devices] * devices
    for load in sorted((loads[e] / c for e, c in enumerate(count) for _ in range(c)), reverse=True):
        d = min((d for d in range(devices) if room[d]), key=lambda d: sums[d])
        sums[d], room[d] = sums[d] + load, room[d] - 1
    return max(sums)


def rebalance_experts(weight: Sequence[Sequence[float]], num_replicas: int, num_groups: int, num_nodes: int,
                      num_gpus: int) -> Tuple[List[List[int]], List[List[List[int]]], List[List[int]]]:
    """For each layer: the expert of each replica, the replicas of each expert, and how many these are.

    Replicas 0, 1, .. are on GPU 0, those after them on GPU 1, and so on, and the GPUs of a node are in a row.
    """
    if num_groups % num_nodes: num_groups = num_nodes = 1  # as EPLB does: groups may be anywhere
    experts, replicas, counts = [], [], []
    for load in weight:
        size, placed = len(load) // num_groups, []
        sums = [sum(load[g * size:(g + 1) * size]) for g in range(num_groups)]
        for groups in fpm.items(sums, num_nodes, equal_counts=True, gap=0, max_work=10**6).groups:
            own = [g * size + e for g in groups for e in range(size)]
            gpus = fpm.items([load[e] for e in own], num_gpus // num_nodes, equal_counts=True, colocate=True,
                             replicas=num_replicas // num_nodes, max_work=10**7).groups
            placed += [own[e] for gpu in gpus for e in gpu]
        experts.append(placed)
        replicas.append([[r for r, e in enumerate(placed) if e == expert] for expert in range(len(load))])
        counts.append([placed.count(expert) for expert in range(len(load))])
    return experts, replicas, counts


def busiest(load: Sequence[float], experts: Sequence[int], gpus: int) -> float:
    """The largest load of a GPU, where an expert's replicas have even shares."""
    per = len(experts) // gpus
    return max(sum(load[e] / experts.count(e) for e in experts[g * per:(g + 1) * per]) for g in range(gpus))


if __name__ == "__main__":
    import warnings
    warnings.simplefilter("ignore", fpm.Doubt)
    layers = [[600, 560, 120, 120, 20, 10, 10, 10],
              [90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86],
              [20, 107, 104, 64, 19, 197, 187, 157, 172, 86, 16, 27]]
    for load in layers:
        a = fpm.items(load, 8, equal_counts=True, replicas=16, gap=0)
        print("%d experts, 16 slots on 8 devices: %.2f, EPLB's rule %.2f; devices %s"
              % (len(load), a.makespan, eplb(load, 8, 16), a.groups))

    today = [round(load * f) for load, f in zip(layers[1], (1.2, .9, 1, 1.1, .8, 1.1, 1, 1, 1.2, 1, .9, 1))]
    places = fpm.items(layers[1], 8, equal_counts=True, replicas=16, gap=0).owner
    for slack in (0, .05, .1):
        a = fpm.items(today, 8, equal_counts=True, replicas=16, old=places, slack=slack, max_work=10**9)
        print("after a drift, slack %.2f: %d of 16 slots change: %.2f" % (slack, a.moved, a.makespan))

    # No slot changes, but the router sends more tokens to the copies on GPUs that have time.
    today = [600, 448, 192, 180, 20, 10, 10, 10]
    places = fpm.items(layers[0], 8, equal_counts=True, replicas=16, gap=0).owner
    even = [sum(load / len(at) for load, at in zip(today, places) if d in at) for d in range(8)]
    routed = fpm.shares(today, places, 8)
    weights = [round(share / today[0], 2) for share in routed.share[0]]
    print("without a move: %.2f; weights %s of the copies of expert 0 and so on: %.2f"
          % (max(even), weights, routed.makespan))

    # Two nodes, four groups of three experts: the instance of EPLB's own text, and the places that it prints.
    printed = [[5, 6, 5, 7, 8, 4, 3, 4, 10, 9, 10, 2, 0, 1, 11, 1],
               [7, 10, 6, 8, 6, 11, 8, 9, 2, 4, 5, 1, 5, 0, 3, 1]]
    found, _, _ = rebalance_experts(layers[1:], 16, 4, 2, 8)
    for load, ours, theirs in zip(layers[1:], found, printed):
        print("on two nodes: %.2f, EPLB %.2f; experts of node 0: %s"
              % (busiest(load, ours, 8), busiest(load, theirs, 8), sorted(set(ours[:8]))))
