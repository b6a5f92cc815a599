"""Files that a model names, read into plain arrays."""
