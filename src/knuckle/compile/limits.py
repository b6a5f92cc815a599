"""Pass: sizes that a file can ask for in a few letters, compared with what a model may hold before memory is taken."""

from knuckle.compile.parts import Assembly

MOST_NUMBERS = 1 << 26  # of all keyframes, or of the user data of one kind: half a gigabyte
MOST_ENTRIES = 1 << 22  # of the inertia matrix: more than a chain of 2000 joints has

USERS = {"body": "nbody", "jnt": "njnt", "geom": "ngeom", "site": "nsite", "cam": "ncam", "actuator": "nactuator"}
USERS |= {"tendon": "ntendon", "sensor": "nsensor"}


def check_capacity(a: Assembly) -> None:
    """Stop where keyframes, user data or the inertia matrix would be larger than a model may be."""
    size, counts = a.spec.size, a.counts
    actuators = len(a.spec.actuators)
    known = counts | {"ngeom": len(a.geoms), "nsite": len(a.sites), "ncam": len(a.cameras), "nactuator": actuators}
    known |= {"ntendon": len(a.spec.tendons), "nsensor": len(a.spec.sensors)}
    mocap = 7 * counts["nmocap"]
    asked = {
        "nkey": max(size.nkey, len(a.spec.keys)) * (1 + counts["nq"] + counts["nv"] + mocap + 2 * actuators),
        "nuserdata": size.nuserdata,
        **{f"nuser_{kind}": getattr(size, f"nuser_{kind}") * known[count] for kind, count in USERS.items()},
    }
    for name, numbers in asked.items():
        if numbers > MOST_NUMBERS:
            a.problems.about(
                size, f"{name} is too large: it asks for {numbers} numbers, a model may have {MOST_NUMBERS}"
            )
    entries = _inertia_entries(a.arrays["dof_parentid"])
    if entries > MOST_ENTRIES:
        words = f"the inertia matrix would have {entries} entries, a model may have {MOST_ENTRIES}"
        a.problems.about(a.spec.worldbody, f"{words}: chains of joints are too many and too long")
    a.problems.check()


def _inertia_entries(parents: list[int]) -> int:
    """Dofs on the way from each dof to the root, itself included, over all dofs."""
    depth: list[int] = []
    for parent in parents:
        depth.append(1 + (depth[parent] if parent >= 0 else 0))
    return sum(depth)
