"""Model files that other packages bring along."""

import warnings
from pathlib import Path

from knuckle.errors import ModelWarning
from knuckle.model.model import Model


def load_quietly(path: Path) -> Model:
    """The model of a file that the user did not write, without remarks on it; they are in `model.warnings`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return Model.from_xml_path(path)
