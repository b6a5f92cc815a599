"""Memory of Model and Data: arenas, capacities that grow, records of arrays, checks of arguments."""
