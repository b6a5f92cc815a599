"""Tendons: lengths of sums over joints and of paths through space."""
