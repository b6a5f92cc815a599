"""Pass: the arrays of bodies."""

from knuckle.compile.parts import Assembly


def fill_bodies(a: Assembly) -> None:
    bodies = a.bodies
    gravcomp = [body.node.gravcomp for body in bodies]
    a.counts["ngravcomp"] = sum(value > 0 for value in gravcomp)
    a.arrays |= {
        "body_pos": [body.pos for body in bodies],
        "body_quat": [body.quat for body in bodies],
        "body_ipos": [body.ipos for body in bodies],
        "body_iquat": [body.iquat for body in bodies],
        "body_mass": [body.mass for body in bodies],
        "body_inertia": [body.inertia for body in bodies],
        "body_gravcomp": gravcomp,
    }
