"""Numba extension types and code for the kernel vocabulary; imported only when something is compiled."""
