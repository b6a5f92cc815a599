"""Knuckle: physics of multi-joint systems, one kernel source on many machines."""

from knuckle.assets.cache import set_asset_cache
from knuckle.batch.batch import Batch
from knuckle.contact_design.between_geoms import contact_between
from knuckle.contact_design.parameters import contact_parameters
from knuckle.contact_terms.terms import ContactTerms
from knuckle.data.data import Data, reset
from knuckle.data.state import copy_state, extract_state, get_state, set_state, state_size
from knuckle.data.status import DivergenceError, SimulationWarning
from knuckle.doctor.check import check
from knuckle.doctor.findings import CheckReport, Finding, Severity
from knuckle.edit.spec import Spec
from knuckle.errors import (
    CacheWarning,
    CheckError,
    CompileError,
    KnuckleError,
    ModelError,
    ModelWarning,
    UnsupportedError,
)
from knuckle.functions.actuators import actuator_inputs, reset_ctrl, set_length_range
from knuckle.functions.calls import machine
from knuckle.functions.constants import set_const
from knuckle.functions.constraint_rows import constraint_update, full_J
from knuckle.functions.contact_hooks import add_contact, filter_contacts, step_with_contacts
from knuckle.functions.histories import init_ctrl_history, init_sensor_history, read_ctrl, read_sensor
from knuckle.functions.queries import declared_queries as _declared_queries
from knuckle.functions.queries import object_acceleration, object_velocity
from knuckle.functions.rays import multi_ray, ray, ray_geom
from knuckle.functions.skips import forward_skip, inverse_skip
from knuckle.functions.stages import (
    actuation,
    actuator_velocity,
    bias,
    camlight,
    check_acceleration,
    check_state,
    collision,
    com_pos,
    com_vel,
    compare_fwd_inv,
    constrain,
    constraint_solve,
    crb,
    detect,
    energy_pos,
    energy_vel,
    euler,
    factor_M,
    forward,
    fwd_acceleration,
    fwd_control,
    fwd_position,
    fwd_velocity,
    implicit,
    implicit_fast,
    integrate,
    inv_acceleration,
    inverse,
    islands,
    kinematics,
    make_constraint,
    passive,
    passive_derivative,
    project_constraint,
    reference_constraint,
    rne_post_constraint,
    runge_kutta,
    sensor_acc,
    sensor_pos,
    sensor_vel,
    smooth_acceleration,
    smooth_derivative,
    step,
    step1,
    step2,
    subtree_vel,
    tendon,
    transmission,
)
from knuckle.model.file_format import FileFormatError
from knuckle.model.loading import load
from knuckle.model.model import Model
from knuckle.model.names import id2name, name2id
from knuckle.schema.enums import (
    ActivationState,
    BiasType,
    CamLight,
    CamOutput,
    CollisionMode,
    ColorSpace,
    Cone,
    ConstraintState,
    ConstraintType,
    ContactData,
    ControlChart,
    ControlInput,
    DataType,
    DisableBit,
    DynType,
    EnableBit,
    EqType,
    Exclusion,
    GainType,
    GeomType,
    Integrator,
    Interpolation,
    Jacobian,
    JointType,
    LightType,
    Lockstep,
    ObjType,
    PositionUpdate,
    Projection,
    RayData,
    Reduction,
    SameFrame,
    SensorType,
    SleepPolicy,
    SleepState,
    Solver,
    Stage,
    State,
    TendonType,
    TextureRole,
    TextureType,
    TrnType,
    WrapType,
)
from knuckle.schema.status import Status

__version__ = "0.1.0"

__all__ = [
    "ActivationState",
    "Batch",
    "BiasType",
    "CacheWarning",
    "CamLight",
    "CamOutput",
    "CheckError",
    "CheckReport",
    "CollisionMode",
    "ColorSpace",
    "CompileError",
    "Cone",
    "ConstraintState",
    "ConstraintType",
    "ContactData",
    "ContactTerms",
    "ControlChart",
    "ControlInput",
    "Data",
    "DataType",
    "DisableBit",
    "DivergenceError",
    "DynType",
    "EnableBit",
    "EqType",
    "Exclusion",
    "FileFormatError",
    "Finding",
    "GainType",
    "GeomType",
    "Integrator",
    "Interpolation",
    "Jacobian",
    "JointType",
    "KnuckleError",
    "LightType",
    "Lockstep",
    "Model",
    "ModelError",
    "ModelWarning",
    "ObjType",
    "PositionUpdate",
    "Projection",
    "RayData",
    "Reduction",
    "SameFrame",
    "SensorType",
    "Severity",
    "SimulationWarning",
    "SleepPolicy",
    "SleepState",
    "Solver",
    "Spec",
    "Stage",
    "State",
    "Status",
    "TendonType",
    "TextureRole",
    "TextureType",
    "TrnType",
    "UnsupportedError",
    "WrapType",
    "actuation",
    "actuator_inputs",
    "actuator_velocity",
    "add_contact",
    "bias",
    "camlight",
    "check",
    "check_acceleration",
    "check_state",
    "collision",
    "com_pos",
    "com_vel",
    "compare_fwd_inv",
    "constrain",
    "constraint_solve",
    "constraint_update",
    "contact_between",
    "contact_parameters",
    "copy_state",
    "crb",
    "detect",
    "energy_pos",
    "energy_vel",
    "euler",
    "extract_state",
    "factor_M",
    "filter_contacts",
    "forward",
    "forward_skip",
    "full_J",
    "fwd_acceleration",
    "fwd_control",
    "fwd_position",
    "fwd_velocity",
    "get_state",
    "id2name",
    "implicit",
    "implicit_fast",
    "init_ctrl_history",
    "init_sensor_history",
    "integrate",
    "inv_acceleration",
    "inverse",
    "inverse_skip",
    "islands",
    "kinematics",
    "load",
    "machine",
    "make_constraint",
    "multi_ray",
    "name2id",
    "object_acceleration",
    "object_velocity",
    "passive",
    "passive_derivative",
    "project_constraint",
    "ray",
    "ray_geom",
    "read_ctrl",
    "read_sensor",
    "reference_constraint",
    "reset",
    "reset_ctrl",
    "rne_post_constraint",
    "runge_kutta",
    "sensor_acc",
    "sensor_pos",
    "sensor_vel",
    "set_asset_cache",
    "set_const",
    "set_length_range",
    "set_state",
    "smooth_acceleration",
    "smooth_derivative",
    "state_size",
    "step",
    "step1",
    "step2",
    "step_with_contacts",
    "subtree_vel",
    "tendon",
    "transmission",
]

# jac, mul_M, …: one for each query that program.py declares
globals().update(_declared_queries())
__all__ += _declared_queries()
__all__.sort()


# names that need rooms which few programs use: imported when they are first asked for
_LAZY = {
    "Camera": "knuckle.scene.camera",
    "CameraType": "knuckle.scene.enums",
    "Frame": "knuckle.scene.enums",
    "GraphicsError": "knuckle.render.context",
    "Label": "knuckle.scene.enums",
    "RenderFlag": "knuckle.scene.enums",
    "Renderer": "knuckle.render.renderer",
    "Scene": "knuckle.scene.scene",
    "SceneOption": "knuckle.scene.option",
    "VisFlag": "knuckle.scene.enums",
    "plot": "knuckle.plotting.plot",
    "show": "knuckle.render.show",
}
__all__ += _LAZY
__all__.sort()
_ROOMS = ("lab", "replay", "studio")


def __getattr__(name: str) -> object:
    """Import what is asked for the first time."""
    if name not in _LAZY and name not in _ROOMS:
        raise AttributeError(f"module 'knuckle' has no attribute {name!r}")
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"knuckle.{name}")
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    """The public names, for those who look what there is."""
    return [*__all__, "__version__", "kernel", *_ROOMS]
