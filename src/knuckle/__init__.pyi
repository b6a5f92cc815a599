# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from knuckle import lab as lab
from knuckle import replay as replay
from knuckle import studio as studio
from knuckle._stubs.batch import Batch as Batch
from knuckle._stubs.data import Data as Data
from knuckle._stubs.functions import actuator_inputs as actuator_inputs
from knuckle._stubs.functions import add_contact as add_contact
from knuckle._stubs.functions import angmom_mat as angmom_mat
from knuckle._stubs.functions import apply_ft as apply_ft
from knuckle._stubs.functions import check as check
from knuckle._stubs.functions import constraint_update as constraint_update
from knuckle._stubs.functions import contact_between as contact_between
from knuckle._stubs.functions import contact_force as contact_force
from knuckle._stubs.functions import contact_parameters as contact_parameters
from knuckle._stubs.functions import copy_state as copy_state
from knuckle._stubs.functions import differentiate_pos as differentiate_pos
from knuckle._stubs.functions import extract_state as extract_state
from knuckle._stubs.functions import filter_contacts as filter_contacts
from knuckle._stubs.functions import forward_skip as forward_skip
from knuckle._stubs.functions import full_J as full_J
from knuckle._stubs.functions import full_M as full_M
from knuckle._stubs.functions import geom_distance as geom_distance
from knuckle._stubs.functions import get_state as get_state
from knuckle._stubs.functions import id2name as id2name
from knuckle._stubs.functions import init_ctrl_history as init_ctrl_history
from knuckle._stubs.functions import init_sensor_history as init_sensor_history
from knuckle._stubs.functions import integrate_pos as integrate_pos
from knuckle._stubs.functions import inverse_skip as inverse_skip
from knuckle._stubs.functions import jac as jac
from knuckle._stubs.functions import jac_body as jac_body
from knuckle._stubs.functions import jac_body_com as jac_body_com
from knuckle._stubs.functions import jac_dot as jac_dot
from knuckle._stubs.functions import jac_geom as jac_geom
from knuckle._stubs.functions import jac_site as jac_site
from knuckle._stubs.functions import jac_subtree_com as jac_subtree_com
from knuckle._stubs.functions import load as load
from knuckle._stubs.functions import machine as machine
from knuckle._stubs.functions import mul_M as mul_M
from knuckle._stubs.functions import multi_ray as multi_ray
from knuckle._stubs.functions import name2id as name2id
from knuckle._stubs.functions import object_acceleration as object_acceleration
from knuckle._stubs.functions import object_velocity as object_velocity
from knuckle._stubs.functions import plot as plot
from knuckle._stubs.functions import ray as ray
from knuckle._stubs.functions import ray_geom as ray_geom
from knuckle._stubs.functions import read_ctrl as read_ctrl
from knuckle._stubs.functions import read_sensor as read_sensor
from knuckle._stubs.functions import reset as reset
from knuckle._stubs.functions import reset_ctrl as reset_ctrl
from knuckle._stubs.functions import rne as rne
from knuckle._stubs.functions import set_asset_cache as set_asset_cache
from knuckle._stubs.functions import set_const as set_const
from knuckle._stubs.functions import set_length_range as set_length_range
from knuckle._stubs.functions import set_state as set_state
from knuckle._stubs.functions import show as show
from knuckle._stubs.functions import solve_M as solve_M
from knuckle._stubs.functions import state_size as state_size
from knuckle._stubs.functions import step_with_contacts as step_with_contacts
from knuckle._stubs.model import Model as Model
from knuckle._stubs.renderer import Renderer as Renderer
from knuckle._stubs.spec import Spec as Spec
from knuckle._stubs.stages import actuation as actuation
from knuckle._stubs.stages import actuator_velocity as actuator_velocity
from knuckle._stubs.stages import bias as bias
from knuckle._stubs.stages import camlight as camlight
from knuckle._stubs.stages import check_acceleration as check_acceleration
from knuckle._stubs.stages import check_state as check_state
from knuckle._stubs.stages import collision as collision
from knuckle._stubs.stages import com_pos as com_pos
from knuckle._stubs.stages import com_vel as com_vel
from knuckle._stubs.stages import compare_fwd_inv as compare_fwd_inv
from knuckle._stubs.stages import constrain as constrain
from knuckle._stubs.stages import constraint_solve as constraint_solve
from knuckle._stubs.stages import crb as crb
from knuckle._stubs.stages import detect as detect
from knuckle._stubs.stages import energy_pos as energy_pos
from knuckle._stubs.stages import energy_vel as energy_vel
from knuckle._stubs.stages import euler as euler
from knuckle._stubs.stages import factor_M as factor_M
from knuckle._stubs.stages import forward as forward
from knuckle._stubs.stages import fwd_acceleration as fwd_acceleration
from knuckle._stubs.stages import fwd_control as fwd_control
from knuckle._stubs.stages import fwd_position as fwd_position
from knuckle._stubs.stages import fwd_velocity as fwd_velocity
from knuckle._stubs.stages import implicit as implicit
from knuckle._stubs.stages import implicit_fast as implicit_fast
from knuckle._stubs.stages import integrate as integrate
from knuckle._stubs.stages import inv_acceleration as inv_acceleration
from knuckle._stubs.stages import inverse as inverse
from knuckle._stubs.stages import islands as islands
from knuckle._stubs.stages import kinematics as kinematics
from knuckle._stubs.stages import make_constraint as make_constraint
from knuckle._stubs.stages import passive as passive
from knuckle._stubs.stages import passive_derivative as passive_derivative
from knuckle._stubs.stages import project_constraint as project_constraint
from knuckle._stubs.stages import reference_constraint as reference_constraint
from knuckle._stubs.stages import rne_post_constraint as rne_post_constraint
from knuckle._stubs.stages import runge_kutta as runge_kutta
from knuckle._stubs.stages import sensor_acc as sensor_acc
from knuckle._stubs.stages import sensor_pos as sensor_pos
from knuckle._stubs.stages import sensor_vel as sensor_vel
from knuckle._stubs.stages import smooth_acceleration as smooth_acceleration
from knuckle._stubs.stages import smooth_derivative as smooth_derivative
from knuckle._stubs.stages import step as step
from knuckle._stubs.stages import step1 as step1
from knuckle._stubs.stages import step2 as step2
from knuckle._stubs.stages import subtree_vel as subtree_vel
from knuckle._stubs.stages import tendon as tendon
from knuckle._stubs.stages import transmission as transmission
from knuckle._stubs.vocabulary import kernel as kernel
from knuckle.contact_terms.terms import ContactTerms as ContactTerms
from knuckle.data.status import DivergenceError as DivergenceError
from knuckle.data.status import SimulationWarning as SimulationWarning
from knuckle.doctor.findings import CheckReport as CheckReport
from knuckle.doctor.findings import Finding as Finding
from knuckle.doctor.findings import Severity as Severity
from knuckle.errors import CacheWarning as CacheWarning
from knuckle.errors import CheckError as CheckError
from knuckle.errors import CompileError as CompileError
from knuckle.errors import KnuckleError as KnuckleError
from knuckle.errors import ModelError as ModelError
from knuckle.errors import ModelWarning as ModelWarning
from knuckle.errors import UnsupportedError as UnsupportedError
from knuckle.model.file_format import FileFormatError as FileFormatError
from knuckle.render.context import GraphicsError as GraphicsError
from knuckle.scene.camera import Camera as Camera
from knuckle.scene.enums import CameraType as CameraType
from knuckle.scene.enums import Frame as Frame
from knuckle.scene.enums import Label as Label
from knuckle.scene.enums import RenderFlag as RenderFlag
from knuckle.scene.enums import VisFlag as VisFlag
from knuckle.scene.option import SceneOption as SceneOption
from knuckle.scene.scene import Scene as Scene
from knuckle.schema.enums import ActivationState as ActivationState
from knuckle.schema.enums import BiasType as BiasType
from knuckle.schema.enums import CamLight as CamLight
from knuckle.schema.enums import CamOutput as CamOutput
from knuckle.schema.enums import CollisionMode as CollisionMode
from knuckle.schema.enums import ColorSpace as ColorSpace
from knuckle.schema.enums import Cone as Cone
from knuckle.schema.enums import ConstraintState as ConstraintState
from knuckle.schema.enums import ConstraintType as ConstraintType
from knuckle.schema.enums import ControlChart as ControlChart
from knuckle.schema.enums import ControlInput as ControlInput
from knuckle.schema.enums import DisableBit as DisableBit
from knuckle.schema.enums import DynType as DynType
from knuckle.schema.enums import EnableBit as EnableBit
from knuckle.schema.enums import EqType as EqType
from knuckle.schema.enums import Exclusion as Exclusion
from knuckle.schema.enums import GainType as GainType
from knuckle.schema.enums import GeomType as GeomType
from knuckle.schema.enums import Integrator as Integrator
from knuckle.schema.enums import Jacobian as Jacobian
from knuckle.schema.enums import JointType as JointType
from knuckle.schema.enums import LightType as LightType
from knuckle.schema.enums import Lockstep as Lockstep
from knuckle.schema.enums import ObjType as ObjType
from knuckle.schema.enums import PositionUpdate as PositionUpdate
from knuckle.schema.enums import Projection as Projection
from knuckle.schema.enums import SameFrame as SameFrame
from knuckle.schema.enums import SleepPolicy as SleepPolicy
from knuckle.schema.enums import SleepState as SleepState
from knuckle.schema.enums import Solver as Solver
from knuckle.schema.enums import State as State
from knuckle.schema.enums import TendonType as TendonType
from knuckle.schema.enums import TextureRole as TextureRole
from knuckle.schema.enums import TextureType as TextureType
from knuckle.schema.enums import TrnType as TrnType
from knuckle.schema.enums import WrapType as WrapType
from knuckle.schema.sensor_enums import ContactData as ContactData
from knuckle.schema.sensor_enums import DataType as DataType
from knuckle.schema.sensor_enums import Interpolation as Interpolation
from knuckle.schema.sensor_enums import RayData as RayData
from knuckle.schema.sensor_enums import Reduction as Reduction
from knuckle.schema.sensor_enums import SensorType as SensorType
from knuckle.schema.sensor_enums import Stage as Stage
from knuckle.schema.status import Status as Status

__version__: str
__all__ = [
    "ActivationState",
    "Batch",
    "BiasType",
    "CacheWarning",
    "CamLight",
    "CamOutput",
    "Camera",
    "CameraType",
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
    "Frame",
    "GainType",
    "GeomType",
    "GraphicsError",
    "Integrator",
    "Interpolation",
    "Jacobian",
    "JointType",
    "KnuckleError",
    "Label",
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
    "RenderFlag",
    "Renderer",
    "SameFrame",
    "Scene",
    "SceneOption",
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
    "VisFlag",
    "WrapType",
    "actuation",
    "actuator_inputs",
    "actuator_velocity",
    "add_contact",
    "angmom_mat",
    "apply_ft",
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
    "contact_force",
    "contact_parameters",
    "copy_state",
    "crb",
    "detect",
    "differentiate_pos",
    "energy_pos",
    "energy_vel",
    "euler",
    "extract_state",
    "factor_M",
    "filter_contacts",
    "forward",
    "forward_skip",
    "full_J",
    "full_M",
    "fwd_acceleration",
    "fwd_control",
    "fwd_position",
    "fwd_velocity",
    "geom_distance",
    "get_state",
    "id2name",
    "implicit",
    "implicit_fast",
    "init_ctrl_history",
    "init_sensor_history",
    "integrate",
    "integrate_pos",
    "inv_acceleration",
    "inverse",
    "inverse_skip",
    "islands",
    "jac",
    "jac_body",
    "jac_body_com",
    "jac_dot",
    "jac_geom",
    "jac_site",
    "jac_subtree_com",
    "kinematics",
    "load",
    "machine",
    "make_constraint",
    "mul_M",
    "multi_ray",
    "name2id",
    "object_acceleration",
    "object_velocity",
    "passive",
    "passive_derivative",
    "plot",
    "project_constraint",
    "ray",
    "ray_geom",
    "read_ctrl",
    "read_sensor",
    "reference_constraint",
    "reset",
    "reset_ctrl",
    "rne",
    "rne_post_constraint",
    "runge_kutta",
    "sensor_acc",
    "sensor_pos",
    "sensor_vel",
    "set_asset_cache",
    "set_const",
    "set_length_range",
    "set_state",
    "show",
    "smooth_acceleration",
    "smooth_derivative",
    "solve_M",
    "state_size",
    "step",
    "step1",
    "step2",
    "step_with_contacts",
    "subtree_vel",
    "tendon",
    "transmission",
]
