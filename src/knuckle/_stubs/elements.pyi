# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from typing import Final

from numpy import bool_, bytes_, float32, float64, int32, uint8

from knuckle._stubs.arrays import Array, FixedArray

class ModelBody:
    """One body, `m.body(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    parentid: FixedArray[int32]
    """Parent body; the world is its own."""
    rootid: FixedArray[int32]
    """Top ancestor below the world; the world is its own."""
    weldid: FixedArray[int32]
    """Topmost body this one is rigidly fixed to."""
    mocapid: FixedArray[int32]
    """Row in the motion capture arrays; -1 for none."""
    jntnum: FixedArray[int32]
    """Joints of the body."""
    jntadr: FixedArray[int32]
    """First joint of the body; -1 for none."""
    dofnum: FixedArray[int32]
    """Degrees of freedom of the body's own joints."""
    dofadr: FixedArray[int32]
    """First dof of the body; -1 for none."""
    treeid: FixedArray[int32]
    """Kinematic tree of the body; -1 where nothing can move it."""
    geomnum: FixedArray[int32]
    """Geoms of the body."""
    geomadr: FixedArray[int32]
    """First geom of the body; -1 for none."""
    simple: Array[uint8]
    """1: diagonal block of inertia; 2: also slides only."""
    sameframe: Array[uint8]
    """Whether body and inertial frame coincide (SameFrame)."""
    pos: Array[float64]
    """Origin of the body frame, parent frame [m]."""
    quat: Array[float64]
    """Orientation of the body frame, parent frame."""
    ipos: Array[float64]
    """Centre of mass, body frame [m]."""
    iquat: Array[float64]
    """Orientation of the principal axes of inertia, body frame."""
    mass: Array[float64]
    """Mass [kg]."""
    subtreemass: Array[float64]
    """Mass of the body and everything below it [kg]."""
    inertia: Array[float64]
    """Principal moments of inertia about the centre of mass [kg m²]."""
    invweight0: Array[float64]
    """Mean inverse inertia in the reference pose [1/kg, 1/(kg m²)]."""
    gravcomp: Array[float64]
    """Share of the weight carried by a counter-force."""
    margin: Array[float64]
    """Largest margin plus gap among the body's geoms [m]."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    contype: Array[int32]
    """Contact types of its geoms, joined bit by bit."""
    conaffinity: Array[int32]
    """Contact affinities of its geoms, joined bit by bit."""

class ModelJoint:
    """One joint, `m.joint(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    bodyid: FixedArray[int32]
    """Body moved by the dof."""
    jntid: FixedArray[int32]
    """Joint of the dof."""
    parentid: FixedArray[int32]
    """Next dof on the way to the root; -1 for none."""
    treeid: FixedArray[int32]
    """Kinematic tree of the dof."""
    Madr: FixedArray[int32]
    """Place of the diagonal element among the nM entries."""
    simplenum: FixedArray[int32]
    """Simple dofs in a row from here on; 0 if not simple."""
    solref: Array[float64]
    """Solver reference of the limit [s, - or 1/s², 1/s]."""
    solimp: Array[float64]
    """Solver impedance of the limit [-, -, m or rad, -, -]."""
    frictionloss: Array[float64]
    """Largest force of dry friction [N or N m]."""
    armature: Array[float64]
    """Inertia added on the diagonal, as of a geared rotor [kg or kg m²]."""
    damping: Array[float64]
    """Damping, the constant term [N s/m or N m s/rad]."""
    dampingpoly: Array[float64]
    """Damping terms of order 1 and 2; per radian in rotation [N s²/m² …]."""
    invweight0: Array[float64]
    """Mean inverse inertia in the reference pose [1/kg or 1/(kg m²)]."""
    M0: Array[float64]
    """Diagonal of the inertia matrix in the reference pose [kg or kg m²]."""
    length: Array[float64]
    """Length that makes the velocity a speed: 1 for slides [- or m]."""
    type: FixedArray[int32]
    """Kind of joint (JointType)."""
    qposadr: FixedArray[int32]
    """First coordinate of the joint in qpos."""
    dofadr: FixedArray[int32]
    """First dof of the joint in qvel."""
    actuatorid: FixedArray[int32]
    """Actuator that lends it damping or armature; -1: none, -2: several."""
    group: Array[int32]
    """Display group."""
    plasticadr: FixedArray[int32]
    """First variable of a plastic spring; -1 if elastic."""
    limited: Array[bool_]
    """Whether the joint has a limit."""
    actfrclimited: Array[bool_]
    """Whether the total actuator force is clamped."""
    actgravcomp: Array[bool_]
    """Whether gravity compensation counts as actuator force."""
    pos: Array[float64]
    """Point the joint rotates about, body frame [m]."""
    axis: Array[float64]
    """Unit axis of a hinge or slide, body frame."""
    stiffness: Array[float64]
    """Spring stiffness, the constant term [N/m or N m/rad]."""
    stiffnesspoly: Array[float64]
    """Stiffness terms of order 1 and 2; per radian in rotation [N/m², N/m³]."""
    springyield: Array[float64]
    """Displacement at which the spring yields; 0 if elastic [m or rad]."""
    range: Array[float64]
    """Lower and upper limit; for a ball 0 and the largest angle [m or rad]."""
    actfrcrange: Array[float64]
    """Bounds of the total actuator force [N or N m]."""
    margin: Array[float64]
    """Distance at which the limit becomes active [m or rad]."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    qpos0: Array[float64]
    """Reference pose: where joint offsets are zero [m or rad]."""
    qpos_spring: Array[float64]
    """Pose in which joint springs are at rest [m or rad]."""

class ModelGeom:
    """One geom, `m.geom(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: FixedArray[int32]
    """Shape (GeomType)."""
    contype: Array[int32]
    """Bits tested against the other geom's affinity."""
    conaffinity: Array[int32]
    """Bits tested against the other geom's contact type."""
    condim: Array[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6."""
    bodyid: FixedArray[int32]
    """Body the geom is fixed to."""
    dataid: FixedArray[int32]
    """Mesh or height field of the geom; -1 for none."""
    matid: Array[int32]
    """Material; -1 for none."""
    group: Array[int32]
    """Display group."""
    priority: Array[int32]
    """The geom of higher priority sets the contact parameters."""
    sameframe: Array[uint8]
    """Frame of the body it coincides with (SameFrame)."""
    castshadow: Array[bool_]
    """Whether the geom casts a shadow."""
    solmix: Array[float64]
    """Weight in the mean of two geoms' solver parameters."""
    solref: Array[float64]
    """Solver reference of contacts [s, - or 1/s², 1/s]."""
    solimp: Array[float64]
    """Solver impedance of contacts [-, -, m, -, -]."""
    size: Array[float64]
    """Radius, half lengths or half widths, by shape [m]."""
    aabb: Array[float64]
    """Box around the shape in its own frame: centre, half widths [m]."""
    rbound: Array[float64]
    """Radius of a sphere around the shape; 0 for a plane [m]."""
    pos: Array[float64]
    """Centre of the geom, body frame [m]."""
    quat: Array[float64]
    """Orientation of the geom, body frame."""
    friction: Array[float64]
    """Friction coefficients: sliding, torsional, rolling [-, m, m]."""
    margin: Array[float64]
    """Distance by which the surface is inflated in contacts [m]."""
    gap: Array[float64]
    """Further distance of contacts that carry no force [m]."""
    surfacevel: Array[float64]
    """Velocity of the surface, geom frame: linear, angular [m/s, rad/s]."""
    adhesion: Array[float64]
    """Force with which contacts of the geom stick [N]."""
    fluid: Array[float64]
    """Fluid model: on, five coefficients, virtual mass and inertia."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    rgba: Array[float32]
    """Colour and opacity where there is no material."""

class ModelSite:
    """One site, `m.site(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: Array[int32]
    """Shape (GeomType)."""
    bodyid: FixedArray[int32]
    """Body the site is fixed to."""
    dataid: FixedArray[int32]
    """Mesh of the site; -1 for none."""
    matid: Array[int32]
    """Material; -1 for none."""
    group: Array[int32]
    """Display group."""
    sameframe: Array[uint8]
    """Frame of the body it coincides with (SameFrame)."""
    size: Array[float64]
    """Radius, half lengths or half widths, by shape [m]."""
    pos: Array[float64]
    """Centre of the site, body frame [m]."""
    quat: Array[float64]
    """Orientation of the site, body frame."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    rgba: Array[float32]
    """Colour and opacity where there is no material."""

class ModelCamera:
    """One camera, `m.camera(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    mode: Array[int32]
    """How the camera follows its body (CamLight)."""
    bodyid: FixedArray[int32]
    """Body the camera is fixed to."""
    targetbodyid: FixedArray[int32]
    """Body the camera looks at; -1 for none."""
    pos: Array[float64]
    """Position, body frame [m]."""
    quat: Array[float64]
    """Orientation, body frame; the camera looks along its -z."""
    poscom0: Array[float64]
    """Offset from the subtree's mass centre in the reference pose [m]."""
    pos0: Array[float64]
    """Offset from the body in the reference pose, world frame [m]."""
    mat0: Array[float64]
    """Orientation in the reference pose, world frame, by rows."""
    projection: Array[int32]
    """Kind of projection (Projection)."""
    fovy: Array[float64]
    """Vertical field of view; a height if orthographic [deg or m]."""
    ipd: Array[float64]
    """Distance between the eyes in stereo [m]."""
    resolution: Array[int32]
    """Pixels of the image: width, height."""
    output: Array[int32]
    """Images the camera gives (bits of CamOutput)."""
    sensorsize: Array[float32]
    """Width and height of the image sensor; 0 if unset [m]."""
    intrinsic: Array[float32]
    """Focal lengths in x and y, principal point [m]."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""

class ModelLight:
    """One light, `m.light(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    mode: Array[int32]
    """How the light follows its body (CamLight)."""
    bodyid: FixedArray[int32]
    """Body the light is fixed to."""
    targetbodyid: FixedArray[int32]
    """Body the light points at; -1 for none."""
    type: Array[int32]
    """Kind of light (LightType)."""
    texid: Array[int32]
    """Texture of an image light; -1 for none."""
    castshadow: Array[bool_]
    """Whether the light casts shadows."""
    bulbradius: Array[float32]
    """Radius of the bulb, for soft shadows [m]."""
    intensity: Array[float32]
    """Luminous intensity, for physical renderers [cd]."""
    range: Array[float32]
    """Distance beyond which the light has no effect [m]."""
    active: Array[bool_]
    """Whether the light is on."""
    pos: Array[float64]
    """Position, body frame [m]."""
    dir: Array[float64]
    """Unit direction, body frame."""
    poscom0: Array[float64]
    """Offset from the subtree's mass centre in the reference pose [m]."""
    pos0: Array[float64]
    """Offset from the body in the reference pose, world frame [m]."""
    dir0: Array[float64]
    """Unit direction in the reference pose, world frame."""
    attenuation: Array[float32]
    """Loss with distance: coefficients of order 0, 1, 2 [-, 1/m, 1/m²]."""
    cutoff: Array[float32]
    """Half angle of a spotlight's cone [deg]."""
    softness: Array[float32]
    """Softness of a spotlight's edge."""
    exponent: Array[float32]
    """How strongly a spotlight fades towards its edge."""
    ambient: Array[float32]
    """Ambient colour."""
    diffuse: Array[float32]
    """Diffuse colour."""
    specular: Array[float32]
    """Specular colour."""

class ModelMesh:
    """One mesh, `m.mesh(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    vertadr: FixedArray[int32]
    """First vertex."""
    vertnum: FixedArray[int32]
    """Vertices."""
    faceadr: FixedArray[int32]
    """First triangle."""
    facenum: FixedArray[int32]
    """Triangles."""
    normaladr: FixedArray[int32]
    """First normal."""
    normalnum: FixedArray[int32]
    """Normals."""
    texcoordadr: FixedArray[int32]
    """First texture coordinate; -1 for none."""
    texcoordnum: FixedArray[int32]
    """Texture coordinates."""
    graphadr: FixedArray[int32]
    """First integer of the convex hull; -1 for none."""
    extrema: FixedArray[int32]
    """Farthest vertices along the 27 directions of a 3 by 3 by 3 grid."""
    scale: Array[float64]
    """Scale that was applied to the file's vertices."""
    pos: Array[float64]
    """Shift that was applied to the file's vertices [m]."""
    quat: Array[float64]
    """Rotation that was applied to the file's vertices."""
    polynum: FixedArray[int32]
    """Flat polygons of the convex hull."""
    polyadr: FixedArray[int32]
    """First of those polygons."""

class ModelHfield:
    """One hfield, `m.hfield(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    size: Array[float64]
    """Half widths along x and y, height of the data, depth of the base [m]."""
    nrow: FixedArray[int32]
    """Rows of the grid, along y."""
    ncol: FixedArray[int32]
    """Columns of the grid, along x."""
    adr: FixedArray[int32]
    """First height in hfield_data."""

class ModelTexture:
    """One texture, `m.texture(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: Array[int32]
    """How the texture is mapped (TextureType)."""
    colorspace: Array[int32]
    """Meaning of the colours (ColorSpace)."""
    height: Array[int32]
    """Rows of the image."""
    width: Array[int32]
    """Columns of the image."""
    nchannel: Array[int32]
    """Channels of a pixel."""

class ModelMaterial:
    """One material, `m.material(…)`: its part of the arrays of Model; numbers that are assigned are written into
    them.
    """

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    texid: Array[int32]
    """Texture for each role (TextureRole); -1 for none."""
    texuniform: Array[bool_]
    """Whether texture size is independent of object size."""
    texrepeat: Array[float32]
    """Repetitions of the texture along its two directions."""
    emission: Array[float32]
    """Own light, as a share of the colour."""
    specular: Array[float32]
    """Strength of highlights."""
    shininess: Array[float32]
    """Sharpness of highlights, 0 to 1."""
    reflectance: Array[float32]
    """Strength of mirror images, 0 for none."""
    metallic: Array[float32]
    """How metallic the surface is; negative where unset."""
    roughness: Array[float32]
    """How rough the surface is; negative where unset."""
    rgba: Array[float32]
    """Colour and opacity."""

class ModelPair:
    """One pair, `m.pair(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    dim: Array[int32]
    """Dimensions of the contact force: 1, 3, 4 or 6."""
    geom1: FixedArray[int32]
    """First geom."""
    geom2: FixedArray[int32]
    """Second geom."""
    signature: FixedArray[int32]
    """Both bodies in one number: the first, shifted by 16 bits, and the second."""
    solref: Array[float64]
    """Solver reference along the normal [s, - or 1/s², 1/s]."""
    solreffriction: Array[float64]
    """Solver reference of friction; zeros: as along the normal [s, - or 1/s², 1/s]."""
    solimp: Array[float64]
    """Solver impedance [-, -, m, -, -]."""
    margin: Array[float64]
    """Distance by which the surfaces are inflated [m]."""
    gap: Array[float64]
    """Further distance of contacts that carry no force [m]."""
    adhesion: Array[float64]
    """Force with which the contacts stick [N]."""
    friction: Array[float64]
    """Friction: two tangents, torsion, two rolling axes [-, -, m, m, m]."""

class ModelExclude:
    """One exclude, `m.exclude(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    signature: FixedArray[int32]
    """Both bodies in one number: the first, shifted by 16 bits, and the second."""

class ModelEquality:
    """One equality, `m.equality(…)`: its part of the arrays of Model; numbers that are assigned are written into
    them.
    """

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: FixedArray[int32]
    """Kind of equality (EqType)."""
    obj1id: FixedArray[int32]
    """First body, site, joint, tendon or geom."""
    obj2id: FixedArray[int32]
    """Second one; -1 for none."""
    objtype: FixedArray[int32]
    """What both are (ObjType); UNKNOWN for joints."""
    active0: Array[bool_]
    """Whether the constraint is on at the start."""
    solref: Array[float64]
    """Solver reference [s, - or 1/s², 1/s]."""
    solimp: Array[float64]
    """Solver impedance [-, -, m or rad, -, -]."""
    data: Array[float64]
    """Numbers of the constraint, by its kind."""

class ModelTendon:
    """One tendon, `m.tendon(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: FixedArray[int32]
    """Fixed or spatial (TendonType)."""
    adr: FixedArray[int32]
    """First object of the path."""
    num: FixedArray[int32]
    """Objects of the path."""
    matid: Array[int32]
    """Material; -1 for none."""
    actuatorid: FixedArray[int32]
    """Actuator that lends damping or armature; -1: none, -2: several."""
    group: Array[int32]
    """Group, for display."""
    plasticadr: FixedArray[int32]
    """First variable of its plastic spring; -1 for an elastic one."""
    treenum: Array[int32]
    """Kinematic trees along the path."""
    treeid: FixedArray[int32]
    """The first two of them; -1 for none."""
    limited: Array[bool_]
    """Whether the length has limits."""
    actfrclimited: Array[bool_]
    """Whether the force of all actuators on it is clamped."""
    width: Array[float64]
    """Width, for display [m]."""
    solref_lim: Array[float64]
    """Solver reference of the limits [s, - or 1/s², 1/s]."""
    solimp_lim: Array[float64]
    """Solver impedance of the limits [-, -, m or rad, -, -]."""
    solref_fri: Array[float64]
    """Solver reference of dry friction [s, - or 1/s², 1/s]."""
    solimp_fri: Array[float64]
    """Solver impedance of dry friction [-, -, m or rad, -, -]."""
    range: Array[float64]
    """Limits of the length [m or rad]."""
    actfrcrange: Array[float64]
    """Bounds of the force of all actuators on it [N or N m]."""
    margin: Array[float64]
    """Distance from a limit at which it begins to act [m or rad]."""
    stiffness: Array[float64]
    """Stiffness of the spring, the constant term [N/m or N m/rad]."""
    stiffnesspoly: Array[float64]
    """Stiffness terms of order 1 and 2 [N/m² …]."""
    damping: Array[float64]
    """Damping, the constant term [N s/m or N m s/rad]."""
    dampingpoly: Array[float64]
    """Damping terms of order 1 and 2 [N s²/m² …]."""
    armature: Array[float64]
    """Inertia against changes of the length [kg or kg m²]."""
    frictionloss: Array[float64]
    """Dry friction [N or N m]."""
    lengthspring: Array[float64]
    """Lengths between which the spring is at rest [m or rad]."""
    springyield: Array[float64]
    """Displacement beyond which a plastic spring yields [m or rad]."""
    length0: Array[float64]
    """Length in the reference pose [m or rad]."""
    invweight0: Array[float64]
    """Inverse inertia in the reference pose [1/kg or 1/(kg m²)]."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    rgba: Array[float32]
    """Colour and opacity, for display."""

class ModelActuator:
    """One actuator, `m.actuator(…)`: its part of the arrays of Model; numbers that are assigned are written into
    them.
    """

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    trntype: FixedArray[int32]
    """What the actuator acts on (TrnType)."""
    dyntype: FixedArray[int32]
    """How activation follows control (DynType)."""
    gaintype: FixedArray[int32]
    """How force depends on control (GainType)."""
    biastype: FixedArray[int32]
    """Force without control (BiasType)."""
    ctrladr: FixedArray[int32]
    """First control."""
    ctrlnum: FixedArray[int32]
    """Controls."""
    ctrlspec: FixedArray[int32]
    """Which inputs the controls are, by kind of gain."""
    outadr: FixedArray[int32]
    """First force."""
    outnum: FixedArray[int32]
    """Forces."""
    actadr: FixedArray[int32]
    """First activation; -1 for none."""
    actnum: FixedArray[int32]
    """Activations."""
    actspec: FixedArray[int32]
    """Which states of a controller or motor the activations are."""
    trnid: FixedArray[int32]
    """Joint, tendon, site or body it acts on, and a second one; -1 for none."""
    cranklength: Array[float64]
    """Length of the rod of a slider-crank [m]."""
    dynprm: Array[float64]
    """Parameters of the activation."""
    gainprm: Array[float64]
    """Parameters of the gain."""
    biasprm: Array[float64]
    """Parameters of the bias."""
    actlimited: Array[bool_]
    """Whether activations are clamped."""
    actrange: Array[float64]
    """Bounds of the activations."""
    actearly: Array[bool_]
    """Whether force uses the activation at the end of the step."""
    history: FixedArray[int32]
    """Delay buffer: samples, kind of interpolation."""
    historyadr: FixedArray[int32]
    """First number of the delay buffer; -1 for none."""
    delay: Array[float64]
    """Delay of the controls [s]."""
    damping: Array[float64]
    """Damping of the transmission, the constant term [N s/m or N m s/rad]."""
    dampingpoly: Array[float64]
    """Damping terms of order 1 and 2 [N s²/m² …]."""
    armature: Array[float64]
    """Inertia of the rotor, before the gear [kg or kg m²]."""
    group: Array[int32]
    """Group, for switching off and for display."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""
    forcelimited: Array[bool_]
    """Whether forces are clamped."""
    forcerange: Array[float64]
    """Bounds of the forces [N or N m]."""
    ctrllimited: Array[bool_]
    """Whether the control is clamped."""
    ctrlrange: Array[float64]
    """Bounds of the control."""
    gear: Array[float64]
    """Factors of length and force; for a body a wrench."""
    acc0: Array[float64]
    """Acceleration by a unit force in the reference pose [m/s² or rad/s²]."""
    length0: Array[float64]
    """Length in the reference pose [m or rad]."""
    lengthrange: Array[float64]
    """Range of lengths the actuator can have [m or rad]."""

class ModelSensor:
    """One sensor, `m.sensor(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    type: FixedArray[int32]
    """Kind of sensor (SensorType)."""
    datatype: FixedArray[int32]
    """What its readings are (DataType)."""
    needstage: FixedArray[int32]
    """Stage after which it is read (Stage)."""
    objtype: FixedArray[int32]
    """Kind of the object it senses (ObjType)."""
    objid: FixedArray[int32]
    """That object; -1 for none."""
    reftype: FixedArray[int32]
    """Kind of the object it is read against (ObjType)."""
    refid: FixedArray[int32]
    """That object; -1 for none."""
    intprm: FixedArray[int32]
    """Parameters: what is told, which contacts, how many."""
    dim: FixedArray[int32]
    """Readings."""
    adr: FixedArray[int32]
    """First reading in sensordata."""
    cutoff: Array[float64]
    """Largest reading, or reach of a distance; 0: no bound."""
    noise: Array[float64]
    """Standard deviation of noise, not read by the engine."""
    history: FixedArray[int32]
    """Delay buffer: samples, kind of interpolation."""
    historyadr: FixedArray[int32]
    """First number of the delay buffer; -1 for none."""
    delay: Array[float64]
    """Delay of the readings [s]."""
    interval: Array[float64]
    """Period and phase of the readings; period 0: every step [s]."""
    user: Array[float64]
    """Numbers of the user, not read by the engine."""

class ModelNumeric:
    """One numeric, `m.numeric(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    adr: FixedArray[int32]
    """First number of the field in numeric_data."""
    size: FixedArray[int32]
    """Numbers in the field."""
    data: Array[float64]
    """Numbers of all custom numeric fields."""

class ModelText:
    """One text, `m.text(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    adr: FixedArray[int32]
    """First byte of the text in text_data."""
    size: FixedArray[int32]
    """Bytes of the text, end mark included."""
    data: Array[bytes_]
    """Bytes of all custom texts, each ended by a zero."""

class ModelTuple:
    """One tuple, `m.tuple(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    adr: FixedArray[int32]
    """First object of the tuple in the tuple_obj arrays."""
    size: FixedArray[int32]
    """Objects in the tuple."""
    objtype: FixedArray[int32]
    """Kind of each object (ObjType)."""
    objid: FixedArray[int32]
    """Index of each object within its kind."""
    objprm: Array[float64]
    """Number attached to each object."""

class ModelKey:
    """One key, `m.key(…)`: its part of the arrays of Model; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    time: Array[float64]
    """Time of the keyframe [s]."""
    qpos: Array[float64]
    """Positions [m or rad]."""
    qvel: Array[float64]
    """Velocities [m/s or rad/s]."""
    act: Array[float64]
    """Activations of actuators."""
    mpos: Array[float64]
    """Positions of motion capture bodies, one after the other [m]."""
    mquat: Array[float64]
    """Orientations of motion capture bodies, one after the other."""
    ctrl: Array[float64]
    """Controls."""
    plastic: Array[float64]
    """Rest positions of plastic springs [m or rad]."""

class DataBody:
    """One body, `d.body(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    xfrc_applied: Array[float64]
    """Force, torque of the user at each mass centre [N, N m]."""
    body_awake: FixedArray[int32]
    """Whether each body is awake (SleepState)."""
    body_awake_ind: FixedArray[int32]
    """The bodies that are awake or static, nbody_awake of them."""
    parent_awake_ind: FixedArray[int32]
    """The bodies whose parents are awake or static, nparent_awake of them."""
    xpos: Array[float64]
    """Origin of each body, world frame [m]."""
    xquat: Array[float64]
    """Orientation of each body, world frame."""
    xmat: Array[float64]
    """Orientation of each body as a matrix, by rows."""
    xipos: Array[float64]
    """Centre of mass of each body, world frame [m]."""
    xiquat: Array[float64]
    """Orientation of each body's principal axes, world frame."""
    ximat: Array[float64]
    """Orientation of each body's principal axes as a matrix."""
    subtree_com: Array[float64]
    """Centre of mass of each body's subtree, world frame [m]."""
    cinert: Array[float64]
    """Inertia of each body about the tree's mass centre [kg m² … kg]."""
    crb: Array[float64]
    """Inertia of each subtree about the tree's mass centre [kg m² … kg]."""
    cvel: Array[float64]
    """Velocity of each body about the tree's mass centre [rad/s, m/s]."""
    subtree_linvel: Array[float64]
    """Velocity of each subtree's centre of mass, world frame [m/s]."""
    subtree_angmom: Array[float64]
    """Angular momentum of each subtree about its mass centre [kg m²/s]."""
    cacc: Array[float64]
    """Acceleration of each body, gravity included [rad/s², m/s²]."""
    cfrc_int: Array[float64]
    """Torque, force of the parent on each body [N m, N]."""
    cfrc_ext: Array[float64]
    """External torque, force on each body [N m, N]."""

class DataJoint:
    """One joint, `d.joint(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    qpos: Array[float64]
    """Joint positions; quaternions for free and ball joints [m or rad]."""
    qvel: Array[float64]
    """Joint velocities [m/s or rad/s]."""
    plastic: Array[float64]
    """Rest positions of plastic springs [m or rad]."""
    qacc_warmstart: Array[float64]
    """Acceleration the constraint solver starts from [m/s² or rad/s²]."""
    qfrc_applied: Array[float64]
    """Joint forces applied by the user [N or N m]."""
    qacc: Array[float64]
    """Joint accelerations [m/s² or rad/s²]."""
    dof_awake_ind: FixedArray[int32]
    """The dofs that are awake, nv_awake of them."""
    xanchor: Array[float64]
    """Point each joint rotates about, world frame [m]."""
    xaxis: Array[float64]
    """Unit axis of each joint, world frame."""
    cdof: Array[float64]
    """Unit motion of each dof about the tree's mass centre [-, m]."""
    qLDiagInv: Array[float64]
    """Inverse of D of that factor [1/kg or 1/(kg m²)]."""
    cdof_dot: Array[float64]
    """Rate of cdof [rad/s, m/s]."""
    qfrc_bias: Array[float64]
    """Coriolis, centrifugal and gravity forces [N or N m]."""
    qfrc_spring: Array[float64]
    """Forces of joint springs [N or N m]."""
    qfrc_damper: Array[float64]
    """Forces of joint dampers [N or N m]."""
    qfrc_gravcomp: Array[float64]
    """Forces of gravity compensation [N or N m]."""
    qfrc_fluid: Array[float64]
    """Forces of the surrounding medium [N or N m]."""
    qfrc_passive: Array[float64]
    """All passive forces [N or N m]."""
    qHDiagInv: Array[float64]
    """Inverse of D of that factor [1/kg or 1/(kg m²)]."""
    qfrc_actuator: Array[float64]
    """Forces of actuators [N or N m]."""
    qfrc_adhesion: Array[float64]
    """Forces of adhesive contacts [N or N m]."""
    qfrc_smooth: Array[float64]
    """All forces but those of constraints [N or N m]."""
    qacc_smooth: Array[float64]
    """Accelerations without constraints [m/s² or rad/s²]."""
    qfrc_constraint: Array[float64]
    """Forces of constraints [N or N m]."""
    qfrc_inverse: Array[float64]
    """External force that explains qacc [N or N m]."""
    dof_island: FixedArray[int32]
    """Island of each dof; -1 for none."""
    map_dof2idof: FixedArray[int32]
    """Place of the dof when sorted by islands."""
    map_idof2dof: FixedArray[int32]
    """Dofs sorted by islands; the free ones last."""

class DataGeom:
    """One geom, `d.geom(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    xpos: Array[float64]
    """Centre of each geom, world frame [m]."""
    xquat: Array[float64]
    """Orientation of each geom, world frame."""
    xmat: Array[float64]
    """Orientation of each geom as a matrix, by rows."""

class DataSite:
    """One site, `d.site(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    xpos: Array[float64]
    """Centre of each site, world frame [m]."""
    xquat: Array[float64]
    """Orientation of each site, world frame."""
    xmat: Array[float64]
    """Orientation of each site as a matrix, by rows."""

class DataCamera:
    """One camera, `d.camera(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    xpos: Array[float64]
    """Position of each camera, world frame [m]."""
    xmat: Array[float64]
    """Orientation of each camera as a matrix, by rows."""

class DataLight:
    """One light, `d.light(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    xpos: Array[float64]
    """Position of each light, world frame [m]."""
    xdir: Array[float64]
    """Unit direction of each light, world frame."""

class DataEquality:
    """One equality, `d.equality(…)`: its part of the arrays of Data; numbers that are assigned are written into
    them.
    """

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    active: Array[bool_]
    """Whether each equality constraint is on."""

class DataTendon:
    """One tendon, `d.tendon(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    J: FixedArray[float64]
    """The length of a tendon by the positions of all dofs: a read-only copy of its sparse row."""
    plastic: Array[float64]
    """Rest positions of plastic springs [m or rad]."""
    length: Array[float64]
    """Length of each tendon [m or rad]."""
    wrapadr: FixedArray[int32]
    """First point of the path of each tendon."""
    wrapnum: FixedArray[int32]
    """Points of the path."""
    velocity: Array[float64]
    """Rate of each length [m/s or rad/s]."""

class DataActuator:
    """One actuator, `d.actuator(…)`: its part of the arrays of Data; numbers that are assigned are written into
    them.
    """

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    ctrl: Array[float64]
    """Controls."""
    moment: FixedArray[float64]
    """The length of an actuator's transmission by the positions of all dofs: a read-only copy of its sparse row."""
    length: Array[float64]
    """Length of each transmission [m or rad]."""
    velocity: Array[float64]
    """Rate of each length [m/s or rad/s]."""
    force: Array[float64]
    """Force along each transmission [N or N m]."""

class DataSensor:
    """One sensor, `d.sensor(…)`: its part of the arrays of Data; numbers that are assigned are written into them."""

    id: Final[int]
    """The index."""
    name: Final[str]
    """The name; empty where there is none."""
    data: Array[float64]
    """Readings of all sensors."""
