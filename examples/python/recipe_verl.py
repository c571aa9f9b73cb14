"""verl's get_seqlen_balanced_partitions, the same signature: sequences over ranks.

    from recipe_verl import get_seqlen_balanced_partitions  # not verl.utils.seqlen_balancing

512 lognormal lengths on 8 ranks with equal counts: Karmarkar-Karp ends 7 % above the bound in the
mean, this at the bound, in 1 ms (bench/bench_items.c).  Run alone it shows an example.
"""
import random
from typing import List

import fpm


def get_seqlen_balanced_partitions(seqlen_list: List[int], k_partitions: int,
                                   equal_size: bool) -> List[List[int]]:
    """The sequences of each partition, ascending; equal_size: as many in each."""
    n = len(seqlen_list)
    assert n >= k_partitions, "fewer sequences than partitions"
    assert not equal_size or n % k_partitions == 0, "sequences do not divide into equal parts"
    return fpm.items(seqlen_list, k_partitions, equal_counts=equal_size, min_pieces=1, gap=0,
                     max_work=5000000).groups


def partitions_by_work(seqlen_list: List[int], k_partitions: int, max_token_len: int,
                       hidden: int = 4096) -> List[List[int]]:
    """Even work, which attention makes L^2 + hidden L for a length L, within max_token_len each.

    Balanced tokens leave work uneven, and balanced work can exceed the tokens that fit in memory.
    Where no assignment has so few tokens in each, fpm.Error says whether that is proven.
    """
    work = [length * (length + hidden) for length in seqlen_list]
    return fpm.items(work, k_partitions, limits=[(seqlen_list, max_token_len)], min_pieces=1).groups


if __name__ == "__main__":
    dice = random.Random(1)
    lengths = [int(dice.lognormvariate(7.5, 1)) + 1 for _ in range(512)]
    parts = get_seqlen_balanced_partitions(lengths, 8, True)
    assert sorted(i for part in parts for i in part) == list(range(512))
    assert {len(part) for part in parts} == {64}
    sums = [sum(lengths[i] for i in part) for part in parts]
    print("512 sequences on 8 ranks: %d to %d tokens, even shares are %.1f"
          % (min(sums), max(sums), sum(lengths) / 8))
    most = sum(lengths) // 8 * 21 // 20  # room for 5 % more tokens than even shares have
    within = partitions_by_work(lengths, 8, most)
    assert max(sum(lengths[i] for i in part) for part in within) <= most
    for name, shares in (("even tokens", parts), ("even work within the tokens", within)):
        works = [sum(lengths[i] * (lengths[i] + 4096) for i in part) for part in shares]
        print("%s: the most work is %.1f %% above even" % (name, 800 * max(works) / sum(works) - 100))
