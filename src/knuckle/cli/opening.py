"""A model as the command line opens it: a file, or a model of the package by its name."""

import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from knuckle import models
from knuckle.cli.arguments import ArgumentError, feature_names, number_or_name
from knuckle.data.data import Data, reset
from knuckle.errors import ModelError, ModelWarning
from knuckle.model.loading import load
from knuckle.model.model import Model
from knuckle.schema.mjcf import LATER


@dataclass(frozen=True)
class Opened:
    """A model ready to run, and what was left out of it, in words."""

    model: Model
    name: str
    notes: list[str] = field(default_factory=list)


def open_model(name: str, omit: tuple[str, ...] = (), constraints: bool = True) -> Opened:
    """Load a model; for one of the package, what is not supported yet is left out, and said so."""
    omit = feature_names(omit)
    if name in models.names():
        return _open_package_model(name, omit, constraints)
    if not os.path.exists(name):  # a name may be longer than any path
        raise ModelError(
            f"{name}: no such file, and no model of the package has this name; those are: {', '.join(models.names())}"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # they are among the notes
        model = load(name, omit=omit)
    notes = [f"left out on request: {', '.join(omit)}"] if omit else []
    if not constraints:
        notes.append(_without_constraints(model))
    return Opened(model, model.model_name or Path(name).stem, notes + list(model.warnings))


def _open_package_model(name: str, requested: tuple[str, ...], constraints: bool) -> Opened:
    path = models.path(name)
    sections = {child.tag for child in ElementTree.parse(path).getroot()}
    omit = tuple(feature for feature in LATER["mujoco"].values() if feature in sections and feature not in requested)
    model = Model.from_xml_path(path, omit=omit + requested)
    notes = [f"left out on request: {', '.join(requested)}"] if requested else []
    notes += [f"left out, not supported yet: {', '.join(omit)}"] if omit else []
    if not constraints:
        notes.append(_without_constraints(model))
    return Opened(model, name, notes)


def begin_at(m: Model, d: Data, keyframe: str) -> None:
    """Bring a Data to a keyframe, by its name or number; ArgumentError where there is none."""
    try:
        reset(m, d, number_or_name(keyframe))
    except (KeyError, IndexError, ValueError) as error:
        raise ArgumentError(f"--keyframe: {error.args[0]}") from None


def _without_constraints(model: Model) -> str:
    model.opt.flags.constraint = False
    return "constraints are off: no contacts, no joint limits, no dry friction; bodies fall through the floor"
