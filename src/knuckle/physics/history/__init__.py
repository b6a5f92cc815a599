"""Past controls and readings, for delays."""
