"""How Python calls compiled code: one call at a time on each Data or Batch, in short pieces, on several threads."""
