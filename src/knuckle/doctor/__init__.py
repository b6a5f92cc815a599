"""Model doctor: what is doubtful about a model, why it matters, and what to do."""
