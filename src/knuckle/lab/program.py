"""Every kernel of the laboratory that Python calls: a table like that of the engine, compiled at its first use.

Names begin with `lab_`. A kernel f(m, d, q) works on a world, f(m, q) on arrays alone (see machine/query.py).
"""

from functools import cache

from knuckle.machine.query import Query


@cache
def entries() -> tuple[Query, ...]:
    """All entries; a scheme with kernels of its own adds a function like those below."""
    return (*world(), *gauss(), *interior(), *motion(), *rigid(), *compliant(), *augmented())


def world() -> tuple[Query, ...]:
    """What all schemes share: from the state to constraint rows, and from a velocity to the next state."""
    from knuckle.physics.lab import advance, held, observe

    known = "geoms: real held 2, places: real two 3, count: real held, room: real fixed"
    rows = "J_E: real fixed nv, e: real fixed, drift: real fixed, chosen: int held, phi: real held, J: real held 3 nv"
    return (
        Query("lab_observe", observe.lab_observe, "", "", guard=observe.is_alone, by_hand=True, long=True),
        Query(
            "lab_conclude", observe.lab_conclude, "qacc: real nv, force: real rows", "", observe.is_quiet, by_hand=True
        ),
        Query("lab_advance", advance.lab_advance, "qvel_next: real nv, share: real", "", by_hand=True),
        Query(
            "lab_held",
            held.lab_held,
            known,
            f"M: real nv nv, {rows}, ne: size, least: real, turning: real",
            observe.is_alone,
            by_hand=True,
            long=True,
        ),
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


def motion() -> tuple[Query, ...]:
    """The forces behind a motion, their derivatives, and what frames near it are."""
    from knuckle.physics.lab import band
    from knuckle.physics.lab import motion as inverse
    from knuckle.physics.lab.neighbours import lab_neighbours
    from knuckle.physics.lab.observe import is_alone

    frames = "frames: real all nq, step: real"
    model = (
        "h: real, R_min: real, R_max: real, w_max: real, barrier: real, slope: real, T: real, law: int, room: real n, "
        "wanted: real parts"
    )
    near = "before: real nq, now: real nq, after: real nq, moved: real nq, unit: real nv, column: real nv"
    rows = "kind mu bound kappa R b f"
    work = f"force: real nv, w_next: real nv, pull: real nv, {', '.join(f'{name}: real n' for name in rows.split())}"
    moved = "moved: real nv all nq, by_now: real nv all nv, by_before: real nv all nv"
    return (
        Query(
            "lab_products",
            band.lab_products,
            "rows: real parts count wide",
            "products: real parts wide wide",
            by_hand=True,
        ),
        Query(
            "lab_eliminate",
            band.lab_eliminate,
            "band: real unknowns width, border: real last more, n: int",
            "x: real unknowns, end: real last, failed: size",
            by_hand=True,
        ),
        Query(
            "lab_motion",
            inverse.lab_motion,
            f"{frames}, {model}",
            f"u: real all nv, by: real parts 3 nv nv, {near}, {work}, stopped: size, need: size, done: size",
            is_alone,
            by_hand=True,
            long=True,
        ),
        Query(
            "lab_neighbours",
            lab_neighbours,
            "frames: real all nq, step: real, h: real",
            f"{moved}, unit: real nv, w: real nv, before: real nq, now: real nq",
            by_hand=True,
        ),
    )


def rigid() -> tuple[Query, ...]:
    """Solvers of rigid contact on plain arrays: the convex problem by Newton, complementarity by Lemke or sweeps."""
    from knuckle.physics.lab import cone_newton, convex_step, lemke, observe, polytope_sweep

    inertia = "M: real dofs dofs, J: real n dofs, hat: real dofs, least: real, still: real"
    rows = "kind: real n, aim: real n, R: real n, prox: real n, mu: real n, bound: real n"
    start = "start_f: real n, start_v: real dofs"
    ways = "iterations: int, outer: int, tolerance: real"
    found = "f: real n, v: real dofs, done: size, rounds: size, left: real, share: real"
    work = (
        "root: real n, center: real n, y: real n, dy: real n, g: real dofs, p: real dofs, H: real dofs dofs, "
        "cone_step: real 6 1, cone_slope: real 6 1, contact_friction: real 1 5"
    )
    tableau = (
        "T: real n wide, value: real n, solved: real n, row_variable: int n, column_variable: int wide, "
        "place: int 2 wide, basis: int n, order: int n"
    )
    return (
        Query(
            "lab_cone", cone_newton.lab_cone, f"{inertia}, {rows}, {start}, {ways}", f"{found}, {work}", by_hand=True
        ),
        Query(
            "lab_lemke",
            lemke.lab_lemke,
            "M: real n wide, b: real n, least: real, refresh: int, iterations: int, repeat: int",
            f"z: real n, done: size, status: size, left: real, {tableau}",
            by_hand=True,
        ),
        Query(
            "lab_sweep",
            polytope_sweep.lab_sweep,
            "M: real n n, b: real n, kind: real n, mu: real n, bound: real n, iterations: int, tolerance: real",
            "z: real n, step: real n, done: size, left: real",
            by_hand=True,
        ),
        Query(
            "lab_convex_step",
            convex_step.lab_convex_step,
            "nstep: int, R: real, prox: real, ref: int, B: real, K: real, share: real, tolerance: real",
            "done: size, stopped: size, qvel_next: real nv",
            guard=observe.is_alone,
            by_hand=True,
            long=True,
        ),
    )


def compliant() -> tuple[Query, ...]:
    """Forces of compliant contact: of the rows of a problem, and whole steps of a world."""
    from knuckle.physics.lab import compliant, compliant_step, observe

    law = "law: int, power: real, friction: int"
    rows = "k c dissipation w v tangent mu_static mu_dynamic stiction"
    numbers = "k_limit c dissipation mu_static mu_dynamic stiction bound"
    return (
        Query(
            "lab_compliant_rows",
            compliant.lab_compliant_rows,
            f"{law}, {', '.join(f'{name}: real n' for name in rows.split())}",
            "force: real n, slope: real n 4",
            by_hand=True,
        ),
        Query(
            "lab_compliant_step",
            compliant_step.lab_compliant_step,
            f"nstep: int, {law}, geom_k: real ngeom, {', '.join(f'{name}: real' for name in numbers.split())}",
            "done: size, stopped: size, qvel_next: real nv",
            guard=observe.is_alone,
            by_hand=True,
            long=True,
        ),
    )


def augmented() -> tuple[Query, ...]:
    """The engine's solve with aims of one's own."""
    from knuckle.physics.lab import augmented, observe

    kernel = augmented.lab_aimed_solve
    return (Query("lab_aimed_solve", kernel, "aim: real rows", "", observe.is_quiet, by_hand=True, long=True),)
