"""The published enumerations, by our names: physics, model and state constants."""

from knuckle.schema.named import NamedBits, NamedInt
from knuckle.schema.sensor_enums import ContactData as ContactData
from knuckle.schema.sensor_enums import DataType as DataType
from knuckle.schema.sensor_enums import Interpolation as Interpolation
from knuckle.schema.sensor_enums import RayData as RayData
from knuckle.schema.sensor_enums import Reduction as Reduction
from knuckle.schema.sensor_enums import SensorType as SensorType
from knuckle.schema.sensor_enums import Stage as Stage


class JointType(NamedInt):
    """Kinds of joints (`jnt_type`)."""

    FREE = 0
    BALL = 1
    SLIDE = 2
    HINGE = 3


class GeomType(NamedInt):
    """Shapes of geoms that take part in physics (`geom_type`)."""

    PLANE = 0
    HFIELD = 1
    SPHERE = 2
    CAPSULE = 3
    ELLIPSOID = 4
    CYLINDER = 5
    BOX = 6
    MESH = 7
    SDF = 8


class DisableBit(NamedBits):
    """Bits of `opt.disableflags`: what is on unless its bit is set."""

    CONSTRAINT = 1
    EQUALITY = 2
    FRICTIONLOSS = 4
    LIMIT = 8
    CONTACT = 16
    SPRING = 32
    DAMPER = 64
    GRAVITY = 128
    CLAMPCTRL = 256
    WARMSTART = 512
    FILTERPARENT = 1024
    ACTUATION = 2048
    REFSAFE = 4096
    SENSOR = 8192
    MIDPHASE = 16384
    EULERDAMP = 32768
    AUTORESET = 65536
    NATIVECCD = 131072
    ISLAND = 262144
    MULTICCD = 524288


class EnableBit(NamedBits):
    """Bits of `opt.enableflags`: what is off unless its bit is set."""

    OVERRIDE = 1
    ENERGY = 2
    FWDINV = 4
    INVDISCRETE = 8
    SLEEP = 16
    DIAGEXACT = 32
    IPC = 64
    SPECULATIVE = 128


class Lockstep(NamedInt):
    """How the worlds of a batch go through contact, constraint rows and their solve."""

    NO = 0  # world by world
    YES = 1
    PUBLISHED = 2  # in lock step; then each world has its rows and their forces, as one alone
    CONTACTS = 3  # contacts in lock step, rows and their solve world by world


class Integrator(NamedInt):
    """How a step advances the state (`opt.integrator`)."""

    EULER = 0
    RK4 = 1
    IMPLICIT = 2
    IMPLICITFAST = 3
    DISCRETE = 4


class Cone(NamedInt):
    """Shapes of the friction cone (`opt.cone`)."""

    PYRAMIDAL = 0
    ELLIPTIC = 1


class Jacobian(NamedInt):
    """Storage of the constraint Jacobian (`opt.jacobian`): kept and saved, while the engine stores rows in any case."""

    DENSE = 0
    SPARSE = 1
    AUTO = 2


class Solver(NamedInt):
    """Constraint solvers (`opt.solver`)."""

    PGS = 0
    CG = 1
    NEWTON = 2


class CamLight(NamedInt):
    """How a camera or light follows its body (`cam_mode`, `light_mode`)."""

    FIXED = 0
    TRACK = 1
    TRACKCOM = 2
    TARGETBODY = 3
    TARGETBODYCOM = 4


class LightType(NamedInt):
    """Kinds of light (`light_type`)."""

    SPOT = 0
    DIRECTIONAL = 1
    POINT = 2
    IMAGE = 3


class Projection(NamedInt):
    """Kinds of camera projection (`cam_projection`)."""

    PERSPECTIVE = 0
    ORTHOGRAPHIC = 1


class CamOutput(NamedBits):
    """Bits of `cam_output`: what a camera renders."""

    RGB = 1
    DEPTH = 2
    DIST = 4
    NORMAL = 8
    SEG = 16


class TextureType(NamedInt):
    """How a texture is mapped on a surface (`tex_type`)."""

    TEXTURE_2D = 0
    CUBE = 1
    SKYBOX = 2


class TextureRole(NamedInt):
    """What a material uses a texture for: second axis of `mat_texid`."""

    USER = 0
    RGB = 1
    OCCLUSION = 2
    ROUGHNESS = 3
    METALLIC = 4
    NORMAL = 5
    OPACITY = 6
    EMISSIVE = 7
    RGBA = 8
    ORM = 9


class ColorSpace(NamedInt):
    """Colour spaces of textures (`tex_colorspace`)."""

    AUTO = 0
    LINEAR = 1
    SRGB = 2


class SameFrame(NamedInt):
    """Which frame of the body an attached frame coincides with (`geom_sameframe`, …)."""

    NONE = 0
    BODY = 1
    INERTIA = 2
    BODYROT = 3
    INERTIAROT = 4


class SleepPolicy(NamedInt):
    """When a kinematic tree may sleep (`tree_sleep_policy`)."""

    AUTO = 0
    AUTO_NEVER = 1
    AUTO_ALLOWED = 2
    NEVER = 3
    ALLOWED = 4
    INIT = 5


class SleepState(NamedInt):
    """Whether a body is computed (`body_awake`)."""

    STATIC = -1
    ASLEEP = 0
    AWAKE = 1


class ObjType(NamedInt):
    """Kinds of named elements, for `name2id` and `id2name`."""

    UNKNOWN = 0
    BODY = 1
    XBODY = 2
    JOINT = 3
    DOF = 4
    GEOM = 5
    SITE = 6
    CAMERA = 7
    LIGHT = 8
    FLEX = 9
    MESH = 10
    SKIN = 11
    HFIELD = 12
    TEXTURE = 13
    MATERIAL = 14
    PAIR = 15
    EXCLUDE = 16
    EQUALITY = 17
    TENDON = 18
    ACTUATOR = 19
    SENSOR = 20
    NUMERIC = 21
    TEXT = 22
    TUPLE = 23
    KEY = 24
    PLUGIN = 25
    FRAME = 100
    DEFAULT = 101
    MODEL = 102


class State(NamedBits):
    """Parts of the state, for `get_state`, `set_state`, `copy_state` and `extract_state`."""

    TIME = 1
    QPOS = 2
    QVEL = 4
    ACT = 8
    HISTORY = 16
    WARMSTART = 32
    CTRL = 64
    QFRC_APPLIED = 128
    XFRC_APPLIED = 256
    EQ_ACTIVE = 512
    MOCAP_POS = 1024
    MOCAP_QUAT = 2048
    USERDATA = 4096
    PLUGIN = 8192
    PLASTIC = 16384
    PHYSICS = 16414
    FULLPHYSICS = 24607
    USER = 8128
    INTEGRATION = 32767


class PositionUpdate(NamedInt):
    """Which velocity moves the positions in a step of Euler or an implicit integrator (`opt.position_update`).

    SEMIIMPLICIT uses the new velocity, EXPLICIT the old one, MIDPOINT their mean.
    """

    SEMIIMPLICIT = 0
    EXPLICIT = 1
    MIDPOINT = 2


class CollisionMode(NamedInt):
    """Which pairs of geoms are tested for contact (`opt.collision`): listed ones, those that may meet, or both."""

    ALL = 0
    PREDEFINED = 1
    PAIR = 1  # its name in the classic chapters
    DYNAMIC = 2


class ConstraintType(NamedInt):
    """Kinds of constraint rows (`efc_type`)."""

    EQUALITY = 0
    FRICTION_DOF = 1
    FRICTION_TENDON = 2
    LIMIT_JOINT = 3
    LIMIT_TENDON = 4
    CONTACT_FRICTIONLESS = 5
    CONTACT_PYRAMIDAL = 6
    CONTACT_ELLIPTIC = 7


class ConstraintState(NamedInt):
    """Part of its cost that a constraint row is in (`efc_state`)."""

    SATISFIED = 0
    QUADRATIC = 1
    LINEARNEG = 2
    LINEARPOS = 3
    CONE = 4


class EqType(NamedInt):
    """Kinds of equality constraints (`eq_type`)."""

    CONNECT = 0
    WELD = 1
    JOINT = 2
    TENDON = 3
    DISTANCE = 7


class TendonType(NamedInt):
    """What the length of a tendon is (`tendon_type`): a sum over joints, or that of a path through space."""

    FIXED = 0
    SPATIAL = 1


class WrapType(NamedInt):
    """What the path of a tendon goes through (`wrap_type`)."""

    NONE = 0
    JOINT = 1
    PULLEY = 2
    SITE = 3
    SPHERE = 4
    CYLINDER = 5


class TrnType(NamedInt):
    """What an actuator acts on (`actuator_trntype`)."""

    JOINT = 0
    JOINTINPARENT = 1
    SLIDERCRANK = 2
    TENDON = 3
    SITE = 4
    BODY = 5
    SO3 = 6


class DynType(NamedInt):
    """How an activation follows its control (`actuator_dyntype`)."""

    NONE = 0
    INTEGRATOR = 1
    FILTER = 2
    FILTEREXACT = 3
    MUSCLE = 4
    DCMOTOR = 5
    PID = 6
    USER = 7


class GainType(NamedInt):
    """How the force of an actuator depends on its control (`actuator_gaintype`)."""

    FIXED = 0
    AFFINE = 1
    MUSCLE = 2
    DCMOTOR = 3
    SO3 = 4
    PID = 5
    USER = 6


class BiasType(NamedInt):
    """Force of an actuator without control (`actuator_biastype`)."""

    NONE = 0
    AFFINE = 1
    MUSCLE = 2
    DCMOTOR = 3
    SO3 = 4
    USER = 5


class ControlInput(NamedBits):
    """Bits of `actuator_ctrlspec`: what the controls of an actuator are, in this order; none for a plain command."""

    COMMAND = 0
    POS = 1
    VEL = 2
    FF = 4
    VOLTAGE = 8
    NONE = 16
    PRESSURE = 32


class ActivationState(NamedBits):
    """Bits of `actuator_actspec`: what the activations of a controller or motor are, in this order."""

    SLEW = 1
    INTEGRAL = 2
    TEMPERATURE = 4
    BRISTLE = 8
    CURRENT = 16


class ControlChart(NamedInt):
    """How an orientation is commanded, in `actuator_ctrlspec` of actuators with gain `so3`."""

    EXPMAP = 1
    QUAT = 2


class Exclusion(NamedInt):
    """Why a contact carries no force (`contact_exclude`)."""

    INCLUDED = 0
    IN_GAP = 1
    FUSED = 2
    NO_DOFS = 3
    PASSIVE = 4
