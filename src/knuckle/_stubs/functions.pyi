# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from matplotlib.figure import Figure
from numpy import float64, int32
from numpy.typing import ArrayLike, NDArray
from PIL.Image import Image

from knuckle._stubs.data import Data
from knuckle._stubs.machine import Machine
from knuckle._stubs.model import Model
from knuckle.contact_terms.terms import ContactTerms
from knuckle.doctor.findings import CheckReport
from knuckle.scene.option import SceneOption
from knuckle.schema.enums import Interpolation, Stage, State

def actuator_inputs(m: Model, actuator: int | str) -> tuple[str, ...]:
    """What each control of an actuator is: "pos", "vel", "ff", "voltage", "pressure"; "" for a plain command."""

def add_contact(
    m: Model,
    d: Data,
    geom1: str | int,
    geom2: str | int,
    dist: float,
    pos: ArrayLike,
    normal: ArrayLike,
    tangent: ArrayLike | None = None,
) -> int:
    """Add a contact of your own between two geoms, given by name or index; returns its index in `d.contact`.

    `dist` is the distance between the surfaces, negative in penetration, `pos` the point midway between them, `normal`
    points from geom1 to geom2, and `tangent` is the direction of the contact frame's second axis (None: any). All are
    in the world frame. [m] Friction and solver parameters are mixed from both geoms, as for other contacts.
    """

def angmom_mat(m: Model, d: Data, body: str | int, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """H, 3 × nv: the angular momentum of the subtree at a body about its centre of mass is H q̇. [kg m²]

    Needs `crb`.

    `out`: an array for H; it is what is returned.
    """

def apply_ft(
    m: Model,
    d: Data,
    force: ArrayLike,
    torque: ArrayLike,
    point: ArrayLike,
    body: str | int,
    *,
    out: NDArray[float64] | None = None,
) -> NDArray[float64]:
    """Generalized force of a force at a world point and a torque on a body. [N, N m]

    `out`: an array for qfrc; it is what is returned.
    """

def check(model: Model | str | PathLike[str]) -> CheckReport:
    """Look for what is doubtful about a model: print the report, or go through its findings.

    Impossible, tiny and very different masses and inertias; geoms that overlap in the start pose; hulls much larger
    than their meshes; time steps too long for springs, gains and contacts; actuators that cannot hold the weight; names
    that differ only by case; assets that nobody uses. Of a model given as a file, archive or text, file and line are
    told, and its default classes are looked at too. The model is not changed.
    """

def constraint_update(m: Model, d: Data, jar: ArrayLike, *, cone_hessian: bool = False) -> float:
    """Compute the forces of constraint rows at accelerations of your own, and return their cost s(jar).

    `jar` is J a − a_ref, one number for each row: `kn.full_J(m, d) @ acc - d.efc_aref`. Writes `d.efc_force`, which is
    the slope of −s, `d.efc_state` and `d.qfrc_constraint`; with `cone_hessian` also `d.contact.H` of contacts that
    slide, the second derivative of s by the rows of the contact. Call it after `fwd_velocity`.
    """

def contact_between(m: Model, geom1: str | int, geom2: str | int) -> ContactTerms:
    """Return what the contacts between two geoms, given by name or index, mean physically: stiffness, restitution, ….

    The effective mass is that of the reference pose, 1 / (w₁ + w₂), where w are the inverse weights of both bodies
    (`m.body_invweight0`).
    """

def contact_force(m: Model, d: Data, contact: int, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """(force, torque) that the first geom of a contact exerts on the second, in the contact's frame. [N, N m]

    `out`: an array for wrench; it is what is returned.
    """

def contact_parameters(
    model: Model | None = None,
    *,
    stiffness: float | None = None,
    damping: float | None = None,
    restitution: float | None = None,
    mass: float | None = None,
    timestep: float | None = None,
    impact_speed: float = ...,
) -> ContactTerms:
    """Return solver parameters of a contact with given physical properties; print the result to see what they imply.

    `stiffness` [N/m] with `damping` [N s/m] or `restitution`, and the effective `mass` [kg], give a soft contact: a
    spring that a load F compresses by F / stiffness. `restitution` alone gives a hard one that turns the speed v to
    −e v within a single step, whatever the mass; it holds for every integrator but RK4, which needs a soft contact. Its
    weak spring makes the height of a bounce right at `impact_speed` [m/s]. The numbers are for one time step: that of
    the `model`, which may be a Spec too, or `timestep` [s].
    """

def copy_state(m: Model, src: Data, dst: Data, sig: int = State.INTEGRATION) -> None:
    """Copy parts of the state from one Data to another of the same model; `sig` says which, as bits of `State`."""

def differentiate_pos(
    m: Model, dt: float, qpos1: ArrayLike, qpos2: ArrayLike, *, out: NDArray[float64] | None = None
) -> NDArray[float64]:
    """(qpos2 ⊖ qpos1) / dt: the constant velocity that leads from one to the other in a time dt.

    `out`: an array for qvel; it is what is returned.
    """

def extract_state(m: Model, src: NDArray[float64], srcsig: int, dstsig: int) -> NDArray[float64]:
    """Return the parts `dstsig` of a vector that `get_state` made with the parts `srcsig`, as a new vector."""

def filter_contacts(m: Model, d: Data, keep: Callable[[Model, Data, int, int], bool]) -> int:
    """Drop the contacts of all pairs of geoms for which `keep(m, d, geom1, geom2)` is false; returns how many.

    `keep` is called once for each pair, in the order of the contacts. Where contacts are dropped, constraint rows that
    were made of the former list are deleted.
    """

def forward_skip(m: Model, d: Data, skipstage: Stage | int | str = ..., skipsensor: bool = False) -> None:
    """Compute what `forward` does, but for what depends on positions alone, or on positions and velocities.

    `skipstage` says what is up to date and left out: `Stage.NONE` nothing, `Stage.POS` what `fwd_position` computes,
    `Stage.VEL` what `fwd_velocity` computes, too. So many controls are tried at one state. `skipsensor` leaves out
    sensors.
    """

def full_J(m: Model, d: Data) -> NDArray[float64]:
    """The constraint Jacobian `d.efc_J` as a dense nefc × nv matrix: what MuJoCo has for a dense `opt.jacobian`."""

def full_M(m: Model, d: Data, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """The joint-space inertia as a dense nv × nv matrix.

    `out`: an array for M; it is what is returned.
    """

def geom_distance(
    m: Model, d: Data, geom1: str | int, geom2: str | int, distmax: float, *, out: NDArray[float64] | None = None
) -> tuple[float, NDArray[float64]]:
    """(distance, nearest points) of two geoms; the points are 2 × 3, on geom1 and on geom2. [m]

    Negative in penetration, where the points are the deepest ones. Where the geoms are not nearer than distmax, or
    have no collider, the answer is distmax and zeros.

    `out`: an array for points; it is what is returned.
    """

def get_state(m: Model, d: Data, sig: int = State.INTEGRATION) -> NDArray[float64]:
    """Return parts of the state as one new vector; `sig` says which, as bits of `State` (default: all of them)."""

def id2name(m: Model, kind: str | int, index: int) -> str:
    """Return the name of an element by its index, an empty text where it has none; `kind` as in `name2id`."""

def init_ctrl_history(m: Model, d: Data, actuator: int | str, values: Any, times: Any = None) -> None:
    """Fill the history of an actuator: a row of controls for each sample, the oldest first, and their times.

    Where no times are given those of the history stay.
    """

def init_sensor_history(
    m: Model, d: Data, sensor: int | str, values: Any, times: Any = None, phase: float | None = None
) -> None:
    """Fill the history of a sensor: a row of readings for each sample, the oldest first, and their times.

    Where no times are given those of the history stay. `phase` is the time at which its last period began.
    """

def integrate_pos(
    m: Model, qpos: ArrayLike, qvel: ArrayLike, dt: float, *, out: NDArray[float64] | None = None
) -> NDArray[float64]:
    """qpos ⊕ dt qvel: the positions after moving with a constant velocity; quaternions turn and stay unit.

    `out`: an array for result; it is what is returned.
    """

def inverse_skip(m: Model, d: Data, skipstage: Stage | int | str = ..., skipsensor: bool = False) -> None:
    """Compute what `inverse` does, but for what depends on positions alone, or on positions and velocities.

    The arguments are those of `forward_skip`.
    """

def jac(
    m: Model,
    d: Data,
    point: ArrayLike,
    body: str | int,
    *,
    out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None,
) -> tuple[NDArray[float64], NDArray[float64]]:
    """(jacp, jacr), each 3 × nv, of a world point that moves with a body: ṗ = jacp q̇, ω = jacr q̇.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_body(
    m: Model, d: Data, body: str | int, *, out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None
) -> tuple[NDArray[float64], NDArray[float64]]:
    """(jacp, jacr) of the origin of a body.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_body_com(
    m: Model, d: Data, body: str | int, *, out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None
) -> tuple[NDArray[float64], NDArray[float64]]:
    """(jacp, jacr) of the centre of mass of a body.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_dot(
    m: Model,
    d: Data,
    point: ArrayLike,
    body: str | int,
    *,
    out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None,
) -> tuple[NDArray[float64], NDArray[float64]]:
    """Time derivatives of (jacp, jacr) of a world point that moves with a body.

        d/dt jacp_i = v̇_i + ω̇_i × arm + ω_i × ẋ,   d/dt jacr_i = ω̇_i

    (ω̇_i; v̇_i) is the rate of cdof_i, arm = point − com, and ẋ the point's velocity. Needs velocities.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_geom(
    m: Model, d: Data, geom: str | int, *, out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None
) -> tuple[NDArray[float64], NDArray[float64]]:
    """(jacp, jacr) of the centre of a geom.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_site(
    m: Model, d: Data, site: str | int, *, out: tuple[NDArray[float64] | None, NDArray[float64] | None] | None = None
) -> tuple[NDArray[float64], NDArray[float64]]:
    """(jacp, jacr) of the centre of a site.

    `out`: arrays for (jacp, jacr), None for one that is not wanted; they are returned.
    """

def jac_subtree_com(m: Model, d: Data, body: str | int, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """jacp, 3 × nv, of the centre of mass of the subtree that starts at a body.

    A dof above or at b moves the subtree as one body. A dof of a body k inside it moves the subtree at k, and the
    common centre by the share of its mass: M_k / M_b times the Jacobian of its own centre.

    `out`: an array for jacp; it is what is returned.
    """

def load(
    source: str | PathLike[str],
    assets: Mapping[str, bytes] | None = None,
    omit: Iterable[str] = (),
    *,
    transmissions: bool = False,
) -> Model:
    """Load a model from an MJCF or URDF file, from its text, from an archive (.mjz), or from a compiled model (.knm).

    A string that starts with `<` is taken as text, any other as a path. `assets` holds the contents of files that a
    text names. `omit` names features to leave out, such as `omit=("plugin",)`. With `transmissions`, those of a URDF
    become motors.
    """

def machine(name: str | None = None) -> Machine:
    """Return the functions of a machine: the same stages, run in another way, such as `machine("python").step(m, d)`.

    "single" is compiled code, "checked" is compiled code that checks every index, "python" is the same source without
    compilation, for debuggers. Without a name it is the machine in the environment variable KNUCKLE_MACHINE, or
    "single".
    """

def mul_M(m: Model, d: Data, vector: ArrayLike, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """M vector.

    `out`: an array for result; it is what is returned.
    """

def multi_ray(
    m: Model,
    d: Data,
    point: ArrayLike,
    vectors: ArrayLike,
    *,
    geomgroup: ArrayLike | None = None,
    flg_static: bool = True,
    bodyexclude: str | int = -1,
    cutoff: float = ...,
    out: tuple[NDArray[float64] | None, NDArray[float64] | None, NDArray[float64] | None] | None = None,
) -> tuple[NDArray[float64], NDArray[int32], NDArray[float64]]:
    """(x, geom, normal) of n rays from one point, as arrays of n, n and n × 3; `vectors` is n × 3.

    As `ray`, and geoms whose bounding sphere is farther from the point than `cutoff` are not seen; planes are. [m]
    `out` has arrays for (x, geom, normal), None for one that is not wanted; geom is of type int32.
    """

def name2id(m: Model, kind: str | int, name: str) -> int:
    """Return the index of an element by its name; `kind` is a word such as "joint", or an `ObjType`.

    Where no element has the name, KeyError lists the names there are, the nearest first.
    """

def object_acceleration(
    m: Model, d: Data, kind: str, key: str | int, *, local: bool = False, out: NDArray[float64] | None = None
) -> NDArray[float64]:
    """(angular, linear) acceleration of an object from `cacc`, in world axes or its own. [rad/s², m/s²]

    `out`: an array for it; it is what is returned.
    """

def object_velocity(
    m: Model, d: Data, kind: str, key: str | int, *, local: bool = False, out: NDArray[float64] | None = None
) -> NDArray[float64]:
    """(angular, linear) velocity of an object, in world axes or its own. [rad/s, m/s]

    `out`: an array for it; it is what is returned.
    """

def plot(
    m: Model,
    d: Data,
    what: str | Sequence[str] = ("qpos", "energy", "contact", "solver"),
    *,
    seconds: float = 1.0,
    control: Callable[[Model, Data], None] | None = None,
) -> Figure:
    """Simulate a copy of a world for a while and plot what it does, one panel for each word of `what`.

    `energy` is potential, kinetic and total energy, `contact` the force between each two geoms that touch, `solver` how
    the constraint solver converged in the last step; every other word is a field of Data with numbers, such as `qpos`,
    `qvel`, `ctrl`, `sensordata` or `xpos`. `control(m, d)` may set controls before each step. The world `d` stays as it
    is. Returns a figure of matplotlib, which notebooks display and `figure.savefig` writes to a file.
    """

def ray(
    m: Model,
    d: Data,
    point: ArrayLike,
    vector: ArrayLike,
    *,
    geomgroup: ArrayLike | None = None,
    flg_static: bool = True,
    bodyexclude: str | int = -1,
    out: NDArray[float64] | None = None,
) -> tuple[float, int, NDArray[float64]]:
    """(x, geom, normal) of the nearest visible surface along point + x vector; (−1, −1, zeros) where there is none.

    `geomgroup` has a number for each of the six display groups, 0 for those that are not seen. Without `flg_static`
    geoms that cannot move are not seen. Geoms of the body `bodyexclude` are not seen; −1 excludes none. `out` is an
    array for the normal.
    """

def ray_geom(
    m: Model, d: Data, geom: str | int, point: ArrayLike, vector: ArrayLike, *, out: NDArray[float64] | None = None
) -> tuple[float, NDArray[float64]]:
    """(x, normal) of the nearest surface of one geom along point + x vector, visible or not; (−1, zeros) for none.

    `out` is an array for the normal.
    """

def read_ctrl(
    m: Model, d: Data, actuator: int | str, time: float | None = None, interp: Interpolation | str | None = None
) -> NDArray[float64]:
    """The controls that an actuator takes at a time, now by default: those of `actuator_delay` before.

    Between samples they are found as the model says, or by `interp`: "zoh", "linear" or "cubic". An actuator without a
    history (`nsample`) has its present controls.
    """

def read_sensor(
    m: Model, d: Data, sensor: int | str, time: float | None = None, interp: Interpolation | str | None = None
) -> NDArray[float64]:
    """The readings that a sensor tells at a time, now by default: those of `sensor_delay` before.

    Between samples they are found as the model says, or by `interp`: "zoh", "linear" or "cubic". A sensor without a
    history (`nsample`) has its present readings.
    """

def reset(m: Model, d: Data, keyframe: int | str | None = None) -> None:
    """Set the data to the reference state, or to a keyframe given by name or index; everything else becomes zero."""

def reset_ctrl(m: Model, d: Data) -> None:
    """Set `d.ctrl` to neutral values: zero, or no turn where an orientation is asked for by a quaternion."""

def rne(m: Model, d: Data, *, with_acceleration: bool = False, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """c(q, v), or M q̈ + c(q, v) with the accelerations in qacc. [N, N m]

    `out`: an array for qfrc; it is what is returned.
    """

def set_asset_cache(capacity: int) -> int:
    """Let this process keep up to `capacity` bytes of decoded meshes and height fields; returns what it was.

    At first it is 512 MiB. A model that is loaded again takes them from there, with hulls and inertias, unless a file
    has changed. What was used least recently goes first; 0 forgets everything and keeps nothing.
    """

def set_const(m: Model, d: Data | None = None) -> None:
    """Compute all constants of the model that follow from its other fields, after some of these were changed.

    These are inverse weights, subtree masses, lengths and views in the reference pose `qpos0`, anchors of equality
    constraints, bounds of geoms, and the frames that coincide. What was resolved when the model was compiled stays:
    damping by `dampratio`, springs by `springdamper`, `m.stat`; but contact pairs that custom numbers describe follow
    these numbers, the masses and the time step. A weld that was given no pose takes the one of `qpos0` anew where
    `m.eq_data[i, 11]` is not zero. `d` is not changed; what it computed before belongs to the former model, that of
    trees asleep is computed anew in the next step.
    Raises an error, and leaves the model as it was, where a number cannot be computed with, or where a body that was
    compiled as simple is so no longer.
    """

def set_length_range(m: Model, actuator: int | str | None = None, **settings: float) -> None:
    """Find the range of lengths of an actuator, or of all, by simulation, and write it to `m.actuator_lengthrange`.

    Settings are those of <compiler><lengthrange/>: accel, maxforce, timeconst, timestep, inttotal, interval, tolrange.
    Raises an error, and leaves the model as it was, where the lengths do not settle.
    """

def set_state(m: Model, d: Data, state: NDArray[float64], sig: int = State.INTEGRATION) -> None:
    """Set parts of the state from a vector that `get_state` made with the same `sig`.

    ValueError where the length of the vector is wrong or its time is not finite; nothing is changed then.
    """

def show(
    m: Model,
    d: Data | None = None,
    *,
    camera: Any = -1,
    width: int = 480,
    height: int = 360,
    option: SceneOption | None = None,
) -> Image:
    """A picture of a world, which notebooks display: an image of Pillow, with `save` and `show`.

    Without a Data it is the model in its reference pose; a Data is shown as it is, and must have been computed
    (`kn.forward`, or a step). `camera` and `option` are those of `kn.Renderer.update_scene`.
    """

def solve_M(m: Model, d: Data, vector: ArrayLike, *, out: NDArray[float64] | None = None) -> NDArray[float64]:
    """M⁻¹ vector, by the factor in qLD.

    `out`: an array for result; it is what is returned.
    """

def state_size(m: Model, sig: int) -> int:
    """Return the length of the vector that `get_state` returns for the parts in `sig` (bits of `State`)."""

def step_with_contacts(m: Model, d: Data, change: Callable[[Model, Data], object], nstep: int = 1) -> None:
    """Advance by `nstep` steps, and in each call `change(m, d)` when contacts are found and not yet used.

    There it may drop contacts (`filter_contacts`), add some (`add_contact`), or change fields of `d.contact`. RK4 needs
    whole steps; for it Euler is used here.
    """
