"""The laws: kernels of one world over an abstract number."""
