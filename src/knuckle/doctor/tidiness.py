"""What nobody uses, and names that are easily confused."""

from typing import Any

import numpy as np

from knuckle.doctor.findings import Finding, Severity
from knuckle.doctor.subject import Subject
from knuckle.model.views import KINDS
from knuckle.parse import xml
from knuckle.schema.enums import GeomType, SensorType, TextureType
from knuckle.spec.tree import Spec


def check_names(subject: Subject) -> None:
    for kind in KINDS:
        seen: dict[str, int] = {}
        for number, name in enumerate(subject.m.names(kind)):
            first = seen.setdefault(name.casefold(), number)
            if name and first != number:
                subject.add(
                    "similar_names",
                    Severity.NOTE,
                    kind,
                    number,
                    f"differs from {subject.label(kind, first)} only by case",
                    "One is easily taken for the other, and some file systems and tools do.",
                    "Rename one of them.",
                )


def check_assets(subject: Subject) -> None:
    m = subject.m
    tactile = m.sensor_type == SensorType.TACTILE
    used: dict[str, np.ndarray] = {
        "mesh": np.concatenate([m.geom_dataid[m.geom_type == GeomType.MESH], m.site_dataid, m.sensor_objid[tactile]]),
        "hfield": m.geom_dataid[m.geom_type == GeomType.HFIELD],
        "material": np.concatenate([m.geom_matid, m.site_matid, m.tendon_matid]),
        "texture": np.concatenate(
            [m.mat_texid.ravel(), m.light_texid, np.flatnonzero(m.tex_type == TextureType.SKYBOX)]
        ),
    }
    fitted = {node.mesh for node in subject.spec.walk() if node.key == "geom"} if subject.spec else set()
    for kind, numbers in used.items():
        for number, name in enumerate(m.names(kind)):
            if number not in numbers and name not in fitted:
                subject.add(
                    "unused_asset",
                    Severity.NOTE,
                    kind,
                    number,
                    "is not used by anything",
                    "It costs memory and time to load.",
                    "Remove it, or use it.",
                )


def check_classes(subject: Subject, root: xml.Element | None) -> None:
    """Default classes that no element has, nor any class inside them."""
    if subject.spec is None or root is None:
        return
    used = _used_classes(subject.spec)
    for element, inside in _classes(root):
        if element.get("class") and not used & {element.get("class"), *inside}:
            subject.findings.append(
                Finding(
                    "unused_class",
                    Severity.NOTE,
                    f'default class "{element.get("class")}"',
                    "is not used by anything",
                    "Settings without effect mislead whoever reads the file.",
                    "Remove it, or name it in an element (class) or around elements (childclass).",
                    str(element.place),
                )
            )


def _used_classes(spec: Spec) -> set[str]:
    lists: list[Any] = [spec.walk(), spec.pairs, spec.equalities, spec.tendons, spec.actuators]
    lists += [spec.meshes, spec.materials, spec.textures]
    return {"main"} | {node.class_name for nodes in lists for node in nodes}


def _classes(root: xml.Element) -> list[tuple[xml.Element, set[str]]]:
    """Every nested default, and the names of those inside it."""
    pending = [child for child in root.children if child.tag == "default"]
    found = []
    while pending:
        element = pending.pop()
        pending.extend(child for child in element.children if child.tag == "default")
        found.append((element, _inside(element)))
    return sorted(found, key=lambda item: item[0].offset)


def _inside(element: xml.Element) -> set[str]:
    names: set[str] = set()
    pending = [child for child in element.children if child.tag == "default"]
    while pending:
        child = pending.pop()
        names.add(child.get("class"))
        pending.extend(inner for inner in child.children if inner.tag == "default")
    return names
