"""Recordings as one HTML file that needs nothing else. `kn.replay.replay(m, states, "run.html")`; needs NumPy alone."""

from knuckle.replay.replay import replay

__all__ = ["replay"]
