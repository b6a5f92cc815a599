"""Whether the worlds of a batch go through contact, constraint rows and their solve in lock step.

They do where every world of a group would do nearly the same: one problem of few dofs, by Newton's method or CG. PGS
visits the rows of each world in an order of their own: only contacts go in lock step then. Other models that may have
rows, and those whose trees may sleep, are computed world by world on the machine of one world.
"""

from collections.abc import Collection

import numpy as np

from knuckle.schema.enums import DisableBit, EnableBit, Integrator, Lockstep, SensorType, Solver, TrnType
from knuckle.schema.fields import data_fields

PARTS = ("detect", "constrain", "fwd_velocity", "fwd_acceleration")  # of forward dynamics: they share rows in lock step
# beyond these one world alone is faster: its solver knows trees and islands, and its broad phase sorts
MOST_DOFS, MOST_DOFS_OF_FEW = 128, 64  # in registers of at least four lanes, and of fewer
FEW = 4
MOST_PAIRS = 32_768  # of geoms that may touch, which a group looks at one by one
# what worlds in lock step have only if it is asked for
OF_ROWS = frozenset(
    field.name
    for field in data_fields()
    if field.stage in ("constraint", "project", "island", "solve", "fwdinv", "reference", "rne_post")
    and field.name != "qfrc_constraint"
)
# plain integers: NumPy does not let an interrupt through that comes while it looks at a member of an enumeration
NO_ROWS, ASLEEP = int(DisableBit.CONSTRAINT), int(EnableBit.SLEEP)
PGS, DISCRETE, BODY = int(Solver.PGS), int(Integrator.DISCRETE), int(TrnType.BODY)
EARLY = [int(SensorType[f"{of}LIMIT{read}"]) for of in ("JOINT", "TENDON") for read in ("POS", "VEL")]
OTHER_WAYS, PROJECTED = int(EnableBit.SLEEP | EnableBit.FWDINV | EnableBit.SPECULATIVE), int(EnableBit.DIAGEXACT)


def lockstep(model, lanes: int, kept: Collection[str] | None, senses: bool) -> Lockstep:
    """How the worlds of a batch of a model go that keeps these fields, and has sensors or not."""
    if not goes_in_step(model, lanes):
        return Lockstep.NO
    if _option(model, "solver") == PGS:
        return Lockstep.CONTACTS
    wanted = kept is None or senses or not OF_ROWS.isdisjoint(kept)
    return Lockstep.PUBLISHED if wanted else Lockstep.YES


def goes_in_step(model, lanes: int) -> bool:
    """Whether a model with its options is such that its worlds can go in lock step, at least to their contacts."""
    return (
        0 < model.nv <= (MOST_DOFS if lanes >= FEW else MOST_DOFS_OF_FEW)
        and _option(model, "integrator") != DISCRETE
        and not _option(model, "enableflags") & OTHER_WAYS
        and not _option(model, "disableflags") & NO_ROWS
        and not may_stick(model)
        and (_option(model, "solver") == PGS or not _needs_projection(model))
        and pairs_that_may_touch(model) <= MOST_PAIRS
    )


def pairs_that_may_touch(model) -> int:
    """How many pairs of geoms may touch: of other rigid groups, with bits of masks in common. A few never do."""
    m = model._arrays
    groups = m["body_weldid"][m["geom_bodyid"]]
    moved = np.where(m["body_dofnum"][groups] > 0, groups, -1)
    (group, kind, partners), count = np.unique(
        np.stack([moved, m["geom_contype"], m["geom_conaffinity"]]), axis=1, return_counts=True
    )
    match = (kind[:, None] & partners) | (partners[:, None] & kind)
    apart = group[:, None] != group
    return int(np.sum(np.outer(count, count), where=(match != 0) & apart)) // 2 + model.npair


def _needs_projection(model) -> bool:
    """Whether rows are projected beside: PGS does that anyway."""
    return bool(_option(model, "noslip_iterations") or _option(model, "enableflags") & PROJECTED)


def _option(model, name: str) -> int:
    return int(model._arrays[f"opt_{name}"])


def may_stick(model) -> bool:
    """Whether contacts may stick: their pull is a passive force, for which their rows are needed early."""
    m = model._arrays
    by_bodies = (m["actuator_trntype"] == BODY).any()
    return bool(by_bodies or m["geom_adhesion"].any() or m["pair_adhesion"].any())


def reads_rows_early(model) -> bool:
    """Whether sensors read the rows of limits before the solve, when worlds in lock step have none of their own yet."""
    return bool(np.isin(model._arrays["sensor_type"], EARLY).any())


def goes_alone(model, lanes: int, senses: bool) -> bool:
    """Whether worlds are computed one after the other: contact and rows would be, and lanes only be in the way."""
    off = _option(model, "disableflags") & NO_ROWS
    in_step = goes_in_step(model, lanes) and not (senses and reads_rows_early(model))
    return may_sleep(model) or (not off and not in_step and may_have_rows(model))


def may_sleep(model) -> bool:
    """Whether trees may fall asleep: later steps then need all fields of a world, for what sleeps keeps its own."""
    return bool(_option(model, "enableflags") & ASLEEP)


def may_have_rows(model) -> bool:
    """Whether any constraint can come to act."""
    m = model._arrays
    touching = model.npair > 0 or (m["geom_contype"] | m["geom_conaffinity"]).any()
    limited = m["jnt_limited"].any() or m["tendon_limited"].any()
    dry = m["dof_frictionloss"].any() or m["tendon_frictionloss"].any()
    return bool(model.neq > 0 or touching or limited or dry)
