"""A scheme: one formulation of contact with its parameters, and what it can do."""

import json
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from knuckle.errors import UnsupportedError, nearest
from knuckle.lab.faults import LabError
from knuckle.memory.arguments import shown

if TYPE_CHECKING:
    from knuckle.data.data import Data
    from knuckle.lab.problem import Problem
    from knuckle.lab.solution import Solution
    from knuckle.lab.world import World
    from knuckle.model.model import Model


@dataclass(frozen=True, repr=False)
class Scheme:
    """A formulation of contact: a frozen dataclass, so that it is hashable, prints as its call, and is kept as JSON.

    A scheme that works on velocities defines `solve`, and with `integrator` says how positions follow. One that has its
    own idea of a step defines `step`. Both get supports, rollouts, experiments and reports from that.
    """

    has_memory: ClassVar[bool] = False

    @property
    def invertible(self) -> bool:
        """Whether `inverse` finds the force behind a motion."""
        return False

    @property
    def why_not_invertible(self) -> str:
        """What is lost, where there is no inverse."""
        return "its impulses are not a function of the motion"

    @property
    def reach(self) -> float | None:
        """The distance below which contacts are found, `mindist` where there is one; None: the geoms' margins. [m]"""
        return getattr(self, "mindist", None)

    @property
    def fallback(self) -> "Scheme | None":
        """The scheme that takes over where this one's solver fails, if the user wants that."""
        return None

    def supports(self, m: "Model") -> tuple[str, ...]:
        """Why a model cannot be simulated so, element by element; empty where it can."""
        from knuckle.lab.world import common_reasons

        return common_reasons(m)

    def solve(self, p: "Problem", memory: Any = None) -> "Solution":
        """The velocity after the step, and the impulses that lead to it."""
        raise UnsupportedError(f"{type(self).__name__} works on models, not on problems: use lab.forward or lab.step")

    def inverse(self, p: "Problem", qvel_next: Any) -> "Solution":
        """The impulses and the force that explain the velocity after the step."""
        raise UnsupportedError(f"{type(self).__name__} has no inverse: {self.why_not_invertible}")

    def forward(self, world: "World", memory: Any = None) -> "Solution":
        """One solve of the world's present state."""
        p = world.problem()
        solution = self.solve(p, memory)
        if solution.status and world.on_failure == "fallback" and self.fallback is not None:
            return self.fallback.solve(p)
        return solution

    def inverse_in(self, world: "World", qvel_next: Any) -> "Solution":
        """The inverse at the world's present state."""
        return self.inverse(world.problem(), qvel_next)

    def step(self, world: "World", memory: Any = None) -> "Solution":
        """One step of the world."""
        from knuckle.lab.integrators import integrate

        return integrate(self, world, memory)

    def steps(self, world: "World", count: int, memory: Any = None) -> None:
        """Many steps of the world."""
        for _ in range(count):
            self.step(world, memory)
            world.done += 1

    def memory(self, m: "Model", d: "Data") -> Any:
        """What the scheme keeps from step to step; None for most."""
        return None

    def stored(self, world: "World", memory: Any = None) -> float:
        """The energy that contacts hold, where the scheme knows of any. [J]"""
        return 0.0

    def to_json(self) -> str:
        """The scheme as JSON text; see `from_json`."""
        return json.dumps({"scheme": type(self).__name__, **{f.name: getattr(self, f.name) for f in fields(self)}})

    def __repr__(self) -> str:
        changed = (f for f in fields(self) if f.default is MISSING or getattr(self, f.name) != f.default)
        return f"{type(self).__name__}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in changed)})"


def check_scheme(scheme: Any, where: str = "") -> None:
    """Raise TypeError unless this is a scheme."""
    if not isinstance(scheme, Scheme):
        found = f"the class {scheme.__name__}" if isinstance(scheme, type) else shown(scheme)
        raise TypeError(f"{where}expected a scheme such as lab.Gauss050(), found {found}")


def from_json(text: str) -> Scheme:
    """The scheme that `to_json` wrote."""
    from knuckle.lab.table import scheme_classes

    try:
        content = json.loads(text)
        kind = scheme_classes()[content.pop("scheme")]
    except (ValueError, TypeError, AttributeError) as error:
        raise LabError(f"scheme: expected JSON text that to_json wrote, found {text!r:.80} ({error})") from None
    except KeyError as error:
        known = scheme_classes()
        raise LabError(f"unknown scheme {error}; expected one of: {', '.join(known)}") from None
    own = [f.name for f in fields(kind)]
    for name in content:
        if name not in own:
            raise LabError(f"{kind.__name__} has no parameter {name!r}{nearest(name, own)}")
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in content.items()})
