"""The list of contacts."""
