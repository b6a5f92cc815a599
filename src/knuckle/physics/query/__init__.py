"""Questions about a state."""
