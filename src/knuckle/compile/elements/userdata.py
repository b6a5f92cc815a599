"""Pass: user values of the elements, padded to one length per kind, which is inferred where the file gives none."""

from knuckle.compile.parts import Assembly

KINDS = {"body": "bodies", "jnt": "joints", "geom": "geoms", "site": "sites", "cam": "cameras", "tendon": "tendons"}
KINDS |= {"actuator": "actuators", "sensor": "sensors"}


def fill_user_data(a: Assembly) -> None:
    for kind, list_name in KINDS.items():
        nodes = [part.node for part in getattr(a, list_name)]
        values = [getattr(node, "user", ()) for node in nodes]
        width = getattr(a.spec.size, f"nuser_{kind}")
        if width < 0:
            width = max((len(row) for row in values), default=0)
        for node, row in zip(nodes, values, strict=True):
            if len(row) > width:
                a.problems.about(node, f"user has {len(row)} values, but nuser_{kind} in <size> allows {width}")
        a.counts[f"nuser_{kind}"] = width
        a.arrays[f"{kind}_user"] = [(row + (0.0,) * width)[:width] for row in values] if width else []
    a.counts["nuserdata"] = a.spec.size.nuserdata
    if a.spec.size.nuserdata < 0:
        a.problems.about(a.spec.size, f'nuserdata="{a.spec.size.nuserdata}" must not be negative')
