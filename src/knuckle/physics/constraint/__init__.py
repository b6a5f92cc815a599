"""Constraint rows."""
