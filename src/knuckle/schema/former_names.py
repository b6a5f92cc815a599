"""Names that MJCF had before 4.0: those that only changed, and those that are gone, with what to write instead."""

# key of an element -> former name of an attribute -> its name now; the meaning is the same, so both are understood
RENAMED: dict[str, dict[str, str]] = {
    "option": {"mpr_tolerance": "ccd_tolerance", "mpr_iterations": "ccd_iterations"},
}

# key of an element -> attribute that is gone -> what to do
FORMER_ATTRIBUTES: dict[str, dict[str, str]] = {
    "compiler": {
        "exactmeshinertia": 'write inertia="exact" in <mesh> instead',
        "convexhull": "hulls are made wherever a mesh collides; delete it",
    },
    "option": {"apirate": "it never had an effect; delete it"},
    "option.flag": {
        "passive": 'write spring="disable" damper="disable" instead, which disables all passive forces',
        "sensornoise": "noise is kept in the model and never added; delete it",
    },
    "camera": {"orthographic": 'write projection="orthographic" or projection="perspective" instead'},
}

# element that is gone, wherever it stood -> what to do
FORMER_ELEMENTS: dict[str, str] = {
    "composite": "write <replicate> for copies of bodies, or <flexcomp> for ropes and cloth instead",
}
