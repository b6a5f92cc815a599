"""Shapes and height fields as kernels see them."""
