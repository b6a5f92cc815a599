"""Sleeping islands: trees at rest that are left out of the computation until something wakes them."""
