"""Spec for users: models that are built and changed in Python."""
