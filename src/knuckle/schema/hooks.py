"""Where functions of the user run inside a step: a model's callbacks, as compiled code knows them."""

# name of a callback -> what it is called with
CALLBACKS = {
    "control": "(m, d)",
    "passive": "(m, d)",
    "contact_filter": "(m, d, geom1, geom2)",
    "sensor": "(m, d, stage)",
    "act_dyn": "(m, d, actuator)",
    "act_gain": "(m, d, actuator)",
    "act_bias": "(m, d, actuator)",
}

# stages of the table of Data whose fields are of the present step when a callback runs; others are of the step before
_POSITION = ("kinematics", "com_pos", "camlight", "tendon", "crb", "factor_M", "collision")
_VELOCITY = (*_POSITION, "constraint", "island", "project", "transmission", "com_vel", "velocity", "passive")
_CONTROL = (*_VELOCITY, "reference", "bias", "energy")
PRESENT = {
    "control": _CONTROL,
    "passive": _VELOCITY,
    "contact_filter": _POSITION,
    "sensor": (*_CONTROL, "actuation", "acceleration", "solve", "sensor", "subtree_vel"),
    "act_dyn": _CONTROL,
    "act_gain": _CONTROL,
    "act_bias": _CONTROL,
}

# words of a model's table: whether entries that would call a function of the user refuse to run, and for each callback
# the address of the code that calls it, f(m, d, number), or 0
INTERRUPTED = "interrupted"
HOOKS = tuple(f"hook_{name}" for name in CALLBACKS)
HOOK_WORDS = (INTERRUPTED, *HOOKS)

# words of a batch's table of the model: how its worlds go through contacts and rows (Lockstep), whether forces on
# bodies are found after each step, whether worlds have contacts of their own parameters, and whether those computed one
# by one may start their solver at what is foreseen; and the number of the call, by which groups know that what they
# have listed of the model is of another one
LOCKSTEP = "lockstep"
WAYS, BODY_FORCES, OWN_CONTACTS, FORESIGHT = 3, 4, 8, 16  # bits of that word
CALL_NUMBER = "call_number"
TABLE_WORDS = (*HOOK_WORDS, LOCKSTEP, CALL_NUMBER)
