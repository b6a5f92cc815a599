"""Shapes, masses and inertias."""
