"""The public names by subject: one reference page for each group."""

GROUPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "model": (
        "Models",
        "Load a model, save it, find its elements by name, set its options.",
        ("load", "Model", "set_const", "name2id", "id2name", "set_asset_cache"),
    ),
    "spec": (
        "Editing",
        "Build a model in Python, or change one, and compile it.",
        ("Spec",),
    ),
    "doctor": (
        "Model doctor",
        "What is doubtful about a model: where, why it matters, and what to do. On the command line: `knuckle check`.",
        ("check", "CheckReport", "Finding", "Severity"),
    ),
    "data": (
        "Data and state",
        "One world of a model: its arrays, its state as one vector, and what went wrong in it.",
        ("Data", "reset", "get_state", "set_state", "copy_state", "extract_state", "state_size"),
    ),
    "stages": (
        "Steps and stages",
        "Whole steps, forward and inverse dynamics, and the stages that they are made of.",
        ("machine", "forward_skip", "inverse_skip"),
    ),
    "queries": (
        "Queries",
        "Jacobians, products with the inertia, motions, positions, distances and rays. They read what `forward` or the "
        "stages of positions and velocities wrote.",
        (
            *("jac", "jac_body", "jac_body_com", "jac_geom", "jac_site", "jac_subtree_com", "jac_dot", "angmom_mat"),
            *(
                "full_M",
                "full_J",
                "mul_M",
                "solve_M",
                "rne",
                "constraint_update",
                "apply_ft",
                "object_velocity",
                "object_acceleration",
            ),
            *("integrate_pos", "differentiate_pos", "geom_distance", "ray", "multi_ray", "ray_geom"),
        ),
    ),
    "contacts": (
        "Contacts",
        "Contact forces, contacts in physical terms, and the list of contacts in the hands of a program.",
        (
            *("contact_force", "contact_parameters", "contact_between", "ContactTerms"),
            *("step_with_contacts", "filter_contacts", "add_contact"),
        ),
    ),
    "actuators": (
        "Actuators and sensors",
        "What the controls of an actuator are, which it takes after a delay, how short and long it can get; past "
        "readings of sensors.",
        (
            *("actuator_inputs", "reset_ctrl", "set_length_range"),
            *("read_ctrl", "init_ctrl_history", "read_sensor", "init_sensor_history"),
        ),
    ),
    "batch": ("Batches", "Many worlds of one model, stepped together.", ("Batch",)),
    "pictures": (
        "Pictures and plots",
        "Worlds as pictures, distances and segmentations without a window, and as curves over time.",
        ("Renderer", "Camera", "SceneOption", "Scene", "show", "plot"),
    ),
    "enums": (
        "Enumerations",
        "Members are integers that print as their names in lower case. Options take a member, its name or its number: "
        '`m.opt.integrator = "rk4"`. `f"{member:d}"` is the number.',
        (
            *("Integrator", "Solver", "Cone", "Jacobian", "CollisionMode", "PositionUpdate", "DisableBit", "EnableBit"),
            "Lockstep",
            *(
                "JointType",
                "GeomType",
                "EqType",
                "TendonType",
                "WrapType",
                "TrnType",
                "DynType",
                "GainType",
                "BiasType",
                "ControlInput",
                "ControlChart",
                "ActivationState",
            ),
            *("SensorType", "DataType", "Stage", "RayData", "ContactData", "Reduction", "Interpolation"),
            *("ConstraintType", "ConstraintState", "Exclusion", "State", "Status", "ObjType", "SameFrame"),
            *("SleepPolicy", "SleepState", "CamLight", "CamOutput", "Projection", "LightType"),
            *("TextureType", "TextureRole", "ColorSpace"),
            *("VisFlag", "RenderFlag", "Frame", "Label", "CameraType"),
        ),
    ),
    "errors": (
        "Errors and warnings",
        "What the package raises on purpose, besides Python's own TypeError, ValueError, KeyError and IndexError.",
        (
            *("KnuckleError", "ModelError", "UnsupportedError", "DivergenceError", "FileFormatError"),
            *("CompileError", "CheckError", "GraphicsError", "ModelWarning", "SimulationWarning", "CacheWarning"),
        ),
    ),
}
