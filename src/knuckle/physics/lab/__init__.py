"""Kernels of the laboratory: other formulations of contact, compiled beside the engine at their first use."""
