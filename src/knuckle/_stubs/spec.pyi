# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar, overload

from numpy.typing import NDArray

from knuckle._stubs.arrays import Bits, Choice
from knuckle._stubs.data import Data
from knuckle._stubs.model import Model
from knuckle.errors import Place
from knuckle.schema.enums import (
    BiasType,
    CamLight,
    CamOutput,
    CollisionMode,
    ColorSpace,
    Cone,
    ContactData,
    DataType,
    DynType,
    GainType,
    GeomType,
    Integrator,
    Interpolation,
    Jacobian,
    JointType,
    LightType,
    ObjType,
    Projection,
    RayData,
    Reduction,
    Solver,
    Stage,
    TextureRole,
    TextureType,
)

N = TypeVar("N")
B = TypeVar("B", bound=Node)
Numbers = float | Sequence[float] | NDArray[Any]

class Values(Generic[N]):
    """An attribute that is several numbers; it takes them in any form."""
    def __get__(self, owner: object, kind: type | None = None) -> tuple[N, ...]: ...
    def __set__(self, owner: object, value: Numbers | None) -> None: ...

class Reference:
    """An attribute that names another element, and takes that element or its name."""
    def __get__(self, owner: object, kind: type | None = None) -> str | None: ...
    def __set__(self, owner: object, value: Node | str | None) -> None: ...

class Node:
    """One element of a model: its attributes are fields, `given` names those that were written.

    Assigning checks the value as the parser does. The constructor is for those who have checked it already.
    """

    place: Place
    given: set[str]
    class_name: str
    key: str
    tag: str
    @property
    def label(self) -> str: ...

class LengthRange(Node):
    """`<lengthrange>`."""

    mode: Literal["none", "muscle", "muscleuser", "all"]
    useexisting: bool
    uselimit: bool
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class Compiler(Node):
    """`<compiler>`."""

    autolimits: bool
    boundmass: float
    boundinertia: float
    settotalmass: float
    balanceinertia: bool
    strippath: bool
    coordinate: Literal["local", "global"]
    angle: Literal["radian", "degree"]
    fitaabb: bool
    eulerseq: str | None
    meshdir: str | None
    texturedir: str | None
    assetdir: str | None
    discardvisual: bool
    usethread: bool
    fusestatic: bool
    inertiafromgeom: bool | None
    inertiagrouprange: Values[int]
    saveinertial: bool
    savecompiled: bool
    savecanonical: bool
    alignfree: bool
    conflict: Literal["warning", "merge", "error"]
    passthrough: Literal["none", "textures"]
    lengthrange: LengthRange

class Option(Node):
    """`<option>`."""

    timestep: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    sleep_tolerance: float
    gravity: Values[float]
    wind: Values[float]
    magnetic: Values[float]
    density: float
    viscosity: float
    o_margin: float
    o_solref: Values[float]
    o_solimp: Values[float]
    o_friction: Values[float]
    integrator: Choice[Integrator]
    cone: Choice[Cone]
    collision: Choice[CollisionMode]
    jacobian: Choice[Jacobian]
    solver: Choice[Solver]
    iterations: int
    ls_iterations: int
    noslip_iterations: int
    ccd_iterations: int
    sdf_iterations: int
    sdf_initpoints: int
    actuatorgroupdisable: Values[int]
    disableflags: int
    enableflags: int

class Size(Node):
    """`<size>`."""

    memory: int
    njmax: int
    nconmax: int
    nstack: int
    nuserdata: int
    nkey: int
    nuser_body: int
    nuser_jnt: int
    nuser_geom: int
    nuser_site: int
    nuser_cam: int
    nuser_tendon: int
    nuser_actuator: int
    nuser_sensor: int

class Statistic(Node):
    """`<statistic>`."""

    meaninertia: float | None
    meanmass: float | None
    meansize: float | None
    extent: float | None
    center: Values[float]

class Visual(Node):
    """`<visual>`."""

    global_: VisualGlobal
    quality: VisualQuality
    headlight: VisualHeadlight
    map: VisualMap
    scale: VisualScale
    rgba: VisualRgba

class VisualGlobal(Node):
    """`<global>`."""

    cameraid: int
    orthographic: bool
    fovy: float
    ipd: float
    azimuth: float
    elevation: float
    linewidth: float
    glow: float
    offwidth: int
    offheight: int
    realtime: float
    ellipsoidinertia: bool
    bvactive: bool

class VisualQuality(Node):
    """`<quality>`."""

    shadowsize: int
    offsamples: int
    numslices: int
    numstacks: int
    numquads: int

class VisualHeadlight(Node):
    """`<headlight>`."""

    ambient: Values[float]
    diffuse: Values[float]
    specular: Values[float]
    active: bool | None

class VisualMap(Node):
    """`<map>`."""

    stiffness: float
    stiffnessrot: float
    force: float
    torque: float
    alpha: float
    fogstart: float
    fogend: float
    znear: float
    zfar: float
    haze: float
    shadowclip: float
    shadowscale: float
    actuatortendon: float

class VisualScale(Node):
    """`<scale>`."""

    forcewidth: float
    contactwidth: float
    contactheight: float
    connect: float
    com: float
    camera: float
    light: float
    selectpoint: float
    jointlength: float
    jointwidth: float
    actuatorlength: float
    actuatorwidth: float
    framelength: float
    framewidth: float
    constraint: float
    slidercrank: float
    frustum: float

class VisualRgba(Node):
    """`<rgba>`."""

    fog: Values[float]
    haze: Values[float]
    force: Values[float]
    inertia: Values[float]
    joint: Values[float]
    actuator: Values[float]
    actuatornegative: Values[float]
    actuatorpositive: Values[float]
    com: Values[float]
    camera: Values[float]
    light: Values[float]
    selectpoint: Values[float]
    connect: Values[float]
    contactpoint: Values[float]
    contactforce: Values[float]
    contactfriction: Values[float]
    contacttorque: Values[float]
    contactgap: Values[float]
    rangefinder: Values[float]
    constraint: Values[float]
    slidercrank: Values[float]
    crankbroken: Values[float]
    frustum: Values[float]
    bv: Values[float]
    bvactive: Values[float]

class Numeric(Node):
    """`<numeric>`."""

    name: str
    size: int | None
    data: Values[float]

class Text(Node):
    """`<text>`."""

    name: str
    data: str | None

class TupleElement(Node):
    """`<element>`."""

    objtype: str | None
    objname: str | None
    prm: float

class Tuple(Node):
    """`<tuple>`."""

    name: str
    elements: list[TupleElement]

class Texture(Node):
    """`<texture>`."""

    name: str
    type: Choice[TextureType]
    colorspace: Choice[ColorSpace]
    content_type: str | None
    file: str | None
    gridsize: Values[int]
    gridlayout: str | None
    fileright: str | None
    fileleft: str | None
    fileup: str | None
    filedown: str | None
    filefront: str | None
    fileback: str | None
    builtin: Literal["none", "gradient", "checker", "flat"]
    rgb1: Values[float]
    rgb2: Values[float]
    mark: Literal["none", "edge", "cross", "random"]
    markrgb: Values[float]
    random: float
    width: int
    height: int
    hflip: bool
    vflip: bool
    nchannel: int
    embed: bool | None

class Layer(Node):
    """`<layer>`."""

    texture: Reference
    role: Choice[TextureRole]

class Material(Node):
    """`<material>`."""

    name: str
    texture: Reference
    texrepeat: Values[float]
    texuniform: bool
    emission: float
    specular: float
    shininess: float
    reflectance: float
    metallic: float
    roughness: float
    rgba: Values[float]
    layers: list[Layer]

class Mesh(Node):
    """`<mesh>`."""

    name: str
    content_type: str | None
    file: str | None
    vertex: Values[float]
    normal: Values[float]
    texcoord: Values[float]
    face: Values[int]
    refpos: Values[float]
    refquat: Values[float]
    scale: Values[float]
    smoothnormal: bool
    maxhullvert: int
    inertia: Literal["convex", "exact", "legacy", "shell"]
    builtin: str | None
    params: Values[float]
    material: Reference

class HField(Node):
    """`<hfield>`."""

    name: str
    content_type: str | None
    file: str | None
    nrow: int
    ncol: int
    elevation: Values[float]
    size: Values[float]

class Key(Node):
    """`<key>`."""

    name: str
    time: float
    qpos: Values[float]
    qvel: Values[float]
    act: Values[float]
    ctrl: Values[float]
    mpos: Values[float]
    mquat: Values[float]
    plastic: Values[float]

class Pair(Node):
    """`<pair>`."""

    name: str
    geom1: Reference
    geom2: Reference
    condim: int
    friction: Values[float]
    solref: Values[float]
    solreffriction: Values[float]
    solimp: Values[float]
    margin: float
    gap: float
    adhesion: float

class Exclude(Node):
    """`<exclude>`."""

    name: str
    body1: Reference
    body2: Reference

class Connect(Node):
    """`<connect>`."""

    name: str
    active: bool
    solref: Values[float]
    solimp: Values[float]
    body1: Reference
    body2: Reference
    anchor: Values[float]
    site1: Reference
    site2: Reference

class Weld(Node):
    """`<weld>`."""

    name: str
    active: bool
    solref: Values[float]
    solimp: Values[float]
    body1: Reference
    body2: Reference
    anchor: Values[float]
    relpose: Values[float]
    site1: Reference
    site2: Reference
    torquescale: float

class JointEquality(Node):
    """`<joint>`."""

    name: str
    active: bool
    solref: Values[float]
    solimp: Values[float]
    joint1: Reference
    joint2: Reference
    polycoef: Values[float]

class TendonEquality(Node):
    """`<tendon>`."""

    name: str
    active: bool
    solref: Values[float]
    solimp: Values[float]
    tendon1: Reference
    tendon2: Reference
    polycoef: Values[float]

class Distance(Node):
    """`<distance>`."""

    name: str
    active: bool
    solref: Values[float]
    solimp: Values[float]
    geom1: Reference
    geom2: Reference
    distance: float

class TendonSite(Node):
    """`<site>`."""

    site: Reference

class TendonGeom(Node):
    """`<geom>`."""

    geom: Reference
    sidesite: Reference

class Pulley(Node):
    """`<pulley>`."""

    divisor: float | None

class TendonJoint(Node):
    """`<joint>`."""

    joint: Reference
    coef: float | None

class Spatial(Node):
    """`<spatial>`."""

    name: str
    group: int
    limited: bool | None
    actuatorfrclimited: bool | None
    range: Values[float]
    actuatorfrcrange: Values[float]
    solreflimit: Values[float]
    solimplimit: Values[float]
    solreffriction: Values[float]
    solimpfriction: Values[float]
    margin: float
    frictionloss: float
    springlength: Values[float]
    stiffness: Values[float]
    springyield: float
    damping: Values[float]
    armature: float
    user: Values[float]
    width: float
    material: Reference
    rgba: Values[float]
    path: list[Any]
    def add_site(self, site: Node | str) -> TendonSite: ...
    def add_geom(self, geom: Node | str, sidesite: Node | str | None = None) -> TendonGeom: ...
    def add_pulley(self, divisor: float) -> Pulley: ...

class Fixed(Node):
    """`<fixed>`."""

    name: str
    group: int
    limited: bool | None
    actuatorfrclimited: bool | None
    range: Values[float]
    actuatorfrcrange: Values[float]
    solreflimit: Values[float]
    solimplimit: Values[float]
    solreffriction: Values[float]
    solimpfriction: Values[float]
    margin: float
    frictionloss: float
    springlength: Values[float]
    stiffness: Values[float]
    springyield: float
    damping: Values[float]
    armature: float
    user: Values[float]
    path: list[Any]
    width: float
    material: Reference
    rgba: Values[float]
    def add_joint(self, joint: Node | str, coef: float) -> TendonJoint: ...

class Inertial(Node):
    """`<inertial>`."""

    pos: Values[float]
    quat: Values[float]
    mass: float | None
    diaginertia: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    fullinertia: Values[float]

class Joint(Node):
    """`<joint>`."""

    name: str
    type: Choice[JointType]
    group: int
    pos: Values[float]
    axis: Values[float]
    springdamper: Values[float]
    limited: bool | None
    actuatorfrclimited: bool | None
    solreflimit: Values[float]
    solimplimit: Values[float]
    solreffriction: Values[float]
    solimpfriction: Values[float]
    stiffness: Values[float]
    range: Values[float]
    actuatorfrcrange: Values[float]
    actuatorgravcomp: bool
    margin: float
    ref: float
    springref: float
    springyield: float
    armature: float
    damping: Values[float]
    frictionloss: float
    user: Values[float]

class FreeJoint(Node):
    """`<freejoint>`."""

    name: str
    group: int
    align: bool | None

class Geom(Node):
    """`<geom>`."""

    name: str
    type: Choice[GeomType]
    contype: int
    conaffinity: int
    condim: int
    group: int
    priority: int
    size: Values[float]
    material: Reference
    friction: Values[float]
    mass: float | None
    density: float
    shellinertia: bool
    solmix: float
    solref: Values[float]
    solimp: Values[float]
    margin: float
    gap: float
    surfacevel: Values[float]
    adhesion: float
    fromto: Values[float]
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    hfield: Reference
    mesh: Reference
    fitscale: float
    rgba: Values[float]
    castshadow: bool
    fluidshape: Literal["none", "ellipsoid"]
    fluidcoef: Values[float]
    user: Values[float]

class Site(Node):
    """`<site>`."""

    name: str
    type: Choice[GeomType]
    group: int
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    material: Reference
    mesh: Reference
    size: Values[float]
    fromto: Values[float]
    rgba: Values[float]
    user: Values[float]

class Camera(Node):
    """`<camera>`."""

    name: str
    projection: Choice[Projection]
    fovy: float
    ipd: float
    resolution: Values[int]
    output: Bits[CamOutput]
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    mode: Choice[CamLight]
    target: Reference
    focal: Values[float]
    focalpixel: Values[float]
    principal: Values[float]
    principalpixel: Values[float]
    sensorsize: Values[float]
    user: Values[float]

class Light(Node):
    """`<light>`."""

    name: str
    directional: bool
    type: Choice[LightType]
    castshadow: bool
    active: bool
    pos: Values[float]
    dir: Values[float]
    bulbradius: float
    intensity: float
    range: float
    attenuation: Values[float]
    cutoff: float
    softness: float
    exponent: float
    ambient: Values[float]
    diffuse: Values[float]
    specular: Values[float]
    mode: Choice[CamLight]
    target: Reference
    texture: Reference

class Frame(Node):
    """`<frame>`."""

    name: str
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    scale: Values[float]
    scaling: Literal["similar", "geometry"]
    massscale: float
    children: list[Any]
    def add_body(
        self,
        *,
        name: str | None = ...,
        childclass: str | DefaultClass | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        mocap: bool | None = ...,
        gravcomp: float | None = ...,
        sleep: Literal["auto", "never", "allowed", "init"] = ...,
        simple: Literal["false", "auto"] = ...,
        fuse: Literal["false", "auto"] = ...,
        user: Numbers | None = ...,
    ) -> Body: ...
    def add_frame(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        childclass: str | DefaultClass | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        scale: Numbers | None = ...,
        scaling: Literal["similar", "geometry"] = ...,
        massscale: float | None = ...,
    ) -> Frame: ...
    def add_geom(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: GeomType | str | int = ...,
        contype: int | None = ...,
        conaffinity: int | None = ...,
        condim: int | None = ...,
        group: int | None = ...,
        priority: int | None = ...,
        size: Numbers | None = ...,
        material: Node | str | None = ...,
        friction: Numbers | None = ...,
        mass: float | None = ...,
        density: float | None = ...,
        shellinertia: bool | None = ...,
        solmix: float | None = ...,
        solref: Numbers | None = ...,
        solimp: Numbers | None = ...,
        margin: float | None = ...,
        gap: float | None = ...,
        surfacevel: Numbers | None = ...,
        adhesion: float | None = ...,
        fromto: Numbers | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        hfield: Node | str | None = ...,
        mesh: Node | str | None = ...,
        fitscale: float | None = ...,
        rgba: Numbers | None = ...,
        castshadow: bool | None = ...,
        fluidshape: Literal["none", "ellipsoid"] = ...,
        fluidcoef: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Geom: ...
    def add_joint(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: JointType | str | int = ...,
        group: int | None = ...,
        pos: Numbers | None = ...,
        axis: Numbers | None = ...,
        springdamper: Numbers | None = ...,
        limited: bool | None | None = ...,
        actuatorfrclimited: bool | None | None = ...,
        solreflimit: Numbers | None = ...,
        solimplimit: Numbers | None = ...,
        solreffriction: Numbers | None = ...,
        solimpfriction: Numbers | None = ...,
        stiffness: Numbers | None = ...,
        range: Numbers | None = ...,
        actuatorfrcrange: Numbers | None = ...,
        actuatorgravcomp: bool | None = ...,
        margin: float | None = ...,
        ref: float | None = ...,
        springref: float | None = ...,
        springyield: float | None = ...,
        armature: float | None = ...,
        damping: Numbers | None = ...,
        frictionloss: float | None = ...,
        user: Numbers | None = ...,
    ) -> Joint: ...
    def add_site(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: GeomType | str | int = ...,
        group: int | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        material: Node | str | None = ...,
        mesh: Node | str | None = ...,
        size: Numbers | None = ...,
        fromto: Numbers | None = ...,
        rgba: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Site: ...
    def add_camera(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        projection: Projection | str | int = ...,
        fovy: float | None = ...,
        ipd: float | None = ...,
        resolution: Numbers | None = ...,
        output: CamOutput | str | int = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        mode: CamLight | str | int = ...,
        target: Node | str | None = ...,
        focal: Numbers | None = ...,
        focalpixel: Numbers | None = ...,
        principal: Numbers | None = ...,
        principalpixel: Numbers | None = ...,
        sensorsize: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Camera: ...
    def add_light(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        directional: bool | None = ...,
        type: LightType | str | int = ...,
        castshadow: bool | None = ...,
        active: bool | None = ...,
        pos: Numbers | None = ...,
        dir: Numbers | None = ...,
        bulbradius: float | None = ...,
        intensity: float | None = ...,
        range: float | None = ...,
        attenuation: Numbers | None = ...,
        cutoff: float | None = ...,
        softness: float | None = ...,
        exponent: float | None = ...,
        ambient: Numbers | None = ...,
        diffuse: Numbers | None = ...,
        specular: Numbers | None = ...,
        mode: CamLight | str | int = ...,
        target: Node | str | None = ...,
        texture: Node | str | None = ...,
    ) -> Light: ...
    def add_inertial(
        self,
        *,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        mass: float | None = ...,
        diaginertia: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        fullinertia: Numbers | None = ...,
    ) -> Inertial: ...
    def add_freejoint(
        self, *, name: str | None = ..., group: int | None = ..., align: bool | None | None = ...
    ) -> FreeJoint: ...

class Body(Node):
    """`<body>`."""

    name: str
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    mocap: bool
    gravcomp: float
    sleep: Literal["auto", "never", "allowed", "init"]
    simple: Literal["false", "auto"]
    fuse: Literal["false", "auto"]
    user: Values[float]
    children: list[Any]
    inertial: Inertial | None
    def add_body(
        self,
        *,
        name: str | None = ...,
        childclass: str | DefaultClass | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        mocap: bool | None = ...,
        gravcomp: float | None = ...,
        sleep: Literal["auto", "never", "allowed", "init"] = ...,
        simple: Literal["false", "auto"] = ...,
        fuse: Literal["false", "auto"] = ...,
        user: Numbers | None = ...,
    ) -> Body: ...
    def add_frame(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        childclass: str | DefaultClass | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        scale: Numbers | None = ...,
        scaling: Literal["similar", "geometry"] = ...,
        massscale: float | None = ...,
    ) -> Frame: ...
    def add_geom(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: GeomType | str | int = ...,
        contype: int | None = ...,
        conaffinity: int | None = ...,
        condim: int | None = ...,
        group: int | None = ...,
        priority: int | None = ...,
        size: Numbers | None = ...,
        material: Node | str | None = ...,
        friction: Numbers | None = ...,
        mass: float | None = ...,
        density: float | None = ...,
        shellinertia: bool | None = ...,
        solmix: float | None = ...,
        solref: Numbers | None = ...,
        solimp: Numbers | None = ...,
        margin: float | None = ...,
        gap: float | None = ...,
        surfacevel: Numbers | None = ...,
        adhesion: float | None = ...,
        fromto: Numbers | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        hfield: Node | str | None = ...,
        mesh: Node | str | None = ...,
        fitscale: float | None = ...,
        rgba: Numbers | None = ...,
        castshadow: bool | None = ...,
        fluidshape: Literal["none", "ellipsoid"] = ...,
        fluidcoef: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Geom: ...
    def add_joint(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: JointType | str | int = ...,
        group: int | None = ...,
        pos: Numbers | None = ...,
        axis: Numbers | None = ...,
        springdamper: Numbers | None = ...,
        limited: bool | None | None = ...,
        actuatorfrclimited: bool | None | None = ...,
        solreflimit: Numbers | None = ...,
        solimplimit: Numbers | None = ...,
        solreffriction: Numbers | None = ...,
        solimpfriction: Numbers | None = ...,
        stiffness: Numbers | None = ...,
        range: Numbers | None = ...,
        actuatorfrcrange: Numbers | None = ...,
        actuatorgravcomp: bool | None = ...,
        margin: float | None = ...,
        ref: float | None = ...,
        springref: float | None = ...,
        springyield: float | None = ...,
        armature: float | None = ...,
        damping: Numbers | None = ...,
        frictionloss: float | None = ...,
        user: Numbers | None = ...,
    ) -> Joint: ...
    def add_site(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: GeomType | str | int = ...,
        group: int | None = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        material: Node | str | None = ...,
        mesh: Node | str | None = ...,
        size: Numbers | None = ...,
        fromto: Numbers | None = ...,
        rgba: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Site: ...
    def add_camera(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        projection: Projection | str | int = ...,
        fovy: float | None = ...,
        ipd: float | None = ...,
        resolution: Numbers | None = ...,
        output: CamOutput | str | int = ...,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        mode: CamLight | str | int = ...,
        target: Node | str | None = ...,
        focal: Numbers | None = ...,
        focalpixel: Numbers | None = ...,
        principal: Numbers | None = ...,
        principalpixel: Numbers | None = ...,
        sensorsize: Numbers | None = ...,
        user: Numbers | None = ...,
    ) -> Camera: ...
    def add_light(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        directional: bool | None = ...,
        type: LightType | str | int = ...,
        castshadow: bool | None = ...,
        active: bool | None = ...,
        pos: Numbers | None = ...,
        dir: Numbers | None = ...,
        bulbradius: float | None = ...,
        intensity: float | None = ...,
        range: float | None = ...,
        attenuation: Numbers | None = ...,
        cutoff: float | None = ...,
        softness: float | None = ...,
        exponent: float | None = ...,
        ambient: Numbers | None = ...,
        diffuse: Numbers | None = ...,
        specular: Numbers | None = ...,
        mode: CamLight | str | int = ...,
        target: Node | str | None = ...,
        texture: Node | str | None = ...,
    ) -> Light: ...
    def add_inertial(
        self,
        *,
        pos: Numbers | None = ...,
        quat: Numbers | None = ...,
        mass: float | None = ...,
        diaginertia: Numbers | None = ...,
        axisangle: Numbers | None = ...,
        xyaxes: Numbers | None = ...,
        zaxis: Numbers | None = ...,
        euler: Numbers | None = ...,
        fullinertia: Numbers | None = ...,
    ) -> Inertial: ...
    def add_freejoint(
        self, *, name: str | None = ..., group: int | None = ..., align: bool | None | None = ...
    ) -> FreeJoint: ...

class Actuator(Node):
    """`<general>`."""

    name: str
    group: int
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    ctrlrange: Values[float]
    user: Values[float]
    forcelimited: bool | None
    forcerange: Values[float]
    lengthrange: Values[float]
    gear: Values[float]
    damping: Values[float]
    armature: float
    cranklength: float
    joint: Reference
    jointinparent: Reference
    tendon: Reference
    slidersite: Reference
    cranksite: Reference
    site: Reference
    refsite: Reference
    ctrllimited: bool | None
    body: Reference
    actlimited: bool | None
    actrange: Values[float]
    actdim: int
    input: str | None
    velrange: Values[float]
    ffrange: Values[float]
    inheritrange: float
    dyntype: Choice[DynType]
    gaintype: Choice[GainType]
    biastype: Choice[BiasType]
    dynprm: Values[float]
    gainprm: Values[float]
    biasprm: Values[float]
    actearly: bool

class TouchSensor(Node):
    """`<touch>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class AccelerometerSensor(Node):
    """`<accelerometer>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class VelocimeterSensor(Node):
    """`<velocimeter>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class GyroSensor(Node):
    """`<gyro>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class ForceSensor(Node):
    """`<force>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class TorqueSensor(Node):
    """`<torque>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class MagnetometerSensor(Node):
    """`<magnetometer>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference

class JointposSensor(Node):
    """`<jointpos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class JointvelSensor(Node):
    """`<jointvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class TendonposSensor(Node):
    """`<tendonpos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class TendonvelSensor(Node):
    """`<tendonvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class ActuatorposSensor(Node):
    """`<actuatorpos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    actuator: Reference

class ActuatorvelSensor(Node):
    """`<actuatorvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    actuator: Reference

class ActuatorfrcSensor(Node):
    """`<actuatorfrc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    actuator: Reference

class JointactuatorfrcSensor(Node):
    """`<jointactuatorfrc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class TendonactuatorfrcSensor(Node):
    """`<tendonactuatorfrc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class BallquatSensor(Node):
    """`<ballquat>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class BallangvelSensor(Node):
    """`<ballangvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class JointlimitposSensor(Node):
    """`<jointlimitpos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class JointlimitvelSensor(Node):
    """`<jointlimitvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class JointlimitfrcSensor(Node):
    """`<jointlimitfrc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    joint: Reference

class TendonlimitposSensor(Node):
    """`<tendonlimitpos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class TendonlimitvelSensor(Node):
    """`<tendonlimitvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class TendonlimitfrcSensor(Node):
    """`<tendonlimitfrc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    tendon: Reference

class SubtreecomSensor(Node):
    """`<subtreecom>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    body: Reference

class SubtreelinvelSensor(Node):
    """`<subtreelinvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    body: Reference

class SubtreeangmomSensor(Node):
    """`<subtreeangmom>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    body: Reference

class CamprojectionSensor(Node):
    """`<camprojection>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference
    camera: Reference

class RangefinderSensor(Node):
    """`<rangefinder>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference
    camera: Reference
    data: Bits[RayData]

class FrameposSensor(Node):
    """`<framepos>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FramequatSensor(Node):
    """`<framequat>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FramexaxisSensor(Node):
    """`<framexaxis>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FrameyaxisSensor(Node):
    """`<frameyaxis>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FramezaxisSensor(Node):
    """`<framezaxis>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FramelinvelSensor(Node):
    """`<framelinvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FrameangvelSensor(Node):
    """`<frameangvel>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None
    reftype: Choice[ObjType]
    refname: str | None

class FramelinaccSensor(Node):
    """`<framelinacc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None

class FrameangaccSensor(Node):
    """`<frameangacc>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    objtype: Choice[ObjType]
    objname: str | None

class InsidesiteSensor(Node):
    """`<insidesite>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    site: Reference
    objtype: Choice[ObjType]
    objname: str | None
    enclosed: bool

class DistanceSensor(Node):
    """`<distance>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    geom1: Reference
    geom2: Reference
    body1: Reference
    body2: Reference

class NormalSensor(Node):
    """`<normal>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    geom1: Reference
    geom2: Reference
    body1: Reference
    body2: Reference

class FromtoSensor(Node):
    """`<fromto>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    geom1: Reference
    geom2: Reference
    body1: Reference
    body2: Reference

class ContactSensor(Node):
    """`<contact>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float
    geom1: Reference
    geom2: Reference
    body1: Reference
    body2: Reference
    subtree1: Reference
    subtree2: Reference
    site: Reference
    num: int
    data: Bits[ContactData]
    reduce: Choice[Reduction]

class E_PotentialSensor(Node):
    """`<e_potential>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float

class E_KineticSensor(Node):
    """`<e_kinetic>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float

class ClockSensor(Node):
    """`<clock>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    noise: float

class TactileSensor(Node):
    """`<tactile>`."""

    name: str
    nsample: int
    interp: Choice[Interpolation]
    delay: float
    interval: Values[float]
    cutoff: float
    user: Values[float]
    geom: Reference
    mesh: Reference

class UserSensor(Node):
    """`<user>`."""

    name: str
    cutoff: float
    user: Values[float]
    noise: float
    objtype: str | None
    objname: str | None
    datatype: Choice[DataType]
    needstage: Choice[Stage]
    dim: int | None

Equality = Connect | Weld | JointEquality | TendonEquality | Distance

Sensor = (
    TouchSensor
    | AccelerometerSensor
    | VelocimeterSensor
    | GyroSensor
    | ForceSensor
    | TorqueSensor
    | MagnetometerSensor
    | JointposSensor
    | JointvelSensor
    | TendonposSensor
    | TendonvelSensor
    | ActuatorposSensor
    | ActuatorvelSensor
    | ActuatorfrcSensor
    | JointactuatorfrcSensor
    | TendonactuatorfrcSensor
    | BallquatSensor
    | BallangvelSensor
    | JointlimitposSensor
    | JointlimitvelSensor
    | JointlimitfrcSensor
    | TendonlimitposSensor
    | TendonlimitvelSensor
    | TendonlimitfrcSensor
    | SubtreecomSensor
    | SubtreelinvelSensor
    | SubtreeangmomSensor
    | CamprojectionSensor
    | RangefinderSensor
    | FrameposSensor
    | FramequatSensor
    | FramexaxisSensor
    | FrameyaxisSensor
    | FramezaxisSensor
    | FramelinvelSensor
    | FrameangvelSensor
    | FramelinaccSensor
    | FrameangaccSensor
    | InsidesiteSensor
    | DistanceSensor
    | NormalSensor
    | FromtoSensor
    | ContactSensor
    | E_PotentialSensor
    | E_KineticSensor
    | ClockSensor
    | TactileSensor
    | UserSensor
)

class MeshDefaults:
    """What a class sets for <mesh>."""

    scale: Values[float]
    maxhullvert: int
    inertia: Literal["convex", "exact", "legacy", "shell"]

class TextureDefaults:
    """What a class sets for <texture>."""

    type: Choice[TextureType]
    colorspace: Choice[ColorSpace]
    gridsize: Values[int]
    gridlayout: str | None
    builtin: Literal["none", "gradient", "checker", "flat"]
    rgb1: Values[float]
    rgb2: Values[float]
    mark: Literal["none", "edge", "cross", "random"]
    markrgb: Values[float]
    random: float
    width: int
    height: int
    hflip: bool
    vflip: bool
    nchannel: int
    embed: bool | None

class MaterialDefaults:
    """What a class sets for <material>."""

    texture: Reference
    texrepeat: Values[float]
    texuniform: bool
    emission: float
    specular: float
    shininess: float
    reflectance: float
    metallic: float
    roughness: float
    rgba: Values[float]

class JointDefaults:
    """What a class sets for <joint>."""

    type: Choice[JointType]
    group: int
    pos: Values[float]
    axis: Values[float]
    springdamper: Values[float]
    limited: bool | None
    actuatorfrclimited: bool | None
    solreflimit: Values[float]
    solimplimit: Values[float]
    solreffriction: Values[float]
    solimpfriction: Values[float]
    stiffness: Values[float]
    range: Values[float]
    actuatorfrcrange: Values[float]
    actuatorgravcomp: bool
    margin: float
    ref: float
    springref: float
    springyield: float
    armature: float
    damping: Values[float]
    frictionloss: float
    user: Values[float]

class GeomDefaults:
    """What a class sets for <geom>."""

    type: Choice[GeomType]
    contype: int
    conaffinity: int
    condim: int
    group: int
    priority: int
    size: Values[float]
    material: Reference
    friction: Values[float]
    mass: float | None
    density: float
    shellinertia: bool
    solmix: float
    solref: Values[float]
    solimp: Values[float]
    margin: float
    gap: float
    surfacevel: Values[float]
    adhesion: float
    fromto: Values[float]
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    hfield: Reference
    mesh: Reference
    fitscale: float
    rgba: Values[float]
    castshadow: bool
    fluidshape: Literal["none", "ellipsoid"]
    fluidcoef: Values[float]
    user: Values[float]

class SiteDefaults:
    """What a class sets for <site>."""

    type: Choice[GeomType]
    group: int
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    material: Reference
    mesh: Reference
    size: Values[float]
    fromto: Values[float]
    rgba: Values[float]
    user: Values[float]

class CameraDefaults:
    """What a class sets for <camera>."""

    projection: Choice[Projection]
    fovy: float
    ipd: float
    resolution: Values[int]
    output: Bits[CamOutput]
    pos: Values[float]
    quat: Values[float]
    axisangle: Values[float]
    xyaxes: Values[float]
    zaxis: Values[float]
    euler: Values[float]
    mode: Choice[CamLight]
    focal: Values[float]
    focalpixel: Values[float]
    principal: Values[float]
    principalpixel: Values[float]
    sensorsize: Values[float]
    user: Values[float]

class LightDefaults:
    """What a class sets for <light>."""

    directional: bool
    type: Choice[LightType]
    castshadow: bool
    active: bool
    pos: Values[float]
    dir: Values[float]
    bulbradius: float
    intensity: float
    range: float
    attenuation: Values[float]
    cutoff: float
    softness: float
    exponent: float
    ambient: Values[float]
    diffuse: Values[float]
    specular: Values[float]
    mode: Choice[CamLight]

class PairDefaults:
    """What a class sets for <pair>."""

    condim: int
    friction: Values[float]
    solref: Values[float]
    solreffriction: Values[float]
    solimp: Values[float]
    margin: float
    gap: float
    adhesion: float

class EqualityDefaults:
    """What a class sets for <equality>."""

    active: bool
    solref: Values[float]
    solimp: Values[float]

class TendonDefaults:
    """What a class sets for <tendon>."""

    group: int
    limited: bool | None
    actuatorfrclimited: bool | None
    range: Values[float]
    actuatorfrcrange: Values[float]
    solreflimit: Values[float]
    solimplimit: Values[float]
    solreffriction: Values[float]
    solimpfriction: Values[float]
    margin: float
    frictionloss: float
    springlength: Values[float]
    stiffness: Values[float]
    springyield: float
    damping: Values[float]
    armature: float
    user: Values[float]
    width: float
    material: Reference
    rgba: Values[float]

class DefaultClass:
    """A default class: an attribute for each kind of element, `geom`, `joint`, `site`, …, with what the class sets.

    Elements take over the settings of their class when they are added; later changes do not reach them.
    """

    name: Final[str]
    mesh: Final[MeshDefaults]
    texture: Final[TextureDefaults]
    material: Final[MaterialDefaults]
    joint: Final[JointDefaults]
    geom: Final[GeomDefaults]
    site: Final[SiteDefaults]
    camera: Final[CameraDefaults]
    light: Final[LightDefaults]
    pair: Final[PairDefaults]
    equality: Final[EqualityDefaults]
    tendon: Final[TendonDefaults]

class Spec:
    """A model that can be built and changed: `Spec()`, `Spec.from_file(path)` or `Spec.from_string(text)`.

    Its tree starts at `worldbody`; bodies and frames have `add_body`, `add_geom`, …, the spec has `add_actuator`,
    `add_sensor`, …. Attributes are those of MJCF: `geom.friction = (1, 0.1, 0.1)`. `compile()` gives a Model, as often
    as you like.
    """

    model: str
    worldbody: Body
    warnings: list[str]
    assets: Mapping[str, bytes]
    folder: Path | None
    sources: dict[str, str]
    omitted: frozenset[str]
    classes: dict[str, dict[str, dict[str, Any]]]
    class_parents: dict[str, str]
    compiler: Compiler
    option: Option
    size: Size
    statistic: Statistic
    visual: Visual
    textures: list[Texture]
    materials: list[Material]
    meshes: list[Mesh]
    hfields: list[HField]
    pairs: list[Pair]
    excludes: list[Exclude]
    tendons: list[Spatial | Fixed]
    equalities: list[Equality]
    actuators: list[Actuator]
    sensors: list[Sensor]
    numerics: list[Numeric]
    texts: list[Text]
    tuples: list[Tuple]
    keys: list[Key]
    def __init__(self, model: str = ...) -> None: ...
    @classmethod
    def from_file(cls, path: str | PathLike[str], omit: Iterable[str] = ()) -> Spec:
        """The Spec of an MJCF or URDF file, or of an archive (.mjz); `omit` names features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
    @classmethod
    def from_string(cls, text: str, assets: Mapping[str, bytes] | None = None, omit: Iterable[str] = ()) -> Spec:
        """The Spec of a text in MJCF or URDF; `assets` holds the contents of files it names, the rest as for files."""
    def add_tuple(
        self, elements: Iterable[tuple[str, Node | str] | tuple[str, Node | str, float]], *, name: str
    ) -> Tuple:
        """Add a group of elements: (kind, name or node) or (kind, name or node, number) of each."""
    def add_default(self, name: str, parent: str | DefaultClass = ...) -> DefaultClass:
        """Add a default class that starts as its parent is now; elements take it with `class_=name`."""
    def default(self, name: str = ...) -> DefaultClass:
        """The default class of a name."""
    def delete(self, node: Node) -> list[Node]:
        """Take out an element with everything in it and all that refers to it; return what is gone."""
    def move(self, node: Node, parent: Body | Frame) -> None:
        """Put an element of the tree at the end of another body or frame."""
    def rename(self, node: Node, name: str) -> None:
        """Give an element another name, also wherever it is referred to."""
    @overload
    def attach(
        self,
        other: Spec,
        to: Body | Frame | Site | None = None,
        *,
        prefix: str = ...,
        suffix: str = ...,
        part: None = None,
    ) -> Frame:
        """Add a copy of another Spec, or of a body or frame of it, to a body, frame or site; return that copy.

        All names get the prefix and the suffix. Assets, default classes, keyframes and everything that refers to what
        is attached come along. The whole world of the other Spec becomes a frame. A part of this Spec can be attached
        to it again.
        """
    @overload
    def attach(
        self, other: Spec, to: Body | Frame | Site | None = None, *, prefix: str = ..., suffix: str = ..., part: B
    ) -> B: ...
    def copy(self) -> Spec:
        """An independent copy."""
    def compile(self) -> Model:
        """The model as it is now; ModelError lists every fault, with its file or the line that made the element."""
    def to_xml(self, canonical: bool = ...) -> str:
        """The model as it is now, as MJCF text.

        Where it came from a text this is that text with the changes in place: comments, frames and classes stay, and
        files in which nothing changed stay included. Where that cannot be, as with one of several replicas, or if
        asked for, the text is canonical: every attribute that differs from the built-in default, without classes.
        """
    def save_xml(self, path: str | PathLike[str], canonical: bool = ...) -> None:
        """Write the model as an MJCF file, which names meshes and textures from where it lies.

        In another folder than the one it came from it is canonical. Assets that were handed over in memory are written
        beside it.
        """
    def recompile(self, m: Model, d: Data) -> tuple[Model, Data]:
        """The model as it is now and a Data of it, in which everything that stayed has its state of `d`.

        `m` is what `compile` or `recompile` gave last.
        """
    def compiler_of(self, node: Node) -> Compiler: ...
    def origin_of(self, node: Node) -> Any: ...
    def add_mesh(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        content_type: str | None = ...,
        file: str | None = ...,
        vertex: Numbers | None = ...,
        normal: Numbers | None = ...,
        texcoord: Numbers | None = ...,
        face: Numbers | None = ...,
        refpos: Numbers | None = ...,
        refquat: Numbers | None = ...,
        scale: Numbers | None = ...,
        smoothnormal: bool | None = ...,
        maxhullvert: int | None = ...,
        inertia: Literal["convex", "exact", "legacy", "shell"] = ...,
        builtin: str | None = ...,
        params: Numbers | None = ...,
        material: Node | str | None = ...,
    ) -> Mesh: ...
    def add_hfield(
        self,
        *,
        name: str | None = ...,
        content_type: str | None = ...,
        file: str | None = ...,
        nrow: int | None = ...,
        ncol: int | None = ...,
        elevation: Numbers | None = ...,
        size: Numbers | None = ...,
    ) -> HField: ...
    def add_texture(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        type: TextureType | str | int = ...,
        colorspace: ColorSpace | str | int = ...,
        content_type: str | None = ...,
        file: str | None = ...,
        gridsize: Numbers | None = ...,
        gridlayout: str | None = ...,
        fileright: str | None = ...,
        fileleft: str | None = ...,
        fileup: str | None = ...,
        filedown: str | None = ...,
        filefront: str | None = ...,
        fileback: str | None = ...,
        builtin: Literal["none", "gradient", "checker", "flat"] = ...,
        rgb1: Numbers | None = ...,
        rgb2: Numbers | None = ...,
        mark: Literal["none", "edge", "cross", "random"] = ...,
        markrgb: Numbers | None = ...,
        random: float | None = ...,
        width: int | None = ...,
        height: int | None = ...,
        hflip: bool | None = ...,
        vflip: bool | None = ...,
        nchannel: int | None = ...,
        embed: bool | None | None = ...,
    ) -> Texture: ...
    def add_material(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        texture: Node | str | None = ...,
        texrepeat: Numbers | None = ...,
        texuniform: bool | None = ...,
        emission: float | None = ...,
        specular: float | None = ...,
        shininess: float | None = ...,
        reflectance: float | None = ...,
        metallic: float | None = ...,
        roughness: float | None = ...,
        rgba: Numbers | None = ...,
    ) -> Material: ...
    def add_pair(
        self,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        geom1: Node | str | None = ...,
        geom2: Node | str | None = ...,
        condim: int | None = ...,
        friction: Numbers | None = ...,
        solref: Numbers | None = ...,
        solreffriction: Numbers | None = ...,
        solimp: Numbers | None = ...,
        margin: float | None = ...,
        gap: float | None = ...,
        adhesion: float | None = ...,
        stiffness: float | None = ...,
        damping: float | None = ...,
        restitution: float | None = ...,
        mass: float | None = ...,
        impact_speed: float | None = ...,
    ) -> Pair: ...
    def add_exclude(
        self, *, name: str | None = ..., body1: Node | str | None = ..., body2: Node | str | None = ...
    ) -> Exclude: ...
    def add_key(
        self,
        *,
        name: str | None = ...,
        time: float | None = ...,
        qpos: Numbers | None = ...,
        qvel: Numbers | None = ...,
        act: Numbers | None = ...,
        ctrl: Numbers | None = ...,
        mpos: Numbers | None = ...,
        mquat: Numbers | None = ...,
        plastic: Numbers | None = ...,
    ) -> Key: ...
    def add_numeric(self, *, name: str | None = ..., size: int | None = ..., data: Numbers | None = ...) -> Numeric: ...
    def add_text(self, *, name: str | None = ..., data: str | None = ...) -> Text: ...
    def add_actuator(
        self,
        kind: Literal[
            "general",
            "motor",
            "position",
            "velocity",
            "intvelocity",
            "damper",
            "cylinder",
            "muscle",
            "adhesion",
            "orientation",
            "pid",
            "dcmotor",
        ] = ...,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        group: int | None = ...,
        nsample: int | None = ...,
        interp: Interpolation | str | int = ...,
        delay: float | None = ...,
        ctrlrange: Numbers | None = ...,
        user: Numbers | None = ...,
        forcelimited: bool | None | None = ...,
        forcerange: Numbers | None = ...,
        lengthrange: Numbers | None = ...,
        gear: Numbers | None = ...,
        damping: Numbers | None = ...,
        armature: float | None = ...,
        cranklength: float | None = ...,
        joint: Node | str | None = ...,
        jointinparent: Node | str | None = ...,
        tendon: Node | str | None = ...,
        slidersite: Node | str | None = ...,
        cranksite: Node | str | None = ...,
        site: Node | str | None = ...,
        refsite: Node | str | None = ...,
        ctrllimited: bool | None | None = ...,
        body: Node | str | None = ...,
        actlimited: bool | None | None = ...,
        actrange: Numbers | None = ...,
        actdim: int | None = ...,
        input: str | None = ...,
        velrange: Numbers | None = ...,
        ffrange: Numbers | None = ...,
        inheritrange: float | None = ...,
        dyntype: DynType | str | int = ...,
        gaintype: GainType | str | int = ...,
        biastype: BiasType | str | int = ...,
        dynprm: Numbers | None = ...,
        gainprm: Numbers | None = ...,
        biasprm: Numbers | None = ...,
        actearly: bool | None = ...,
        kp: float | None = ...,
        kv: float | None = ...,
        dampratio: float | None = ...,
        timeconst: Numbers | None = ...,
        area: float | None = ...,
        diameter: float | None = ...,
        bias: Numbers | None = ...,
        tausmooth: float | None = ...,
        range: Numbers | None = ...,
        force: float | None = ...,
        scale: float | None = ...,
        lmin: float | None = ...,
        lmax: float | None = ...,
        vmax: float | None = ...,
        fpmax: float | None = ...,
        fvmax: float | None = ...,
        gain: float | None = ...,
        posrange: Numbers | None = ...,
        ki: float | None = ...,
        imax: float | None = ...,
        slewmax: float | None = ...,
        resistance: float | None = ...,
        motorconst: Numbers | None = ...,
        nominal: Numbers | None = ...,
        inductance: Numbers | None = ...,
        thermal: Numbers | None = ...,
        saturation: Numbers | None = ...,
        cogging: Numbers | None = ...,
        lugre: Numbers | None = ...,
        controller: Numbers | None = ...,
    ) -> Actuator: ...
    def add_sensor(
        self,
        kind: Literal[
            "touch",
            "accelerometer",
            "velocimeter",
            "gyro",
            "force",
            "torque",
            "magnetometer",
            "jointpos",
            "jointvel",
            "tendonpos",
            "tendonvel",
            "actuatorpos",
            "actuatorvel",
            "actuatorfrc",
            "jointactuatorfrc",
            "tendonactuatorfrc",
            "ballquat",
            "ballangvel",
            "jointlimitpos",
            "jointlimitvel",
            "jointlimitfrc",
            "tendonlimitpos",
            "tendonlimitvel",
            "tendonlimitfrc",
            "subtreecom",
            "subtreelinvel",
            "subtreeangmom",
            "camprojection",
            "rangefinder",
            "framepos",
            "framequat",
            "framexaxis",
            "frameyaxis",
            "framezaxis",
            "framelinvel",
            "frameangvel",
            "framelinacc",
            "frameangacc",
            "insidesite",
            "distance",
            "normal",
            "fromto",
            "contact",
            "e_potential",
            "e_kinetic",
            "clock",
            "tactile",
            "user",
        ],
        *,
        name: str | None = ...,
        nsample: int | None = ...,
        interp: Interpolation | str | int = ...,
        delay: float | None = ...,
        interval: Numbers | None = ...,
        cutoff: float | None = ...,
        user: Numbers | None = ...,
        noise: float | None = ...,
        site: Node | str | None = ...,
        joint: Node | str | None = ...,
        tendon: Node | str | None = ...,
        actuator: Node | str | None = ...,
        body: Node | str | None = ...,
        camera: Node | str | None = ...,
        data: ContactData | str | int = ...,
        objtype: str | None = ...,
        objname: str | None = ...,
        reftype: ObjType | str | int = ...,
        refname: str | None = ...,
        enclosed: bool | None = ...,
        geom1: Node | str | None = ...,
        geom2: Node | str | None = ...,
        body1: Node | str | None = ...,
        body2: Node | str | None = ...,
        subtree1: Node | str | None = ...,
        subtree2: Node | str | None = ...,
        num: int | None = ...,
        reduce: Reduction | str | int = ...,
        geom: Node | str | None = ...,
        mesh: Node | str | None = ...,
        datatype: DataType | str | int = ...,
        needstage: Stage | str | int = ...,
        dim: int | None = ...,
    ) -> Sensor: ...
    def add_equality(
        self,
        kind: Literal["connect", "weld", "joint", "tendon", "distance"],
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        active: bool | None = ...,
        solref: Numbers | None = ...,
        solimp: Numbers | None = ...,
        body1: Node | str | None = ...,
        body2: Node | str | None = ...,
        anchor: Numbers | None = ...,
        site1: Node | str | None = ...,
        site2: Node | str | None = ...,
        relpose: Numbers | None = ...,
        torquescale: float | None = ...,
        joint1: Node | str | None = ...,
        joint2: Node | str | None = ...,
        polycoef: Numbers | None = ...,
        tendon1: Node | str | None = ...,
        tendon2: Node | str | None = ...,
        geom1: Node | str | None = ...,
        geom2: Node | str | None = ...,
        distance: float | None = ...,
    ) -> Equality: ...
    @overload
    def add_tendon(
        self,
        kind: Literal["spatial"] = ...,
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        group: int | None = ...,
        limited: bool | None | None = ...,
        actuatorfrclimited: bool | None | None = ...,
        range: Numbers | None = ...,
        actuatorfrcrange: Numbers | None = ...,
        solreflimit: Numbers | None = ...,
        solimplimit: Numbers | None = ...,
        solreffriction: Numbers | None = ...,
        solimpfriction: Numbers | None = ...,
        margin: float | None = ...,
        frictionloss: float | None = ...,
        springlength: Numbers | None = ...,
        stiffness: Numbers | None = ...,
        springyield: float | None = ...,
        damping: Numbers | None = ...,
        armature: float | None = ...,
        user: Numbers | None = ...,
        width: float | None = ...,
        material: Node | str | None = ...,
        rgba: Numbers | None = ...,
    ) -> Spatial: ...
    @overload
    def add_tendon(
        self,
        kind: Literal["fixed"],
        *,
        name: str | None = ...,
        class_: str | DefaultClass | None = ...,
        group: int | None = ...,
        limited: bool | None | None = ...,
        actuatorfrclimited: bool | None | None = ...,
        range: Numbers | None = ...,
        actuatorfrcrange: Numbers | None = ...,
        solreflimit: Numbers | None = ...,
        solimplimit: Numbers | None = ...,
        solreffriction: Numbers | None = ...,
        solimpfriction: Numbers | None = ...,
        margin: float | None = ...,
        frictionloss: float | None = ...,
        springlength: Numbers | None = ...,
        stiffness: Numbers | None = ...,
        springyield: float | None = ...,
        damping: Numbers | None = ...,
        armature: float | None = ...,
        user: Numbers | None = ...,
    ) -> Fixed: ...
    @overload
    def find(self, kind: Literal["body"], name: str) -> Body: ...
    @overload
    def find(self, kind: Literal["joint"], name: str) -> Joint: ...
    @overload
    def find(self, kind: Literal["geom"], name: str) -> Geom: ...
    @overload
    def find(self, kind: Literal["site"], name: str) -> Site: ...
    @overload
    def find(self, kind: Literal["camera"], name: str) -> Camera: ...
    @overload
    def find(self, kind: Literal["light"], name: str) -> Light: ...
    @overload
    def find(self, kind: Literal["frame"], name: str) -> Frame: ...
    @overload
    def find(self, kind: Literal["mesh"], name: str) -> Mesh: ...
    @overload
    def find(self, kind: Literal["hfield"], name: str) -> HField: ...
    @overload
    def find(self, kind: Literal["material"], name: str) -> Material: ...
    @overload
    def find(self, kind: Literal["texture"], name: str) -> Texture: ...
    @overload
    def find(self, kind: Literal["pair"], name: str) -> Pair: ...
    @overload
    def find(self, kind: Literal["exclude"], name: str) -> Exclude: ...
    @overload
    def find(self, kind: Literal["actuator"], name: str) -> Actuator: ...
    @overload
    def find(self, kind: Literal["key"], name: str) -> Key: ...
    @overload
    def find(self, kind: Literal["numeric"], name: str) -> Numeric: ...
    @overload
    def find(self, kind: Literal["text"], name: str) -> Text: ...
    @overload
    def find(self, kind: Literal["tuple"], name: str) -> Tuple: ...
    @overload
    def find(self, kind: Literal["tendon"], name: str) -> Spatial | Fixed: ...
    @overload
    def find(self, kind: Literal["equality"], name: str) -> Equality: ...
    @overload
    def find(self, kind: Literal["sensor"], name: str) -> Sensor: ...
    @overload
    def walk(self, kind: None = None) -> Iterator[Node]: ...
    @overload
    def walk(self, kind: Literal["body"]) -> Iterator[Body]: ...
    @overload
    def walk(self, kind: Literal["joint"]) -> Iterator[Joint]: ...
    @overload
    def walk(self, kind: Literal["geom"]) -> Iterator[Geom]: ...
    @overload
    def walk(self, kind: Literal["site"]) -> Iterator[Site]: ...
    @overload
    def walk(self, kind: Literal["camera"]) -> Iterator[Camera]: ...
    @overload
    def walk(self, kind: Literal["light"]) -> Iterator[Light]: ...
    @overload
    def walk(self, kind: Literal["frame"]) -> Iterator[Frame]: ...
    @overload
    def walk(self, kind: Literal["mesh"]) -> Iterator[Mesh]: ...
    @overload
    def walk(self, kind: Literal["hfield"]) -> Iterator[HField]: ...
    @overload
    def walk(self, kind: Literal["material"]) -> Iterator[Material]: ...
    @overload
    def walk(self, kind: Literal["texture"]) -> Iterator[Texture]: ...
    @overload
    def walk(self, kind: Literal["pair"]) -> Iterator[Pair]: ...
    @overload
    def walk(self, kind: Literal["exclude"]) -> Iterator[Exclude]: ...
    @overload
    def walk(self, kind: Literal["actuator"]) -> Iterator[Actuator]: ...
    @overload
    def walk(self, kind: Literal["key"]) -> Iterator[Key]: ...
    @overload
    def walk(self, kind: Literal["numeric"]) -> Iterator[Numeric]: ...
    @overload
    def walk(self, kind: Literal["text"]) -> Iterator[Text]: ...
    @overload
    def walk(self, kind: Literal["tuple"]) -> Iterator[Tuple]: ...
    @overload
    def walk(self, kind: Literal["tendon"]) -> Iterator[Spatial | Fixed]: ...
    @overload
    def walk(self, kind: Literal["equality"]) -> Iterator[Equality]: ...
    @overload
    def walk(self, kind: Literal["sensor"]) -> Iterator[Sensor]: ...
