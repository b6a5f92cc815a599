"""Arithmetic of the compiler and of assets, with the same bits on every processor."""
