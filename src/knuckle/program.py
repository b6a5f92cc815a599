"""Every kernel that Python can call: the table from which machines are compiled and the public functions are made."""

from collections.abc import Callable
from functools import cache

from knuckle.machine.entry import Entry
from knuckle.machine.query import Query


@cache
def entries() -> tuple[Entry | Query, ...]:
    """All entry points: whole steps, then stages in pipeline order, then queries."""
    return (*whole(), *stages(), *integrators(), *queries())


def callback_makers() -> dict[str, Callable[[Callable], Callable]]:
    """For each callback, what makes the code that a step calls of a kernel of the user."""
    from knuckle.physics.callbacks import MAKERS

    return MAKERS


def whole() -> tuple[Entry, ...]:
    """Steps and passes through the whole pipeline."""
    from knuckle.physics import pipeline
    from knuckle.physics.guard.finite import calls_nothing, is_computable, runs_alone

    return (
        Entry("step", pipeline.step, "nstep", guard=runs_alone),
        Entry("step1", pipeline.step1, guard=runs_alone, by_world=True),
        Entry("step2", pipeline.step2, guard=runs_alone, by_world=True),
        Entry("forward", pipeline.forward, guard=runs_alone),
        Entry("inverse", pipeline.inverse, guard=runs_alone),
        Entry("fwd_position", pipeline.position, guard=runs_alone, by_world=True),
        Entry("detect", pipeline.detect, guard=runs_alone),
        Entry("constrain", pipeline.constrain, guard=is_computable),
        Entry("fwd_velocity", pipeline.velocity, guard=calls_nothing),
        Entry("fwd_control", pipeline.control, guard=calls_nothing),
        Entry("fwd_acceleration", pipeline.acceleration, guard=calls_nothing),
    )


def stages() -> tuple[Entry, ...]:
    """The stages one by one, in pipeline order."""
    from knuckle.physics.actuator import actuation, transmission
    from knuckle.physics.constraint import make, project, reference
    from knuckle.physics.derivative import smooth as derivative
    from knuckle.physics.discrete import acceleration, solve
    from knuckle.physics.force import bias, energy, passive
    from knuckle.physics.guard.finite import calls_nothing, is_computable
    from knuckle.physics.inertia import crb as inertia
    from knuckle.physics.inertia import factor
    from knuckle.physics.inverse import compare as fwdinv
    from knuckle.physics.inverse import inverse, rne_post
    from knuckle.physics.kinematics import cameras as camera_light
    from knuckle.physics.kinematics import com, momentum
    from knuckle.physics.kinematics import poses as kinematics
    from knuckle.physics.kinematics import velocities as velocity
    from knuckle.physics.sensor import stages as sensor
    from knuckle.physics.solver import island
    from knuckle.physics.speculative import collision
    from knuckle.physics.tendon import lengths

    return (
        Entry("kinematics", kinematics.kinematics),
        Entry("com_pos", com.com_pos),
        Entry("camlight", camera_light.camera_light),
        Entry("tendon", lengths.tendon),
        Entry("crb", inertia.crb),
        Entry("factor_M", factor.factor_M),
        Entry("collision", collision.collision, guard=is_computable, by_world=True),
        Entry("make_constraint", make.make_constraint, guard=is_computable, by_world=True),
        Entry("islands", island.islands, by_world=True),
        Entry("project_constraint", project.project_constraint, by_world=True),
        Entry("transmission", transmission.transmission),
        Entry("com_vel", velocity.com_vel),
        Entry("actuator_velocity", transmission.actuator_velocity),
        Entry("passive", passive.passive),
        Entry("reference_constraint", reference.reference_constraint, by_world=True),
        Entry("bias", bias.bias),
        Entry("actuation", actuation.actuation, guard=calls_nothing),
        Entry("smooth_acceleration", acceleration.smooth_acceleration),
        Entry("constraint_solve", solve.constraint_solve, by_world=True),
        Entry("sensor_pos", sensor.sensor_pos, guard=calls_nothing),
        Entry("sensor_vel", sensor.sensor_vel, guard=calls_nothing),
        Entry("sensor_acc", sensor.sensor_acc, guard=calls_nothing),
        Entry("energy_pos", energy.energy_pos),
        Entry("energy_vel", energy.energy_vel),
        Entry("subtree_vel", momentum.subtree_vel),
        Entry("smooth_derivative", derivative.smooth_velocity_derivative),
        Entry("passive_derivative", derivative.passive_velocity_derivative),
        Entry("rne_post_constraint", rne_post.rne_post_constraint),
        Entry("inv_acceleration", inverse.inverse_acceleration, by_world=True),
        Entry("compare_fwd_inv", fwdinv.compare_forward_inverse, by_world=True),
    )


def integrators() -> tuple[Entry, ...]:
    """What advances the state, and what watches over it."""
    from knuckle.physics import pipeline
    from knuckle.physics.guard.finite import calls_nothing, runs_alone
    from knuckle.physics.integrator import euler, implicit

    return (
        Entry("euler", euler.euler),
        Entry("implicit", implicit.implicit),
        Entry("implicit_fast", implicit.implicit_fast),
        Entry("integrate", pipeline.integrate, guard=calls_nothing),
        Entry("runge_kutta", pipeline.runge_kutta, guard=runs_alone),
        Entry("check_state", pipeline.check_state),
        Entry("check_acceleration", pipeline.check_acceleration, guard=runs_alone),
    )


@cache
def queries() -> tuple[Query, ...]:
    """Questions about one world, each with arguments and outputs of its own (see machine/query.py)."""
    return (*jacobians(), *vectors(), *motions(), *distances(), reference_constants(), length_sweep(), initial_sleep())


JACOBIANS = "jacp: real 3 nv, jacr: real 3 nv"


def jacobians() -> tuple[Query, ...]:
    """Jacobians of points and subtrees."""
    from knuckle.physics.kinematics import jacobian, jacobian_rate, jacobian_subtree

    return (
        Query("jac", jacobian.jac, "point: real 3, body: index nbody", JACOBIANS),
        Query("jac_dot", jacobian_rate.jac_dot, "point: real 3, body: index nbody", JACOBIANS),
        Query("jac_body", jacobian.jac_body, "body: index nbody", JACOBIANS),
        Query("jac_body_com", jacobian.jac_body_com, "body: index nbody", JACOBIANS),
        Query("jac_geom", jacobian.jac_geom, "geom: index ngeom", JACOBIANS),
        Query("jac_site", jacobian.jac_site, "site: index nsite", JACOBIANS),
        Query("jac_subtree_com", jacobian_subtree.jac_subtree_com, "body: index nbody", "jacp: real 3 nv"),
        Query("angmom_mat", jacobian_subtree.angmom_mat, "body: index nbody", "H: real 3 nv"),
    )


def vectors() -> tuple[Query, ...]:
    """Vectors over the dofs, and positions."""
    from knuckle.physics.query import vector

    return (
        Query("mul_M", vector.mul_M, "vector: real nv", "result: real nv"),
        Query("solve_M", vector.solve_M, "vector: real nv", "result: real nv"),
        Query("full_M", vector.full_M, "", "M: real nv nv"),
        Query("rne", vector.rne, "with_acceleration: flag", "qfrc: real nv"),
        Query("integrate_pos", vector.integrate_pos, "qpos: real nq, qvel: real nv, dt: real", "result: real nq"),
        Query(
            "differentiate_pos",
            vector.differentiate_pos,
            "dt: real, qpos1: real nq, qpos2: real nq",
            "qvel: real nv",
            guard=vector.takes_time,
            refusal="dt: expected a time other than zero",
        ),
    )


def motions() -> tuple[Query, ...]:
    """Motions of objects, and forces on them."""
    from knuckle.physics.constraint import contact_force
    from knuckle.physics.query import motion
    from knuckle.physics.solver import update

    asked = "kind: int, key: int, local: flag"
    wrench = "force: real 3, torque: real 3, point: real 3, body: index nbody"
    return (
        Query(
            "constraint_update",
            update.constraint_update,
            "jar: real rows, cone_hessian: flag",
            "cost: real",
            by_hand=True,
        ),
        Query("apply_ft", motion.apply_ft, wrench, "qfrc: real nv"),
        Query("contact_force", contact_force.contact_force, "contact: index ncon", "wrench: real 6"),
        Query("object_velocity", motion.object_velocity, asked, "motion: real 6", motion.is_object, by_hand=True),
        Query(
            "object_acceleration", motion.object_acceleration, asked, "motion: real 6", motion.is_object, by_hand=True
        ),
    )


def distances() -> tuple[Query, ...]:
    """Distances between geoms and along rays, and contacts that a caller found."""
    from knuckle.physics.collision import distance, foreign
    from knuckle.physics.guard.finite import has_computable_contacts
    from knuckle.physics.ray import cast

    two, seen = "geom1: index ngeom, geom2: index ngeom", "groups: int, static: flag, exclude: int"
    return (
        Query(
            "geom_distance",
            distance.geom_distance,
            f"{two}, distmax: real",
            "distance: real, points: real 2 3",
            guard=distance.has_reach,
            refusal="distmax: expected a distance",
            long=True,
        ),
        Query(
            "add_contact",
            foreign.add_contact,
            f"{two}, dist: real, pos: real 3, normal: real 3, tangent: real 3",
            "contact: size",
            guard=has_computable_contacts,
            by_hand=True,
        ),
        Query(
            "cast_ray",
            cast.cast_ray,
            f"point: real 3, vector: real 3, {seen}",
            "x: real, geom: size, normal: real 3",
            guard=cast.has_direction,
            by_hand=True,
        ),
        Query(
            "cast_rays",
            cast.cast_rays,
            f"point: real 3, vectors: real n 3, {seen}, cutoff: real",
            "x: real n, geom: int n, normal: real n 3",
            guard=cast.have_directions,
            by_hand=True,
            long=True,
        ),
        Query(
            "ray_geom",
            cast.ray_geom,
            "geom: index ngeom, point: real 3, vector: real 3",
            "x: real, normal: real 3",
            guard=cast.has_direction,
            by_hand=True,
        ),
    )


CONSTANTS = (
    "dof_M0: real nv, dof_invweight0: real nv, dof_length: real nv, body_invweight0: real nbody 2, "
    "body_size: real nbody, tendon_length0: real ntendon, tendon_invweight0: real ntendon, "
    "actuator_acc0: real nout, actuator_length0: real nout, actuator_invweight0: real nout, "
    "cam_pos0: real ncam 3, cam_poscom0: real ncam 3, cam_mat0: real ncam 9, "
    "light_pos0: real nlight 3, light_poscom0: real nlight 3, light_dir0: real nlight 3, eq_data: real neq 12"
)


@cache
def reference_constants() -> Query:
    """What a model holds of its reference pose."""
    from knuckle.physics.constants import reference

    return Query("reference_constants", reference.reference_constants, "", CONSTANTS, by_hand=True, long=True)


@cache
def length_sweep() -> Query:
    """How short or long the transmission of an actuator gets where it is pushed."""
    from knuckle.physics import length_range, pipeline

    arguments = "output: index nout, steps: int, push: real, most: real, damp: real, since: real, total: real"
    return Query(
        "length_sweep",
        length_range.length_sweep,
        arguments,
        "low: real, high: real",
        pipeline.can_start,
        by_hand=True,
        long=True,
    )


@cache
def initial_sleep() -> Query:
    """Putting trees to sleep that start asleep."""
    from knuckle.physics import pipeline

    return Query(
        "initial_sleep", pipeline.initial_sleep, "", "asleep: size", pipeline.can_start, by_hand=True, long=True
    )
