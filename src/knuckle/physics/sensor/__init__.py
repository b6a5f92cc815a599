"""Readings of sensors."""
