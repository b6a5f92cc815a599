"""Rules that every model obeys: indices within range, blocks within their arrays. Compiled code relies on them."""

import numpy as np

from knuckle.derived_structure import differing
from knuckle.schema.enums import BiasType, CamLight, DynType, GainType, GeomType, JointType, TrnType

# field of indices | what it counts | least value: -1 where "none" is allowed
INDEX_TABLE = """
body_parentid      | nbody    | 0
body_rootid        | nbody    | 0
body_weldid        | nbody    | 0
body_mocapid       | nmocap   | -1
body_treeid        | ntree    | -1
jnt_bodyid         | nbody    | 0
dof_bodyid         | nbody    | 0
dof_jntid          | njnt     | 0
dof_parentid       | nv       | -1
dof_treeid         | ntree    | 0
dof_Madr           | nM       | 0
geom_bodyid        | nbody    | 0
geom_matid         | nmat     | -1
site_bodyid        | nbody    | 0
site_matid         | nmat     | -1
cam_bodyid         | nbody    | 0
cam_targetbodyid   | nbody    | -1
light_bodyid       | nbody    | 0
light_targetbodyid | nbody    | -1
light_texid        | ntex     | -1
mat_texid          | ntex     | -1
B_colind           | nv       | 0
M_colind           | nv       | 0
D_colind           | nv       | 0
mapM2M             | nM       | 0
mapM2D             | nC       | -1
mapD2M             | nD       | 0
jnt_actuatorid     | nactuator | -2
actuator_ctrladr   | nu       | 0
actuator_outadr    | nout     | 0
actuator_actadr    | na       | -1
"""

# start | length | size of the array the block lies in
BLOCK_TABLE = """
body_jntadr  | body_jntnum  | njnt
body_dofadr  | body_dofnum  | nv
body_geomadr | body_geomnum | ngeom
tree_bodyadr | tree_bodynum | nbody
tree_dofadr  | tree_dofnum  | nv
numeric_adr  | numeric_size | nnumericdata
text_adr     | text_size    | ntextdata
tuple_adr    | tuple_size   | ntupledata
B_rowadr     | B_rownnz     | nB
M_rowadr     | M_rownnz     | nC
D_rowadr     | D_rownnz     | nD
actuator_ctrladr | actuator_ctrlnum | nu
actuator_outadr | actuator_outnum | nout
actuator_actadr | actuator_actnum | na
"""

ENUM_FIELDS = {"jnt_type": JointType, "geom_type": GeomType, "cam_mode": CamLight, "light_mode": CamLight}
# what compiled code knows of actuators: the largest of the kinds that it computes
ACTUATOR_KINDS = {
    "actuator_trntype": TrnType.JOINTINPARENT,
    "actuator_dyntype": DynType.FILTEREXACT,
    "actuator_gaintype": GainType.AFFINE,
    "actuator_biastype": BiasType.AFFINE,
}

# what ties the parts of a model together: read-only in a Model, for compiled code takes it as indices
DISPLAYED = {"geom_matid", "site_matid", "light_texid", "mat_texid"}  # only drawn with: these may change
STRUCTURE = frozenset(
    {line.split("|")[0].strip() for line in INDEX_TABLE.strip().splitlines()} - DISPLAYED
    | {cell.strip() for line in BLOCK_TABLE.strip().splitlines() for cell in line.split("|")[:2]}
    | {"jnt_type", "jnt_qposadr", "jnt_dofadr", "jnt_plasticadr", "dof_simplenum", "D_diag"}
    | {"geom_dataid", "site_dataid", "tuple_objtype", "tuple_objid", "actuator_trnid", *ACTUATOR_KINDS}
)

QPOS_WIDTH = np.array([7, 4, 1, 1])
DOF_WIDTH = np.array([6, 3, 1, 1])


def broken_rules(arrays: dict[str, np.ndarray], counts: dict[str, int]) -> list[str]:
    """What is wrong with the arrays of a model; empty for a sound one."""
    rules = (_bools, _world, _enums, _indices, _blocks, _order, _joints, _derived, _actuators)
    for rule in rules:  # later rules need the earlier ones
        broken = rule(arrays, counts)
        if broken:
            return broken
    return []


def _derived(arrays, counts) -> list[str]:
    """Addresses, dofs, trees and sparse patterns follow from parents and joints."""
    return [f"{name} does not follow from the bodies and joints" for name in differing(arrays, counts)]


def _rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def _bools(arrays, counts) -> list[str]:
    flags = {name: array.view(np.uint8) for name, array in arrays.items() if array.dtype == np.bool_}
    return [f"{name} holds bytes other than 0 and 1" for name, bits in flags.items() if (bits > 1).any()]


def _world(arrays, counts) -> list[str]:
    return [] if counts["nbody"] >= 1 else ["there is no world body"]


def _enums(arrays, counts) -> list[str]:
    return [
        f"{name} holds an unknown {enum.__name__}"
        for name, enum in ENUM_FIELDS.items()
        if ((arrays[name] < 0) | (arrays[name] > max(enum))).any()
    ]


def _indices(arrays, counts) -> list[str]:
    return [
        f"{name} points outside {size} = {counts[size]}"
        for name, size, least in _rows(INDEX_TABLE)
        if ((arrays[name] < int(least)) | (arrays[name] >= counts[size])).any()
    ]


def _blocks(arrays, counts) -> list[str]:
    broken = []
    for start, length, size in _rows(BLOCK_TABLE):
        first, number = arrays[start].astype(np.int64), arrays[length].astype(np.int64)
        if ((number < 0) | ((number > 0) & ((first < 0) | (first + number > counts[size])))).any():
            broken.append(f"{start} and {length} reach outside {size} = {counts[size]}")
    return broken


def _order(arrays, counts) -> list[str]:
    """Parents come before their children, so that one pass in order visits a tree."""
    broken = []
    for name, first in (("body_parentid", 1), ("dof_parentid", 0)):
        parents = arrays[name]
        if (parents[first:] >= np.arange(first, parents.size)).any():
            broken.append(f"{name}: a child stands before its parent")
    if arrays["body_parentid"][0] != 0:
        broken.append("body_parentid: the world has a parent")
    return broken


def _actuators(arrays, counts) -> list[str]:
    """Every actuator acts on a joint, has one control, one force and at most one activation, and is of a known kind."""
    n, joint = counts["nactuator"], arrays["actuator_trnid"][:, 0]
    stateful = arrays["actuator_dyntype"] != DynType.NONE
    wrong = [
        f"{name} is not supported"
        for name, largest in ACTUATOR_KINDS.items()
        if ((arrays[name] < 0) | (arrays[name] > largest)).any()
    ]
    if wrong or ((joint < 0) | (joint >= counts["njnt"])).any():
        return wrong or [f"actuator_trnid points outside njnt = {counts['njnt']}"]
    follows = {
        "nu": counts["nu"] == n,
        "nout": counts["nout"] == n,
        "nJmom": counts["nJmom"] == DOF_WIDTH[arrays["jnt_type"][joint]].sum(),
        "actuator_ctrlnum": (arrays["actuator_ctrlnum"] == 1).all(),
        "actuator_outnum": (arrays["actuator_outnum"] == 1).all(),
        "actuator_actnum": np.array_equal(arrays["actuator_actnum"], stateful),
        "actuator_actadr": np.array_equal(arrays["actuator_actadr"] >= 0, stateful),
    }
    return [f"{name} does not follow from the actuators" for name, good in follows.items() if not good]


def _joints(arrays, counts) -> list[str]:
    """The coordinates of every joint lie within qpos, qvel and plastic."""
    kind, plastic = arrays["jnt_type"], arrays["jnt_plasticadr"].astype(np.int64)
    checks = (
        ("jnt_qposadr", arrays["jnt_qposadr"].astype(np.int64), QPOS_WIDTH[kind], "nq"),
        ("jnt_dofadr", arrays["jnt_dofadr"].astype(np.int64), DOF_WIDTH[kind], "nv"),
        ("jnt_plasticadr", np.maximum(plastic, 0), np.where(plastic < 0, 0, QPOS_WIDTH[kind]), "nplastic"),
    )
    return [
        f"{name} with jnt_type reaches outside {size} = {counts[size]}"
        for name, start, width, size in checks
        if ((start < 0) | (start + width > counts[size])).any()
    ]
