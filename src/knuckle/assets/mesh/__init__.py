"""Meshes: files, built-in shapes, hulls, inertias."""
