"""Writers of everything that is made from the engine's own tables: stubs for type checkers, and the reference pages."""
