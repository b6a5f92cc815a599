# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from typing import Final

from numpy import bool_, float64, int32
from numpy.typing import NDArray

from knuckle._stubs.arrays import Array, FixedArray
from knuckle._stubs.contacts import ContactList, SolverStatistics
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
from knuckle.schema.status import Status

class Data:
    """One world of a model: its state, its inputs, and everything computed from them, as arrays with MuJoCo's names.

    A new Data is in the reference pose, at rest, and nothing is computed yet: call `forward` or `step`. Assigning to an
    array writes into it. `d.body("torso").xpos` is the part of an array that belongs to one element. Arrays of contacts
    and constraint rows (`d.contact_…`, `d.efc_…`) have as many rows as there are now, so read them again after a step.
    Only one thread may use a Data at a time; a second one gets a KnuckleError.
    """

    model: Final[Model]
    def __init__(self, model: Model) -> None: ...
    def grow(self) -> bool:
        """Make the room for contacts and constraint rows that the last call lacked; returns whether there is more now.

        Steps and stages do this by themselves. MemoryError where the machine has too little memory; the data is then as
        it was, and can be used for what needs less.
        """
    @property
    def time(self) -> float:
        """Simulated time. [s]"""
    @time.setter
    def time(self, value: float) -> None: ...
    @property
    def contact(self) -> ContactList:
        """All contacts as they are now: `d.contact[3].dist` of one, `d.contact.dist` of all."""
    @property
    def solver(self) -> SolverStatistics:
        """Statistics of the iterations of the last constraint solve, such as `d.solver.improvement`."""
    @property
    def solver_niter(self) -> NDArray[int32]:
        """Iterations of the constraint solver in each of the first twenty islands."""
    @property
    def solver_nnz(self) -> NDArray[int32]:
        """Entries of the solver's matrix in each of the first twenty islands."""
    @property
    def status(self) -> Status:
        """The problems met since the last reset; set it to 0 to forget them."""
    @status.setter
    def status(self, value: int) -> None: ...
    def report_status(self, stacklevel: int = 3) -> None:
        """Warn of new problems; raise DivergenceError where the world diverged and the flag `autoreset` is off."""
    def require(self, model: Model) -> None:
        """Raise ValueError where this data belongs to a model of other sizes."""
    def copy(self) -> Data:
        """An independent copy with the same values, of the same model."""
    def body(self, key: str | int) -> DataBody:
        """Arrays of one body, found by name or index; writing to them changes the data."""
    def joint(self, key: str | int) -> DataJoint:
        """Arrays of one joint, found by name or index; writing to them changes the data."""
    def jnt(self, key: str | int) -> DataJoint:
        """Arrays of one joint, found by name or index; writing to them changes the data."""
    def geom(self, key: str | int) -> DataGeom:
        """Arrays of one geom, found by name or index; writing to them changes the data."""
    def site(self, key: str | int) -> DataSite:
        """Arrays of one site, found by name or index; writing to them changes the data."""
    def camera(self, key: str | int) -> DataCamera:
        """Arrays of one camera, found by name or index; writing to them changes the data."""
    def cam(self, key: str | int) -> DataCamera:
        """Arrays of one camera, found by name or index; writing to them changes the data."""
    def light(self, key: str | int) -> DataLight:
        """Arrays of one light, found by name or index; writing to them changes the data."""
    def equality(self, key: str | int) -> DataEquality:
        """Arrays of one equality, found by name or index; writing to them changes the data."""
    def eq(self, key: str | int) -> DataEquality:
        """Arrays of one equality, found by name or index; writing to them changes the data."""
    def tendon(self, key: str | int) -> DataTendon:
        """Arrays of one tendon, found by name or index; writing to them changes the data."""
    def actuator(self, key: str | int) -> DataActuator:
        """Arrays of one actuator, found by name or index; writing to them changes the data."""
    def sensor(self, key: str | int) -> DataSensor:
        """Arrays of one sensor, found by name or index; writing to them changes the data."""
    ntree_awake: Final[int]
    """Trees that are awake."""
    nbody_awake: Final[int]
    """Bodies that are awake or static."""
    nparent_awake: Final[int]
    """Bodies whose parents are awake or static."""
    nv_awake: Final[int]
    """Dofs that are awake."""
    ncon: Final[int]
    """Contacts."""
    ne: Final[int]
    """Rows of equality constraints."""
    nf: Final[int]
    """Rows of dry friction."""
    nl: Final[int]
    """Rows of limits."""
    nefc: Final[int]
    """Constraint rows."""
    nJ: Final[int]
    """Entries of the constraint Jacobian."""
    nY: Final[int]
    """Entries of the whitened Jacobian."""
    nA: Final[int]
    """Entries of the inverse inertia of constraints."""
    nisland: Final[int]
    """Islands: groups of trees that share constraints."""
    nidof: Final[int]
    """Dofs in all islands."""
    energy: Array[float64]
    """Potential energy, kinetic energy [J], 2."""
    qpos: Array[float64]
    """Joint positions; quaternions for free and ball joints [m or rad], nq."""
    qvel: Array[float64]
    """Joint velocities [m/s or rad/s], nv."""
    act: Array[float64]
    """Activations of actuators, na."""
    history: Array[float64]
    """Past controls and sensor readings, for delays, nhistory."""
    plastic: Array[float64]
    """Rest positions of plastic springs [m or rad], nplastic."""
    qacc_warmstart: Array[float64]
    """Acceleration the constraint solver starts from [m/s² or rad/s²], nv."""
    ctrl: Array[float64]
    """Controls, nu."""
    qfrc_applied: Array[float64]
    """Joint forces applied by the user [N or N m], nv."""
    xfrc_applied: Array[float64]
    """Force, torque of the user at each mass centre [N, N m], nbody × 6."""
    eq_active: Array[bool_]
    """Whether each equality constraint is on, neq."""
    mocap_pos: Array[float64]
    """Positions of motion capture bodies [m], nmocap × 3."""
    mocap_quat: Array[float64]
    """Orientations of motion capture bodies, nmocap × 4."""
    qacc: Array[float64]
    """Joint accelerations [m/s² or rad/s²], nv."""
    act_dot: Array[float64]
    """Rates of the activations [1/s], na."""
    userdata: Array[float64]
    """Numbers of the user, not read by the engine, nuserdata."""
    sensordata: Array[float64]
    """Readings of all sensors, nsensordata."""
    tree_asleep: FixedArray[int32]
    """Negative: awake, -1 is ready to sleep; else the next of the trees that sleep together, ntree."""
    tree_awake: FixedArray[int32]
    """Whether each tree is awake, ntree."""
    body_awake: FixedArray[int32]
    """Whether each body is awake (SleepState), nbody."""
    body_awake_ind: FixedArray[int32]
    """The bodies that are awake or static, nbody_awake of them, nbody."""
    parent_awake_ind: FixedArray[int32]
    """The bodies whose parents are awake or static, nparent_awake of them, nbody."""
    dof_awake_ind: FixedArray[int32]
    """The dofs that are awake, nv_awake of them, nv."""
    xpos: Array[float64]
    """Origin of each body, world frame [m], nbody × 3."""
    xquat: Array[float64]
    """Orientation of each body, world frame, nbody × 4."""
    xmat: Array[float64]
    """Orientation of each body as a matrix, by rows, nbody × 9."""
    xipos: Array[float64]
    """Centre of mass of each body, world frame [m], nbody × 3."""
    xiquat: Array[float64]
    """Orientation of each body's principal axes, world frame, nbody × 4."""
    ximat: Array[float64]
    """Orientation of each body's principal axes as a matrix, nbody × 9."""
    xanchor: Array[float64]
    """Point each joint rotates about, world frame [m], njnt × 3."""
    xaxis: Array[float64]
    """Unit axis of each joint, world frame, njnt × 3."""
    geom_xpos: Array[float64]
    """Centre of each geom, world frame [m], ngeom × 3."""
    geom_xquat: Array[float64]
    """Orientation of each geom, world frame, ngeom × 4."""
    geom_xmat: Array[float64]
    """Orientation of each geom as a matrix, by rows, ngeom × 9."""
    site_xpos: Array[float64]
    """Centre of each site, world frame [m], nsite × 3."""
    site_xquat: Array[float64]
    """Orientation of each site, world frame, nsite × 4."""
    site_xmat: Array[float64]
    """Orientation of each site as a matrix, by rows, nsite × 9."""
    cam_xpos: Array[float64]
    """Position of each camera, world frame [m], ncam × 3."""
    cam_xmat: Array[float64]
    """Orientation of each camera as a matrix, by rows, ncam × 9."""
    light_xpos: Array[float64]
    """Position of each light, world frame [m], nlight × 3."""
    light_xdir: Array[float64]
    """Unit direction of each light, world frame, nlight × 3."""
    subtree_com: Array[float64]
    """Centre of mass of each body's subtree, world frame [m], nbody × 3."""
    cdof: Array[float64]
    """Unit motion of each dof about the tree's mass centre [-, m], nv × 6."""
    cinert: Array[float64]
    """Inertia of each body about the tree's mass centre [kg m² … kg], nbody × 10."""
    crb: Array[float64]
    """Inertia of each subtree about the tree's mass centre [kg m² … kg], nbody × 10."""
    M: Array[float64]
    """Joint-space inertia, lower triangle by rows [kg or kg m²], nC."""
    qLD: Array[float64]
    """Factors of M = LᵀDL: L, with D on the diagonal [kg or kg m²], nC."""
    qLDiagInv: Array[float64]
    """Inverse of D of that factor [1/kg or 1/(kg m²)], nv."""
    cvel: Array[float64]
    """Velocity of each body about the tree's mass centre [rad/s, m/s], nbody × 6."""
    cdof_dot: Array[float64]
    """Rate of cdof [rad/s, m/s], nv × 6."""
    qfrc_bias: Array[float64]
    """Coriolis, centrifugal and gravity forces [N or N m], nv."""
    qfrc_spring: Array[float64]
    """Forces of joint springs [N or N m], nv."""
    qfrc_damper: Array[float64]
    """Forces of joint dampers [N or N m], nv."""
    qfrc_gravcomp: Array[float64]
    """Forces of gravity compensation [N or N m], nv."""
    qfrc_fluid: Array[float64]
    """Forces of the surrounding medium [N or N m], nv."""
    qfrc_passive: Array[float64]
    """All passive forces [N or N m], nv."""
    subtree_linvel: Array[float64]
    """Velocity of each subtree's centre of mass, world frame [m/s], nbody × 3."""
    subtree_angmom: Array[float64]
    """Angular momentum of each subtree about its mass centre [kg m²/s], nbody × 3."""
    qH: Array[float64]
    """Factor of M plus the integrator's implicit terms [kg or kg m²], nC."""
    qHDiagInv: Array[float64]
    """Inverse of D of that factor [1/kg or 1/(kg m²)], nv."""
    qDeriv: Array[float64]
    """Derivative of smooth force by velocity [N s/m or N m s/rad], nD."""
    qLU: Array[float64]
    """Triangular factors of M - timestep qDeriv [kg or kg m²], nD."""
    qfrc_actuator: Array[float64]
    """Forces of actuators [N or N m], nv."""
    ten_length: Array[float64]
    """Length of each tendon [m or rad], ntendon."""
    ten_J: Array[float64]
    """Lengths of tendons by joint positions, nJten."""
    ten_wrapadr: FixedArray[int32]
    """First point of the path of each tendon, ntendon."""
    ten_wrapnum: FixedArray[int32]
    """Points of the path, ntendon."""
    wrap_obj: FixedArray[int32]
    """What each point is on: geom, -1: a site, -2: a pulley, nwrap × 2."""
    wrap_xpos: Array[float64]
    """The points, two in a row, world frame [m], nwrap × 6."""
    ten_velocity: Array[float64]
    """Rate of each length [m/s or rad/s], ntendon."""
    actuator_length: Array[float64]
    """Length of each transmission [m or rad], nout."""
    moment_rownnz: FixedArray[int32]
    """Entries of each row of the moments, nout."""
    moment_rowadr: FixedArray[int32]
    """First entry of each row of the moments, nout."""
    moment_colind: FixedArray[int32]
    """Dof of each entry of the moments, nJmom."""
    actuator_moment: Array[float64]
    """Lengths by joint positions, nJmom."""
    actuator_velocity: Array[float64]
    """Rate of each length [m/s or rad/s], nout."""
    actuator_force: Array[float64]
    """Force along each transmission [N or N m], nout."""
    qfrc_adhesion: Array[float64]
    """Forces of adhesive contacts [N or N m], nv."""
    qfrc_smooth: Array[float64]
    """All forces but those of constraints [N or N m], nv."""
    qacc_smooth: Array[float64]
    """Accelerations without constraints [m/s² or rad/s²], nv."""
    qfrc_constraint: Array[float64]
    """Forces of constraints [N or N m], nv."""
    qfrc_inverse: Array[float64]
    """External force that explains qacc [N or N m], nv."""
    contact_dist: Array[float64]
    """Distance between the surfaces; negative in penetration [m], maxcon."""
    contact_pos: Array[float64]
    """Point midway between the surfaces, world frame [m], maxcon × 3."""
    contact_frame: Array[float64]
    """Normal from the first geom to the second, and two tangents, maxcon × 9."""
    contact_includemargin: Array[float64]
    """Distance below which the contact carries force [m], maxcon."""
    contact_friction: Array[float64]
    """Friction: two tangents, torsion, two rolling axes [-, -, m, m, m], maxcon × 5."""
    contact_solref: Array[float64]
    """Solver reference along the normal [s, - or 1/s², 1/s], maxcon × 2."""
    contact_solreffriction: Array[float64]
    """Solver reference of friction; zeros: solref [s, - or 1/s², 1/s], maxcon × 2."""
    contact_solimp: Array[float64]
    """Solver impedance [-, -, m, -, -], maxcon × 5."""
    contact_adhesion: Array[float64]
    """Force with which the contact sticks [N], maxcon."""
    contact_surfacevel: Array[float64]
    """Velocity of the second surface against the first [m/s, rad/s], maxcon × 3."""
    contact_mu: Array[float64]
    """Friction of the regularized cone, maxcon."""
    contact_H: Array[float64]
    """Hessian of the cone's cost, where Newton's method left the contact on it, maxcon × 36."""
    contact_dim: FixedArray[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6, maxcon."""
    contact_geom: FixedArray[int32]
    """Both geoms, maxcon × 2."""
    contact_exclude: Array[int32]
    """Why it carries no force (Exclusion), maxcon."""
    contact_efc_address: FixedArray[int32]
    """First constraint row; -1 for none, maxcon."""
    efc_type: FixedArray[int32]
    """Kind of the row (ConstraintType), maxefc."""
    efc_id: FixedArray[int32]
    """Equality, dof, joint or contact behind the row, maxefc."""
    efc_J_rownnz: FixedArray[int32]
    """Entries of the row of the Jacobian, maxefc."""
    efc_J_rowadr: FixedArray[int32]
    """First entry of the row, maxefc."""
    efc_J_rowsuper: FixedArray[int32]
    """Following rows with the same columns, maxefc."""
    efc_J_colind: FixedArray[int32]
    """Dof of each entry, ascending in a row, maxJ."""
    efc_J: Array[float64]
    """Constraint Jacobian, by rows, maxJ."""
    efc_pos: Array[float64]
    """Residual or distance [m or rad], maxefc."""
    efc_margin: Array[float64]
    """Distance below which the row is active [m or rad], maxefc."""
    efc_frictionloss: Array[float64]
    """Largest force of dry friction [N or N m], maxefc."""
    efc_diagA: Array[float64]
    """Inverse inertia that the row feels [1/kg or 1/(kg m²)], maxefc."""
    efc_KBIP: Array[float64]
    """Stiffness, damping, impedance and its slope [1/s², 1/s, -, 1/m], maxefc × 4."""
    efc_D: Array[float64]
    """Weight of the row in the cost [kg or kg m²], maxefc."""
    efc_R: Array[float64]
    """Inverse of that weight [1/kg or 1/(kg m²)], maxefc."""
    efc_vel: Array[float64]
    """Velocity of the row [m/s or rad/s], maxefc."""
    efc_aref: Array[float64]
    """Acceleration the row aims at [m/s² or rad/s²], maxefc."""
    efc_b: Array[float64]
    """Acceleration without constraint force, minus the aim [m/s² or rad/s²], maxefc."""
    efc_state: FixedArray[int32]
    """Part of the cost the row is in (ConstraintState), maxefc."""
    efc_force: Array[float64]
    """Force of the row [N or N m], maxefc."""
    efc_Y_rownnz: FixedArray[int32]
    """Entries of the row of the whitened Jacobian, maxefc."""
    efc_Y_rowadr: FixedArray[int32]
    """First entry of the row, maxefc."""
    efc_Y_colind: FixedArray[int32]
    """Dof of each entry, maxY."""
    efc_Y: Array[float64]
    """Jacobian times the inverse root of the inertia, maxY."""
    efc_AR_rownnz: FixedArray[int32]
    """Entries of the row of the inverse inertia, maxefc."""
    efc_AR_rowadr: FixedArray[int32]
    """First entry of the row, maxefc."""
    efc_AR_colind: FixedArray[int32]
    """Constraint of each entry, maxA."""
    efc_AR: Array[float64]
    """Inverse inertia of constraints, R added [1/kg or 1/(kg m²)], maxA."""
    efc_island: FixedArray[int32]
    """Island of the row, maxefc."""
    map_efc2iefc: FixedArray[int32]
    """Place of the row when sorted by islands, maxefc."""
    map_iefc2efc: FixedArray[int32]
    """Row at each place when sorted by islands, maxefc."""
    tree_island: FixedArray[int32]
    """Island of each tree; -1 for none, ntree."""
    island_ntree: FixedArray[int32]
    """Trees of each island, ntree."""
    island_itreeadr: FixedArray[int32]
    """First tree of the island in map_itree2tree, ntree."""
    map_itree2tree: FixedArray[int32]
    """Trees sorted by islands, ntree."""
    dof_island: FixedArray[int32]
    """Island of each dof; -1 for none, nv."""
    island_nv: FixedArray[int32]
    """Dofs of each island, ntree."""
    island_idofadr: FixedArray[int32]
    """First dof of the island in map_idof2dof, ntree."""
    island_dofadr: FixedArray[int32]
    """First dof of the island, ntree."""
    map_dof2idof: FixedArray[int32]
    """Place of the dof when sorted by islands, nv."""
    map_idof2dof: FixedArray[int32]
    """Dofs sorted by islands; the free ones last, nv."""
    island_ne: FixedArray[int32]
    """Equality rows of each island, ntree."""
    island_nf: FixedArray[int32]
    """Dry friction rows of each island, ntree."""
    island_nefc: FixedArray[int32]
    """Rows of each island, ntree."""
    island_iefcadr: FixedArray[int32]
    """First row of the island in map_iefc2efc, ntree."""
    solver_fwdinv: Array[float64]
    """Forward against inverse dynamics: constraint force, applied force [N or N m], 2."""
    cacc: Array[float64]
    """Acceleration of each body, gravity included [rad/s², m/s²], nbody × 6."""
    cfrc_int: Array[float64]
    """Torque, force of the parent on each body [N m, N], nbody × 6."""
    cfrc_ext: Array[float64]
    """External torque, force on each body [N m, N], nbody × 6."""
