"""One way in: a model from whatever holds it."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath

from knuckle.errors import ModelError
from knuckle.model.model import Model

COMPILED_SUFFIX = ".knm"


def load(source: str | PathLike, assets: Mapping[str, bytes] | None = None, omit: Iterable[str] = ()) -> Model:
    """A model from an MJCF file, an MJCF text, or a compiled model file (.knm).

    A text is told from a path by its first character, `<`. `assets` goes with a text, `omit` with MJCF.
    """
    if not isinstance(source, str | PathLike):
        raise TypeError(f"load: expected a path or an MJCF text, found {type(source).__name__}")
    text = str(fspath(source))
    if not text.strip():
        raise ModelError("load: expected a path or an MJCF text, found an empty one")
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return Model.from_xml_string(text, assets=assets, omit=omit)
    if text.endswith(COMPILED_SUFFIX):
        return Model.load(text)
    return Model.from_xml_path(text, omit=omit)
