"""What holds for every model, asked before compiled code relies on it."""
