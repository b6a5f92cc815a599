"""Checks of the parameters of built-in meshes."""

from knuckle.assets.mesh.data import BadMesh

MOST_STEPS = 1000  # of a resolution: a million vertices


def whole(value: float, name: str, low: int, high: int = MOST_STEPS) -> int:
    """The value as an integer within its bounds."""
    if value != int(value) or not low <= value <= high:
        raise BadMesh(f"{name} must be a whole number from {low} to {high}, found {value:g}")
    return int(value)


def within(value: float, name: str, low: float, high: float = 1e10) -> float:
    """The value, if it lies within its bounds."""
    if not low <= value <= high:
        raise BadMesh(f"{name} must lie between {low:g} and {high:g}, found {value:g}")
    return value
