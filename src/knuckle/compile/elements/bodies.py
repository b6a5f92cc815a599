"""Pass: the arrays of bodies."""

from functools import reduce
from operator import or_

from knuckle.compile.parts import Assembly


def fill_bodies(a: Assembly) -> None:
    """Poses, masses, and what collision needs to know of the geoms of a body at once."""
    bodies = a.bodies
    mass = [body.mass for body in bodies]
    subtree = list(mass)
    for body in reversed(bodies[1:]):
        subtree[body.parent] += subtree[body.body]
    gravcomp = [body.node.gravcomp for body in bodies]
    a.counts["ngravcomp"] = sum(value > 0 for value in gravcomp)
    a.arrays |= {
        "body_pos": [body.pos for body in bodies],
        "body_quat": [body.quat for body in bodies],
        "body_ipos": [body.ipos for body in bodies],
        "body_iquat": [body.iquat for body in bodies],
        "body_mass": mass,
        "body_subtreemass": subtree,
        "body_inertia": [body.inertia for body in bodies],
        "body_gravcomp": gravcomp,
        "body_margin": [max([0.0, *(_reach(geom) for geom in body.geoms)]) for body in bodies],
        "body_contype": [reduce(or_, (geom.node.contype for geom in body.geoms), 0) for body in bodies],
        "body_conaffinity": [reduce(or_, (geom.node.conaffinity for geom in body.geoms), 0) for body in bodies],
    }


def _reach(geom) -> float:
    return (geom.node.margin + geom.node.gap) * geom.scaling.length
