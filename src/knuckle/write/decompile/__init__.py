"""Model -> Spec: the elements that give the arrays of a compiled model."""
