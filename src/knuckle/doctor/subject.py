"""The model under examination: its arrays, its start pose, and the places of its elements where they are known."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.doctor.findings import Finding, Severity
from knuckle.functions.stages import forward
from knuckle.model.model import Model
from knuckle.spec.tree import Spec


@dataclass(kw_only=True)
class Subject:
    """A model, its Spec where that is at hand, and what was found so far."""

    m: Model
    spec: Spec | None = None
    findings: list[Finding] = field(default_factory=list)

    @cached_property
    def start(self) -> Data:
        """The world in its reference pose, at rest."""
        d = Data(self.m)
        forward(self.m, d)
        return d

    @cached_property
    def groups(self) -> np.ndarray:
        """For each body the one that it is rigidly fixed to."""
        return np.array(self.m.body_weldid)

    def add(self, code: str, severity: Severity, kind: str, number: int, found: str, why: str, advice: str) -> None:
        """Note a finding about one element."""
        finding = Finding(code, severity, self.label(kind, number), found, why, advice, self.place(kind, number))
        self.findings.append(finding)

    def label(self, kind: str, number: int) -> str:
        name = self.m.names(kind)[number]
        return f'{kind} "{name}"' if name else f"{kind} {number}"

    def place(self, kind: str, number: int) -> str:
        """File and line of an element that has a name, else of its body; nothing where they are not known."""
        name = self.m.names(kind)[number]
        if (kind, name) in self._places:
            return self._places[kind, name]
        owner = {"geom": self.m.geom_bodyid, "joint": self.m.jnt_bodyid, "site": self.m.site_bodyid}.get(kind)
        return self.place("body", int(owner[number])) if owner is not None and not name else ""

    @cached_property
    def _places(self) -> dict[tuple[str, str], str]:
        if self.spec is None:
            return {}
        spec = self.spec
        nodes: list[tuple[str, Any]] = [(_kind(node), node) for node in spec.walk()]
        lists = {"actuator": spec.actuators, "tendon": spec.tendons, "equality": spec.equalities, "pair": spec.pairs}
        lists |= {"mesh": spec.meshes, "material": spec.materials, "texture": spec.textures, "hfield": spec.hfields}
        lists |= {"sensor": spec.sensors, "key": spec.keys, "exclude": spec.excludes}
        nodes += [(kind, node) for kind, group in lists.items() for node in group]
        return {(kind, node.name): str(node.place) for kind, node in nodes if node.name and node.place.line}


def _kind(node: Any) -> str:
    return "joint" if node.key == "freejoint" else node.key
