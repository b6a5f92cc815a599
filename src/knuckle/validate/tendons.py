"""Rules that the tendons of every model obey, on which compiled code relies."""

import numpy as np

from knuckle.schema.enums import JointType, TendonType, WrapType

SIZES = {WrapType.JOINT: "njnt", WrapType.SITE: "nsite", WrapType.SPHERE: "ngeom", WrapType.CYLINDER: "ngeom"}
PLASTIC_STATES = 2


def broken_tendons(arrays, counts) -> list[str]:
    """Paths lead over what there is, with geoms between sites; rows have the columns of all that moves the path."""
    kinds, objects = arrays["wrap_type"], arrays["wrap_objid"]
    if not np.isin(arrays["tendon_type"], list(TendonType)).all() or not np.isin(kinds, list(WrapType)[1:]).all():
        return ["tendon_type or wrap_type holds an unknown kind"]
    for kind, size in SIZES.items():
        if ((objects[kinds == kind] < 0) | (objects[kinds == kind] >= counts[size])).any():
            return [f"wrap_objid points outside {size} = {counts[size]}"]
    plastic = arrays["tendon_plasticadr"]
    if ((plastic < -1) | (plastic >= 0) & (plastic > counts["nplastic"] - PLASTIC_STATES)).any():
        return ["tendon_plasticadr points outside plastic"]
    for t in range(counts["ntendon"]):
        told = _broken_path(arrays, t) or _broken_row(arrays, t)
        if told:
            return [f"{told} of tendon {t}"]
    return []


def _broken_path(arrays, t: int) -> str:
    start, number = int(arrays["tendon_adr"][t]), int(arrays["tendon_num"][t])
    kinds = arrays["wrap_type"][start : start + number].tolist()
    if arrays["tendon_type"][t] == TendonType.FIXED:
        joints = arrays["wrap_objid"][start : start + number]
        scalar = set(kinds) <= {WrapType.JOINT} and (arrays["jnt_type"][joints] >= JointType.SLIDE).all()
        return "" if scalar else "wrap_type"
    around = zip([0, *kinds], kinds, [*kinds[1:], 0], strict=False)
    sound = all(
        kind != WrapType.JOINT and (kind < WrapType.SPHERE or before == after == WrapType.SITE)
        for before, kind, after in around
    )
    return "" if sound else "wrap_type"


def _broken_row(arrays, t: int) -> str:
    """The row of the Jacobian has a column for each dof that a segment of the path looks for."""
    start, number = int(arrays["ten_J_rowadr"][t]), int(arrays["ten_J_rownnz"][t])
    columns = arrays["ten_J_colind"][start : start + number]
    return "" if set(columns.tolist()) == moving_dofs(arrays, t) and (np.diff(columns) > 0).all() else "ten_J_colind"


def moving_dofs(arrays, t: int) -> set[int]:
    """The dofs that can change the length of tendon t: those of its joints, or all that move an object of its path."""
    start = int(arrays["tendon_adr"][t])
    path = range(start, start + int(arrays["tendon_num"][t]))
    kinds, objects = arrays["wrap_type"], arrays["wrap_objid"]
    if arrays["tendon_type"][t] == TendonType.FIXED:
        return {int(arrays["jnt_dofadr"][objects[w]]) for w in path}
    found: set[int] = set()
    for w in path:
        if kinds[w] == WrapType.PULLEY:
            continue
        body = int(arrays["site_bodyid" if kinds[w] == WrapType.SITE else "geom_bodyid"][objects[w]])
        while body:
            first, number = int(arrays["body_dofadr"][body]), int(arrays["body_dofnum"][body])
            found |= set(range(first, first + number)) if number else set()
            body = int(arrays["body_parentid"][body])
    return found
