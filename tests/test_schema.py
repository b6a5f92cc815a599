"""The tables of sizes and fields agree with the published reference."""

import mujoco
import numpy as np
import pytest
from mujoco.introspect import structs
from support.reference import OURS, both, field_value

from knuckle.data.data import Data
from knuckle.memory.capacity import row_counts
from knuckle.schema.enums import (
    BiasType,
    CamLight,
    ColorSpace,
    Cone,
    DisableBit,
    DynType,
    EnableBit,
    GainType,
    GeomType,
    Integrator,
    Jacobian,
    JointType,
    LightType,
    ObjType,
    Projection,
    SameFrame,
    SleepPolicy,
    SleepState,
    Solver,
    State,
    TextureRole,
    TextureType,
    TrnType,
)
from knuckle.schema.fields import capacities, data_fields, model_fields, sizes

KINDS = {"mjtNum": "real", "int": "int", "mjtBool": "bool", "mjtByte": "byte", "float": "float", "char": "char"}
CONSTANTS = {name: getattr(mujoco, name) for name in ("mjNREF", "mjNIMP", "mjNPOLY", "mjNFLUID", "mjNEQDATA")}
CONSTANTS |= {name: getattr(mujoco, name) for name in ("mjNDYN", "mjNGAIN", "mjNBIAS", "mjNSENS")}
CONSTANTS["mjNTEXROLE"] = int(mujoco.mjtTextureRole.mjNTEXROLE)
OURS_ALONE = {"opt_position_update", "opt_collision", "status", *OURS}
PUBLISHED = [field for field in (*model_fields(), *data_fields()) if field.stage != "scratch"]

ENUMS = {
    JointType: ("mjtJoint", "mjJNT_"),
    GeomType: ("mjtGeom", "mjGEOM_"),
    DisableBit: ("mjtDisableBit", "mjDSBL_"),
    EnableBit: ("mjtEnableBit", "mjENBL_"),
    Integrator: ("mjtIntegrator", "mjINT_"),
    Cone: ("mjtCone", "mjCONE_"),
    Jacobian: ("mjtJacobian", "mjJAC_"),
    Solver: ("mjtSolver", "mjSOL_"),
    CamLight: ("mjtCamLight", "mjCAMLIGHT_"),
    LightType: ("mjtLightType", "mjLIGHT_"),
    Projection: ("mjtProjection", "mjPROJ_"),
    TextureRole: ("mjtTextureRole", "mjTEXROLE_"),
    TextureType: ("mjtTexture", "mjTEXTURE_"),
    ColorSpace: ("mjtColorSpace", "mjCOLORSPACE_"),
    SameFrame: ("mjtSameFrame", "mjSAMEFRAME_"),
    SleepPolicy: ("mjtSleepPolicy", "mjSLEEP_"),
    SleepState: ("mjtSleepState", "mjS_"),
    ObjType: ("mjtObj", "mjOBJ_"),
    State: ("mjtState", "mjSTATE_"),
    DynType: ("mjtDyn", "mjDYN_"),
    GainType: ("mjtGain", "mjGAIN_"),
    BiasType: ("mjtBias", "mjBIAS_"),
    TrnType: ("mjtTrn", "mjTRN_"),
}


# counts that a pass may bring beyond 32 bits before it is refused; users read them as plain integers
WIDER = {*capacities().values(), "ne", "nf", "nl"}
# room for what the reference counts; islands are no more than trees
ROOM = {count: capacity for capacity, count in capacities().items()} | {"nisland": "ntree"}


def published(name: str):
    """Kind and shape of a field as the reference declares it, with our room for what it counts."""
    prefix, _, rest = name.partition("_")
    struct = {"opt": "mjOption", "stat": "mjStatistic", "contact": "mjContact"}.get(prefix)
    if struct is None:
        struct = "mjModel" if name in {field.name for field in model_fields()} else "mjData"
        rest = name
    declared = {field.name: field for field in structs.STRUCTS[struct].fields}[rest]
    inner = getattr(declared.type, "inner_type", declared.type)
    extent = declared.array_extent or getattr(declared.type, "extents", ())
    shape = tuple(CONSTANTS.get(size, ROOM.get(size, size)) for size in extent)
    return KINDS[inner.name], ("maxcon", *shape) if struct == "mjContact" else shape


@pytest.mark.parametrize("field", PUBLISHED, ids=lambda field: field.name)
def test_kind_and_shape_are_the_published_ones(field):
    if field.name not in OURS_ALONE:
        kind, shape = published(field.name)
        assert (field.kind, field.shape) == ("size" if field.name in WIDER else kind, shape)


def test_sizes_are_sizes_of_the_reference():
    declared = {field.name for field in structs.STRUCTS["mjModel"].fields}
    assert [name for name in sizes() if name not in declared] == []


def test_shapes_and_dtypes_of_live_objects_equal_those_of_the_reference():
    m, reference = both()
    d, reference_data = Data(m), mujoco.MjData(reference)
    for field in PUBLISHED:
        if field.name in OURS_ALONE or field.name in row_counts() or field.name.startswith("island_"):
            continue
        in_model = field in model_fields()
        ours = (m if in_model else d)._arrays[field.name]
        theirs = field_value(reference, field.name) if in_model else getattr(reference_data, field.name)
        assert ours.shape == np.shape(theirs), field.name
        if isinstance(theirs, np.ndarray):
            assert ours.dtype == theirs.dtype, field.name


def test_every_row_has_a_unit_and_words_of_its_own():
    declared = {
        field.name: field.doc for name in ("mjModel", "mjData") for field in structs.STRUCTS[name].fields if field.doc
    }
    for field in (*model_fields(), *data_fields()):
        assert field.unit and len(field.doc) > 3 and field.doc != "doc", field.name
        assert field.doc != declared.get(field.name) or len(field.doc.split()) == 1, field.name


def test_names_are_unique():
    names = [*sizes(), *(field.name for field in model_fields()), *(field.name for field in data_fields())]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.__name__)
def test_enumerations_have_the_published_numbers(enum):
    name, prefix = ENUMS[enum]
    theirs = getattr(mujoco, name)
    for member in enum:
        assert int(getattr(theirs, prefix + member.name.removeprefix("TEXTURE_"))) == member.value, member
