# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from numpy import bool_, float64, int32, int64
from numpy.typing import ArrayLike, DTypeLike, NDArray

from knuckle._stubs.arrays import Array, FixedArray
from knuckle._stubs.data import Data
from knuckle._stubs.elements import (
    DataActuator,
    DataBody,
    DataCamera,
    DataEquality,
    DataGeom,
    DataJoint,
    DataLight,
    DataSensor,
    DataSite,
    DataTendon,
)
from knuckle._stubs.model import Model
from knuckle.batch.problems import Problem
from knuckle.schema.enums import Lockstep, State

class BatchHits(NamedTuple):
    """What rays met, one for each world: distances, geoms and normals."""

    x: NDArray[float64]
    geom: NDArray[int32]
    normal: NDArray[float64]

class BatchContacts:
    """Contacts of all worlds as arrays (nworld, most, …), where `most` is the largest number of contacts in a world.

    `count` is how many each world has; `mask` is true where there is a contact. All else has the names that contacts of
    a Data have: `batch.contact.dist`.
    """

    count: FixedArray[int32]
    mask: FixedArray[bool_]
    dist: Array[Any]
    """Distance between the surfaces; negative in penetration."""
    pos: Array[Any]
    """Point midway between the surfaces, world frame."""
    frame: Array[Any]
    """Normal from the first geom to the second, and two tangents."""
    includemargin: Array[Any]
    """Distance below which the contact carries force."""
    friction: Array[Any]
    """Friction: two tangents, torsion, two rolling axes."""
    solref: Array[Any]
    """Solver reference along the normal."""
    solreffriction: Array[Any]
    """Solver reference of friction; zeros: solref."""
    solimp: Array[Any]
    """Solver impedance."""
    adhesion: Array[Any]
    """Force with which the contact sticks."""
    surfacevel: Array[Any]
    """Velocity of the second surface against the first."""
    mu: Array[Any]
    """Friction of the regularized cone."""
    H: Array[Any]
    """Hessian of the cone's cost, where Newton's method left the contact on it."""
    dim: FixedArray[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6."""
    geom: FixedArray[int32]
    """Both geoms."""
    exclude: FixedArray[int32]
    """Why it carries no force (Exclusion)."""
    efc_address: FixedArray[int32]
    """First constraint row; -1 for none."""
    geom1: FixedArray[int32]
    """Both geoms."""
    geom2: FixedArray[int32]
    """Both geoms."""

class Batch:
    """Many independent worlds of one model, stepped together.

    Each world starts in the state of a new `Data(model)`. Fields have the names and shapes that they have in `Data`,
    with the world as first axis, and are the memory of the batch itself:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.qvel[:] = rng.normal(size=(4096, model.nv))
        batch.step(100)
        heights = batch.qpos[:, 2]

    They are plain arrays, one row for each world, which other libraries take without a copy
    (`torch.from_dlpack(batch.qpos)`). Those of contacts and constraint rows have as many rows as there is room for in
    every world, of which `ncon` or `nefc` are in use, and are replaced where a step needs more room: read them again
    after a step. One from before then stays as it was.

    `nworld` is the number of worlds, `dtype` the precision ("float64" or "float32", or NumPy's own), and `threads` how
    many threads step the worlds (default: one for each processor). `keep` names the computed fields to store for every
    world (default: all); state and inputs are always stored. With few fields kept a world needs less memory and steps
    faster: poses of geoms, sites, cameras and lights that are not kept are not even computed.

    `on_divergence` says what becomes of a world that diverges: "reset" starts it over, "freeze" leaves it as it is and
    steps it no more until it is reset, "keep" steps it on. By default the model's flag `autoreset` decides between the
    first two. Others are not touched by it, and a SimulationWarning tells the world, the time and the cause.

    Worlds under contact and constraints go in lock step where the model allows it (`batch.lockstep`): what a world does
    depends neither on the others nor on the number of threads, and agrees with a Data to 1e-10 in a step. With
    `exact` each has the bits of a Data, which takes longer.

    Where a call takes `worlds`, give the number of a world, a sequence of numbers, a slice, or a mask of booleans. Only
    one thread may use a batch at a time; a second one gets a KnuckleError.
    """
    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: DTypeLike = "float64",
        threads: int | None = None,
        keep: Iterable[str] | None = None,
        on_divergence: str | None = None,
        exact: bool = False,
    ) -> None: ...
    @property
    def lanes(self) -> int:
        """How many worlds share one SIMD register."""
    @property
    def lockstep(self) -> Lockstep:
        """How worlds go through contact and constraints in a step: in lock step, or each by itself."""
    @property
    def world_numbers(self) -> NDArray[float64]:
        """The numbers of the worlds; on a worker of a cluster, which has a part of them, those of the whole batch."""
    @property
    def on_divergence(self) -> str:
        """What becomes of worlds that diverge: "reset", "freeze" or "keep"."""
    @property
    def frozen(self) -> NDArray[float64]:
        """A mask of the worlds that have diverged and stay as they are: no call steps them."""
    @property
    def nbytes(self) -> int:
        """Bytes of memory that the batch takes: rows of all worlds, and a workspace for each thread."""
    def run(self, stage: str, count: int = 1, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Run a stage such as "kinematics" `count` times in the chosen worlds (default: all).

        Stages other than "step", "forward" and "inverse" need a batch that keeps all fields.
        """
    def step(
        self,
        nstep: int = 1,
        worlds: int | slice | Sequence[int] | NDArray[Any] | None = None,
        *,
        body_forces: bool = False,
    ) -> None:
        """Advance the chosen worlds (default: all) by `nstep` steps; others stay as they are, to the bit.

        With `body_forces` accelerations of bodies and forces on them follow, of those that the batch keeps (`cacc`,
        `cfrc_int`, `cfrc_ext`), as by the stage "rne_post_constraint".

        Where this is interrupted (Ctrl-C, MemoryError), each world has done a whole number of steps, which `batch.time`
        tells, and the batch can still be used.
        """
    def forward(self, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Compute everything that follows from state and inputs, up to the acceleration, in the chosen worlds."""
    def inverse(self, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Compute the forces that make the accelerations `qacc`, in the chosen worlds: `qfrc_inverse`."""
    def rollout(
        self,
        nstep: int,
        control: ArrayLike | Mapping[str, ArrayLike] | Callable[[Batch, int], Any] | None = None,
        *,
        record: Iterable[str] = ("qpos", "qvel"),
        out: Mapping[str, NDArray[float64]] | None = None,
        progress: bool = False,
        stop: Callable[[Batch], Any] | int | None = None,
    ) -> dict[str, NDArray[Any]]:
        """Step all worlds `nstep` times; return the recorded fields after each step, as arrays (nworld, nstep, …).

        `control` is an array (nworld, nstep, nu), or (nstep, nu) for all worlds; or such arrays of several inputs by
        name, `{"ctrl": …, "xfrc_applied": …}`; or a function of (batch, step) that returns controls for all worlds or
        writes to the batch. `record` names fields that the batch keeps; `out` may have arrays for them. Without
        functions all happens in compiled code, as fast as `step`.

        `stop` is a function of the batch that returns a mask of the worlds that are done, or bits of `Status`: such
        worlds are stepped no more, and what is recorded of them stays the same. `steps` in the result says how many
        steps each world did. `progress` shows a bar.
        """
    def problems(self) -> list[Problem]:
        """The last problem of every world that met one since it was reset: number, status, time, and words."""
    def copy(self) -> Batch:
        """An independent copy of all worlds, of the same model."""
    @property
    def expanded(self) -> tuple[str, ...]:
        """The fields of the model that have a value for each world."""
    def expand(self, name: str) -> NDArray[float64]:
        """Return a live array (nworld, …) of a field of the model, with a value for each world from now on.

            mass = batch.expand("body_mass")
            mass *= rng.uniform(0.8, 1.2, mass.shape)
            batch.set_const()

        It starts with the model's own values, and later changes of these in the model are not seen. Options are fields
        too ("opt_gravity"). Only real numbers can differ: structure and integers are what all worlds share.

        Worlds that differ in masses, places, friction, gains and the like still go in lanes, as fast as before. Those
        that differ in sizes of geoms, terrain ("hfield_data"), margins or the time step, or in what is zero in some of
        them alone, go one by one (`batch.lanes` is 1 then), each to the bits of a Data of such a model, in float64;
        what is stored of it is rounded in a batch of float32. Colours, materials and lights ("geom_rgba") change what
        is drawn alone: rangefinders, which see through what is transparent, go by the model's colours in all worlds.
        """
    def set_const(self, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Compute what follows from the expanded fields in the chosen worlds, as `kn.set_const` does for a model.

        Derived fields that come to differ are expanded by this. Raises an error, and changes nothing, where a number
        cannot be computed with, or where structure would differ.
        """
    @property
    def contact(self) -> BatchContacts:
        """Contacts of all worlds: `batch.contact.dist` is (nworld, most), and `batch.contact.count` says how many."""
    def jac(
        self,
        body: str | int | None = None,
        *,
        site: str | int | None = None,
        geom: str | int | None = None,
        point: ArrayLike | None = None,
        worlds: int | slice | Sequence[int] | NDArray[Any] | None = None,
    ) -> tuple[NDArray[float64], NDArray[float64]]:
        """(jacp, jacr) of a body, site or geom in the chosen worlds, each (n, 3, nv), in the pose that `qpos` gives.

        Of a body it is the Jacobian of its origin, or of `point`, in world coordinates, one for all or one for each
        world, which moves with it.
        """
    def ray(
        self,
        point: ArrayLike,
        vector: ArrayLike,
        *,
        geomgroup: ArrayLike | None = None,
        flg_static: bool = True,
        bodyexclude: str | int = -1,
        worlds: int | slice | Sequence[int] | NDArray[Any] | None = None,
    ) -> BatchHits:
        """(x, geom, normal) of one ray in each chosen world, in the pose that `qpos` gives now; −1 where none is met.

        `point` and `vector` are one for all or one for each world; all else is as in `kn.ray`.
        """
    def load(self, data: Data, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Copy everything in one Data into the chosen worlds."""
    def reset(
        self,
        worlds: int | slice | Sequence[int] | NDArray[Any] | None = None,
        keyframe: int | str | None = None,
        *,
        noise: float | Mapping[str, float] | None = None,
        seed: int | None = None,
    ) -> None:
        """Set the chosen worlds to the reference state, or to a keyframe given by name or index.

        `noise` is the standard deviation of normal noise on positions and velocities, or one for each of the fields it
        names ("qpos", "qvel", "act", "ctrl"); orientations are turned by it. With the same `seed` a world gets the same
        noise, whichever worlds are reset with it.
        """
    def get_state(
        self, sig: int = State.INTEGRATION, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None
    ) -> NDArray[float64]:
        """Return parts of the state of the chosen worlds as a new array with a row for each.

        `sig` says which parts, as bits of `State`; a row is what `kn.get_state` returns for one world.
        """
    def set_state(
        self,
        state: NDArray[float64],
        sig: int = State.INTEGRATION,
        worlds: int | slice | Sequence[int] | NDArray[Any] | None = None,
    ) -> None:
        """Set parts of the state of the chosen worlds, from a row for each, or from one row for all.

        ValueError where the shape is wrong or a time is not finite; nothing is changed then.
        """
    def get_data(self, world: int) -> Data:
        """Return a Data with all fields of one world that the batch keeps; what it does not keep is not computed yet.

        Where not all fields are kept its contacts have no forces (`kn.contact_force`) before `kn.forward`.
        Its model is the batch's own, or a copy with the numbers of this world where worlds differ.
        """
    def get_model(self, world: int) -> Model:
        """Return a copy of the model with the numbers of one world."""
    model: Final[Model]
    nworld: Final[int]
    dtype: Final[str]
    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that the batch keeps, which `read` and `write` take."""
    def read(self, name: str, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None) -> NDArray[Any]:
        """Return a copy of a field, with the world as first axis; without that axis for the number of one world."""
    def write(
        self, name: str, values: ArrayLike, worlds: int | slice | Sequence[int] | NDArray[Any] | None = None
    ) -> None:
        """Set a field in the chosen worlds; values without the world axis are written to each of them."""
    def body(self, key: str | int) -> DataBody:
        """Arrays of one body in all worlds, found by name or index; writing to them changes the worlds."""
    def joint(self, key: str | int) -> DataJoint:
        """Arrays of one joint in all worlds, found by name or index; writing to them changes the worlds."""
    def jnt(self, key: str | int) -> DataJoint:
        """Arrays of one joint in all worlds, found by name or index; writing to them changes the worlds."""
    def geom(self, key: str | int) -> DataGeom:
        """Arrays of one geom in all worlds, found by name or index; writing to them changes the worlds."""
    def site(self, key: str | int) -> DataSite:
        """Arrays of one site in all worlds, found by name or index; writing to them changes the worlds."""
    def camera(self, key: str | int) -> DataCamera:
        """Arrays of one camera in all worlds, found by name or index; writing to them changes the worlds."""
    def cam(self, key: str | int) -> DataCamera:
        """Arrays of one camera in all worlds, found by name or index; writing to them changes the worlds."""
    def light(self, key: str | int) -> DataLight:
        """Arrays of one light in all worlds, found by name or index; writing to them changes the worlds."""
    def equality(self, key: str | int) -> DataEquality:
        """Arrays of one equality in all worlds, found by name or index; writing to them changes the worlds."""
    def eq(self, key: str | int) -> DataEquality:
        """Arrays of one equality in all worlds, found by name or index; writing to them changes the worlds."""
    def tendon(self, key: str | int) -> DataTendon:
        """Arrays of one tendon in all worlds, found by name or index; writing to them changes the worlds."""
    def actuator(self, key: str | int) -> DataActuator:
        """Arrays of one actuator in all worlds, found by name or index; writing to them changes the worlds."""
    def sensor(self, key: str | int) -> DataSensor:
        """Arrays of one sensor in all worlds, found by name or index; writing to them changes the worlds."""
    status: Array[int32]
    """Problems met since the last reset (bits of Status), nworld."""
    time: Array[Any]
    """Simulated time [s], nworld."""
    energy: Array[Any]
    """Potential energy, kinetic energy [J], nworld × 2."""
    qpos: Array[Any]
    """Joint positions; quaternions for free and ball joints [m or rad], nworld × nq."""
    qvel: Array[Any]
    """Joint velocities [m/s or rad/s], nworld × nv."""
    act: Array[Any]
    """Activations of actuators, nworld × na."""
    history: Array[Any]
    """Past controls and sensor readings, for delays, nworld × nhistory."""
    plastic: Array[Any]
    """Rest positions of plastic springs [m or rad], nworld × nplastic."""
    qacc_warmstart: Array[Any]
    """Acceleration the constraint solver starts from [m/s² or rad/s²], nworld × nv."""
    ctrl: Array[Any]
    """Controls, nworld × nu."""
    qfrc_applied: Array[Any]
    """Joint forces applied by the user [N or N m], nworld × nv."""
    xfrc_applied: Array[Any]
    """Force, torque of the user at each mass centre [N, N m], nworld × nbody × 6."""
    eq_active: Array[bool_]
    """Whether each equality constraint is on, nworld × neq."""
    mocap_pos: Array[Any]
    """Positions of motion capture bodies [m], nworld × nmocap × 3."""
    mocap_quat: Array[Any]
    """Orientations of motion capture bodies, nworld × nmocap × 4."""
    qacc: Array[Any]
    """Joint accelerations [m/s² or rad/s²], nworld × nv."""
    act_dot: Array[Any]
    """Rates of the activations [1/s], nworld × na."""
    userdata: Array[Any]
    """Numbers of the user, not read by the engine, nworld × nuserdata."""
    sensordata: Array[Any]
    """Readings of all sensors, nworld × nsensordata."""
    tree_asleep: FixedArray[int32]
    """Negative: awake, -1 is ready to sleep; else the next of the trees that sleep together, nworld × ntree."""
    ntree_awake: FixedArray[int32]
    """Trees that are awake, nworld."""
    nbody_awake: FixedArray[int32]
    """Bodies that are awake or static, nworld."""
    nparent_awake: FixedArray[int32]
    """Bodies whose parents are awake or static, nworld."""
    nv_awake: FixedArray[int32]
    """Dofs that are awake, nworld."""
    tree_awake: FixedArray[int32]
    """Whether each tree is awake, nworld × ntree."""
    body_awake: FixedArray[int32]
    """Whether each body is awake (SleepState), nworld × nbody."""
    body_awake_ind: FixedArray[int32]
    """The bodies that are awake or static, nbody_awake of them, nworld × nbody."""
    parent_awake_ind: FixedArray[int32]
    """The bodies whose parents are awake or static, nparent_awake of them, nworld × nbody."""
    dof_awake_ind: FixedArray[int32]
    """The dofs that are awake, nv_awake of them, nworld × nv."""
    xpos: Array[Any]
    """Origin of each body, world frame [m], nworld × nbody × 3."""
    xquat: Array[Any]
    """Orientation of each body, world frame, nworld × nbody × 4."""
    xmat: Array[Any]
    """Orientation of each body as a matrix, by rows, nworld × nbody × 9."""
    xipos: Array[Any]
    """Centre of mass of each body, world frame [m], nworld × nbody × 3."""
    xiquat: Array[Any]
    """Orientation of each body's principal axes, world frame, nworld × nbody × 4."""
    ximat: Array[Any]
    """Orientation of each body's principal axes as a matrix, nworld × nbody × 9."""
    xanchor: Array[Any]
    """Point each joint rotates about, world frame [m], nworld × njnt × 3."""
    xaxis: Array[Any]
    """Unit axis of each joint, world frame, nworld × njnt × 3."""
    geom_xpos: Array[Any]
    """Centre of each geom, world frame [m], nworld × ngeom × 3."""
    geom_xquat: Array[Any]
    """Orientation of each geom, world frame, nworld × ngeom × 4."""
    geom_xmat: Array[Any]
    """Orientation of each geom as a matrix, by rows, nworld × ngeom × 9."""
    site_xpos: Array[Any]
    """Centre of each site, world frame [m], nworld × nsite × 3."""
    site_xquat: Array[Any]
    """Orientation of each site, world frame, nworld × nsite × 4."""
    site_xmat: Array[Any]
    """Orientation of each site as a matrix, by rows, nworld × nsite × 9."""
    cam_xpos: Array[Any]
    """Position of each camera, world frame [m], nworld × ncam × 3."""
    cam_xmat: Array[Any]
    """Orientation of each camera as a matrix, by rows, nworld × ncam × 9."""
    light_xpos: Array[Any]
    """Position of each light, world frame [m], nworld × nlight × 3."""
    light_xdir: Array[Any]
    """Unit direction of each light, world frame, nworld × nlight × 3."""
    subtree_com: Array[Any]
    """Centre of mass of each body's subtree, world frame [m], nworld × nbody × 3."""
    cdof: Array[Any]
    """Unit motion of each dof about the tree's mass centre [-, m], nworld × nv × 6."""
    cinert: Array[Any]
    """Inertia of each body about the tree's mass centre [kg m² … kg], nworld × nbody × 10."""
    crb: Array[Any]
    """Inertia of each subtree about the tree's mass centre [kg m² … kg], nworld × nbody × 10."""
    M: Array[Any]
    """Joint-space inertia, lower triangle by rows [kg or kg m²], nworld × nC."""
    qLD: Array[Any]
    """Factors of M = LᵀDL: L, with D on the diagonal [kg or kg m²], nworld × nC."""
    qLDiagInv: Array[Any]
    """Inverse of D of that factor [1/kg or 1/(kg m²)], nworld × nv."""
    cvel: Array[Any]
    """Velocity of each body about the tree's mass centre [rad/s, m/s], nworld × nbody × 6."""
    cdof_dot: Array[Any]
    """Rate of cdof [rad/s, m/s], nworld × nv × 6."""
    qfrc_bias: Array[Any]
    """Coriolis, centrifugal and gravity forces [N or N m], nworld × nv."""
    qfrc_spring: Array[Any]
    """Forces of joint springs [N or N m], nworld × nv."""
    qfrc_damper: Array[Any]
    """Forces of joint dampers [N or N m], nworld × nv."""
    qfrc_gravcomp: Array[Any]
    """Forces of gravity compensation [N or N m], nworld × nv."""
    qfrc_fluid: Array[Any]
    """Forces of the surrounding medium [N or N m], nworld × nv."""
    qfrc_passive: Array[Any]
    """All passive forces [N or N m], nworld × nv."""
    subtree_linvel: Array[Any]
    """Velocity of each subtree's centre of mass, world frame [m/s], nworld × nbody × 3."""
    subtree_angmom: Array[Any]
    """Angular momentum of each subtree about its mass centre [kg m²/s], nworld × nbody × 3."""
    qH: Array[Any]
    """Factor of M plus the integrator's implicit terms [kg or kg m²], nworld × nC."""
    qHDiagInv: Array[Any]
    """Inverse of D of that factor [1/kg or 1/(kg m²)], nworld × nv."""
    qDeriv: Array[Any]
    """Derivative of smooth force by velocity [N s/m or N m s/rad], nworld × nD."""
    qLU: Array[Any]
    """Triangular factors of M - timestep qDeriv [kg or kg m²], nworld × nD."""
    qfrc_actuator: Array[Any]
    """Forces of actuators [N or N m], nworld × nv."""
    ten_length: Array[Any]
    """Length of each tendon [m or rad], nworld × ntendon."""
    ten_J: Array[Any]
    """Lengths of tendons by joint positions, nworld × nJten."""
    ten_wrapadr: FixedArray[int32]
    """First point of the path of each tendon, nworld × ntendon."""
    ten_wrapnum: FixedArray[int32]
    """Points of the path, nworld × ntendon."""
    wrap_obj: FixedArray[int32]
    """What each point is on: geom, -1: a site, -2: a pulley, nworld × nwrap × 2."""
    wrap_xpos: Array[Any]
    """The points, two in a row, world frame [m], nworld × nwrap × 6."""
    ten_velocity: Array[Any]
    """Rate of each length [m/s or rad/s], nworld × ntendon."""
    actuator_length: Array[Any]
    """Length of each transmission [m or rad], nworld × nout."""
    moment_rownnz: FixedArray[int32]
    """Entries of each row of the moments, nworld × nout."""
    moment_rowadr: FixedArray[int32]
    """First entry of each row of the moments, nworld × nout."""
    moment_colind: FixedArray[int32]
    """Dof of each entry of the moments, nworld × nJmom."""
    actuator_moment: Array[Any]
    """Lengths by joint positions, nworld × nJmom."""
    actuator_velocity: Array[Any]
    """Rate of each length [m/s or rad/s], nworld × nout."""
    actuator_force: Array[Any]
    """Force along each transmission [N or N m], nworld × nout."""
    qfrc_adhesion: Array[Any]
    """Forces of adhesive contacts [N or N m], nworld × nv."""
    qfrc_smooth: Array[Any]
    """All forces but those of constraints [N or N m], nworld × nv."""
    qacc_smooth: Array[Any]
    """Accelerations without constraints [m/s² or rad/s²], nworld × nv."""
    qfrc_constraint: Array[Any]
    """Forces of constraints [N or N m], nworld × nv."""
    qfrc_inverse: Array[Any]
    """External force that explains qacc [N or N m], nworld × nv."""
    ncon: FixedArray[int64]
    """Contacts, nworld."""
    ne: FixedArray[int64]
    """Rows of equality constraints, nworld."""
    nf: FixedArray[int64]
    """Rows of dry friction, nworld."""
    nl: FixedArray[int64]
    """Rows of limits, nworld."""
    nefc: FixedArray[int64]
    """Constraint rows, nworld."""
    nJ: FixedArray[int64]
    """Entries of the constraint Jacobian, nworld."""
    nY: FixedArray[int64]
    """Entries of the whitened Jacobian, nworld."""
    nA: FixedArray[int64]
    """Entries of the inverse inertia of constraints, nworld."""
    nisland: FixedArray[int32]
    """Islands: groups of trees that share constraints, nworld."""
    nidof: FixedArray[int32]
    """Dofs in all islands, nworld."""
    contact_dist: Array[Any]
    """Distance between the surfaces; negative in penetration [m], nworld × maxcon."""
    contact_pos: Array[Any]
    """Point midway between the surfaces, world frame [m], nworld × maxcon × 3."""
    contact_frame: Array[Any]
    """Normal from the first geom to the second, and two tangents, nworld × maxcon × 9."""
    contact_includemargin: Array[Any]
    """Distance below which the contact carries force [m], nworld × maxcon."""
    contact_friction: Array[Any]
    """Friction: two tangents, torsion, two rolling axes [-, -, m, m, m], nworld × maxcon × 5."""
    contact_solref: Array[Any]
    """Solver reference along the normal [s, - or 1/s², 1/s], nworld × maxcon × 2."""
    contact_solreffriction: Array[Any]
    """Solver reference of friction; zeros: solref [s, - or 1/s², 1/s], nworld × maxcon × 2."""
    contact_solimp: Array[Any]
    """Solver impedance [-, -, m, -, -], nworld × maxcon × 5."""
    contact_adhesion: Array[Any]
    """Force with which the contact sticks [N], nworld × maxcon."""
    contact_surfacevel: Array[Any]
    """Velocity of the second surface against the first [m/s, rad/s], nworld × maxcon × 3."""
    contact_mu: Array[Any]
    """Friction of the regularized cone, nworld × maxcon."""
    contact_H: Array[Any]
    """Hessian of the cone's cost, where Newton's method left the contact on it, nworld × maxcon × 36."""
    contact_dim: FixedArray[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6, nworld × maxcon."""
    contact_geom: FixedArray[int32]
    """Both geoms, nworld × maxcon × 2."""
    contact_exclude: Array[int32]
    """Why it carries no force (Exclusion), nworld × maxcon."""
    contact_efc_address: FixedArray[int32]
    """First constraint row; -1 for none, nworld × maxcon."""
    efc_type: FixedArray[int32]
    """Kind of the row (ConstraintType), nworld × maxefc."""
    efc_id: FixedArray[int32]
    """Equality, dof, joint or contact behind the row, nworld × maxefc."""
    efc_J_rownnz: FixedArray[int32]
    """Entries of the row of the Jacobian, nworld × maxefc."""
    efc_J_rowadr: FixedArray[int32]
    """First entry of the row, nworld × maxefc."""
    efc_J_rowsuper: FixedArray[int32]
    """Following rows with the same columns, nworld × maxefc."""
    efc_J_colind: FixedArray[int32]
    """Dof of each entry, ascending in a row, nworld × maxJ."""
    efc_J: Array[Any]
    """Constraint Jacobian, by rows, nworld × maxJ."""
    efc_pos: Array[Any]
    """Residual or distance [m or rad], nworld × maxefc."""
    efc_margin: Array[Any]
    """Distance below which the row is active [m or rad], nworld × maxefc."""
    efc_frictionloss: Array[Any]
    """Largest force of dry friction [N or N m], nworld × maxefc."""
    efc_diagA: Array[Any]
    """Inverse inertia that the row feels [1/kg or 1/(kg m²)], nworld × maxefc."""
    efc_KBIP: Array[Any]
    """Stiffness, damping, impedance and its slope [1/s², 1/s, -, 1/m], nworld × maxefc × 4."""
    efc_D: Array[Any]
    """Weight of the row in the cost [kg or kg m²], nworld × maxefc."""
    efc_R: Array[Any]
    """Inverse of that weight [1/kg or 1/(kg m²)], nworld × maxefc."""
    efc_vel: Array[Any]
    """Velocity of the row [m/s or rad/s], nworld × maxefc."""
    efc_aref: Array[Any]
    """Acceleration the row aims at [m/s² or rad/s²], nworld × maxefc."""
    efc_b: Array[Any]
    """Acceleration without constraint force, minus the aim [m/s² or rad/s²], nworld × maxefc."""
    efc_state: FixedArray[int32]
    """Part of the cost the row is in (ConstraintState), nworld × maxefc."""
    efc_force: Array[Any]
    """Force of the row [N or N m], nworld × maxefc."""
    efc_Y_rownnz: FixedArray[int32]
    """Entries of the row of the whitened Jacobian, nworld × maxefc."""
    efc_Y_rowadr: FixedArray[int32]
    """First entry of the row, nworld × maxefc."""
    efc_Y_colind: FixedArray[int32]
    """Dof of each entry, nworld × maxY."""
    efc_Y: Array[Any]
    """Jacobian times the inverse root of the inertia, nworld × maxY."""
    efc_AR_rownnz: FixedArray[int32]
    """Entries of the row of the inverse inertia, nworld × maxefc."""
    efc_AR_rowadr: FixedArray[int32]
    """First entry of the row, nworld × maxefc."""
    efc_AR_colind: FixedArray[int32]
    """Constraint of each entry, nworld × maxA."""
    efc_AR: Array[Any]
    """Inverse inertia of constraints, R added [1/kg or 1/(kg m²)], nworld × maxA."""
    efc_island: FixedArray[int32]
    """Island of the row, nworld × maxefc."""
    map_efc2iefc: FixedArray[int32]
    """Place of the row when sorted by islands, nworld × maxefc."""
    map_iefc2efc: FixedArray[int32]
    """Row at each place when sorted by islands, nworld × maxefc."""
    tree_island: FixedArray[int32]
    """Island of each tree; -1 for none, nworld × ntree."""
    island_ntree: FixedArray[int32]
    """Trees of each island, nworld × ntree."""
    island_itreeadr: FixedArray[int32]
    """First tree of the island in map_itree2tree, nworld × ntree."""
    map_itree2tree: FixedArray[int32]
    """Trees sorted by islands, nworld × ntree."""
    dof_island: FixedArray[int32]
    """Island of each dof; -1 for none, nworld × nv."""
    island_nv: FixedArray[int32]
    """Dofs of each island, nworld × ntree."""
    island_idofadr: FixedArray[int32]
    """First dof of the island in map_idof2dof, nworld × ntree."""
    island_dofadr: FixedArray[int32]
    """First dof of the island, nworld × ntree."""
    map_dof2idof: FixedArray[int32]
    """Place of the dof when sorted by islands, nworld × nv."""
    map_idof2dof: FixedArray[int32]
    """Dofs sorted by islands; the free ones last, nworld × nv."""
    island_ne: FixedArray[int32]
    """Equality rows of each island, nworld × ntree."""
    island_nf: FixedArray[int32]
    """Dry friction rows of each island, nworld × ntree."""
    island_nefc: FixedArray[int32]
    """Rows of each island, nworld × ntree."""
    island_iefcadr: FixedArray[int32]
    """First row of the island in map_iefc2efc, nworld × ntree."""
    solver_fwdinv: Array[Any]
    """Forward against inverse dynamics: constraint force, applied force [N or N m], nworld × 2."""
    cacc: Array[Any]
    """Acceleration of each body, gravity included [rad/s², m/s²], nworld × nbody × 6."""
    cfrc_int: Array[Any]
    """Torque, force of the parent on each body [N m, N], nworld × nbody × 6."""
    cfrc_ext: Array[Any]
    """External torque, force on each body [N m, N], nworld × nbody × 6."""
