"""The models that come with the package: `path("humanoid")` is a file to load, `names()` lists them all."""

from pathlib import Path

from knuckle.errors import nearest

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The names of all models of the package, in alphabetical order."""
    return sorted(file.stem for file in _FOLDER.glob("*.xml"))


def path(name: str) -> Path:
    """The MJCF file of a model of the package."""
    known = names()
    if name not in known:
        raise KeyError(f"no model named {name!r} in the package; valid names: {', '.join(known)}{nearest(name, known)}")
    return _FOLDER / f"{name}.xml"
