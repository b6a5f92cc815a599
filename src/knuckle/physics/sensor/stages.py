"""The three stages of sensors: after positions, after velocities, after accelerations."""

from knuckle.kernel import call, kernel, stage
from knuckle.physics.force.energy import energy_pos, energy_vel
from knuckle.physics.history.readings import tell_past_readings
from knuckle.physics.inverse.rne_post import rne_post_constraint
from knuckle.physics.kinematics.momentum import subtree_vel
from knuckle.physics.sensor.acceleration import read_acceleration
from knuckle.physics.sensor.position import read_position
from knuckle.physics.sensor.search import has_searches, search
from knuckle.physics.sensor.velocity import read_velocity
from knuckle.schema.enums import DisableBit, EnableBit, SensorType, Stage


@stage
def sensor_pos(m, d):
    """Readings of sensors that need positions only; of the energies too."""
    if m.opt_disableflags & DisableBit.SENSOR:
        return
    find_energy(m, d)
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == Stage.POS:
            read_position(m, d, s)
    if has_searches(m, Stage.POS):
        search(m, d, Stage.POS)
    ask_user(m, d, Stage.POS)
    if m.nhistory > 0:
        tell_past_readings(m, d, Stage.POS)


@stage
def sensor_vel(m, d):
    """Readings of sensors that need velocities; momenta of subtrees where they are asked for."""
    if m.opt_disableflags & DisableBit.SENSOR:
        return
    if needs_momenta(m):
        subtree_vel(m, d)
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == Stage.VEL:
            read_velocity(m, d, s)
    if has_searches(m, Stage.VEL):
        search(m, d, Stage.VEL)
    ask_user(m, d, Stage.VEL)
    if m.nhistory > 0:
        tell_past_readings(m, d, Stage.VEL)


@stage
def sensor_acc(m, d):
    """Readings of sensors that need accelerations or forces; those of bodies where they are asked for."""
    if m.opt_disableflags & DisableBit.SENSOR:
        return
    if needs_body_forces(m):
        rne_post_constraint(m, d)
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == Stage.ACC:
            read_acceleration(m, d, s)
    if has_searches(m, Stage.ACC):
        search(m, d, Stage.ACC)
    ask_user(m, d, Stage.ACC)
    if m.nhistory > 0:
        tell_past_readings(m, d, Stage.ACC)


@kernel
def ask_user(m, d, when):
    """Readings of user sensors of a stage, by the function of the user."""
    if m.hook_sensor != 0:
        for s in range(m.nsensor):
            if m.sensor_type[s] == SensorType.USER and m.sensor_needstage[s] == when:
                call(m.hook_sensor, m, d, when)
                return


@kernel
def find_energy(m, d):
    """The energies that are sensed; both stay zero where neither the flag nor a sensor asks for the potential one."""
    potential = has_sensor(m, SensorType.E_POTENTIAL)
    if potential:
        energy_pos(m, d)
    if has_sensor(m, SensorType.E_KINETIC) and (potential or m.opt_enableflags & EnableBit.ENERGY):
        energy_vel(m, d)


@kernel
def has_sensor(m, kind):
    """Whether the model has a sensor of that kind."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == kind:
            return True
    return False


@kernel
def needs_momenta(m):
    """Whether a sensor reads momenta of subtrees, or may do so as it is a user's."""
    for s in range(m.nsensor):
        kind = m.sensor_type[s]
        if kind == SensorType.SUBTREELINVEL or kind == SensorType.SUBTREEANGMOM:
            return True
        if kind == SensorType.USER and m.sensor_needstage[s] == Stage.VEL:
            return True
    return False


@kernel
def needs_body_forces(m):
    """Whether a sensor reads accelerations of bodies or forces on them, or may do so as it is a user's."""
    for s in range(m.nsensor):
        kind = m.sensor_type[s]
        if kind == SensorType.ACCELEROMETER or SensorType.FORCE <= kind <= SensorType.TORQUE:
            return True
        if SensorType.FRAMELINACC <= kind <= SensorType.FRAMEANGACC:
            return True
        if kind == SensorType.USER and m.sensor_needstage[s] == Stage.ACC:
            return True
    return False
