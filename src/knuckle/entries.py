"""Every kernel that Python can call: the table from which machines are compiled and the public functions are made."""

from functools import cache

from knuckle.machine.program import Entry


@cache
def entries() -> tuple[Entry, ...]:
    """All entry points: whole steps, then stages in pipeline order, then queries."""
    return (*whole(), *stages(), *integrators(), *queries())


def whole() -> tuple[Entry, ...]:
    """Steps and passes through the whole pipeline."""
    from knuckle.physics import pipeline
    from knuckle.physics.soundness import sound

    return (
        Entry("step", pipeline.step, "nstep", guard=sound),
        Entry("step1", pipeline.step1, guard=sound),
        Entry("step2", pipeline.step2, guard=sound),
        Entry("forward", pipeline.forward, guard=sound),
        Entry("inverse", pipeline.inverse, guard=sound),
        Entry("fwd_position", pipeline.position, guard=sound),
        Entry("detect", pipeline.detect, guard=sound),
        Entry("constrain", pipeline.constrain, guard=sound),
        Entry("fwd_velocity", pipeline.velocity),
        Entry("fwd_acceleration", pipeline.acceleration),
    )


def stages() -> tuple[Entry, ...]:
    """The stages one by one, in pipeline order."""
    from knuckle.physics import (
        acceleration,
        actuation,
        bias,
        camera_light,
        com,
        derivative,
        energy,
        factor,
        fwdinv,
        inertia,
        kinematics,
        momentum,
        passive,
        rne_post,
        transmission,
        velocity,
    )
    from knuckle.physics.collision import collision
    from knuckle.physics.constraint import make, project, reference
    from knuckle.physics.solve import island, solve
    from knuckle.physics.soundness import sound

    return (
        Entry("kinematics", kinematics.kinematics),
        Entry("com_pos", com.com_pos),
        Entry("camlight", camera_light.camera_light),
        Entry("crb", inertia.crb),
        Entry("factor_M", factor.factor_M),
        Entry("collision", collision.collision, guard=sound),
        Entry("make_constraint", make.make_constraint, guard=sound),
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
    from knuckle.physics import euler, implicit, pipeline
    from knuckle.physics.soundness import sound

    return (
        Entry("euler", euler.euler),
        Entry("implicit", implicit.implicit),
        Entry("implicit_fast", implicit.implicit_fast),
        Entry("integrate", pipeline.integrate),
        Entry("runge_kutta", pipeline.runge_kutta, guard=sound),
        Entry("check_state", pipeline.check_state),
        Entry("check_acceleration", pipeline.check_acceleration, guard=sound),
    )


def queries() -> tuple[Entry, ...]:
    """Questions with an integer argument, about one world."""
    from knuckle.physics import contact_force, jacobian, jacobian_subtree, query, query_vector
    from knuckle.physics.collision import distance, foreign
    from knuckle.physics.ray import cast
    from knuckle.physics.soundness import sound_for_contacts

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
        Entry("query_add_contact", foreign.query_add_contact, "index", guard=sound_for_contacts),
    )
