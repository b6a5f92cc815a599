"""The order in which a chained hash table gives its keys back: that of the table the reference keeps its polygons in.

Polygons at a vertex are tried in their order, so of two edges that touch equally well it decides which one does. The
table was told apart by its order on random hulls: keys are pairs of reals, and as it fills it grows through the primes
2, 5, 11, 23, 47, 97 and so on.
"""

from collections import deque
from itertools import count

import numpy as np

GOLDEN = np.uint64(0x9E3779B9)  # the fraction of the golden ratio: mixes the two halves of a key


def table_order(keys: np.ndarray) -> list[int]:
    """Places of distinct keys, rows of two reals put in one after the other, as the table lists them.

    Keys of one bucket lie together. A key goes before the others of its bucket, and a bucket before the older ones.
    """
    hashes = _hashes(keys).tolist()
    size, buckets = 0, dict[int, deque[int]]()
    for place, value in enumerate(hashes):
        if place + 1 > size:
            size = _prime(2 * size + 1)
            buckets = _regrouped(_listed(buckets), hashes, size)
        bucket = buckets.get(value % size)
        if bucket is None:
            buckets[value % size] = deque((place,))
        else:
            bucket.appendleft(place)
    return _listed(buckets)


def _listed(buckets: dict[int, deque[int]]) -> list[int]:
    return [place for bucket in reversed(buckets.values()) for place in bucket]


def _regrouped(order: list[int], hashes: list[int], size: int) -> dict[int, deque[int]]:
    """The buckets of a larger table: keys keep their order, but for those whose bucket came up before the last one."""
    buckets = dict[int, deque[int]]()
    last = -1
    for place in order:
        number = hashes[place] % size
        if number == last:
            buckets[number].append(place)
        elif number in buckets:
            buckets[number].appendleft(place)
        else:
            buckets[number] = deque([place])
            last = number
    return dict(reversed(buckets.items()))


def _hashes(keys: np.ndarray) -> np.ndarray:
    """Both halves' bits: h ← h xor (x + golden + h·64 + h/4), from zero, in words of 64 bits."""
    bits = (np.asarray(keys, float) + 0.0).view(np.uint64).reshape(-1, 2)  # no negative zero
    value = bits[:, 0] + GOLDEN
    return value ^ (bits[:, 1] + GOLDEN + (value << np.uint64(6)) + (value >> np.uint64(2)))


def _prime(least: int) -> int:
    """The first prime that is not below `least`, and at least 2."""
    return next(n for n in count(max(least, 2)) if all(n % k for k in range(2, int(n**0.5) + 1)))
