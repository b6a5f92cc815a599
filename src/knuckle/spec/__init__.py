"""The editable model tree."""
