"""Model -> text in another format."""
