"""All checks of a model: it is loaded with its Spec where it is a file or text, and looked at from all sides."""

import os
import warnings
from os import PathLike
from pathlib import Path
from typing import Any

from knuckle.compile import compile_spec
from knuckle.doctor.findings import CheckReport, Severity
from knuckle.doctor.masses import check_impossible_inertias, check_mass_ratios, check_tiny_inertias
from knuckle.doctor.shapes import check_hulls, check_overlaps
from knuckle.doctor.strength import check_strength
from knuckle.doctor.subject import Subject
from knuckle.doctor.tidiness import check_assets, check_classes, check_names
from knuckle.doctor.timesteps import check_solver_references, check_timestep
from knuckle.errors import ModelWarning, Problems
from knuckle.model.file_format import COMPILED_SUFFIX
from knuckle.model.model import Model
from knuckle.parse import load_file, load_string, xml
from knuckle.parse.include import Assets, Folder, expand, read_bounded
from knuckle.parse.source import Source

CHECKS = (
    *(check_impossible_inertias, check_mass_ratios, check_tiny_inertias, check_overlaps, check_hulls),
    *(check_timestep, check_solver_references, check_strength, check_assets, check_names),
)
ORDER = list(Severity)


def examine(model: Model | str | PathLike[str]) -> CheckReport:
    """The report of a model; see `check`."""
    if isinstance(model, Model):
        return _examined(Subject(m=model), None)
    if not isinstance(model, str | PathLike):
        raise TypeError(f"check: expected a Model, a path or an MJCF text, found {type(model).__name__}")
    text = os.fspath(model)
    if text.endswith(COMPILED_SUFFIX):
        return _examined(Subject(m=Model.load(text)), None)
    is_text = text.lstrip("\ufeff \t\r\n").startswith("<")
    spec = load_string(text) if is_text else load_file(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        subject = Subject(m=Model(compile_spec(spec)), spec=spec)
    return _examined(subject, _root(text, is_text))


def _examined(subject: Subject, root: Any) -> CheckReport:
    for each in CHECKS:
        each(subject)
    check_classes(subject, root)
    found = sorted(subject.findings, key=lambda finding: ORDER.index(finding.severity))
    return CheckReport(subject.m.model_name, tuple(found))


def _root(text: str, is_text: bool) -> xml.Element:
    """The elements as they are written, with what is included: it was read without fault before."""
    source = Source("<string>", text) if is_text else Source(text, read_bounded(Path(text)))
    root = xml.read(source)
    files: Folder | Assets = Assets({}) if is_text else Folder(Path(text))
    expand(root, files, "<string>" if is_text else os.path.realpath(text), Problems())
    return root
