"""Model: what physics reads and never writes; its options, names, views and files."""
