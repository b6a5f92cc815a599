"""Every array of Data: name | kind | shape | stage that writes it | unit | meaning.

Rows of contacts and constraints have room that grows; the capacity table says which count tells how many are in use.
"""

# capacity | count of the rows in use | meaning
CAPACITY_TABLE = """
maxcon    | ncon    | contacts that there is room for
maxefc    | nefc    | constraint rows that there is room for
maxJ      | nJ      | entries of the constraint Jacobian that there is room for
maxY      | nY      | entries of the whitened Jacobian that there is room for
maxA      | nA      | entries of the inverse inertia of constraints that there is room for
maxstat   | nstat   | iterations of the solver whose statistics there is room for
maxH      | nH      | entries of the solver's matrix that there is room for
maxfront  | nfront  | trees in the fronts of the solver's elimination that there is room for
maxspan   | nspan   | spans of columns in the solver's matrix that there is room for
maxccd    | ccd_nedge | edges of the polytope between two convex shapes that there is room for
maxpoly   | ccd_npoly | corners of two clipped polygons that there is room for
maxcandidate | ncandidate | pairs of geoms that may touch, of a group, that there is room for
"""

DATA_TABLE = """
status          | int  |             | check        | -        | problems met since the last reset (bits of Status)
time            | real |             | input        | s        | simulated time
energy          | real | 2           | energy       | J        | potential energy, kinetic energy
qpos            | real | nq          | input        | m or rad | joint positions; quaternions for free and ball joints
qvel            | real | nv          | input        | m/s or rad/s | joint velocities
act             | real | na          | input        | -        | activations of actuators
history         | real | nhistory    | input        | -        | past controls and sensor readings, for delays
plastic         | real | nplastic    | input        | m or rad | rest positions of plastic springs
qacc_warmstart  | real | nv          | input        | m/s² or rad/s² | acceleration the constraint solver starts from
ctrl            | real | nu          | input        | -        | controls
qfrc_applied    | real | nv          | input        | N or N m | joint forces applied by the user
xfrc_applied    | real | nbody 6     | input        | N, N m   | force, torque of the user at each mass centre
eq_active       | bool | neq         | input        | -        | whether each equality constraint is on
mocap_pos       | real | nmocap 3    | input        | m        | positions of motion capture bodies
mocap_quat      | real | nmocap 4    | input        | -        | orientations of motion capture bodies
qacc            | real | nv          | acceleration | m/s² or rad/s² | joint accelerations
act_dot         | real | na          | actuation    | 1/s      | rates of the activations
userdata        | real | nuserdata   | input        | -        | numbers of the user, not read by the engine
sensordata      | real | nsensordata | sensor       | -        | readings of all sensors
tree_asleep     | int  | ntree       | sleep        | -        | negative: awake, -1 is ready to sleep; else the next of the trees that sleep together
ntree_awake     | int  |             | sleep        | -        | trees that are awake
nbody_awake     | int  |             | sleep        | -        | bodies that are awake or static
nparent_awake   | int  |             | sleep        | -        | bodies whose parents are awake or static
nv_awake        | int  |             | sleep        | -        | dofs that are awake
tree_awake      | int  | ntree       | sleep        | -        | whether each tree is awake
body_awake      | int  | nbody       | sleep        | -        | whether each body is awake (SleepState)
body_awake_ind  | int  | nbody       | sleep        | -        | the bodies that are awake or static, nbody_awake of them
parent_awake_ind | int  | nbody       | sleep        | -        | the bodies whose parents are awake or static, nparent_awake of them
dof_awake_ind   | int  | nv          | sleep        | -        | the dofs that are awake, nv_awake of them
xpos            | real | nbody 3     | kinematics   | m        | origin of each body, world frame
xquat           | real | nbody 4     | kinematics   | -        | orientation of each body, world frame
xmat            | real | nbody 9     | kinematics   | -        | orientation of each body as a matrix, by rows
xipos           | real | nbody 3     | kinematics   | m        | centre of mass of each body, world frame
xiquat          | real | nbody 4     | kinematics   | -        | orientation of each body's principal axes, world frame
ximat           | real | nbody 9     | kinematics   | -        | orientation of each body's principal axes as a matrix
xanchor         | real | njnt 3      | kinematics   | m        | point each joint rotates about, world frame
xaxis           | real | njnt 3      | kinematics   | -        | unit axis of each joint, world frame
geom_xpos       | real | ngeom 3     | kinematics   | m        | centre of each geom, world frame
geom_xquat      | real | ngeom 4     | kinematics   | -        | orientation of each geom, world frame
geom_xmat       | real | ngeom 9     | kinematics   | -        | orientation of each geom as a matrix, by rows
site_xpos       | real | nsite 3     | kinematics   | m        | centre of each site, world frame
site_xquat      | real | nsite 4     | kinematics   | -        | orientation of each site, world frame
site_xmat       | real | nsite 9     | kinematics   | -        | orientation of each site as a matrix, by rows
cam_xpos        | real | ncam 3      | camlight     | m        | position of each camera, world frame
cam_xmat        | real | ncam 9      | camlight     | -        | orientation of each camera as a matrix, by rows
light_xpos      | real | nlight 3    | camlight     | m        | position of each light, world frame
light_xdir      | real | nlight 3    | camlight     | -        | unit direction of each light, world frame
subtree_com     | real | nbody 3     | com_pos      | m        | centre of mass of each body's subtree, world frame
cdof            | real | nv 6        | com_pos      | -, m     | unit motion of each dof about the tree's mass centre
cinert          | real | nbody 10    | com_pos      | kg m² … kg | inertia of each body about the tree's mass centre
crb             | real | nbody 10    | crb          | kg m² … kg | inertia of each subtree about the tree's mass centre
M               | real | nC          | crb          | kg or kg m² | joint-space inertia, lower triangle by rows
qLD             | real | nC          | factor_M     | kg or kg m² | factors of M = LᵀDL: L, with D on the diagonal
qLDiagInv       | real | nv          | factor_M     | 1/kg or 1/(kg m²) | inverse of D of that factor
cvel            | real | nbody 6     | com_vel      | rad/s, m/s | velocity of each body about the tree's mass centre
cdof_dot        | real | nv 6        | com_vel      | rad/s, m/s | rate of cdof
qfrc_bias       | real | nv          | bias         | N or N m | Coriolis, centrifugal and gravity forces
qfrc_spring     | real | nv          | passive      | N or N m | forces of joint springs
qfrc_damper     | real | nv          | passive      | N or N m | forces of joint dampers
qfrc_gravcomp   | real | nv          | passive      | N or N m | forces of gravity compensation
qfrc_fluid      | real | nv          | passive      | N or N m | forces of the surrounding medium
qfrc_passive    | real | nv          | passive      | N or N m | all passive forces
subtree_linvel  | real | nbody 3     | subtree_vel  | m/s      | velocity of each subtree's centre of mass, world frame
subtree_angmom  | real | nbody 3     | subtree_vel  | kg m²/s  | angular momentum of each subtree about its mass centre
qH              | real | nC          | integrate    | kg or kg m² | factor of M plus the integrator's implicit terms
qHDiagInv       | real | nv          | integrate    | 1/kg or 1/(kg m²) | inverse of D of that factor
qDeriv          | real | nD          | integrate    | N s/m or N m s/rad | derivative of smooth force by velocity
qLU             | real | nD          | integrate    | kg or kg m² | triangular factors of M - timestep qDeriv
qfrc_actuator   | real | nv          | actuation    | N or N m | forces of actuators
ten_length      | real | ntendon     | tendon       | m or rad | length of each tendon
ten_J           | real | nJten       | tendon       | -        | lengths of tendons by joint positions
ten_wrapadr     | int  | ntendon     | tendon       | -        | first point of the path of each tendon
ten_wrapnum     | int  | ntendon     | tendon       | -        | points of the path
wrap_obj        | int  | nwrap 2     | tendon       | -        | what each point is on: geom, -1: a site, -2: a pulley
wrap_xpos       | real | nwrap 6     | tendon       | m        | the points, two in a row, world frame
ten_velocity    | real | ntendon     | velocity     | m/s or rad/s | rate of each length
actuator_length | real | nout        | transmission | m or rad | length of each transmission
moment_rownnz   | int  | nout        | transmission | -        | entries of each row of the moments
moment_rowadr   | int  | nout        | transmission | -        | first entry of each row of the moments
moment_colind   | int  | nJmom       | transmission | -        | dof of each entry of the moments
actuator_moment | real | nJmom       | transmission | -        | lengths by joint positions
actuator_velocity | real | nout        | velocity     | m/s or rad/s | rate of each length
actuator_force  | real | nout        | actuation    | N or N m | force along each transmission
qfrc_adhesion   | real | nv          | passive      | N or N m | forces of adhesive contacts
qfrc_smooth     | real | nv          | acceleration | N or N m | all forces but those of constraints
qacc_smooth     | real | nv          | acceleration | m/s² or rad/s² | accelerations without constraints
qfrc_constraint | real | nv          | constraint   | N or N m | forces of constraints
qfrc_inverse    | real | nv          | inverse      | N or N m | external force that explains qacc
ncon            | size |             | collision    | -        | contacts
ne              | size |             | constraint   | -        | rows of equality constraints
nf              | size |             | constraint   | -        | rows of dry friction
nl              | size |             | constraint   | -        | rows of limits
nefc            | size |             | constraint   | -        | constraint rows
nJ              | size |             | constraint   | -        | entries of the constraint Jacobian
nY              | size |             | project      | -        | entries of the whitened Jacobian
nA              | size |             | project      | -        | entries of the inverse inertia of constraints
nH              | size |             | scratch      | -        | entries of the solver's matrix
nisland         | int  |             | island       | -        | islands: groups of trees that share constraints
nidof           | int  |             | island       | -        | dofs in all islands
contact_dist    | real | maxcon      | collision    | m        | distance between the surfaces; negative in penetration
contact_pos     | real | maxcon 3    | collision    | m        | point midway between the surfaces, world frame
contact_frame   | real | maxcon 9    | collision    | -        | normal from the first geom to the second, and two tangents
contact_includemargin | real | maxcon      | collision    | m        | distance below which the contact carries force
contact_friction | real | maxcon 5    | collision    | -, -, m, m, m | friction: two tangents, torsion, two rolling axes
contact_solref  | real | maxcon 2    | collision    | s, - or 1/s², 1/s | solver reference along the normal
contact_solreffriction | real | maxcon 2    | collision    | s, - or 1/s², 1/s | solver reference of friction; zeros: solref
contact_solimp  | real | maxcon 5    | collision    | -, -, m, -, - | solver impedance
contact_adhesion | real | maxcon      | collision    | N        | force with which the contact sticks
contact_surfacevel | real | maxcon 3    | collision    | m/s, rad/s | velocity of the second surface against the first
contact_mu      | real | maxcon      | constraint   | -        | friction of the regularized cone
contact_H       | real | maxcon 36   | solve        | -        | Hessian of the cone's cost, where Newton's method left the contact on it
contact_dim     | int  | maxcon      | collision    | -        | dimensions of the contact force: 1, 3, 4 or 6
contact_geom    | int  | maxcon 2    | collision    | -        | both geoms
contact_exclude | int  | maxcon      | collision    | -        | why it carries no force (Exclusion)
contact_efc_address | int  | maxcon      | constraint   | -        | first constraint row; -1 for none
efc_type        | int  | maxefc      | constraint   | -        | kind of the row (ConstraintType)
efc_id          | int  | maxefc      | constraint   | -        | equality, dof, joint or contact behind the row
efc_J_rownnz    | int  | maxefc      | constraint   | -        | entries of the row of the Jacobian
efc_J_rowadr    | int  | maxefc      | constraint   | -        | first entry of the row
efc_J_rowsuper  | int  | maxefc      | constraint   | -        | following rows with the same columns
efc_J_colind    | int  | maxJ        | constraint   | -        | dof of each entry, ascending in a row
efc_J           | real | maxJ        | constraint   | -        | constraint Jacobian, by rows
efc_pos         | real | maxefc      | constraint   | m or rad | residual or distance
efc_margin      | real | maxefc      | constraint   | m or rad | distance below which the row is active
efc_frictionloss | real | maxefc      | constraint   | N or N m | largest force of dry friction
efc_diagA       | real | maxefc      | constraint   | 1/kg or 1/(kg m²) | inverse inertia that the row feels
efc_KBIP        | real | maxefc 4    | constraint   | 1/s², 1/s, -, 1/m | stiffness, damping, impedance and its slope
efc_D           | real | maxefc      | constraint   | kg or kg m² | weight of the row in the cost
efc_R           | real | maxefc      | constraint   | 1/kg or 1/(kg m²) | inverse of that weight
efc_vel         | real | maxefc      | reference    | m/s or rad/s | velocity of the row
efc_aref        | real | maxefc      | reference    | m/s² or rad/s² | acceleration the row aims at
efc_b           | real | maxefc      | solve        | m/s² or rad/s² | acceleration without constraint force, minus the aim
efc_state       | int  | maxefc      | solve        | -        | part of the cost the row is in (ConstraintState)
efc_force       | real | maxefc      | solve        | N or N m | force of the row
efc_Y_rownnz    | int  | maxefc      | project      | -        | entries of the row of the whitened Jacobian
efc_Y_rowadr    | int  | maxefc      | project      | -        | first entry of the row
efc_Y_colind    | int  | maxY        | project      | -        | dof of each entry
efc_Y           | real | maxY        | project      | -        | Jacobian times the inverse root of the inertia
efc_AR_rownnz   | int  | maxefc      | project      | -        | entries of the row of the inverse inertia
efc_AR_rowadr   | int  | maxefc      | project      | -        | first entry of the row
efc_AR_colind   | int  | maxA        | project      | -        | constraint of each entry
efc_AR          | real | maxA        | project      | 1/kg or 1/(kg m²) | inverse inertia of constraints, R added
efc_island      | int  | maxefc      | island       | -        | island of the row
map_efc2iefc    | int  | maxefc      | island       | -        | place of the row when sorted by islands
map_iefc2efc    | int  | maxefc      | island       | -        | row at each place when sorted by islands
tree_island     | int  | ntree       | island       | -        | island of each tree; -1 for none
island_ntree    | int  | ntree       | island       | -        | trees of each island
island_itreeadr | int  | ntree       | island       | -        | first tree of the island in map_itree2tree
map_itree2tree  | int  | ntree       | island       | -        | trees sorted by islands
dof_island      | int  | nv          | island       | -        | island of each dof; -1 for none
island_nv       | int  | ntree       | island       | -        | dofs of each island
island_idofadr  | int  | ntree       | island       | -        | first dof of the island in map_idof2dof
island_dofadr   | int  | ntree       | island       | -        | first dof of the island
map_dof2idof    | int  | nv          | island       | -        | place of the dof when sorted by islands
map_idof2dof    | int  | nv          | island       | -        | dofs sorted by islands; the free ones last
island_ne       | int  | ntree       | island       | -        | equality rows of each island
island_nf       | int  | ntree       | island       | -        | dry friction rows of each island
island_nefc     | int  | ntree       | island       | -        | rows of each island
island_iefcadr  | int  | ntree       | island       | -        | first row of the island in map_iefc2efc
solver_fwdinv   | real | 2           | fwdinv       | N or N m | forward against inverse dynamics: constraint force, applied force
cacc            | real | nbody 6     | rne_post     | rad/s², m/s² | acceleration of each body, gravity included
cfrc_int        | real | nbody 6     | rne_post     | N m, N   | torque, force of the parent on each body
cfrc_ext        | real | nbody 6     | rne_post     | N m, N   | external torque, force on each body
rne_cacc        | real | nbody 6     | scratch      | rad/s², m/s² | acceleration of each body, for the bias force
rne_cfrc        | real | nbody 6     | scratch      | N m, N   | force each joint transmits, for the bias force
body_wrench     | real | nbody 6     | scratch      | N m, N   | torque, force on each body, for Cartesian forces
row_dof         | int  | nv          | scratch      | -        | dofs of the constraint rows being made
row_motion      | real | nv 6        | scratch      | -        | linear, angular velocity that each of them gives
row_mark        | int  | nv          | scratch      | -        | whether a constraint row has an entry for the dof
row_value       | real | nv          | scratch      | -        | that entry; whitening: root of the inverse pivot
row_A           | real | maxefc      | scratch      | 1/kg or 1/(kg m²) | inverse inertia of the row as approximated from the reference pose
row_picked      | real | nv          | scratch      | -        | entries of one row at the columns of another
coriolis        | real | nbody 12    | scratch      | -        | rate of each subtree's inertial force by its velocity
fluid_rate      | real | nbody 36    | scratch      | -        | rate of fluid force on each subtree by its velocity
dof_drift       | real | nv 6        | scratch      | -        | rate of acceleration of a dof's body by its velocity
dof_momentum    | real | nv 6        | scratch      | -        | momentum of a dof's subtree for a unit velocity
dof_force_rate  | real | nv 6        | scratch      | -        | force rate on a dof's subtree for a unit velocity
dof_force_row   | real | nv 6        | scratch      | -        | force rate along a dof for a unit velocity below it
qacc_step       | real | nv          | scratch      | -        | change of velocity of an implicit step over its time
step_M          | real | nC          | scratch      | kg or kg m² | M of the discrete integrator's step, but for couplings by tendons and actuators
step_diag       | real | nv          | scratch      | kg or kg m² | diagonal of that with these
step_shift      | real | nv          | scratch      | N or N m | change of the spring forces over the step at the present velocity
step_force      | real | nv          | scratch      | N or N m | qfrc_smooth with that change
tendon_couple   | real | ntendon     | scratch      | kg or kg m² | what each tendon adds to M of the step along itself
actuator_couple | real | nout        | scratch      | kg or kg m² | what each actuator adds to M of the step along itself
joined          | int  |             | scratch      | -        | whether trees that such terms couple are in one island
qacc_discrete   | real | nv          | scratch      | -        | accelerations given to inverse dynamics in discrete time
fwd_force       | real | maxefc      | scratch      | N or N m | efc_force of the solver, while it is compared
fwd_constraint  | real | nv          | scratch      | N or N m | qfrc_constraint of the solver, while it is compared
fwd_applied     | real | nv          | scratch      | N or N m | forces of the user and of actuators, while they are compared
rk_time         | real |             | scratch      | s        | time at the start of a Runge-Kutta step
rk_qpos         | real | nq          | scratch      | -        | positions at the start of a Runge-Kutta step
rk_qvel         | real | nv          | scratch      | -        | velocities at the start of a Runge-Kutta step
rk_slope        | real | nv          | scratch      | -        | rate of positions of the current Runge-Kutta stage
rk_dq           | real | nv          | scratch      | -        | weighted rates of positions of the Runge-Kutta stages
rk_act          | real | na          | scratch      | -        | activations at the start of a Runge-Kutta step
rk_ten_length   | real | ntendon     | scratch      | m or rad | ten_length at the start of a Runge-Kutta step
rk_ten_J        | real | nJten       | scratch      | -        | ten_J at the start of a Runge-Kutta step
rk_actuator_velocity | real | nout     | scratch      | m/s or rad/s | actuator_velocity at the start of a Runge-Kutta step
rk_dact         | real | na          | scratch      | 1/s      | weighted rates of activations of the Runge-Kutta stages
sensor_now      | real | nsensordata | scratch      | -        | readings as they are, where sensordata tells past ones
user_rate       | real | na          | scratch      | -        | rates of activations that the user computes
user_gain       | real | nactuator   | scratch      | -        | gain that the user computes
user_bias       | real | nactuator   | scratch      | -        | bias that the user computes
control         | real | nu          | scratch      | -        | controls as actuators take them: within bounds, or zero
actuator_slope  | real | nout        | scratch      | N s/m or N m s/rad | force of each actuator by its velocity
actuator_stretch | real | nout        | scratch      | N/m or N m/rad | force of each actuator by its length
rk_dv           | real | nv          | scratch      | -        | weighted accelerations of the Runge-Kutta stages
bad_kind     | int  |             | scratch      | -        | the first problem not reported yet (Status); 0 is none
bad_index       | int  |             | scratch      | -        | index of the first bad number that problem is about
bad_term        | int  |             | scratch      | -        | largest force at that moment (ForceTerm)
bad_dof         | int  |             | scratch      | -        | dof that the largest force acts on
bad_row         | int  |             | scratch      | -        | kind of the constraint row with the largest force then; -1 for none
bad_object      | int  |             | scratch      | -        | equality, dof, joint or contact behind that row
bad_geoms       | int  | 2           | scratch      | -        | geoms of that contact
bad_time        | real |             | scratch      | s        | time of that check
sleep_qpos      | real | nq          | scratch      | -        | positions at which trees fell asleep
sleep_mocap     | real | nmocap 7    | scratch      | -        | poses of mocap bodies when trees that they carry fell asleep
sleep_start     | int  | ntree       | scratch      | -        | tree_asleep at the start
sleep_qvel      | real | nv          | scratch      | -        | velocities of trees that are about to fall asleep
tree_fresh      | int  | ntree       | scratch      | -        | whether all fields of a tree asleep are computed
tree_skipped    | int  | ntree       | scratch      | -        | whether the tree is in no run
tree_next       | int  | ntree       | scratch      | -        | what tree_asleep becomes
falls_asleep    | real |             | scratch      | -        | 1 where a tree falls asleep in this step
wakes           | real |             | scratch      | -        | 1 where the last look woke a tree
root_busy       | int  | nbody       | scratch      | -        | whether a tree under this child of the world is to be computed
root_moment     | real | nbody 3     | scratch      | kg m     | mass times mass centre of each subtree of the world
nrun            | int  |             | scratch      | -        | runs of bodies that are computed
run_body        | int  | nbody 2     | scratch      | -        | the bodies of each run, from the first up to the second
run_jnt         | int  | nbody 2     | scratch      | -        | its joints
run_dof         | int  | nbody 2     | scratch      | -        | its dofs
run_geom        | int  | nbody 2     | scratch      | -        | its geoms
run_site        | int  | nbody 2     | scratch      | -        | its sites
half_turn       | real | njnt 2      | scratch      | -        | sine, cosine of half the angle of each hinge
detection       | real |             | scratch      | m        | distance below which the pair being checked makes contacts
sweep_geom      | int  | ngeom       | scratch      | -        | geoms of the sweep
sweep_box       | real | ngeom 6     | scratch      | m        | start, end of each of them along three axes
sweep_low       | real | ngeom       | scratch      | m        | start of each of them along the axis of the sweep
sweep_order     | int  | ngeom 2     | scratch      | -        | places in sweep_geom, sorted by that start
sweep_sorted    | int  | ngeom       | scratch      | -        | the geoms, so sorted
sweep_bounds    | real | ngeom 6     | scratch      | m        | start, end of the sorted geoms along three axes
sweep_group     | int  | ngeom       | scratch      | -        | body that stands for the sorted geom's group; or -1
sweep_parent    | int  | ngeom       | scratch      | -        | that of the group it hangs on; or -3
sweep_found     | int  | ngeom       | scratch      | -        | geoms whose bounds overlap those of one
rows_left       | int  | maxefc      | scratch      | -        | rows of the same contact from this one on, itself included; 1 for rows of other kinds
nref            | size |             | scratch      | -        | rows that have a reference acceleration: all or none
ncone           | size |             | scratch      | -        | elliptic contacts that have rows
contact_pair    | int  | maxcon      | scratch      | -        | listed pair that the contact comes from; -1 for none
ntouching       | int  |             | scratch      | -        | contacts of geoms that touch, while others are looked for
ahead_from      | real | maxcon 3    | scratch      | m        | nearest point of the first geom of a contact that lies ahead, where it is now
ahead_to        | real | maxcon 3    | scratch      | m        | that of the second
contact_order   | int  | maxcon 2    | scratch      | -        | contacts in the published order
nstat           | int  |             | scratch      | -        | iterations of the solver, over all islands
stat_improvement | real | maxstat     | scratch      | -        | scaled gain of each iteration
stat_gradient   | real | maxstat     | scratch      | -        | scaled norm of the gradient after it
stat_lineslope  | real | maxstat     | scratch      | -        | scaled slope of the cost where its line search ended
stat_nactive    | int  | maxstat     | scratch      | -        | rows with force after it
stat_nchange    | int  | maxstat     | scratch      | -        | rows that changed their state in it
stat_neval      | int  | maxstat     | scratch      | -        | evaluations of its line search
stat_block      | int  | maxstat     | scratch      | -        | island it belongs to
cones           | size |             | scratch      | -        | rows on their cones, of the island being solved
block_niter     | int  | ntree       | scratch      | -        | iterations of the solver in each island
block_leaps     | int  | ntree       | scratch      | -        | whether the solver starts at what is foreseen of the island
block_wide      | int  | ntree       | scratch      | -        | whether a row of the block acts on more than two trees
block_nnz       | size | ntree       | scratch      | -        | entries of the solver's matrix in each island
line_evals      | int  |             | scratch      | -        | evaluations of the last line search
line_slope      | real |             | scratch      | -        | slope of the cost where the last line search ended
nblock          | int  |             | scratch      | -        | blocks that the solver treats one by one: islands, or all in one
tree_root       | int  | ntree       | scratch      | -        | a tree of the same island with a lower number, or itself
tree_touched    | int  | ntree       | scratch      | -        | whether a constraint acts on the tree
tree_queue      | int  | ntree       | scratch      | -        | trees in the order in which a large island places them
tree_parent     | int  | ntree       | scratch      | -        | the next tree eliminated of those in the tree's front; -1 for none
tree_state      | int  | ntree       | scratch      | -        | whether the tree is ordered already, or at least its degree known
tree_mark       | int  | ntree       | scratch      | -        | the last question in which the tree was met
order_mark      | int  |             | scratch      | -        | that question: a number that grows
degree_tree     | int  | ntree       | scratch      | -        | first tree with that many neighbours or at least so many; -1 for none
tree_after      | int  | ntree       | scratch      | -        | the next of them, or the next child of one parent; -1 for none
tree_before     | int  | ntree       | scratch      | -        | the one before, or the first child; -1 for none
tree_front      | int  | ntree       | scratch      | -        | the tree's last entry in front_tree; -1 for none
front_adr       | size | ntree       | scratch      | -        | first entry of the tree's front: its neighbours when it is eliminated
front_num       | int  | ntree       | scratch      | -        | trees in that front
front_tree      | int  | maxfront    | scratch      | -        | trees of all fronts
front_next      | size | maxfront    | scratch      | -        | the tree's entry before this one; -1 for none
front_owner     | int  | maxfront    | scratch      | -        | the tree whose front it is
nfront          | size |             | scratch      | -        | entries of all fronts
tree_span       | size | ntree       | scratch      | -        | first span of columns in the tree's rows; -1 for none
tree_tail       | size | ntree       | scratch      | -        | last of them
tree_width      | int  | ntree       | scratch      | -        | columns in all of them
span_first      | int  | maxspan     | scratch      | -        | place of the first column of a span, in its island
span_last       | int  | maxspan     | scratch      | -        | place after its last column
span_next       | size | maxspan     | scratch      | -        | next span of the same rows; -1 for none
span_shift      | int  | maxspan     | scratch      | -        | how much further on its columns lie than if all between them and the diagonal were stored
nspan           | size |             | scratch      | -        | spans of all trees of an island
tree_link       | int  | ntree       | scratch      | -        | first link of the tree to a neighbour in its island; -1 for none
tree_degree     | int  | ntree       | scratch      | -        | neighbours of the tree among those not ordered yet, or a lower bound
link_tree       | int  | maxefc 2    | scratch      | -        | trees that the two links of a row lead to
link_next       | int  | maxefc 2    | scratch      | -        | next link of the same tree, by twice its row and its side; -1 for none
tree_position      | int  | ntree       | scratch      | -        | place of the tree's first dof in the solver's order
ordered_dof       | int  | nv          | scratch      | -        | dof at each place of the solver's order
J_position         | int  | maxJ        | scratch      | -        | place of each column, in the first of rows with the same columns
J_run           | int  | maxJ        | scratch      | -        | end of the run of neighbouring places that a column is in
row_jar         | real | maxefc      | scratch      | m/s² or rad/s² | acceleration of the row minus its aim, by islands
row_jv          | real | maxefc      | scratch      | -        | change of that along the search direction, by islands
row_D           | real | maxefc      | scratch      | kg or kg m² | efc_D, by islands
row_counted     | real | maxefc      | scratch      | kg or kg m² | weight of the row in solver_base, by islands
row_force       | real | maxefc      | scratch      | N or N m | force of the row, by islands
row_state       | int  | maxefc      | scratch      | -        | state of the row, by islands
AR_diagonal     | int  | maxefc      | scratch      | -        | entry of efc_AR on the diagonal
sweep_row       | int  | maxefc      | scratch      | -        | first rows of what the dual solver visits, in order, by islands
force_before    | real | maxefc      | scratch      | N or N m | force of the row before the last sweep of the dual solver
force_start     | real | maxefc      | scratch      | N or N m | force with which the last sweep began
tips_held       | int  |             | scratch      | -        | elliptic contacts that the last sweep left without force against a slope
cone_slope      | real | 6 1         | scratch      | -        | slopes of the dual cost along the rows of a contact
cone_step       | real | 6 1         | scratch      | -        | change of the force of a contact
cone_line       | real | maxcon 8    | scratch      | -        | cost of an elliptic contact along the search direction
solver_H        | real | maxH        | scratch      | kg or kg m² | Hessian of one island, then its factor: lower triangle by rows
solver_room     | size |             | scratch      | -        | room of the solver's matrix of the island being solved
solver_adr      | size | nv          | scratch      | -        | where column 0 of each row of the solver's matrix is or would be
run_first       | int  | nv          | scratch      | -        | first column of each run of entries of a row
run_last        | int  | nv          | scratch      | -        | end of that run
run_span        | size | nv          | scratch      | -        | span that the run is in
run_shift       | int  | nv          | scratch      | -        | where the columns of the run lie in the row being changed, from solver_adr on
column_used     | int  | nv          | scratch      | -        | whether a row of the tree being eliminated has an entry in that column
base_first      | int  | nv          | scratch      | -        | first column of each row of solver_base that is not zero
solver_first    | int  | nv          | scratch      | -        | first column of each row of the factor that is not zero
solver_smooth   | real | nv          | scratch      | N or N m | qfrc_smooth, in the solver's order
solver_free     | real | nv          | scratch      | m/s² or rad/s² | qacc_smooth, in the solver's order
solver_acc      | real | nv          | scratch      | m/s² or rad/s² | accelerations, in the solver's order
solver_Ma       | real | nv          | scratch      | N or N m | M times the accelerations
solver_grad     | real | nv          | scratch      | N or N m | gradient of the cost
solver_search   | real | nv          | scratch      | m/s² or rad/s² | search direction
solver_Mv       | real | nv          | scratch      | N or N m | M times the search direction
solver_change   | real | nv          | scratch      | N or N m | change of the gradient in a step
solver_Mgrad    | real | nv          | scratch      | m/s² or rad/s² | gradient, divided by M
solver_pack     | real | nv          | scratch      | -        | entries of a vector at the columns of a row, side by side
ball_A          | real | 5 5         | scratch      | -        | matrix of the cost inside a ball
ball_L          | real | 5 5         | scratch      | -        | its factor
ball_b          | real | 5 1         | scratch      | -        | vector of that cost
ball_y          | real | 5 1         | scratch      | -        | minimum of that cost
ball_z          | real | 5 1         | scratch      | -        | half a solve from the minimum
overflow        | real |             | scratch      | -        | 1 where a buffer was too small and the pass stopped
steps_done      | real |             | scratch      | -        | steps completed by the last call
need_con        | size |             | scratch      | -        | contacts found by the last collision pass
need_efc        | size |             | scratch      | -        | constraint rows that the last pass asked for
need_J          | size |             | scratch      | -        | entries of the Jacobian that the last pass asked for
need_Y          | size |             | scratch      | -        | entries of the whitened Jacobian that the last pass asked for
need_A          | size |             | scratch      | -        | entries of the constraints' inertia that the last pass asked for
need_stat       | size |             | scratch      | -        | room for statistics is never asked for: what does not fit is left out
need_front      | size |             | scratch      | -        | entries of the fronts that the last order of trees asked for
need_span       | size |             | scratch      | -        | spans that the last pass asked for
need_H          | size |             | scratch      | -        | entries of the solver's matrix that the last pass asked for
need_ccd        | size |             | scratch      | -        | edges of the polytope that a convex search asked for
need_poly       | size |             | scratch      | -        | corners of two clipped polygons that were asked for
need_candidate  | size |             | scratch      | -        | pairs of geoms that the last list of a group asked for
prism           | real | 6 3         | scratch      | m        | corners of the convex shape -1, world frame
ccd_dist        | real |             | scratch      | m        | signed distance of the two convex shapes asked about
ccd_normal      | real | 3           | scratch      | -        | unit vector from the first of them to the second
ccd_from        | real | 3           | scratch      | m        | nearest or deepest point of the first, world frame
ccd_to          | real | 3           | scratch      | m        | nearest or deepest point of the second, world frame
ccd_inflation   | real |             | scratch      | m        | by how much each shape was inflated in that search
ccd_cutoff      | real |             | scratch      | m        | distance from which on the shapes count as apart
ccd_flat        | int  |             | scratch      | -        | contacts of two shapes that lie flat on each other
ccd_count       | int  |             | scratch      | -        | corners of the simplex
ccd_weight      | real | 4 1         | scratch      | -        | weights of those corners in the point nearest to zero
ccd_hint        | int  | 2 1         | scratch      | -        | hull vertex where the next search on each shape starts
ccd_a           | real | maxccd 3    | scratch      | m        | corners of the polytope: points of the first shape
ccd_b           | real | maxccd 3    | scratch      | m        | corners of the polytope: points of the second shape
ccd_w           | real | maxccd 3    | scratch      | m        | corners of the polytope: their difference
ccd_corner      | int  | maxccd 2    | scratch      | -        | vertices of both shapes at the corners of the polytope
ccd_nface       | int  |             | scratch      | -        | triangles of the polytope
ccd_face        | int  | maxccd 3    | scratch      | -        | corners of each triangle, counterclockwise from outside
ccd_plane       | real | maxccd 4    | scratch      | -, m     | outward unit normal of each triangle, its height over zero
ccd_nedge       | size |             | scratch      | -        | edges of the horizon
ccd_edge        | int  | maxccd 2    | scratch      | -        | edges around the triangles that a new corner sees
ccd_npoly       | size |             | scratch      | -        | corners of the polygon that two faces share
ccd_poly        | real | maxpoly 3   | scratch      | m        | those corners, twice: before and after a cut
ccd_height      | real | maxpoly     | scratch      | m        | distance of each of those corners from the other face
ncandidate      | shared |           | scratch      | -        | pairs of geoms that may touch
listed_in       | shared |           | scratch      | -        | number of the call in which they were listed
candidate       | shared | maxcandidate 3 | scratch | -        | both geoms of each, and the listed pair or -1
candidate_par   | shared_real | maxcandidate 20 | scratch | -   | parameters of their contacts, margin, reach, and whether a surface moves
found           | shared |           | scratch      | -        | the candidate that is being looked at
found_far       | real |             | scratch      | -        | 1 in worlds in which its geoms are too far apart
found_dist      | real |             | scratch      | m        | distance of a contact that is offered to all worlds
found_pos       | real | 3           | scratch      | m        | its point
found_frame     | real | 9           | scratch      | -        | its frame
found_surfacevel | real | 3           | scratch      | m/s, rad/s | velocity of its second surface against the first
nsearch         | shared |           | scratch      | -        | most searches of smooth shapes in one world
nawaited        | int  |             | scratch      | -        | searches of smooth shapes in a world
search_at       | int  |             | scratch      | -        | the contact that a world searches next
search_on       | real |             | scratch      | -        | 1 in worlds that search at all
search_ended    | real |             | scratch      | -        | 1 in worlds whose search has just ended
search_reach    | real |             | scratch      | m        | distance from which on the cores of its shapes are too far
search_between  | real | 3           | scratch      | m        | from the centre of its second shape to that of the first
search_axes1    | real | 9           | scratch      | m        | half axes of the core of the first, as columns
search_half1    | real | 3           | scratch      | m        | half of the segment that it is
search_axes2    | real | 9           | scratch      | m        | half axes of the core of the second
search_half2    | real | 3           | scratch      | m        | half of the segment that it is
search_dist     | real |             | scratch      | m        | distance of the cores
search_near     | real | 3           | scratch      | m        | the point of the first nearest to the second, from its centre
search_way      | real | 3           | scratch      | m        | the way to that of the second
nslot           | shared |           | scratch      | -        | most contacts of one world of a group
slot_dim        | shared |           | scratch      | -        | most dimensions of one of them
ngeneral        | shared |           | scratch      | -        | most rows of one world that act on several dofs and are no contacts
ndiagonal       | shared |           | scratch      | -        | rows that act on one dof
dense_start     | shared |           | scratch      | -        | first entry in efc_J of the rows of the group, each with all dofs
diagonal_dof    | shared | maxefc    | scratch      | -        | dof of a row that acts on one
diagonal_side   | real | maxefc      | scratch      | -        | its entry there: 1 or -1
row_low         | real | maxefc      | scratch      | N or N m | least force of a row
row_high        | real | maxefc      | scratch      | N or N m | largest force of a row
solver_base     | real | maxH        | scratch      | kg or kg m² | Hessian of one island or a group, before it is factored: contacts on cones left out in one world
slot_H          | real | maxcon 36   | scratch      | -        | Hessian of a slot that solver_base has
slot_dims       | real | maxcon      | scratch      | -        | dimensions of a contact that carries force, else 0
slot_ndof       | shared | maxcon    | scratch      | -        | dofs that move the contact of some world in a slot
slot_dof        | shared | maxcon 128 | scratch     | -        | these dofs, ascending: models of more do not go in lock step
factor_column   | shared | nv        | scratch      | -        | columns of two rows of the Hessian that are not zero in all worlds
slot_inertia    | real | maxcon      | scratch      | 1/kg     | inverse inertia of both bodies at the reference pose
lane_niter      | real |             | scratch      | -        | iterations of a world's solver
lane_going      | real |             | scratch      | -        | 1 in worlds whose solver has not converged, else 0
lane_foresees   | real |             | scratch      | -        | 1 in worlds whose solver starts at rows as they are foreseen, else 0
row_start       | real | maxefc      | scratch      | m/s² or rad/s² | row_jar of the last accelerations
moved_entry     | shared | nv        | scratch      | -        | entries of a slot's first row at dofs that move contacts whose Hessian has changed
moved_dof       | shared | nv        | scratch      | -        | these dofs
"""
