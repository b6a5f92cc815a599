# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Final

from numpy import bool_, bytes_, float32, float64, int32, uint8

from knuckle._stubs.arrays import Array, FixedArray
from knuckle._stubs.display import Display
from knuckle._stubs.elements import (
    ModelActuator,
    ModelBody,
    ModelCamera,
    ModelEquality,
    ModelExclude,
    ModelGeom,
    ModelHfield,
    ModelJoint,
    ModelKey,
    ModelLight,
    ModelMaterial,
    ModelMesh,
    ModelNumeric,
    ModelPair,
    ModelSensor,
    ModelSite,
    ModelTendon,
    ModelText,
    ModelTexture,
    ModelTuple,
)
from knuckle._stubs.options import Options, Statistics
from knuckle.compile.result import Compiled
from knuckle.model.callbacks import Callbacks

class Model:
    """A compiled model: its sizes as integers and its arrays, with MuJoCo's names, as attributes.

    Make one with `knuckle.load`. `m.opt` holds the options, `m.stat` statistics, `m.vis` display settings, `m.warnings`
    the compiler's remarks, `m.callbacks` functions that run inside a step. Assigning to an array writes into it; arrays
    that tie the parts together, such as `m.body_parentid`, are read-only. `m.joint("hip").range` is the part of an
    array that belongs to one element.
    """

    opt: Final[Options]
    stat: Final[Statistics]
    vis: Final[Display]
    callbacks: Final[Callbacks]
    model_name: Final[str]
    warnings: Final[tuple[str, ...]]
    def __init__(self, compiled: Compiled) -> None: ...
    @classmethod
    def from_xml_path(
        cls, path: str | PathLike[str], omit: Iterable[str] = (), *, transmissions: bool = False
    ) -> Model:
        """Load an MJCF or URDF file, or an archive (.mjz); `omit` names features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
    @classmethod
    def from_xml_string(
        cls,
        text: str,
        assets: Mapping[str, bytes] | None = None,
        omit: Iterable[str] = (),
        *,
        transmissions: bool = False,
    ) -> Model:
        """Load text in MJCF or URDF; `assets` holds the contents of files it names, `omit` features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Model:
        """Load a file that `save` wrote; FileFormatError where the file is not one."""
    def save(self, path: str | PathLike[str]) -> None:
        """Write the compiled model to a binary file (.knm), which `knuckle.load` reads without compiling again.

        It is no MJCF, and a name that ends in .xml is refused. An old file is replaced only by a complete new one.
        """
    def to_xml(self, assets: dict[str, bytes] | None = None) -> str:
        """The model as MJCF text that loads to the same model, here and in MuJoCo, whatever it was made from.

        Bodies have explicit inertia, angles are in radians, default classes are resolved, numbers read back exactly.
        Without `assets` meshes and height fields stand in the text itself; a dictionary is filled with files for them,
        which the text names: `knuckle.load(text, assets)`. A model holds no pixels: textures are written from the files
        that they came from, if there is a dictionary for these, else they become white ones of the same size. Normals
        and texture coordinates that corners of triangles have for themselves need files. Meshes
        whose arrays were changed are found again to single precision. Callbacks, and options that MJCF has no word for,
        are not written.
        """
    def save_xml(self, path: str | PathLike[str]) -> None:
        """Write the model as MJCF (see `to_xml`), with the files of its meshes and height fields beside it.

        These lie in a folder of the file's name with `_assets` behind it. `save` writes a binary file.
        """
    def copy(self) -> Model:
        """An independent copy of the model."""
    def names(self, kind: str) -> list[str]:
        """The names of all elements of a kind, such as `m.names("joint")`, by index; empty text for those without."""
    def body(self, key: str | int) -> ModelBody:
        """Arrays of one body, found by name or index; writing to them changes the model."""
    def joint(self, key: str | int) -> ModelJoint:
        """Arrays of one joint, found by name or index; writing to them changes the model."""
    def jnt(self, key: str | int) -> ModelJoint:
        """Arrays of one joint, found by name or index; writing to them changes the model."""
    def geom(self, key: str | int) -> ModelGeom:
        """Arrays of one geom, found by name or index; writing to them changes the model."""
    def site(self, key: str | int) -> ModelSite:
        """Arrays of one site, found by name or index; writing to them changes the model."""
    def camera(self, key: str | int) -> ModelCamera:
        """Arrays of one camera, found by name or index; writing to them changes the model."""
    def cam(self, key: str | int) -> ModelCamera:
        """Arrays of one camera, found by name or index; writing to them changes the model."""
    def light(self, key: str | int) -> ModelLight:
        """Arrays of one light, found by name or index; writing to them changes the model."""
    def mesh(self, key: str | int) -> ModelMesh:
        """Arrays of one mesh, found by name or index; writing to them changes the model."""
    def hfield(self, key: str | int) -> ModelHfield:
        """Arrays of one hfield, found by name or index; writing to them changes the model."""
    def texture(self, key: str | int) -> ModelTexture:
        """Arrays of one texture, found by name or index; writing to them changes the model."""
    def tex(self, key: str | int) -> ModelTexture:
        """Arrays of one texture, found by name or index; writing to them changes the model."""
    def material(self, key: str | int) -> ModelMaterial:
        """Arrays of one material, found by name or index; writing to them changes the model."""
    def mat(self, key: str | int) -> ModelMaterial:
        """Arrays of one material, found by name or index; writing to them changes the model."""
    def pair(self, key: str | int) -> ModelPair:
        """Arrays of one pair, found by name or index; writing to them changes the model."""
    def exclude(self, key: str | int) -> ModelExclude:
        """Arrays of one exclude, found by name or index; writing to them changes the model."""
    def equality(self, key: str | int) -> ModelEquality:
        """Arrays of one equality, found by name or index; writing to them changes the model."""
    def eq(self, key: str | int) -> ModelEquality:
        """Arrays of one equality, found by name or index; writing to them changes the model."""
    def tendon(self, key: str | int) -> ModelTendon:
        """Arrays of one tendon, found by name or index; writing to them changes the model."""
    def actuator(self, key: str | int) -> ModelActuator:
        """Arrays of one actuator, found by name or index; writing to them changes the model."""
    def sensor(self, key: str | int) -> ModelSensor:
        """Arrays of one sensor, found by name or index; writing to them changes the model."""
    def numeric(self, key: str | int) -> ModelNumeric:
        """Arrays of one numeric, found by name or index; writing to them changes the model."""
    def text(self, key: str | int) -> ModelText:
        """Arrays of one text, found by name or index; writing to them changes the model."""
    def tuple(self, key: str | int) -> ModelTuple:
        """Arrays of one tuple, found by name or index; writing to them changes the model."""
    def key(self, key: str | int) -> ModelKey:
        """Arrays of one key, found by name or index; writing to them changes the model."""
    def keyframe(self, key: str | int) -> ModelKey:
        """Arrays of one key, found by name or index; writing to them changes the model."""
    nq: Final[int]
    """Coordinates of position: length of qpos."""
    nv: Final[int]
    """Degrees of freedom: length of qvel."""
    nu: Final[int]
    """Control inputs: length of ctrl."""
    nactuator: Final[int]
    """Actuators."""
    nout: Final[int]
    """Forces of all actuators: length of actuator_force."""
    nJmom: Final[int]
    """Entries of the actuator moments, over all forces."""
    na: Final[int]
    """Activation variables of actuators: length of act."""
    nbody: Final[int]
    """Bodies, the world included."""
    njnt: Final[int]
    """Joints."""
    ntree: Final[int]
    """Kinematic trees: groups of moving bodies that share no joint."""
    nM: Final[int]
    """Entries of the inertia matrix: each dof with itself and its ancestors."""
    nB: Final[int]
    """Entries of the body by dof pattern, over all bodies."""
    nC: Final[int]
    """Entries of M: as nM, but only the diagonal for simple dofs."""
    nD: Final[int]
    """Entries of the square matrix that couples each dof with ancestors and descendants."""
    ngeom: Final[int]
    """Geoms."""
    nsite: Final[int]
    """Sites."""
    ncam: Final[int]
    """Cameras."""
    nlight: Final[int]
    """Lights."""
    nmesh: Final[int]
    """Meshes."""
    nmeshvert: Final[int]
    """Vertices of all meshes."""
    nmeshnormal: Final[int]
    """Normals of all meshes."""
    nmeshtexcoord: Final[int]
    """Texture coordinates of all meshes."""
    nmeshface: Final[int]
    """Triangles of all meshes."""
    nmeshgraph: Final[int]
    """Integers of all convex hulls."""
    nmeshpoly: Final[int]
    """Flat polygons of all convex hulls."""
    nmeshpolyvert: Final[int]
    """Corners of all those polygons."""
    nmeshpolymap: Final[int]
    """Polygons at all vertices of the hulls."""
    nhfield: Final[int]
    """Height fields."""
    nhfielddata: Final[int]
    """Heights of all height fields."""
    ntex: Final[int]
    """Textures."""
    nmat: Final[int]
    """Materials."""
    npair: Final[int]
    """Explicit contact pairs."""
    nexclude: Final[int]
    """Pairs of bodies that do not collide."""
    neq: Final[int]
    """Equality constraints."""
    ntendon: Final[int]
    """Tendons."""
    nJten: Final[int]
    """Entries of the tendon Jacobian, over all tendons."""
    nwrap: Final[int]
    """Joints, sites, geoms and pulleys in the paths of all tendons."""
    nsensor: Final[int]
    """Sensors."""
    nsensordata: Final[int]
    """Numbers written by all sensors."""
    nnumeric: Final[int]
    """Custom numeric fields."""
    nnumericdata: Final[int]
    """Numbers in all custom numeric fields."""
    ntext: Final[int]
    """Custom text fields."""
    ntextdata: Final[int]
    """Bytes in all custom text fields, end marks included."""
    ntuple: Final[int]
    """Custom tuples."""
    ntupledata: Final[int]
    """Objects in all custom tuples."""
    nkey: Final[int]
    """Keyframes."""
    nmocap: Final[int]
    """Bodies driven by motion capture."""
    nuser_body: Final[int]
    """User numbers per body."""
    nuser_jnt: Final[int]
    """User numbers per joint."""
    nuser_geom: Final[int]
    """User numbers per geom."""
    nuser_site: Final[int]
    """User numbers per site."""
    nuser_cam: Final[int]
    """User numbers per camera."""
    nuser_tendon: Final[int]
    """User numbers per tendon."""
    nuser_actuator: Final[int]
    """User numbers per actuator."""
    nuser_sensor: Final[int]
    """User numbers per sensor."""
    nnames: Final[int]
    """Bytes of all names, end marks included."""
    nplastic: Final[int]
    """Variables of plastic springs: length of plastic."""
    ngravcomp: Final[int]
    """Bodies with gravity compensation."""
    nuserdata: Final[int]
    """Numbers in the user's own array."""
    nhistory: Final[int]
    """Numbers in the delay buffers of actuators and sensors."""
    qpos0: Array[float64]
    """Reference pose: where joint offsets are zero [m or rad], nq."""
    qpos_spring: Array[float64]
    """Pose in which joint springs are at rest [m or rad], nq."""
    body_parentid: FixedArray[int32]
    """Parent body; the world is its own, nbody."""
    body_rootid: FixedArray[int32]
    """Top ancestor below the world; the world is its own, nbody."""
    body_weldid: FixedArray[int32]
    """Topmost body this one is rigidly fixed to, nbody."""
    body_mocapid: FixedArray[int32]
    """Row in the motion capture arrays; -1 for none, nbody."""
    body_jntnum: FixedArray[int32]
    """Joints of the body, nbody."""
    body_jntadr: FixedArray[int32]
    """First joint of the body; -1 for none, nbody."""
    body_dofnum: FixedArray[int32]
    """Degrees of freedom of the body's own joints, nbody."""
    body_dofadr: FixedArray[int32]
    """First dof of the body; -1 for none, nbody."""
    body_treeid: FixedArray[int32]
    """Kinematic tree of the body; -1 where nothing can move it, nbody."""
    body_geomnum: FixedArray[int32]
    """Geoms of the body, nbody."""
    body_geomadr: FixedArray[int32]
    """First geom of the body; -1 for none, nbody."""
    body_simple: Array[uint8]
    """1: diagonal block of inertia; 2: also slides only, nbody."""
    body_sameframe: Array[uint8]
    """Whether body and inertial frame coincide (SameFrame), nbody."""
    body_pos: Array[float64]
    """Origin of the body frame, parent frame [m], nbody × 3."""
    body_quat: Array[float64]
    """Orientation of the body frame, parent frame, nbody × 4."""
    body_ipos: Array[float64]
    """Centre of mass, body frame [m], nbody × 3."""
    body_iquat: Array[float64]
    """Orientation of the principal axes of inertia, body frame, nbody × 4."""
    body_mass: Array[float64]
    """Mass [kg], nbody."""
    body_subtreemass: Array[float64]
    """Mass of the body and everything below it [kg], nbody."""
    body_inertia: Array[float64]
    """Principal moments of inertia about the centre of mass [kg m²], nbody × 3."""
    body_invweight0: Array[float64]
    """Mean inverse inertia in the reference pose [1/kg, 1/(kg m²)], nbody × 2."""
    body_gravcomp: Array[float64]
    """Share of the weight carried by a counter-force, nbody."""
    body_margin: Array[float64]
    """Largest margin plus gap among the body's geoms [m], nbody."""
    body_user: Array[float64]
    """Numbers of the user, not read by the engine, nbody × nuser_body."""
    body_contype: Array[int32]
    """Contact types of its geoms, joined bit by bit, nbody."""
    body_conaffinity: Array[int32]
    """Contact affinities of its geoms, joined bit by bit, nbody."""
    jnt_type: FixedArray[int32]
    """Kind of joint (JointType), njnt."""
    jnt_qposadr: FixedArray[int32]
    """First coordinate of the joint in qpos, njnt."""
    jnt_dofadr: FixedArray[int32]
    """First dof of the joint in qvel, njnt."""
    jnt_bodyid: FixedArray[int32]
    """Body moved by the joint, njnt."""
    jnt_actuatorid: FixedArray[int32]
    """Actuator that lends it damping or armature; -1: none, -2: several, njnt."""
    jnt_group: Array[int32]
    """Display group, njnt."""
    jnt_plasticadr: FixedArray[int32]
    """First variable of a plastic spring; -1 if elastic, njnt."""
    jnt_limited: Array[bool_]
    """Whether the joint has a limit, njnt."""
    jnt_actfrclimited: Array[bool_]
    """Whether the total actuator force is clamped, njnt."""
    jnt_actgravcomp: Array[bool_]
    """Whether gravity compensation counts as actuator force, njnt."""
    jnt_solref: Array[float64]
    """Solver reference of the limit [s, - or 1/s², 1/s], njnt × 2."""
    jnt_solimp: Array[float64]
    """Solver impedance of the limit [-, -, m or rad, -, -], njnt × 5."""
    jnt_pos: Array[float64]
    """Point the joint rotates about, body frame [m], njnt × 3."""
    jnt_axis: Array[float64]
    """Unit axis of a hinge or slide, body frame, njnt × 3."""
    jnt_stiffness: Array[float64]
    """Spring stiffness, the constant term [N/m or N m/rad], njnt."""
    jnt_stiffnesspoly: Array[float64]
    """Stiffness terms of order 1 and 2; per radian in rotation [N/m², N/m³], njnt × 2."""
    jnt_springyield: Array[float64]
    """Displacement at which the spring yields; 0 if elastic [m or rad], njnt."""
    jnt_range: Array[float64]
    """Lower and upper limit; for a ball 0 and the largest angle [m or rad], njnt × 2."""
    jnt_actfrcrange: Array[float64]
    """Bounds of the total actuator force [N or N m], njnt × 2."""
    jnt_margin: Array[float64]
    """Distance at which the limit becomes active [m or rad], njnt."""
    jnt_user: Array[float64]
    """Numbers of the user, not read by the engine, njnt × nuser_jnt."""
    dof_bodyid: FixedArray[int32]
    """Body moved by the dof, nv."""
    dof_jntid: FixedArray[int32]
    """Joint of the dof, nv."""
    dof_parentid: FixedArray[int32]
    """Next dof on the way to the root; -1 for none, nv."""
    dof_treeid: FixedArray[int32]
    """Kinematic tree of the dof, nv."""
    dof_Madr: FixedArray[int32]
    """Place of the diagonal element among the nM entries, nv."""
    dof_simplenum: FixedArray[int32]
    """Simple dofs in a row from here on; 0 if not simple, nv."""
    dof_solref: Array[float64]
    """Solver reference of dry friction [s, - or 1/s², 1/s], nv × 2."""
    dof_solimp: Array[float64]
    """Solver impedance of dry friction [-, -, m or rad, -, -], nv × 5."""
    dof_frictionloss: Array[float64]
    """Largest force of dry friction [N or N m], nv."""
    dof_armature: Array[float64]
    """Inertia added on the diagonal, as of a geared rotor [kg or kg m²], nv."""
    dof_damping: Array[float64]
    """Damping, the constant term [N s/m or N m s/rad], nv."""
    dof_dampingpoly: Array[float64]
    """Damping terms of order 1 and 2; per radian in rotation [N s²/m² …], nv × 2."""
    dof_invweight0: Array[float64]
    """Mean inverse inertia in the reference pose [1/kg or 1/(kg m²)], nv."""
    dof_M0: Array[float64]
    """Diagonal of the inertia matrix in the reference pose [kg or kg m²], nv."""
    dof_length: Array[float64]
    """Length that makes the velocity a speed: 1 for slides [- or m], nv."""
    tree_bodyadr: FixedArray[int32]
    """First body of the tree, ntree."""
    tree_bodynum: FixedArray[int32]
    """Bodies of the tree, ntree."""
    tree_dofadr: FixedArray[int32]
    """First dof of the tree, ntree."""
    tree_dofnum: FixedArray[int32]
    """Degrees of freedom of the tree, ntree."""
    tree_sleep_policy: Array[int32]
    """When the tree may sleep (SleepPolicy), ntree."""
    geom_type: FixedArray[int32]
    """Shape (GeomType), ngeom."""
    geom_contype: Array[int32]
    """Bits tested against the other geom's affinity, ngeom."""
    geom_conaffinity: Array[int32]
    """Bits tested against the other geom's contact type, ngeom."""
    geom_condim: Array[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6, ngeom."""
    geom_bodyid: FixedArray[int32]
    """Body the geom is fixed to, ngeom."""
    geom_dataid: FixedArray[int32]
    """Mesh or height field of the geom; -1 for none, ngeom."""
    geom_matid: Array[int32]
    """Material; -1 for none, ngeom."""
    geom_group: Array[int32]
    """Display group, ngeom."""
    geom_priority: Array[int32]
    """The geom of higher priority sets the contact parameters, ngeom."""
    geom_sameframe: Array[uint8]
    """Frame of the body it coincides with (SameFrame), ngeom."""
    geom_castshadow: Array[bool_]
    """Whether the geom casts a shadow, ngeom."""
    geom_solmix: Array[float64]
    """Weight in the mean of two geoms' solver parameters, ngeom."""
    geom_solref: Array[float64]
    """Solver reference of contacts [s, - or 1/s², 1/s], ngeom × 2."""
    geom_solimp: Array[float64]
    """Solver impedance of contacts [-, -, m, -, -], ngeom × 5."""
    geom_size: Array[float64]
    """Radius, half lengths or half widths, by shape [m], ngeom × 3."""
    geom_aabb: Array[float64]
    """Box around the shape in its own frame: centre, half widths [m], ngeom × 6."""
    geom_rbound: Array[float64]
    """Radius of a sphere around the shape; 0 for a plane [m], ngeom."""
    geom_pos: Array[float64]
    """Centre of the geom, body frame [m], ngeom × 3."""
    geom_quat: Array[float64]
    """Orientation of the geom, body frame, ngeom × 4."""
    geom_friction: Array[float64]
    """Friction coefficients: sliding, torsional, rolling [-, m, m], ngeom × 3."""
    geom_margin: Array[float64]
    """Distance by which the surface is inflated in contacts [m], ngeom."""
    geom_gap: Array[float64]
    """Further distance of contacts that carry no force [m], ngeom."""
    geom_surfacevel: Array[float64]
    """Velocity of the surface, geom frame: linear, angular [m/s, rad/s], ngeom × 6."""
    geom_adhesion: Array[float64]
    """Force with which contacts of the geom stick [N], ngeom."""
    geom_fluid: Array[float64]
    """Fluid model: on, five coefficients, virtual mass and inertia, ngeom × 12."""
    geom_user: Array[float64]
    """Numbers of the user, not read by the engine, ngeom × nuser_geom."""
    geom_rgba: Array[float32]
    """Colour and opacity where there is no material, ngeom × 4."""
    site_type: Array[int32]
    """Shape (GeomType), nsite."""
    site_bodyid: FixedArray[int32]
    """Body the site is fixed to, nsite."""
    site_dataid: FixedArray[int32]
    """Mesh of the site; -1 for none, nsite."""
    site_matid: Array[int32]
    """Material; -1 for none, nsite."""
    site_group: Array[int32]
    """Display group, nsite."""
    site_sameframe: Array[uint8]
    """Frame of the body it coincides with (SameFrame), nsite."""
    site_size: Array[float64]
    """Radius, half lengths or half widths, by shape [m], nsite × 3."""
    site_pos: Array[float64]
    """Centre of the site, body frame [m], nsite × 3."""
    site_quat: Array[float64]
    """Orientation of the site, body frame, nsite × 4."""
    site_user: Array[float64]
    """Numbers of the user, not read by the engine, nsite × nuser_site."""
    site_rgba: Array[float32]
    """Colour and opacity where there is no material, nsite × 4."""
    cam_mode: Array[int32]
    """How the camera follows its body (CamLight), ncam."""
    cam_bodyid: FixedArray[int32]
    """Body the camera is fixed to, ncam."""
    cam_targetbodyid: FixedArray[int32]
    """Body the camera looks at; -1 for none, ncam."""
    cam_pos: Array[float64]
    """Position, body frame [m], ncam × 3."""
    cam_quat: Array[float64]
    """Orientation, body frame; the camera looks along its -z, ncam × 4."""
    cam_poscom0: Array[float64]
    """Offset from the subtree's mass centre in the reference pose [m], ncam × 3."""
    cam_pos0: Array[float64]
    """Offset from the body in the reference pose, world frame [m], ncam × 3."""
    cam_mat0: Array[float64]
    """Orientation in the reference pose, world frame, by rows, ncam × 9."""
    cam_projection: Array[int32]
    """Kind of projection (Projection), ncam."""
    cam_fovy: Array[float64]
    """Vertical field of view; a height if orthographic [deg or m], ncam."""
    cam_ipd: Array[float64]
    """Distance between the eyes in stereo [m], ncam."""
    cam_resolution: Array[int32]
    """Pixels of the image: width, height, ncam × 2."""
    cam_output: Array[int32]
    """Images the camera gives (bits of CamOutput), ncam."""
    cam_sensorsize: Array[float32]
    """Width and height of the image sensor; 0 if unset [m], ncam × 2."""
    cam_intrinsic: Array[float32]
    """Focal lengths in x and y, principal point [m], ncam × 4."""
    cam_user: Array[float64]
    """Numbers of the user, not read by the engine, ncam × nuser_cam."""
    light_mode: Array[int32]
    """How the light follows its body (CamLight), nlight."""
    light_bodyid: FixedArray[int32]
    """Body the light is fixed to, nlight."""
    light_targetbodyid: FixedArray[int32]
    """Body the light points at; -1 for none, nlight."""
    light_type: Array[int32]
    """Kind of light (LightType), nlight."""
    light_texid: Array[int32]
    """Texture of an image light; -1 for none, nlight."""
    light_castshadow: Array[bool_]
    """Whether the light casts shadows, nlight."""
    light_bulbradius: Array[float32]
    """Radius of the bulb, for soft shadows [m], nlight."""
    light_intensity: Array[float32]
    """Luminous intensity, for physical renderers [cd], nlight."""
    light_range: Array[float32]
    """Distance beyond which the light has no effect [m], nlight."""
    light_active: Array[bool_]
    """Whether the light is on, nlight."""
    light_pos: Array[float64]
    """Position, body frame [m], nlight × 3."""
    light_dir: Array[float64]
    """Unit direction, body frame, nlight × 3."""
    light_poscom0: Array[float64]
    """Offset from the subtree's mass centre in the reference pose [m], nlight × 3."""
    light_pos0: Array[float64]
    """Offset from the body in the reference pose, world frame [m], nlight × 3."""
    light_dir0: Array[float64]
    """Unit direction in the reference pose, world frame, nlight × 3."""
    light_attenuation: Array[float32]
    """Loss with distance: coefficients of order 0, 1, 2 [-, 1/m, 1/m²], nlight × 3."""
    light_cutoff: Array[float32]
    """Half angle of a spotlight's cone [deg], nlight."""
    light_softness: Array[float32]
    """Softness of a spotlight's edge, nlight."""
    light_exponent: Array[float32]
    """How strongly a spotlight fades towards its edge, nlight."""
    light_ambient: Array[float32]
    """Ambient colour, nlight × 3."""
    light_diffuse: Array[float32]
    """Diffuse colour, nlight × 3."""
    light_specular: Array[float32]
    """Specular colour, nlight × 3."""
    mesh_vertadr: FixedArray[int32]
    """First vertex, nmesh."""
    mesh_vertnum: FixedArray[int32]
    """Vertices, nmesh."""
    mesh_faceadr: FixedArray[int32]
    """First triangle, nmesh."""
    mesh_facenum: FixedArray[int32]
    """Triangles, nmesh."""
    mesh_normaladr: FixedArray[int32]
    """First normal, nmesh."""
    mesh_normalnum: FixedArray[int32]
    """Normals, nmesh."""
    mesh_texcoordadr: FixedArray[int32]
    """First texture coordinate; -1 for none, nmesh."""
    mesh_texcoordnum: FixedArray[int32]
    """Texture coordinates, nmesh."""
    mesh_graphadr: FixedArray[int32]
    """First integer of the convex hull; -1 for none, nmesh."""
    mesh_extrema: FixedArray[int32]
    """Farthest vertices along the 27 directions of a 3 by 3 by 3 grid, nmesh × 27."""
    mesh_vert: Array[float32]
    """Vertices, frame of the mesh [m], nmeshvert × 3."""
    mesh_normal: Array[float32]
    """Normals, frame of the mesh, nmeshnormal × 3."""
    mesh_texcoord: Array[float32]
    """Texture coordinates, nmeshtexcoord × 2."""
    mesh_face: FixedArray[int32]
    """Vertices of each triangle, counted within the mesh, nmeshface × 3."""
    mesh_facenormal: FixedArray[int32]
    """Normals of each triangle, counted within the mesh, nmeshface × 3."""
    mesh_facetexcoord: FixedArray[int32]
    """Texture coordinates of each triangle, counted within the mesh, nmeshface × 3."""
    mesh_graph: FixedArray[int32]
    """Convex hulls: sizes, vertices, edges, triangles, nmeshgraph."""
    mesh_scale: Array[float64]
    """Scale that was applied to the file's vertices, nmesh × 3."""
    mesh_pos: Array[float64]
    """Shift that was applied to the file's vertices [m], nmesh × 3."""
    mesh_quat: Array[float64]
    """Rotation that was applied to the file's vertices, nmesh × 4."""
    mesh_polynum: FixedArray[int32]
    """Flat polygons of the convex hull, nmesh."""
    mesh_polyadr: FixedArray[int32]
    """First of those polygons, nmesh."""
    mesh_polynormal: Array[float64]
    """Outward unit normal of each polygon, frame of the mesh, nmeshpoly × 3."""
    mesh_polyvertadr: FixedArray[int32]
    """First corner of each polygon in mesh_polyvert, nmeshpoly."""
    mesh_polyvertnum: FixedArray[int32]
    """Corners of each polygon, nmeshpoly."""
    mesh_polyvert: FixedArray[int32]
    """Vertex of each corner, counted within the mesh, nmeshpolyvert."""
    mesh_polymapadr: FixedArray[int32]
    """First polygon at each vertex in mesh_polymap, nmeshvert."""
    mesh_polymapnum: FixedArray[int32]
    """Polygons at each vertex, nmeshvert."""
    mesh_polymap: FixedArray[int32]
    """Polygons at the vertices, counted within the mesh, nmeshpolymap."""
    hfield_size: Array[float64]
    """Half widths along x and y, height of the data, depth of the base [m], nhfield × 4."""
    hfield_nrow: FixedArray[int32]
    """Rows of the grid, along y, nhfield."""
    hfield_ncol: FixedArray[int32]
    """Columns of the grid, along x, nhfield."""
    hfield_adr: FixedArray[int32]
    """First height in hfield_data, nhfield."""
    hfield_data: Array[float32]
    """Heights between 0 and 1, row by row, nhfielddata."""
    tex_type: Array[int32]
    """How the texture is mapped (TextureType), ntex."""
    tex_colorspace: Array[int32]
    """Meaning of the colours (ColorSpace), ntex."""
    tex_height: Array[int32]
    """Rows of the image, ntex."""
    tex_width: Array[int32]
    """Columns of the image, ntex."""
    tex_nchannel: Array[int32]
    """Channels of a pixel, ntex."""
    mat_texid: Array[int32]
    """Texture for each role (TextureRole); -1 for none, nmat × 10."""
    mat_texuniform: Array[bool_]
    """Whether texture size is independent of object size, nmat."""
    mat_texrepeat: Array[float32]
    """Repetitions of the texture along its two directions, nmat × 2."""
    mat_emission: Array[float32]
    """Own light, as a share of the colour, nmat."""
    mat_specular: Array[float32]
    """Strength of highlights, nmat."""
    mat_shininess: Array[float32]
    """Sharpness of highlights, 0 to 1, nmat."""
    mat_reflectance: Array[float32]
    """Strength of mirror images, 0 for none, nmat."""
    mat_metallic: Array[float32]
    """How metallic the surface is; negative where unset, nmat."""
    mat_roughness: Array[float32]
    """How rough the surface is; negative where unset, nmat."""
    mat_rgba: Array[float32]
    """Colour and opacity, nmat × 4."""
    pair_dim: Array[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6, npair."""
    pair_geom1: FixedArray[int32]
    """First geom, npair."""
    pair_geom2: FixedArray[int32]
    """Second geom, npair."""
    pair_signature: FixedArray[int32]
    """Both bodies in one number: the first, shifted by 16 bits, and the second, npair."""
    pair_solref: Array[float64]
    """Solver reference along the normal [s, - or 1/s², 1/s], npair × 2."""
    pair_solreffriction: Array[float64]
    """Solver reference of friction; zeros: as along the normal [s, - or 1/s², 1/s], npair × 2."""
    pair_solimp: Array[float64]
    """Solver impedance [-, -, m, -, -], npair × 5."""
    pair_margin: Array[float64]
    """Distance by which the surfaces are inflated [m], npair."""
    pair_gap: Array[float64]
    """Further distance of contacts that carry no force [m], npair."""
    pair_adhesion: Array[float64]
    """Force with which the contacts stick [N], npair."""
    pair_friction: Array[float64]
    """Friction: two tangents, torsion, two rolling axes [-, -, m, m, m], npair × 5."""
    exclude_signature: FixedArray[int32]
    """Both bodies in one number: the first, shifted by 16 bits, and the second, nexclude."""
    eq_type: FixedArray[int32]
    """Kind of equality (EqType), neq."""
    eq_obj1id: FixedArray[int32]
    """First body, site, joint, tendon or geom, neq."""
    eq_obj2id: FixedArray[int32]
    """Second one; -1 for none, neq."""
    eq_objtype: FixedArray[int32]
    """What both are (ObjType); UNKNOWN for joints, neq."""
    eq_active0: Array[bool_]
    """Whether the constraint is on at the start, neq."""
    eq_solref: Array[float64]
    """Solver reference [s, - or 1/s², 1/s], neq × 2."""
    eq_solimp: Array[float64]
    """Solver impedance [-, -, m or rad, -, -], neq × 5."""
    eq_data: Array[float64]
    """Numbers of the constraint, by its kind, neq × 12."""
    tendon_type: FixedArray[int32]
    """Fixed or spatial (TendonType), ntendon."""
    tendon_adr: FixedArray[int32]
    """First object of the path, ntendon."""
    tendon_num: FixedArray[int32]
    """Objects of the path, ntendon."""
    tendon_matid: Array[int32]
    """Material; -1 for none, ntendon."""
    tendon_actuatorid: FixedArray[int32]
    """Actuator that lends damping or armature; -1: none, -2: several, ntendon."""
    tendon_group: Array[int32]
    """Group, for display, ntendon."""
    tendon_plasticadr: FixedArray[int32]
    """First variable of its plastic spring; -1 for an elastic one, ntendon."""
    tendon_treenum: Array[int32]
    """Kinematic trees along the path, ntendon."""
    tendon_treeid: FixedArray[int32]
    """The first two of them; -1 for none, ntendon × 2."""
    ten_J_rownnz: FixedArray[int32]
    """Entries of the row of the tendon Jacobian, ntendon."""
    ten_J_rowadr: FixedArray[int32]
    """First entry of the row, ntendon."""
    ten_J_colind: FixedArray[int32]
    """Dof of each entry, ascending, nJten."""
    tendon_limited: Array[bool_]
    """Whether the length has limits, ntendon."""
    tendon_actfrclimited: Array[bool_]
    """Whether the force of all actuators on it is clamped, ntendon."""
    tendon_width: Array[float64]
    """Width, for display [m], ntendon."""
    tendon_solref_lim: Array[float64]
    """Solver reference of the limits [s, - or 1/s², 1/s], ntendon × 2."""
    tendon_solimp_lim: Array[float64]
    """Solver impedance of the limits [-, -, m or rad, -, -], ntendon × 5."""
    tendon_solref_fri: Array[float64]
    """Solver reference of dry friction [s, - or 1/s², 1/s], ntendon × 2."""
    tendon_solimp_fri: Array[float64]
    """Solver impedance of dry friction [-, -, m or rad, -, -], ntendon × 5."""
    tendon_range: Array[float64]
    """Limits of the length [m or rad], ntendon × 2."""
    tendon_actfrcrange: Array[float64]
    """Bounds of the force of all actuators on it [N or N m], ntendon × 2."""
    tendon_margin: Array[float64]
    """Distance from a limit at which it begins to act [m or rad], ntendon."""
    tendon_stiffness: Array[float64]
    """Stiffness of the spring, the constant term [N/m or N m/rad], ntendon."""
    tendon_stiffnesspoly: Array[float64]
    """Stiffness terms of order 1 and 2 [N/m² …], ntendon × 2."""
    tendon_damping: Array[float64]
    """Damping, the constant term [N s/m or N m s/rad], ntendon."""
    tendon_dampingpoly: Array[float64]
    """Damping terms of order 1 and 2 [N s²/m² …], ntendon × 2."""
    tendon_armature: Array[float64]
    """Inertia against changes of the length [kg or kg m²], ntendon."""
    tendon_frictionloss: Array[float64]
    """Dry friction [N or N m], ntendon."""
    tendon_lengthspring: Array[float64]
    """Lengths between which the spring is at rest [m or rad], ntendon × 2."""
    tendon_springyield: Array[float64]
    """Displacement beyond which a plastic spring yields [m or rad], ntendon."""
    tendon_length0: Array[float64]
    """Length in the reference pose [m or rad], ntendon."""
    tendon_invweight0: Array[float64]
    """Inverse inertia in the reference pose [1/kg or 1/(kg m²)], ntendon."""
    tendon_user: Array[float64]
    """Numbers of the user, not read by the engine, ntendon × nuser_tendon."""
    tendon_rgba: Array[float32]
    """Colour and opacity, for display, ntendon × 4."""
    wrap_type: FixedArray[int32]
    """Kind of the object in the path (WrapType), nwrap."""
    wrap_objid: FixedArray[int32]
    """Joint, site or geom; -1 for a pulley, nwrap."""
    wrap_prm: Array[float64]
    """Coefficient of a joint, divisor of a pulley, side site of a geom, nwrap."""
    actuator_trntype: FixedArray[int32]
    """What the actuator acts on (TrnType), nactuator."""
    actuator_dyntype: FixedArray[int32]
    """How activation follows control (DynType), nactuator."""
    actuator_gaintype: FixedArray[int32]
    """How force depends on control (GainType), nactuator."""
    actuator_biastype: FixedArray[int32]
    """Force without control (BiasType), nactuator."""
    actuator_ctrladr: FixedArray[int32]
    """First control, nactuator."""
    actuator_ctrlnum: FixedArray[int32]
    """Controls, nactuator."""
    actuator_ctrlspec: FixedArray[int32]
    """Which inputs the controls are, by kind of gain, nactuator."""
    actuator_outadr: FixedArray[int32]
    """First force, nactuator."""
    actuator_outnum: FixedArray[int32]
    """Forces, nactuator."""
    actuator_actadr: FixedArray[int32]
    """First activation; -1 for none, nactuator."""
    actuator_actnum: FixedArray[int32]
    """Activations, nactuator."""
    actuator_actspec: FixedArray[int32]
    """Which states of a controller or motor the activations are, nactuator."""
    actuator_trnid: FixedArray[int32]
    """Joint, tendon, site or body it acts on, and a second one; -1 for none, nactuator × 2."""
    actuator_cranklength: Array[float64]
    """Length of the rod of a slider-crank [m], nactuator."""
    actuator_dynprm: Array[float64]
    """Parameters of the activation, nactuator × 10."""
    actuator_gainprm: Array[float64]
    """Parameters of the gain, nactuator × 10."""
    actuator_biasprm: Array[float64]
    """Parameters of the bias, nactuator × 10."""
    actuator_actlimited: Array[bool_]
    """Whether activations are clamped, nactuator."""
    actuator_actrange: Array[float64]
    """Bounds of the activations, nactuator × 2."""
    actuator_actearly: Array[bool_]
    """Whether force uses the activation at the end of the step, nactuator."""
    actuator_history: FixedArray[int32]
    """Delay buffer: samples, kind of interpolation, nactuator × 2."""
    actuator_historyadr: FixedArray[int32]
    """First number of the delay buffer; -1 for none, nactuator."""
    actuator_delay: Array[float64]
    """Delay of the controls [s], nactuator."""
    actuator_damping: Array[float64]
    """Damping of the transmission, the constant term [N s/m or N m s/rad], nactuator."""
    actuator_dampingpoly: Array[float64]
    """Damping terms of order 1 and 2 [N s²/m² …], nactuator × 2."""
    actuator_armature: Array[float64]
    """Inertia of the rotor, before the gear [kg or kg m²], nactuator."""
    actuator_group: Array[int32]
    """Group, for switching off and for display, nactuator."""
    actuator_user: Array[float64]
    """Numbers of the user, not read by the engine, nactuator × nuser_actuator."""
    actuator_forcelimited: Array[bool_]
    """Whether forces are clamped, nactuator."""
    actuator_forcerange: Array[float64]
    """Bounds of the forces [N or N m], nactuator × 2."""
    actuator_ctrllimited: Array[bool_]
    """Whether the control is clamped, nu."""
    actuator_ctrlrange: Array[float64]
    """Bounds of the control, nu × 2."""
    actuator_gear: Array[float64]
    """Factors of length and force; for a body a wrench, nout × 6."""
    actuator_acc0: Array[float64]
    """Acceleration by a unit force in the reference pose [m/s² or rad/s²], nout."""
    actuator_length0: Array[float64]
    """Length in the reference pose [m or rad], nout."""
    actuator_lengthrange: Array[float64]
    """Range of lengths the actuator can have [m or rad], nout × 2."""
    trn_rownnz: FixedArray[int32]
    """Entries of each row of the moments: dofs that change the length, nout."""
    trn_rowadr: FixedArray[int32]
    """First entry of each row of the moments, nout."""
    trn_colind: FixedArray[int32]
    """Dof of each entry of the moments, nJmom."""
    sensor_type: FixedArray[int32]
    """Kind of sensor (SensorType), nsensor."""
    sensor_datatype: FixedArray[int32]
    """What its readings are (DataType), nsensor."""
    sensor_needstage: FixedArray[int32]
    """Stage after which it is read (Stage), nsensor."""
    sensor_objtype: FixedArray[int32]
    """Kind of the object it senses (ObjType), nsensor."""
    sensor_objid: FixedArray[int32]
    """That object; -1 for none, nsensor."""
    sensor_reftype: FixedArray[int32]
    """Kind of the object it is read against (ObjType), nsensor."""
    sensor_refid: FixedArray[int32]
    """That object; -1 for none, nsensor."""
    sensor_intprm: FixedArray[int32]
    """Parameters: what is told, which contacts, how many, nsensor × 3."""
    sensor_dim: FixedArray[int32]
    """Readings, nsensor."""
    sensor_adr: FixedArray[int32]
    """First reading in sensordata, nsensor."""
    sensor_cutoff: Array[float64]
    """Largest reading, or reach of a distance; 0: no bound, nsensor."""
    sensor_noise: Array[float64]
    """Standard deviation of noise, not read by the engine, nsensor."""
    sensor_history: FixedArray[int32]
    """Delay buffer: samples, kind of interpolation, nsensor × 2."""
    sensor_historyadr: FixedArray[int32]
    """First number of the delay buffer; -1 for none, nsensor."""
    sensor_delay: Array[float64]
    """Delay of the readings [s], nsensor."""
    sensor_interval: Array[float64]
    """Period and phase of the readings; period 0: every step [s], nsensor × 2."""
    sensor_user: Array[float64]
    """Numbers of the user, not read by the engine, nsensor × nuser_sensor."""
    numeric_adr: FixedArray[int32]
    """First number of the field in numeric_data, nnumeric."""
    numeric_size: FixedArray[int32]
    """Numbers in the field, nnumeric."""
    numeric_data: Array[float64]
    """Numbers of all custom numeric fields, nnumericdata."""
    text_adr: FixedArray[int32]
    """First byte of the text in text_data, ntext."""
    text_size: FixedArray[int32]
    """Bytes of the text, end mark included, ntext."""
    text_data: Array[bytes_]
    """Bytes of all custom texts, each ended by a zero, ntextdata."""
    tuple_adr: FixedArray[int32]
    """First object of the tuple in the tuple_obj arrays, ntuple."""
    tuple_size: FixedArray[int32]
    """Objects in the tuple, ntuple."""
    tuple_objtype: FixedArray[int32]
    """Kind of each object (ObjType), ntupledata."""
    tuple_objid: FixedArray[int32]
    """Index of each object within its kind, ntupledata."""
    tuple_objprm: Array[float64]
    """Number attached to each object, ntupledata."""
    key_time: Array[float64]
    """Time of the keyframe [s], nkey."""
    key_qpos: Array[float64]
    """Positions [m or rad], nkey × nq."""
    key_qvel: Array[float64]
    """Velocities [m/s or rad/s], nkey × nv."""
    key_act: Array[float64]
    """Activations of actuators, nkey × na."""
    key_mpos: Array[float64]
    """Positions of motion capture bodies, one after the other [m], nkey × nmocap*3."""
    key_mquat: Array[float64]
    """Orientations of motion capture bodies, one after the other, nkey × nmocap*4."""
    key_ctrl: Array[float64]
    """Controls, nkey × nu."""
    key_plastic: Array[float64]
    """Rest positions of plastic springs [m or rad], nkey × nplastic."""
    B_rownnz: FixedArray[int32]
    """Body by dof pattern: dofs above or below the body, nbody."""
    B_rowadr: FixedArray[int32]
    """Body by dof pattern: first entry of the body, nbody."""
    B_colind: FixedArray[int32]
    """Body by dof pattern: dof of each entry, nB."""
    M_rownnz: FixedArray[int32]
    """Inertia matrix: entries stored in the row of each dof, nv."""
    M_rowadr: FixedArray[int32]
    """Inertia matrix: first entry of the row, nv."""
    M_colind: FixedArray[int32]
    """Inertia matrix: column of each entry, the diagonal last, nC."""
    mapM2M: FixedArray[int32]
    """Place of each entry of M among the nM entries, nC."""
    D_rownnz: FixedArray[int32]
    """Square pattern: entries of the row, nv."""
    D_rowadr: FixedArray[int32]
    """Square pattern: first entry of the row, nv."""
    D_diag: FixedArray[int32]
    """Square pattern: place of the diagonal within the row, nv."""
    D_colind: FixedArray[int32]
    """Square pattern: column of each entry, ascending, nD."""
    mapM2D: FixedArray[int32]
    """Place in M of each entry of the square pattern; -1 for none, nD."""
    mapD2M: FixedArray[int32]
    """Place in the square pattern of each entry of M, nC."""
