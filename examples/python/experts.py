"""Experts of a mixture over GPUs; hot experts have several copies that share their load evenly.

    python3 experts.py       published instances, beside the rule of EPLB

fpm.items(loads, devices, equal_counts=True, replicas=slots) finds how many copies each expert has and
where they are: as many on each device, copies of one expert on different ones.  With old, the present places,
few of them change.  fpm.shares says how a router that weighs the copies of an expert sends least to
the busiest GPU, without a move.  One level only, no nodes.
"""
from typing import Sequence

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
