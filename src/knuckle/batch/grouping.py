"""Which worlds share a group: in lock step all wait for the one with most contacts, so like go with like.

What a world does depends on none of its neighbours, so nobody sees the order but the clock.
"""

import numpy as np


def alike_together(contacts: np.ndarray, lanes: int, shares: int) -> np.ndarray:
    """All worlds in order of their contacts, in groups of lanes that are dealt out to so many shares of work."""
    order = np.argsort(contacts.astype(np.uint16), kind="stable")  # of short integers NumPy sorts by their digits
    whole = len(order) // lanes * lanes  # what is left fills the last group in part
    groups = order[:whole].reshape(-1, lanes)
    dealt = np.argsort(np.arange(len(groups)) % shares, kind="stable")
    return np.concatenate([groups[dealt].ravel(), order[whole:]])
