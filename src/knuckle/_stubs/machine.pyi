# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from typing import Final

from knuckle._stubs.data import Data
from knuckle._stubs.model import Model

class Machine:
    """The functions of one machine, made from the table of entries: a stage is f(m, d), a query as it is declared."""

    name: Final[str]
    def step(self, m: Model, d: Data, nstep: int = 1) -> None:
        """Advance the simulation by `nstep` timesteps: forward dynamics, then integration of the state."""
    def step1(self, m: Model, d: Data) -> None:
        """The first half of a step: everything that depends on positions and velocities alone.

        Between `step1` and `step2` set inputs that depend on it, such as `d.ctrl` of a controller that reads `d.xpos`.
        """
    def step2(self, m: Model, d: Data) -> None:
        """The second half of a step, after `step1`: accelerations from all forces, then integration of the state.

        RK4 cannot be split in two halves; for it Euler is used here.
        """
    def forward(self, m: Model, d: Data) -> None:
        """Compute everything that follows from the state and the inputs, up to the acceleration `d.qacc`.

        The state itself (`d.time`, `d.qpos`, `d.qvel`, `d.act`) is not changed.
        """
    def inverse(self, m: Model, d: Data) -> None:
        """Compute the external force `d.qfrc_inverse` that explains the acceleration in `d.qacc`."""
    def fwd_position(self, m: Model, d: Data) -> None:
        """Compute all that depends on positions alone: `detect`, then `constrain`."""
    def detect(self, m: Model, d: Data) -> None:
        """Compute poses, inertia and contacts: the first part of `fwd_position`.

        After it the list of contacts `d.contact` is complete, and may be changed before `constrain` makes use of it.
        """
    def constrain(self, m: Model, d: Data) -> None:
        """Compute constraint rows from positions and contacts: the second part of `fwd_position`.

        Actuator lengths are computed too, and potential energy where the flag `energy` is on.
        """
    def fwd_velocity(self, m: Model, d: Data) -> None:
        """Compute all that depends on positions and velocities.

        These are body velocities, actuator velocities, passive and bias forces, and what constraints aim at.
        """
    def fwd_control(self, m: Model, d: Data) -> None:
        """Call the function or kernel in `m.callbacks.control`; needs `fwd_velocity`."""
    def fwd_acceleration(self, m: Model, d: Data) -> None:
        """Compute actuator forces, then accelerations without and with constraints (`d.qacc`)."""
    def kinematics(self, m: Model, d: Data) -> None:
        """Compute the poses of all bodies, joints, geoms and sites from `d.qpos`."""
    def com_pos(self, m: Model, d: Data) -> None:
        """Compute centres of mass (`d.subtree_com`), body inertias and motions of dofs about them."""
    def camlight(self, m: Model, d: Data) -> None:
        """Compute the poses of cameras and lights; needs `kinematics` and `com_pos`."""
    def tendon(self, m: Model, d: Data) -> None:
        """Compute the lengths of tendons and their Jacobian: `d.ten_length`, `d.ten_J`, `d.wrap_xpos`."""
    def crb(self, m: Model, d: Data) -> None:
        """Compute the joint-space inertia matrix `d.M` by the composite rigid body algorithm."""
    def factor_M(self, m: Model, d: Data) -> None:
        """Factor the inertia matrix, M = LᵀDL, into `d.qLD` and `d.qLDiagInv`."""
    def collision(self, m: Model, d: Data) -> None:
        """Find all contacts between geoms; they are in `d.contact`, in MuJoCo's order."""
    def make_constraint(self, m: Model, d: Data) -> None:
        """Make the constraint rows (`d.efc_…`) of equalities, dry friction, limits and contacts."""
    def islands(self, m: Model, d: Data) -> None:
        """Find islands: groups of kinematic trees that constraints tie together, and that are solved apart."""
    def project_constraint(self, m: Model, d: Data) -> None:
        """Compute the inverse inertia that constraints feel, `d.efc_AR`, and its factor `d.efc_Y`.

        Only solver PGS, `noslip_iterations` and the flag `diagexact` need it; for others nothing is computed.
        """
    def transmission(self, m: Model, d: Data) -> None:
        """Compute the length of every actuator's transmission, and its moments by joint positions."""
    def com_vel(self, m: Model, d: Data) -> None:
        """Compute the velocities of bodies (`d.cvel`) and the rates of the motions of dofs (`d.cdof_dot`)."""
    def actuator_velocity(self, m: Model, d: Data) -> None:
        """Compute the rate of change of every actuator's length."""
    def passive(self, m: Model, d: Data) -> None:
        """Compute `d.qfrc_passive`: springs, dampers, gravity compensation, fluid and adhesion."""
    def reference_constraint(self, m: Model, d: Data) -> None:
        """Compute the velocities of constraint rows and the accelerations that they aim at."""
    def bias(self, m: Model, d: Data) -> None:
        """Compute `d.qfrc_bias`: Coriolis, centrifugal and gravity forces."""
    def actuation(self, m: Model, d: Data) -> None:
        """Compute rates of activations, actuator forces and their joint forces `d.qfrc_actuator`."""
    def smooth_acceleration(self, m: Model, d: Data) -> None:
        """Compute the acceleration without constraints, `d.qacc_smooth`, from all other forces."""
    def constraint_solve(self, m: Model, d: Data) -> None:
        """Solve for the constraint forces, and for the acceleration `d.qacc` that they lead to.

        Where there are no constraint rows `d.qacc` equals `d.qacc_smooth`.
        """
    def sensor_pos(self, m: Model, d: Data) -> None:
        """Read the sensors that positions determine, into `d.sensordata`; needs `fwd_position`."""
    def sensor_vel(self, m: Model, d: Data) -> None:
        """Read the sensors that need velocities; needs `fwd_velocity`."""
    def sensor_acc(self, m: Model, d: Data) -> None:
        """Read the sensors that need accelerations or forces; needs `fwd_acceleration`."""
    def energy_pos(self, m: Model, d: Data) -> None:
        """Compute the potential energy of gravity and joint springs, `d.energy[0]`."""
    def energy_vel(self, m: Model, d: Data) -> None:
        """Compute the kinetic energy, `d.energy[1]`."""
    def subtree_vel(self, m: Model, d: Data) -> None:
        """Compute linear velocity and angular momentum of the subtree at each body."""
    def smooth_derivative(self, m: Model, d: Data) -> None:
        """Compute `d.qDeriv`, the derivative of all smooth forces by the velocities."""
    def passive_derivative(self, m: Model, d: Data) -> None:
        """Compute `d.qDeriv` without the bias force, made symmetric: what `implicitfast` uses.

        Free bodies that stand alone keep their derivative as it is.
        """
    def rne_post_constraint(self, m: Model, d: Data) -> None:
        """Compute accelerations of bodies and forces on them, with the constraint forces.

        Writes `d.cacc`, `d.cfrc_ext` and `d.cfrc_int`; call it after `forward`.
        """
    def inv_acceleration(self, m: Model, d: Data) -> None:
        """Compute `d.qfrc_inverse` for the accelerations in `d.qacc`: the last part of `inverse`.

        Call it after `fwd_position` and `fwd_velocity`.
        """
    def compare_fwd_inv(self, m: Model, d: Data) -> None:
        """Compare forward with inverse dynamics; the differences are in `d.solver_fwdinv`."""
    def euler(self, m: Model, d: Data) -> None:
        """Advance the state by one timestep with the Euler integrator, joint damping taken implicitly."""
    def implicit(self, m: Model, d: Data) -> None:
        """Advance the state by one timestep with the derivative of all smooth forces taken implicitly."""
    def implicit_fast(self, m: Model, d: Data) -> None:
        """Advance the state by one timestep as `implicit`, but without the derivative of the bias force."""
    def integrate(self, m: Model, d: Data) -> None:
        """Advance the state by one timestep with the integrator in `m.opt.integrator`; for RK4 Euler is used."""
    def runge_kutta(self, m: Model, d: Data) -> None:
        """Advance the state by one timestep of RK4; needs `forward` at the present state."""
    def check_state(self, m: Model, d: Data) -> None:
        """Look for NaN, infinite and huge numbers in positions and velocities.

        Where there are any `d.status` says so, and the world is reset while the flag `autoreset` is on.
        """
    def check_acceleration(self, m: Model, d: Data) -> None:
        """Look for NaN, infinite and huge accelerations, and for an inertia that is not positive.

        Where there are any `d.status` says so, and a world that diverged is reset while the flag `autoreset` is on.
        """
    def jac(self, m: Model, d: Data, index: int) -> None: ...
    def jac_dot(self, m: Model, d: Data, index: int) -> None: ...
    def jac_body(self, m: Model, d: Data, index: int) -> None: ...
    def jac_body_com(self, m: Model, d: Data, index: int) -> None: ...
    def jac_geom(self, m: Model, d: Data, index: int) -> None: ...
    def jac_site(self, m: Model, d: Data, index: int) -> None: ...
    def jac_subtree_com(self, m: Model, d: Data, index: int) -> None: ...
    def angmom_mat(self, m: Model, d: Data, index: int) -> None: ...
    def mul_M(self, m: Model, d: Data, index: int) -> None: ...
    def solve_M(self, m: Model, d: Data, index: int) -> None: ...
    def full_M(self, m: Model, d: Data, index: int) -> None: ...
    def rne(self, m: Model, d: Data, index: int) -> None: ...
    def integrate_pos(self, m: Model, d: Data, index: int) -> None: ...
    def differentiate_pos(self, m: Model, d: Data, index: int) -> None: ...
    def constraint_update(self, m: Model, d: Data, index: int) -> None: ...
    def apply_ft(self, m: Model, d: Data, index: int) -> None: ...
    def contact_force(self, m: Model, d: Data, index: int) -> None: ...
    def object_velocity(self, m: Model, d: Data, index: int) -> None: ...
    def object_acceleration(self, m: Model, d: Data, index: int) -> None: ...
    def geom_distance(self, m: Model, d: Data, index: int) -> None: ...
    def add_contact(self, m: Model, d: Data, index: int) -> None: ...
    def cast_ray(self, m: Model, d: Data, index: int) -> None: ...
    def cast_rays(self, m: Model, d: Data, index: int) -> None: ...
    def ray_geom(self, m: Model, d: Data, index: int) -> None: ...
    def reference_constants(self, m: Model, d: Data, index: int) -> None: ...
    def length_sweep(self, m: Model, d: Data, index: int) -> None: ...
    def initial_sleep(self, m: Model, d: Data, index: int) -> None: ...
