"""Contacts, constraint rows and their solve for a group of worlds in lock step."""
