"""Pictures: PNG files."""
