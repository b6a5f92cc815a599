"""Contacts of spheres, capsules, boxes and planes by formula."""
