"""All checks of a model: it is loaded with its Spec where it is a file or text, and looked at from all sides."""

import os
import warnings
from os import PathLike

from knuckle.assets.mjz import is_archive, load_archive
from knuckle.compile import compile_spec
from knuckle.doctor.findings import CheckReport, Severity
from knuckle.doctor.masses import check_impossible_inertias, check_mass_ratios, check_tiny_inertias
from knuckle.doctor.shapes import check_hulls, check_overlaps
from knuckle.doctor.strength import check_strength
from knuckle.doctor.subject import Subject
from knuckle.doctor.tidiness import check_assets, check_classes, check_names
from knuckle.doctor.timesteps import check_solver_references, check_timestep
from knuckle.errors import ModelWarning, Problems
from knuckle.model.loading import is_compiled
from knuckle.model.model import Model
from knuckle.parse import files_of, load_file, load_string, xml
from knuckle.parse.include import expand
from knuckle.parse.source import Source
from knuckle.spec.tree import Spec

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
    is_text = text.lstrip("\ufeff \t\r\n").startswith("<")
    if not is_text and is_compiled(text):
        return _examined(Subject(m=Model.load(text)), None)
    read = load_string if is_text else load_archive if is_archive(text) else load_file
    spec = read(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        subject = Subject(m=Model(compile_spec(spec)), spec=spec)
    return _examined(subject, _root(spec))


def _examined(subject: Subject, root: xml.Element | None) -> CheckReport:
    for each in CHECKS:
        each(subject)
    check_classes(subject, root)
    found = sorted(subject.findings, key=lambda finding: ORDER.index(finding.severity))
    return CheckReport(subject.m.model_name, tuple(found))


def _root(spec: Spec) -> xml.Element | None:
    """The elements as they were written, with what is included; None of a URDF, which has no classes."""
    if not spec.sources:
        return None
    name, text = next(iter(spec.sources.items()))
    root = xml.read(Source(name, text))
    expand(root, files_of(spec), name if spec.folder is None else os.path.realpath(name), Problems())
    return root
