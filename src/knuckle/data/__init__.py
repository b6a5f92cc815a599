"""Data: the state of one world, what is computed from it, and how both are read."""
