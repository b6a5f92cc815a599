# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Iterator
from typing import Any, Final

from numpy import float32

from knuckle._stubs.arrays import Array

class DisplayGlobal:
    """`model.vis.global_`: display settings."""

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
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class DisplayQuality:
    """`model.vis.quality`: display settings."""

    shadowsize: int
    offsamples: int
    numslices: int
    numstacks: int
    numquads: int
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class DisplayHeadlight:
    """`model.vis.headlight`: display settings."""

    ambient: Array[float32]
    diffuse: Array[float32]
    specular: Array[float32]
    active: int
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class DisplayMap:
    """`model.vis.map`: display settings."""

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
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class DisplayScale:
    """`model.vis.scale`: display settings."""

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
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class DisplayRgba:
    """`model.vis.rgba`: display settings."""

    fog: Array[float32]
    haze: Array[float32]
    force: Array[float32]
    inertia: Array[float32]
    joint: Array[float32]
    actuator: Array[float32]
    actuatornegative: Array[float32]
    actuatorpositive: Array[float32]
    com: Array[float32]
    camera: Array[float32]
    light: Array[float32]
    selectpoint: Array[float32]
    connect: Array[float32]
    contactpoint: Array[float32]
    contactforce: Array[float32]
    contactfriction: Array[float32]
    contacttorque: Array[float32]
    contactgap: Array[float32]
    rangefinder: Array[float32]
    constraint: Array[float32]
    slidercrank: Array[float32]
    crankbroken: Array[float32]
    frustum: Array[float32]
    bv: Array[float32]
    bvactive: Array[float32]
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...

class Display:
    """`model.vis`: display settings by group."""

    global_: Final[DisplayGlobal]
    quality: Final[DisplayQuality]
    headlight: Final[DisplayHeadlight]
    map: Final[DisplayMap]
    scale: Final[DisplayScale]
    rgba: Final[DisplayRgba]
    def as_dict(self) -> dict[str, Any]:
        """The settings as nested dictionaries."""
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object) -> bool: ...
