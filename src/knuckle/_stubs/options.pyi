# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterator
from typing import Final

from numpy import float64

from knuckle._stubs.arrays import Array, Bits, Choice
from knuckle.schema.enums import (
    CollisionMode,
    Cone,
    DisableBit,
    EnableBit,
    Integrator,
    Jacobian,
    PositionUpdate,
    Solver,
)

class Options:
    """`model.opt`: numbers, vectors and choices of the simulation."""

    timestep: float
    """Time advanced by one step [s]."""
    impratio: float
    """Impedance of friction over that of the normal force."""
    tolerance: float
    """Scaled improvement at which the solver stops."""
    ls_tolerance: float
    """Relative slope at which the line search stops."""
    noslip_tolerance: float
    """Scaled improvement at which the slip correction stops."""
    ccd_tolerance: float
    """Accuracy of distances found by the convex collision search [m]."""
    sleep_tolerance: float
    """Speed under which a tree may fall asleep [m/s]."""
    gravity: Array[float64]
    """Acceleration of gravity, world frame [m/s²], 3."""
    wind: Array[float64]
    """Velocity of the surrounding medium, world frame [m/s], 3."""
    magnetic: Array[float64]
    """Magnetic flux felt by magnetometers, world frame [T], 3."""
    density: float
    """Density of the medium; 0: no lift and drag [kg/m³]."""
    viscosity: float
    """Viscosity of the medium; 0: no viscous forces [Pa s]."""
    o_margin: float
    """Margin of all contacts under the flag override [m]."""
    o_solref: Array[float64]
    """Solver reference of contacts under the flag override [s, - or 1/s², 1/s], 2."""
    o_solimp: Array[float64]
    """Solver impedance of contacts under the flag override [-, -, m, -, -], 5."""
    o_friction: Array[float64]
    """Friction of contacts under the flag override [-, -, m, m, m], 5."""
    integrator: Choice[Integrator]
    """How a step advances the state (Integrator)."""
    cone: Choice[Cone]
    """Shape of the friction cone (Cone)."""
    jacobian: Choice[Jacobian]
    """Storage of the constraint Jacobian (Jacobian)."""
    solver: Choice[Solver]
    """Constraint solver (Solver)."""
    iterations: int
    """Most iterations of the constraint solver."""
    ls_iterations: int
    """Most evaluations in one line search."""
    noslip_iterations: int
    """Most iterations of the slip correction; 0 skips it."""
    ccd_iterations: int
    """Most iterations of the convex collision search."""
    disableflags: Bits[DisableBit]
    """What is switched off (bits of DisableBit)."""
    enableflags: Bits[EnableBit]
    """What is switched on (bits of EnableBit)."""
    disableactuator: int
    """Groups of actuators switched off, one bit per group."""
    sdf_initpoints: int
    """Starting points of the signed distance search."""
    sdf_iterations: int
    """Iterations of the signed distance search."""
    position_update: Choice[PositionUpdate]
    """Which velocity moves the positions (PositionUpdate)."""
    collision: Choice[CollisionMode]
    """Which pairs of geoms are tested (CollisionMode)."""
    flags: Final[Flags]
    """Every flag by name, as True (on) or False (off)."""
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class Statistics:
    """`model.stat`: overall quantities of the model."""

    meaninertia: float
    """Mean diagonal of inertia in the reference pose [kg or kg m²]."""
    meanmass: float
    """Mean mass of the bodies [kg]."""
    meansize: float
    """Mean size of the geoms [m]."""
    extent: float
    """Half the size of the whole model [m]."""
    center: Array[float64]
    """Middle of the model in the reference pose [m], 3."""
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class Flags:
    """`model.opt.flags`: True where a feature is on."""

    constraint: bool
    """Whether constraint is on."""
    equality: bool
    """Whether equality is on."""
    frictionloss: bool
    """Whether frictionloss is on."""
    limit: bool
    """Whether limit is on."""
    contact: bool
    """Whether contact is on."""
    spring: bool
    """Whether spring is on."""
    damper: bool
    """Whether damper is on."""
    gravity: bool
    """Whether gravity is on."""
    clampctrl: bool
    """Whether clampctrl is on."""
    warmstart: bool
    """Whether warmstart is on."""
    filterparent: bool
    """Whether filterparent is on."""
    actuation: bool
    """Whether actuation is on."""
    refsafe: bool
    """Whether refsafe is on."""
    sensor: bool
    """Whether sensor is on."""
    midphase: bool
    """Whether midphase is on."""
    eulerdamp: bool
    """Whether eulerdamp is on."""
    autoreset: bool
    """Whether autoreset is on."""
    nativeccd: bool
    """Whether nativeccd is on."""
    island: bool
    """Whether island is on."""
    multiccd: bool
    """Whether multiccd is on."""
    override: bool
    """Whether override is on."""
    energy: bool
    """Whether energy is on."""
    fwdinv: bool
    """Whether fwdinv is on."""
    invdiscrete: bool
    """Whether invdiscrete is on."""
    sleep: bool
    """Whether sleep is on."""
    diagexact: bool
    """Whether diagexact is on."""
    ipc: bool
    """Whether ipc is on."""
    speculative: bool
    """Whether speculative is on."""
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...
