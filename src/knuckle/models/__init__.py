"""The models that come with the package: `path("humanoid")` is a file to load, `names()` lists them all."""

from difflib import get_close_matches
from pathlib import Path

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The names of all models of the package, in alphabetical order."""
    return sorted(file.stem for file in _FOLDER.glob("*.xml"))


def path(name: str) -> Path:
    """The MJCF file of a model of the package."""
    known = names()
    if name not in known:
        close = get_close_matches(name, known, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise KeyError(f"no model named {name!r} in the package; valid names: {', '.join(known)}.{hint}")
    return _FOLDER / f"{name}.xml"
