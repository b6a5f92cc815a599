"""How long stages of a step take."""
