"""The published enumerations of visualization, by our names."""

from knuckle.schema.enums import GeomType
from knuckle.schema.named import NamedBits, NamedInt


class VisFlag(NamedInt):
    """What is shown besides the model itself: indices into `SceneOption.flags`."""

    CONVEXHULL = 0
    TEXTURE = 1
    JOINT = 2
    CAMERA = 3
    ACTUATOR = 4
    ACTIVATION = 5
    LIGHT = 6
    TENDON = 7
    RANGEFINDER = 8
    CONSTRAINT = 9
    INERTIA = 10
    SCLINERTIA = 11
    PERTFORCE = 12
    PERTOBJ = 13
    CONTACTPOINT = 14
    ISLAND = 15
    CONTACTFORCE = 16
    CONTACTSPLIT = 17
    TRANSPARENT = 18
    AUTOCONNECT = 19
    COM = 20
    SELECT = 21
    STATIC = 22
    SKIN = 23
    FLEXVERT = 24
    FLEXEDGE = 25
    FLEXFACE = 26
    FLEXSKIN = 27
    BODYBVH = 28
    MESHBVH = 29
    SDFITER = 30


class RenderFlag(NamedInt):
    """How a scene is drawn: indices into `Renderer.flags`."""

    SHADOW = 0
    WIREFRAME = 1
    REFLECTION = 2
    ADDITIVE = 3
    SKYBOX = 4
    FOG = 5
    HAZE = 6
    DEPTH = 7
    SEGMENT = 8
    IDCOLOR = 9
    CULL_FACE = 10
    POST_PROCESSING = 11


class Frame(NamedInt):
    """Which frames are shown (`SceneOption.frame`)."""

    NONE = 0
    BODY = 1
    GEOM = 2
    SITE = 3
    CAMERA = 4
    LIGHT = 5
    CONTACT = 6
    WORLD = 7


class Label(NamedInt):
    """Which elements carry their names (`SceneOption.label`)."""

    NONE = 0
    BODY = 1
    JOINT = 2
    GEOM = 3
    SITE = 4
    CAMERA = 5
    LIGHT = 6
    TENDON = 7
    ACTUATOR = 8
    CONSTRAINT = 9
    FLEX = 10
    SKIN = 11
    SELECTION = 12
    SELPNT = 13
    CONTACTPOINT = 14
    CONTACTFORCE = 15
    ISLAND = 16


class Category(NamedBits):
    """Where a drawable comes from (`Scene.category`)."""

    STATIC = 1  # geoms and sites of the world body, or fixed to it
    DYNAMIC = 2  # geoms, sites and tendons of moving bodies
    DECOR = 4  # arrows, frames and other marks


class CameraType(NamedInt):
    """What a camera hangs on (`Camera.type`)."""

    FREE = 0
    TRACKING = 1
    FIXED = 2
    USER = 3


class Shape(NamedInt):
    """Shapes of drawables (`Scene.kind`): those of geoms, and those of marks."""

    PLANE = GeomType.PLANE.value
    HFIELD = GeomType.HFIELD.value
    SPHERE = GeomType.SPHERE.value
    CAPSULE = GeomType.CAPSULE.value
    ELLIPSOID = GeomType.ELLIPSOID.value
    CYLINDER = GeomType.CYLINDER.value
    BOX = GeomType.BOX.value
    MESH = GeomType.MESH.value
    SDF = GeomType.SDF.value
    ARROW = 100  # along z: a shaft and a head
    ARROW1 = 101  # a shaft alone, with a pointed end
    ARROW2 = 102  # a shaft with a head at both ends
    LINE = 103  # from the origin along z
    LINEBOX = 104
    TRIANGLE = 108
    CONE = 200  # along z, from its base at the origin to its tip; none of MuJoCo's
