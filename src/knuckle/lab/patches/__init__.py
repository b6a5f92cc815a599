"""Contact patches: pressure over an area instead of forces at points."""
