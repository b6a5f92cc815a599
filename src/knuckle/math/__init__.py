"""Kernels on small values."""
