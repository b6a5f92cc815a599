"""Machines: how kernels become code. The only place that imports a compiler."""
