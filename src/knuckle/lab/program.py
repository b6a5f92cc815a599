"""Every kernel of the laboratory that Python calls: a table like that of the engine, compiled at its first use.

Names begin with `lab_`. A kernel f(m, d, q) works on a world, f(m, q) on arrays alone (see machine/query.py).
"""

from functools import cache

from knuckle.machine.query import Query


@cache
def entries() -> tuple[Query, ...]:
    """All entries; a scheme with kernels of its own adds a function like those below."""
    return (*world(), *gauss(), *interior(), motion())


def world() -> tuple[Query, ...]:
    """What all schemes share: from the state to constraint rows, and from a velocity to the next state."""
    from knuckle.physics.lab import advance, observe

    return (
        Query("lab_observe", observe.lab_observe, "", "", guard=observe.is_alone, by_hand=True, long=True),
        Query(
            "lab_conclude", observe.lab_conclude, "qacc: real nv, force: real rows", "", observe.is_quiet, by_hand=True
        ),
        Query("lab_advance", advance.lab_advance, "qvel_next: real nv, share: real", "", by_hand=True),
        Query("lab_stage", advance.lab_stage, "stage: int", "", by_hand=True),
    )


# arrays that the sweep of the engine's dual solver reads and writes
DUAL = (
    "efc_force: real n, efc_AR: real n n, efc_AR_rowadr: int n, efc_AR_rownnz: int n, efc_AR_colind: int n n, "
    "AR_diagonal: int n, efc_type: int n, efc_id: int n, rows_left: int n, contact_friction: real n 5, efc_R: real n, "
    "efc_b: real n, efc_frictionloss: real n, cone_slope: real 6 1, cone_step: real 6 1, ball_A: real 5 5, "
    "ball_L: real 5 5, ball_b: real 5 1, ball_y: real 5 1, ball_z: real 5 1, tips_held: size"
)


def gauss() -> tuple[Query, ...]:
    """Gauss-Seidel of version 0.5: on a problem, and whole steps of a world."""
    from knuckle.physics.lab import gauss_problem, gauss_step, observe

    rows = "kind: real n, A: real n n, R: real n, b: real n, mu: real n, bound: real n, start: real n"
    way = "sweeps: int, projection: int, tolerance: real"
    aims = "nstep: int, softness: real, T: real, clamp: flag, engine_aim: flag, share: real"
    return (
        Query("lab_gauss", gauss_problem.lab_gauss, f"{rows}, {way}, repeat: int", f"done: size, {DUAL}", by_hand=True),
        Query(
            "lab_gauss_step",
            gauss_step.lab_gauss_step,
            f"{aims}, {way}",
            "done: size, stopped: size, qvel_next: real nv, u: real nv",
            guard=observe.is_alone,
            by_hand=True,
            long=True,
        ),
    )


def interior() -> tuple[Query, ...]:
    """The invertible interior-point model, on problems."""
    from knuckle.physics.lab import interior as model

    rows = "kind: real n, A: real n n, R: real n, mu: real n, bound: real n, vmin: real n, kappa: real n, slope: real n"
    rows, more = (
        f"{rows}, elastic: flag",
        "first_kappa: real, kappa_mean: real, iterations: int, given: real n, warm: flag",
    )
    work = "g: real n, H: real n n, step: real n, b: real n, niter: size"
    return (
        Query(
            "lab_interior_forward",
            model.lab_interior_forward,
            f"{rows}, c: real n, {more}",
            f"f: real n, v: real n, metric: real n, {work}, converged: size, residual: real",
            by_hand=True,
            long=True,
        ),
        Query(
            "lab_interior_inverse",
            model.lab_interior_inverse,
            f"{rows}, given: real sets n, dense: flag, repeat: int",
            f"v: real n, f: real n, c: real n, {work}",
            by_hand=True,
            long=True,
        ),
    )


def motion() -> Query:
    """The force behind a motion, and its derivatives."""
    from knuckle.physics.lab import motion as inverse
    from knuckle.physics.lab.observe import is_alone

    frames = "before: real nq, now: real nq, after: real nq, step: real, differences: flag"
    model = (
        "h: real, R_min: real, R_max: real, w_max: real, barrier: real, slope: real, T: real, law: int, room: real n"
    )
    blocks = "by_before: real nv nv, by_now: real nv nv, by_after: real nv nv"
    work = (
        "unit: real nv, column: real nv, w_next: real nv, moved: real nq, kind: real n, mu: real n, bound: real n, "
        "kappa: real n, R: real n, b: real n, f: real n, pull: real nv, stopped: size, need: size"
    )
    return Query(
        "lab_motion",
        inverse.lab_motion,
        f"{frames}, {model}",
        f"force: real nv, {blocks}, {work}",
        is_alone,
        by_hand=True,
        long=True,
    )
