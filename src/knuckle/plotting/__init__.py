"""Plots of how a world moves, on matplotlib: `kn.plot`."""
