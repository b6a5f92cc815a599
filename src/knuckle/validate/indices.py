"""Rules that every model obeys: indices within range, blocks within their arrays. Compiled code relies on them."""

from collections.abc import Mapping

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.schema.enums import CamLight, EqType, GeomType, JointType, ObjType
from knuckle.schema.not_yet import NOT_YET
from knuckle.validate.actuators import ACTUATOR_STRUCTURE, broken_actuators
from knuckle.validate.assets import ASSET_STRUCTURE, broken_assets
from knuckle.validate.sensors import SENSOR_STRUCTURE, broken_sensors
from knuckle.validate.structure import differing
from knuckle.validate.tendons import broken_tendons
from knuckle.validate.unsupported import refuse_unsupported
from knuckle.validate.values import broken_values

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
pair_geom1         | ngeom    | 0
pair_geom2         | ngeom    | 0
site_dataid        | nmesh    | -1
mesh_graphadr      | nmeshgraph | -1
B_colind           | nv       | 0
M_colind           | nv       | 0
D_colind           | nv       | 0
mapM2M             | nM       | 0
mapM2D             | nC       | -1
mapD2M             | nD       | 0
jnt_actuatorid     | nactuator | -2
tendon_actuatorid  | nactuator | -2
tendon_matid       | nmat     | -1
tendon_treeid      | ntree    | -1
ten_J_colind       | nv       | 0
trn_colind         | nv       | 0
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
mesh_vertadr | mesh_vertnum | nmeshvert
mesh_faceadr | mesh_facenum | nmeshface
mesh_normaladr   | mesh_normalnum   | nmeshnormal
mesh_texcoordadr | mesh_texcoordnum | nmeshtexcoord
mesh_polyadr     | mesh_polynum     | nmeshpoly
mesh_polyvertadr | mesh_polyvertnum | nmeshpolyvert
mesh_polymapadr  | mesh_polymapnum  | nmeshpolymap
B_rowadr     | B_rownnz     | nB
M_rowadr     | M_rownnz     | nC
D_rowadr     | D_rownnz     | nD
tendon_adr   | tendon_num   | nwrap
ten_J_rowadr | ten_J_rownnz | nJten
actuator_ctrladr | actuator_ctrlnum | nu
actuator_outadr | actuator_outnum | nout
actuator_actadr | actuator_actnum | na
trn_rowadr   | trn_rownnz   | nJmom
"""

ENUM_FIELDS = {"jnt_type": JointType, "geom_type": GeomType, "cam_mode": CamLight, "light_mode": CamLight}

# what ties the parts of a model together: read-only in a Model, for compiled code takes it as indices
DISPLAYED = {
    "tendon_matid",
    "geom_matid",
    "site_matid",
    "light_texid",
    "mat_texid",
}  # only drawn with: these may change
STRUCTURE = frozenset(
    {line.split("|")[0].strip() for line in INDEX_TABLE.strip().splitlines()} - DISPLAYED
    | {cell.strip() for line in BLOCK_TABLE.strip().splitlines() for cell in line.split("|")[:2]}
    | {"jnt_type", "jnt_qposadr", "jnt_dofadr", "jnt_plasticadr", "dof_simplenum", "D_diag"}
    | {"geom_type", "geom_dataid", "tuple_objtype", "tuple_objid", *ACTUATOR_STRUCTURE, *ASSET_STRUCTURE}
    | SENSOR_STRUCTURE
    | {"tendon_type", "tendon_plasticadr", "wrap_type", "wrap_objid"}
    | {"pair_signature", "exclude_signature", "eq_type", "eq_objtype", "eq_obj1id", "eq_obj2id"}
)

# kinds of equality and of their objects | what counts these | least number of the second object
EQUALITY_ENDS = {
    (EqType.CONNECT, ObjType.BODY): ("nbody", 0),
    (EqType.CONNECT, ObjType.SITE): ("nsite", 0),
    (EqType.WELD, ObjType.BODY): ("nbody", 0),
    (EqType.WELD, ObjType.SITE): ("nsite", 0),
    (EqType.JOINT, ObjType.UNKNOWN): ("njnt", -1),
    (EqType.TENDON, ObjType.UNKNOWN): ("ntendon", -1),
    (EqType.DISTANCE, ObjType.GEOM): ("ngeom", 0),
}

QPOS_WIDTH = np.array([7, 4, 1, 1])
DOF_WIDTH = np.array([6, 3, 1, 1])


def broken_rules(arrays: Mapping[str, np.ndarray], counts: dict[str, int]) -> list[str]:
    """What is wrong with the arrays of a model; empty for a sound one."""
    rules = (
        *(_bools, _options, _world, _enums, _indices, _blocks, _order, _joints),
        *(
            _pairs,
            _equalities,
            _derived,
            broken_tendons,
            broken_actuators,
            broken_assets,
            broken_sensors,
            broken_values,
        ),
    )
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


def _options(arrays, counts) -> list[str]:
    broken = []
    for name in NOT_YET:
        try:
            refuse_unsupported(name, arrays[name].item(), name)
        except UnsupportedError as error:
            broken.append(str(error))
    return broken


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


def _pairs(arrays, counts) -> list[str]:
    """Pairs are sorted by the numbers of their bodies, which signatures hold."""
    first, second = (arrays["geom_bodyid"][arrays[name]] for name in ("pair_geom1", "pair_geom2"))
    broken = []
    if not np.array_equal(arrays["pair_signature"].astype(np.int64), first.astype(np.int64) * (1 << 16) + second):
        broken.append("pair_signature does not follow from the geoms of the pairs")
    names = ("pair_signature", "exclude_signature")
    return broken + [f"{name} is not sorted" for name in names if (np.diff(arrays[name].astype(np.int64)) < 0).any()]


def _equalities(arrays, counts) -> list[str]:
    """The ends of every equality constraint exist and are of the kind it needs."""
    columns = (arrays[f"eq_{name}"].tolist() for name in ("type", "objtype", "obj1id", "obj2id"))
    for i, (kind, objects, first, second) in enumerate(zip(*columns, strict=True)):
        size, least = EQUALITY_ENDS.get((kind, objects), (None, 0))
        if size is None:
            return [f"eq_type and eq_objtype of equality {i} do not fit each other"]
        if not (0 <= first < counts[size] and least <= second < counts[size]):
            return [f"eq_obj1id or eq_obj2id of equality {i} points outside {size} = {counts[size]}"]
        if kind == EqType.JOINT and any(arrays["jnt_type"][j] < JointType.SLIDE for j in (first, second) if j >= 0):
            return [f"equality {i} needs joints that are hinges or slides"]
    return []


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
