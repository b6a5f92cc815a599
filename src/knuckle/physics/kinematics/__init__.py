"""Poses, velocities and Jacobians."""
