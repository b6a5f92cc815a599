"""Passes that fill the arrays of one kind of element each."""
