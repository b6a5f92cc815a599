"""Every kernel that Python can call: the table from which machines are compiled and the public functions are made."""

from functools import cache

from knuckle.machine.entry import Entry


@cache
def entries() -> tuple[Entry, ...]:
    """All entry points: whole steps, then stages in pipeline order, then queries."""
    return (*whole(), *stages(), *integrators(), *queries())


def whole() -> tuple[Entry, ...]:
    """Steps and passes through the whole pipeline."""
    from knuckle.physics import pipeline
    from knuckle.physics.guard.finite import is_computable

    return (
        Entry("step", pipeline.step, "nstep", guard=is_computable),
        Entry("step1", pipeline.step1, guard=is_computable),
        Entry("step2", pipeline.step2, guard=is_computable),
        Entry("forward", pipeline.forward, guard=is_computable),
        Entry("inverse", pipeline.inverse, guard=is_computable),
        Entry("fwd_position", pipeline.position, guard=is_computable),
        Entry("detect", pipeline.detect, guard=is_computable),
        Entry("constrain", pipeline.constrain, guard=is_computable),
        Entry("fwd_velocity", pipeline.velocity),
        Entry("fwd_acceleration", pipeline.acceleration),
    )


def stages() -> tuple[Entry, ...]:
    """The stages one by one, in pipeline order."""
    from knuckle.physics.actuator import actuation, transmission
    from knuckle.physics.collision import collision
    from knuckle.physics.constraint import make, project, reference
    from knuckle.physics.derivative import smooth as derivative
    from knuckle.physics.force import acceleration, bias, energy, passive
    from knuckle.physics.guard.finite import is_computable
    from knuckle.physics.inertia import crb as inertia
    from knuckle.physics.inertia import factor
    from knuckle.physics.inverse import compare as fwdinv
    from knuckle.physics.inverse import rne_post
    from knuckle.physics.kinematics import cameras as camera_light
    from knuckle.physics.kinematics import com, momentum
    from knuckle.physics.kinematics import poses as kinematics
    from knuckle.physics.kinematics import velocities as velocity
    from knuckle.physics.solver import island, solve

    return (
        Entry("kinematics", kinematics.kinematics),
        Entry("com_pos", com.com_pos),
        Entry("camlight", camera_light.camera_light),
        Entry("crb", inertia.crb),
        Entry("factor_M", factor.factor_M),
        Entry("collision", collision.collision, guard=is_computable),
        Entry("make_constraint", make.make_constraint, guard=is_computable),
        Entry("islands", island.islands),
        Entry("project_constraint", project.project_constraint),
        Entry("transmission", transmission.transmission),
        Entry("com_vel", velocity.com_vel),
        Entry("actuator_velocity", transmission.actuator_velocity),
        Entry("passive", passive.passive),
        Entry("reference_constraint", reference.reference_constraint),
        Entry("bias", bias.bias),
        Entry("actuation", actuation.actuation),
        Entry("smooth_acceleration", acceleration.smooth_acceleration),
        Entry("constraint_solve", solve.constraint_solve),
        Entry("energy_pos", energy.energy_pos),
        Entry("energy_vel", energy.energy_vel),
        Entry("subtree_vel", momentum.subtree_vel),
        Entry("smooth_derivative", derivative.smooth_velocity_derivative),
        Entry("passive_derivative", derivative.passive_velocity_derivative),
        Entry("rne_post_constraint", rne_post.rne_post_constraint),
        Entry("compare_fwd_inv", fwdinv.compare_forward_inverse),
    )


def integrators() -> tuple[Entry, ...]:
    """What advances the state, and what watches over it."""
    from knuckle.physics import pipeline
    from knuckle.physics.guard.finite import is_computable
    from knuckle.physics.integrator import euler, implicit

    return (
        Entry("euler", euler.euler),
        Entry("implicit", implicit.implicit),
        Entry("implicit_fast", implicit.implicit_fast),
        Entry("integrate", pipeline.integrate),
        Entry("runge_kutta", pipeline.runge_kutta, guard=is_computable),
        Entry("check_state", pipeline.check_state),
        Entry("check_acceleration", pipeline.check_acceleration, guard=is_computable),
    )


def queries() -> tuple[Entry, ...]:
    """Questions with an integer argument, about one world."""
    from knuckle.physics.collision import distance, foreign
    from knuckle.physics.constraint import contact_force
    from knuckle.physics.guard.finite import has_computable_contacts
    from knuckle.physics.kinematics import jacobian, jacobian_subtree
    from knuckle.physics.query import motion as query
    from knuckle.physics.query import vector as query_vector
    from knuckle.physics.ray import cast

    return (
        Entry("query_jac", query.query_jac, "index"),
        Entry("query_jac_dot", query.query_jac_dot, "index"),
        Entry("query_jac_body", jacobian.jac_body, "index"),
        Entry("query_jac_body_com", jacobian.jac_body_com, "index"),
        Entry("query_jac_geom", jacobian.jac_geom, "index"),
        Entry("query_jac_site", jacobian.jac_site, "index"),
        Entry("query_jac_subtree_com", jacobian_subtree.jac_subtree_com, "index"),
        Entry("query_angmom_mat", jacobian_subtree.angmom_mat, "index"),
        Entry("query_apply_ft", query.query_apply_ft, "index"),
        Entry("query_velocity", query.query_velocity, "index"),
        Entry("query_acceleration", query.query_acceleration, "index"),
        Entry("query_contact_force", contact_force.query_contact_force, "index"),
        Entry("query_mul_M", query_vector.query_mul_M, "index"),
        Entry("query_solve_M", query_vector.query_solve_M, "index"),
        Entry("query_rne", query_vector.query_rne, "index"),
        Entry("query_integrate_pos", query_vector.query_integrate_pos, "index"),
        Entry("query_differentiate_pos", query_vector.query_differentiate_pos, "index"),
        Entry("query_rays", cast.query_rays, "index"),
        Entry("query_ray_geom", cast.query_ray_geom, "index"),
        Entry("query_geom_distance", distance.query_geom_distance, "index"),
        Entry("query_add_contact", foreign.query_add_contact, "index", guard=has_computable_contacts),
    )
