"""Inverse dynamics."""
