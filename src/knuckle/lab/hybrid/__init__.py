"""Rigid contact with events: smooth phases between impacts, releases, and changes of stick and slip."""
