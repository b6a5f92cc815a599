"""The joint-space inertia and its factors."""
