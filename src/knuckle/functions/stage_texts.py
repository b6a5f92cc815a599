"""What each stage does, in the words of its users: the docstrings of the public functions f(m, d).

Kernels have docstrings of their own, for those who read the kernels; changing a text here compiles nothing anew.
"""

STAGE_TEXTS = {
    "step": "Advance the simulation by `nstep` timesteps: forward dynamics, then integration of the state.",
    "step1": """The first half of a step: everything that depends on positions and velocities alone.

    Between `step1` and `step2` set inputs that depend on it, such as `d.ctrl` of a controller that reads `d.xpos`.
    """,
    "step2": """The second half of a step, after `step1`: accelerations from all forces, then integration of the state.

    RK4 cannot be split in two halves; for it Euler is used here.
    """,
    "forward": """Compute everything that follows from the state and the inputs, up to the acceleration `d.qacc`.

    The state itself (`d.time`, `d.qpos`, `d.qvel`, `d.act`) is not changed.
    """,
    "inverse": "Compute the external force `d.qfrc_inverse` that explains the acceleration in `d.qacc`.",
    "fwd_position": "Compute all that depends on positions alone: `detect`, then `constrain`.",
    "detect": """Compute poses, inertia and contacts: the first part of `fwd_position`.

    After it the list of contacts `d.contact` is complete, and may be changed before `constrain` makes use of it.
    """,
    "constrain": """Compute constraint rows from positions and contacts: the second part of `fwd_position`.

    Actuator lengths are computed too, and potential energy where the flag `energy` is on.
    """,
    "fwd_velocity": """Compute all that depends on positions and velocities.

    These are body velocities, actuator velocities, passive and bias forces, and what constraints aim at.
    """,
    "fwd_control": "Call the function or kernel in `m.callbacks.control`; needs `fwd_velocity`.",
    "fwd_acceleration": "Compute actuator forces, then accelerations without and with constraints (`d.qacc`).",
    "kinematics": "Compute the poses of all bodies, joints, geoms and sites from `d.qpos`.",
    "com_pos": "Compute centres of mass (`d.subtree_com`), body inertias and motions of dofs about them.",
    "camlight": "Compute the poses of cameras and lights; needs `kinematics` and `com_pos`.",
    "tendon": "Compute the lengths of tendons and their Jacobian: `d.ten_length`, `d.ten_J`, `d.wrap_xpos`.",
    "crb": "Compute the joint-space inertia matrix `d.M` by the composite rigid body algorithm.",
    "factor_M": "Factor the inertia matrix, M = LᵀDL, into `d.qLD` and `d.qLDiagInv`.",
    "collision": "Find all contacts between geoms; they are in `d.contact`, in MuJoCo's order.",
    "make_constraint": "Make the constraint rows (`d.efc_…`) of equalities, dry friction, limits and contacts.",
    "islands": "Find islands: groups of kinematic trees that constraints tie together, and that are solved apart.",
    "project_constraint": """Compute the inverse inertia that constraints feel, `d.efc_AR`, and its factor `d.efc_Y`.

    Only solver PGS, `noslip_iterations` and the flag `diagexact` need it; for others nothing is computed.
    """,
    "transmission": "Compute the length of every actuator's transmission, and its moments by joint positions.",
    "com_vel": "Compute the velocities of bodies (`d.cvel`) and the rates of the motions of dofs (`d.cdof_dot`).",
    "actuator_velocity": "Compute the rate of change of every actuator's length.",
    "passive": "Compute `d.qfrc_passive`: springs, dampers, gravity compensation, fluid and adhesion.",
    "reference_constraint": "Compute the velocities of constraint rows and the accelerations that they aim at.",
    "bias": "Compute `d.qfrc_bias`: Coriolis, centrifugal and gravity forces.",
    "actuation": "Compute rates of activations, actuator forces and their joint forces `d.qfrc_actuator`.",
    "smooth_acceleration": "Compute the acceleration without constraints, `d.qacc_smooth`, from all other forces.",
    "constraint_solve": """Solve for the constraint forces, and for the acceleration `d.qacc` that they lead to.

    Where there are no constraint rows `d.qacc` equals `d.qacc_smooth`.
    """,
    "sensor_pos": "Read the sensors that positions determine, into `d.sensordata`; needs `fwd_position`.",
    "sensor_vel": "Read the sensors that need velocities; needs `fwd_velocity`.",
    "sensor_acc": "Read the sensors that need accelerations or forces; needs `fwd_acceleration`.",
    "energy_pos": "Compute the potential energy of gravity and joint springs, `d.energy[0]`.",
    "energy_vel": "Compute the kinetic energy, `d.energy[1]`.",
    "subtree_vel": "Compute linear velocity and angular momentum of the subtree at each body.",
    "smooth_derivative": "Compute `d.qDeriv`, the derivative of all smooth forces by the velocities.",
    "passive_derivative": """Compute `d.qDeriv` without the bias force, made symmetric: what `implicitfast` uses.

    Free bodies that stand alone keep their derivative as it is.
    """,
    "rne_post_constraint": """Compute accelerations of bodies and forces on them, with the constraint forces.

    Writes `d.cacc`, `d.cfrc_ext` and `d.cfrc_int`; call it after `forward`.
    """,
    "inv_acceleration": """Compute `d.qfrc_inverse` for the accelerations in `d.qacc`: the last part of `inverse`.

    Call it after `fwd_position` and `fwd_velocity`.
    """,
    "compare_fwd_inv": "Compare forward with inverse dynamics; the differences are in `d.solver_fwdinv`.",
    "euler": "Advance the state by one timestep with the Euler integrator, joint damping taken implicitly.",
    "implicit": "Advance the state by one timestep with the derivative of all smooth forces taken implicitly.",
    "implicit_fast": "Advance the state by one timestep as `implicit`, but without the derivative of the bias force.",
    "integrate": "Advance the state by one timestep with the integrator in `m.opt.integrator`; for RK4 Euler is used.",
    "runge_kutta": "Advance the state by one timestep of RK4; needs `forward` at the present state.",
    "check_state": """Look for NaN, infinite and huge numbers in positions and velocities.

    Where there are any `d.status` says so, and the world is reset while the flag `autoreset` is on.
    """,
    "check_acceleration": """Look for NaN, infinite and huge accelerations, and for an inertia that is not positive.

    Where there are any `d.status` says so, and a world that diverged is reset while the flag `autoreset` is on.
    """,
}
