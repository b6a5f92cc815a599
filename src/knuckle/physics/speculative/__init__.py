"""Contacts of fast geoms that will meet before the step ends."""
