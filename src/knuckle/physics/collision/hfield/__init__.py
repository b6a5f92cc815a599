"""Contacts of height fields."""
