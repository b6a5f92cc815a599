"""Standard experiments, each with a closed form."""
