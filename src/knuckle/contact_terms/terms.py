"""Contacts in physical terms: newtons per metre and restitution to solver parameters, and back.

With constant impedance d a contact of effective mass m obeys, r being the distance and F the load that presses on it,

    m r̈ = (1 − d) F − m B ṙ − m K r          solref = (−K, −B)

which is a spring k = m K / (1 − d) and a damper c = m B / (1 − d) that carry a mass of m / (1 − d). A small d makes
that mass the real one; a large d makes the motion independent of mass and load.
"""

from dataclasses import dataclass
from math import inf, isfinite, sqrt
from numbers import Real

from knuckle.contact_terms.restitution import damping_ratio_for, stepped_restitution

SPRING_IMPEDANCE = 0.01  # the mass that the spring carries is 1 % too large
BOUNCE_IMPEDANCE = 0.9999  # the largest the solver knows
GRAVITY = 9.81  # m/s²
IMPACT_SPEED = 4.43  # m/s, after a fall of one metre
MIDPOINT, POWER, WIDTH = 0.5, 2.0, 0.001  # of an impedance that is constant, where they do not matter


@dataclass(frozen=True)
class ContactTerms:
    """Solver parameters of a contact, and what they mean physically; `mass` is None where it is not known.

    `solref` and `solimp` are the numbers for a geom or pair. The physical numbers hold at full impedance, that is
    deeper than the width `solimp[2]`. `cone_factor` is 1 for frictionless contacts and elliptic cones.
    """

    solref: tuple[float, ...]
    solimp: tuple[float, ...]
    mass: float | None
    timestep: float
    cone_factor: float = 1.0

    @property
    def impedance(self) -> float:
        """Share of the acceleration that the contact decides, d."""
        d = min(max(self.solimp[1], 1e-4), 0.9999)
        return self.cone_factor * d / (1.0 - d + self.cone_factor * d)

    @property
    def rates(self) -> tuple[float, float]:
        """K [1/s²] and B [1/s] of r̈ = (1 − d) F/m − B ṙ − K r."""
        first, second = self.solref
        if first > 0.0:  # time constant, not below two steps, and damping ratio
            constant = max(first, 2.0 * self.timestep)
            K, B = 1.0 / (constant * second) ** 2 if second else inf, 2.0 / constant
        else:
            K, B = -first, -second
        d = min(max(self.solimp[1], 1e-4), 0.9999)
        return K * self.impedance / d, B * self.impedance / d

    @property
    def stiffness(self) -> float | None:
        """Load over depth at rest [N/m]."""
        return None if self.mass is None else self.mass * self.rates[0] / (1.0 - self.impedance)

    @property
    def damping(self) -> float | None:
        """Force over speed [N s/m]."""
        return None if self.mass is None else self.mass * self.rates[1] / (1.0 - self.impedance)

    @property
    def frequency(self) -> float:
        """Natural frequency ω = √K [rad/s]."""
        return sqrt(self.rates[0])

    @property
    def damping_ratio(self) -> float:
        """ζ = B / 2ω: below 1 the contact oscillates."""
        return self.rates[1] / (2.0 * self.frequency) if self.frequency else inf

    @property
    def time_constant(self) -> float:
        """Time in which an oscillation falls to 1/e, 2/B [s]."""
        return 2.0 / self.rates[1] if self.rates[1] else inf

    @property
    def restitution(self) -> float:
        """Speed after an impact over the speed before it, in steps of the timestep."""
        return stepped_restitution(*self.rates, self.timestep)

    @property
    def largest_timestep(self) -> float:
        """Timestep at which the contact becomes unstable: h² K + 2 h B = 4 [s]."""
        K, B = self.rates
        return (sqrt(B * B + 4.0 * K) - B) / K if K else (2.0 / B if B else inf)

    def depth(self, load: float) -> float:
        """Penetration at rest under a load [N]; needs the mass."""
        if self.stiffness is None:
            raise ValueError("depth: the mass of the contact is not known; give mass=")
        return load / self.stiffness if self.stiffness else inf

    def __str__(self) -> str:
        rows = [
            ("solref", _numbers(self.solref)),
            ("solimp", _numbers(self.solimp)),
            ("effective mass", "not known" if self.mass is None else f"{self.mass:.4g} kg"),
            ("stiffness", "needs the mass" if self.stiffness is None else f"{self.stiffness:.4g} N/m"),
            ("damping", "needs the mass" if self.damping is None else f"{self.damping:.4g} N s/m"),
            ("natural frequency", f"{self.frequency:.4g} rad/s"),
            ("damping ratio", f"{self.damping_ratio:.4g}"),
            ("time constant", f"{self.time_constant:.4g} s"),
            ("restitution", f"{self.restitution:.3g}"),
            ("largest timestep", f"{self.largest_timestep:.4g} s"),
        ]
        if self.mass is not None:
            rows.insert(5, ("depth under its weight", f"{self.depth(self.mass * GRAVITY):.4g} m"))
        return "\n".join(f"{name:<24}{value}" for name, value in rows)


def physical_terms(
    *,
    timestep: float,
    stiffness: float | None = None,
    damping: float | None = None,
    restitution: float | None = None,
    mass: float | None = None,
    impact_speed: float = IMPACT_SPEED,
    cone_factor: float = 1.0,
) -> ContactTerms:
    """The terms of a contact with given physical properties for one time step; see `contact_parameters`.

    `cone_factor` is that of pyramidal cones with friction, which multiply the weight of the normal row: a soft contact
    is made so that its impedance comes out as wanted with it.
    """
    _check(stiffness=stiffness, damping=damping, mass=mass, timestep=timestep, impact_speed=impact_speed)
    if not isinstance(restitution, Real | None):
        raise TypeError(f"restitution: expected a number, found {restitution!r}")
    if restitution is not None and not 0.0 < restitution <= 1.0:
        raise ValueError(f"restitution: expected a number above 0 and at most 1, found {restitution!r}")
    if damping is not None and restitution is not None:
        raise ValueError("give either damping or restitution: each follows from the other")
    if stiffness is None:
        if restitution is None or damping is not None:
            raise ValueError("give restitution, or stiffness with damping or restitution")
        e = restitution
        K = GRAVITY * (1.0 - e * e) / (e * impact_speed * timestep)
        return _terms(K, (1.0 + e) / timestep, BOUNCE_IMPEDANCE, mass, timestep, cone_factor)
    if mass is None:
        raise ValueError("stiffness needs the effective mass")
    d, given = SPRING_IMPEDANCE, SPRING_IMPEDANCE / (cone_factor * (1.0 - SPRING_IMPEDANCE) + SPRING_IMPEDANCE)
    K = stiffness * (1.0 - d) / mass
    if restitution is not None:
        B = 2.0 * damping_ratio_for(restitution) * sqrt(K)
    elif damping is not None:
        B = damping * (1.0 - d) / mass
    else:
        raise ValueError("stiffness needs damping or restitution")
    terms = _terms(K * given / d, B * given / d, given, mass, timestep, cone_factor)
    if timestep >= terms.largest_timestep:
        raise ValueError(
            f"timestep {timestep:g} s is too long: this contact is stable below {terms.largest_timestep:.3g} s"
        )
    return terms


def _terms(K: float, B: float, impedance: float, mass: float | None, timestep: float, factor: float) -> ContactTerms:
    solimp = (impedance, impedance, WIDTH, MIDPOINT, POWER)
    return ContactTerms((-K, -B), solimp, mass, timestep, factor)


def _check(**values: float | None) -> None:
    for name, value in values.items():
        if not isinstance(value, Real | None):
            raise TypeError(f"{name}: expected a number, found {value!r}")
        if value is not None and not (isfinite(value) and value > 0.0):
            raise ValueError(f"{name}: expected a positive number, found {value!r}")


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.6g}" for value in values)
