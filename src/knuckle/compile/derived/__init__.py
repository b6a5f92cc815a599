"""Passes for what follows from the elements: trees, patterns, quantities at qpos0."""
