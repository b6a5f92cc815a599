"""The models of the control suite, from the files that dm_control brings along."""

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

from knuckle.edit.spec import Spec
from knuckle.errors import KnuckleError, ModelWarning
from knuckle.model.model import Model

Loader = Callable[[SimpleNamespace], Model]
Edit = Callable[[Spec], None]


def folder() -> Path:
    """Where dm_control keeps the models of its suite; it is not imported."""
    found = find_spec("dm_control")
    if found is None or not found.submodule_search_locations:
        raise KnuckleError(
            "the tasks of the control suite use dm_control's model files, and dm_control is not installed: "
            "pip install --no-deps dm_control"
        )
    return Path(next(iter(found.submodule_search_locations))) / "suite"


def file(name: str, edit: Edit | None = None, omit: tuple[str, ...] = ()) -> Loader:
    """A loader of a file of the suite, changed by `edit` before it is compiled; `omit` names what is left out."""

    def load(options: SimpleNamespace) -> Model:
        spec = Spec.from_file(folder() / name, omit=omit)
        if edit is not None:
            edit(spec)
        return quietly(spec.compile)

    return load


def quietly(compiling: Callable[[], Model]) -> Model:
    """A model of a file that the user did not write, without remarks on it; they are in `model.warnings`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return compiling()
