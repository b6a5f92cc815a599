"""One file for each scheme."""
