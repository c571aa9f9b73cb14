"""Experts of a mixture over GPUs; hot experts have several copies that share their load evenly.

    python3 experts.py       published instances, beside the rule of EPLB

experts(loads, devices, slots) returns the largest load of a device, and the experts of its slots.
How many copies: the next one always goes to the expert whose copies have the largest load; other
counts are tried, too.  Where: copies are pieces that cannot be cut, as many on each device.  Of up
to 32 experts, copies then move from one to another while that helps.  One level only, no nodes.
"""
from typing import List, Optional, Sequence, Tuple

import fpm

Places = Tuple[float, float, List[List[int]]]


def copies_of(loads: Sequence[float], slots: int, hot: Optional[int] = None) -> List[int]:
    """The counts for which the largest load of a copy is least; or only the first `hot` copies by
    this rule, and the others for experts that have one: small pieces that fill up devices."""
    count, some = [1] * len(loads), range(len(loads))
    for k in range(slots - len(loads)):
        if k == hot: some = [e for e in some if count[e] == 1] or some
        count[max(some, key=lambda e: loads[e] / count[e])] += 1
    return count


def spread(loads: Sequence[float], held: List[List[int]]) -> bool:
    """Copies of one expert on different devices: a second copy is exchanged with another expert."""
    for device in held:
        for slot, e in enumerate(device):
            if e not in device[:slot]: continue
            swaps = [(abs(loads[f] - loads[e]), d, s) for d, other in enumerate(held)
                     if e not in other for s, f in enumerate(other) if f not in device]
            if not swaps: return False
            _, d, s = min(swaps)
            device[slot], held[d][s] = held[d][s], e
    return True


def place(loads: Sequence[float], count: Sequence[int], devices: int,
          work: int) -> Optional[Places]:
    """The largest load of a device, the sum of squares, the experts on each.

    None: copies of one expert meet on a device.
    """
    piece = [e for e, c in enumerate(count) for _ in range(c)]
    part = [load / c for load, c in zip(loads, count)]
    groups = fpm.items([part[e] for e in piece], devices, equal_counts=True, max_work=work).groups
    held = [[piece[i] for i in group] for group in groups]
    if not spread(part, held): return None
    sums = [sum(part[e] for e in device) for device in held]
    return round(max(sums), 6), round(sum(v * v for v in sums), 3), held


def experts(loads: Sequence[float], devices: int, slots: int, work: int = 200000) -> Places:
    """slots in all, a multiple of the devices; work is that of one placement."""
    tried = [copies_of(loads, slots, hot) for hot in range(slots - len(loads) + 1)]
    found = [(place(loads, count, devices, work), count)
             for count in tried if max(count) <= devices]
    best, count = min((f for f in found if f[0]), default=(None, tried[0]))
    if best is None: raise ValueError("no counts without copies that meet on a device")
    better = True
    while better and len(loads) <= 32 and best[0] > sum(loads) / devices * (1 + 1e-9):
        better = False
        for a in range(len(loads)):
            for b in range(len(loads)):
                if a == b or count[a] == 1 or count[b] == devices: continue
                count[a] -= 1
                count[b] += 1
                new = place(loads, count, devices, work)
                if new and new < best: best, better = new, True
                else: count[a], count[b] = count[a] + 1, count[b] - 1
    return best


def eplb(loads: Sequence[float], devices: int, slots: int) -> float:
    """EPLB's rule, from its description: the same counts, copies packed longest first."""
    count = copies_of(loads, slots)
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
        most, _, held = experts(load, 8, 16)
        print("%d experts, 16 slots on 8 devices: %.2f, EPLB's rule %.2f; devices %s"
              % (len(load), most, eplb(load, 8, 16), held))
