"""Textbook parameters of surfaces that MJCF has no word for, by geom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

import numpy as np

from knuckle.data.data import Data
from knuckle.errors import closest
from knuckle.lab.faults import LabError, check_choice, check_real
from knuckle.lab.problem import Kind, Problem
from knuckle.memory.arguments import shown
from knuckle.model.model import Model


@dataclass(frozen=True)
class Material:
    """A surface: None is what the model says of it, or the scheme's own default."""

    restitution: float | None = None  # e, 0 to 1
    stiffness: float | None = None  # [N/m]
    dissipation: float | None = None  # [s/m]
    mu_static: float | None = None
    mu_dynamic: float | None = None
    stiction_speed: float | None = None  # [m/s]
    modulus: float | None = None  # [Pa]

    def __post_init__(self) -> None:
        for f in fields(self):
            value, above = getattr(self, f.name), f.name in ("stiction_speed", "modulus")
            if value is not None:
                check_real("Material", f.name, value, 0, 1 if f.name == "restitution" else float("inf"), above=above)
        if self.mu_static is not None and (self.mu_dynamic or 0) > self.mu_static:
            raise LabError(
                f"Material: mu_dynamic: expected at most mu_static = {self.mu_static:g}, found {self.mu_dynamic:g}"
            )


PLAIN = Material()


def _harmonic(a: float, b: float) -> float:
    return a * b / (a + b) if a + b > 0 else 0.0


# how two surfaces make one contact; springs in series for stiffness and modulus
MIX: dict[str, Callable[[float, float], float]] = {
    "restitution": min,
    "stiffness": _harmonic,
    "dissipation": lambda a, b: 0.5 * (a + b),
    "mu_static": max,
    "mu_dynamic": max,
    "stiction_speed": max,
    "modulus": _harmonic,
}


class Materials:
    """Materials of geoms by name, and one for all others; mixed for each pair that touches.

    Restitution is the smaller of two, stiffness that of two springs in a row, friction the larger one as in MJCF, or
    the product with `friction="product"`. Where only one of two geoms has a number, that one counts.
    """

    def __init__(
        self, by_geom: Mapping[str, Material] | None = None, default: Material | None = None, friction: str = "max"
    ):
        check_choice("Materials", "friction", friction, ("max", "product"))
        if by_geom is not None and not isinstance(by_geom, Mapping):
            raise TypeError(f"Materials: expected materials by the names of geoms, found {type(by_geom).__name__}")
        self.by_geom, self.default = dict(by_geom or {}), default or Material()
        for name, material in (*self.by_geom.items(), ("default", self.default)):
            if not isinstance(name, str):
                raise TypeError(f"Materials: expected materials by the names of geoms, found the key {shown(name)}")
            if not isinstance(material, Material):
                raise TypeError(f"Materials: {name}: expected a Material, found {type(material).__name__}")
        self.friction = friction

    def __repr__(self) -> str:
        return f"Materials({self.by_geom!r}, default={self.default!r}, friction={self.friction!r})"

    def __bool__(self) -> bool:
        return bool(self.by_geom) or self.default != PLAIN

    def of(self, m: Model, geom: int) -> Material:
        """The material of a geom."""
        return self.by_geom.get(m.names("geom")[geom], self.default)

    def check(self, m: Model) -> None:
        """Raise LabError for a name that no geom of the model has."""
        known = [name for name in m.names("geom") if name]
        for name in self.by_geom:
            if name not in known:
                raise LabError(f"Materials: no geom {name!r}; nearest: {', '.join(closest(name, known)) or 'none'}")

    def between(self, m: Model, geom1: int, geom2: int) -> Material:
        """The material of the contact of two geoms."""
        one, two = self.of(m, geom1), self.of(m, geom2)
        mixed = {}
        for f in fields(Material):
            a, b = getattr(one, f.name), getattr(two, f.name)
            mix = MIX[f.name]
            if self.friction == "product" and f.name.startswith("mu_"):
                mix = _product
            mixed[f.name] = mix(a, b) if a is not None and b is not None else a if b is None else b
        return Material(**mixed)

    def apply(self, m: Model, d: Data, p: Problem) -> None:
        """Restitution and friction of a problem's contacts, where materials say something about them."""
        if not self:
            return
        self.check(m)
        for c in np.flatnonzero(d.contact_efc_address >= 0):
            r = int(d.contact_efc_address[c]) - p.ne
            material = self.between(m, *map(int, d.contact_geom[c]))
            p.restitution[r] = material.restitution or 0.0
            mu = material.mu_dynamic if material.mu_dynamic is not None else material.mu_static
            if mu is not None and p.kinds[r] == Kind.CONE:
                p.mu[r + 1 : r + 3] = mu


def _product(a: float, b: float) -> float:
    return a * b


NO_MATERIALS = Materials()
