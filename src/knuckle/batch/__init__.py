"""Many worlds of one model."""
