"""The published enumerations of sensors, by our names."""

from knuckle.schema.named import NamedBits, NamedInt


class SensorType(NamedInt):
    """Kinds of sensors (`sensor_type`)."""

    TOUCH = 0
    ACCELEROMETER = 1
    VELOCIMETER = 2
    GYRO = 3
    FORCE = 4
    TORQUE = 5
    MAGNETOMETER = 6
    RANGEFINDER = 7
    CAMPROJECTION = 8
    JOINTPOS = 9
    JOINTVEL = 10
    TENDONPOS = 11
    TENDONVEL = 12
    ACTUATORPOS = 13
    ACTUATORVEL = 14
    ACTUATORFRC = 15
    JOINTACTFRC = 16
    TENDONACTFRC = 17
    BALLQUAT = 18
    BALLANGVEL = 19
    JOINTLIMITPOS = 20
    JOINTLIMITVEL = 21
    JOINTLIMITFRC = 22
    TENDONLIMITPOS = 23
    TENDONLIMITVEL = 24
    TENDONLIMITFRC = 25
    FRAMEPOS = 26
    FRAMEQUAT = 27
    FRAMEXAXIS = 28
    FRAMEYAXIS = 29
    FRAMEZAXIS = 30
    FRAMELINVEL = 31
    FRAMEANGVEL = 32
    FRAMELINACC = 33
    FRAMEANGACC = 34
    SUBTREECOM = 35
    SUBTREELINVEL = 36
    SUBTREEANGMOM = 37
    INSIDESITE = 38
    GEOMDIST = 39
    GEOMNORMAL = 40
    GEOMFROMTO = 41
    CONTACT = 42
    E_POTENTIAL = 43
    E_KINETIC = 44
    CLOCK = 45
    TACTILE = 46
    PLUGIN = 47
    USER = 48


class DataType(NamedInt):
    """What the readings of a sensor are (`sensor_datatype`): an axis is a unit vector of three."""

    REAL = 0
    POSITIVE = 1
    AXIS = 2
    QUATERNION = 3


class Stage(NamedInt):
    """How far what depends on the state is computed: the stage after which a sensor is read, or that is up to date."""

    NONE = 0
    POS = 1
    VEL = 2
    ACC = 3


class RayData(NamedBits):
    """What a rangefinder tells of each ray (bits of `sensor_intprm[:, 0]`), in this order."""

    DIST = 1
    DIR = 2
    ORIGIN = 4
    POINT = 8
    NORMAL = 16
    DEPTH = 32


class ContactData(NamedBits):
    """What a contact sensor tells of each contact (bits of `sensor_intprm[:, 0]`), in this order."""

    FOUND = 1
    FORCE = 2
    TORQUE = 4
    DIST = 8
    POS = 16
    NORMAL = 32
    TANGENT = 64
    LINVEL = 128
    ANGVEL = 256


class Reduction(NamedInt):
    """Which of the contacts that match a contact sensor tells (`sensor_intprm[:, 1]`)."""

    NONE = 0
    MINDIST = 1
    MAXFORCE = 2
    NETFORCE = 3


class Interpolation(NamedInt):
    """How a delay buffer is read between its samples (second column of `sensor_history`)."""

    ZOH = 0
    LINEAR = 1
    CUBIC = 2
