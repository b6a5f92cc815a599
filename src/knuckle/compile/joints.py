"""Pass: the arrays of joints and of their degrees of freedom."""

from knuckle.compile.orientation import angle
from knuckle.compile.parts import Assembly, JointPart
from knuckle.compile.problems import words
from knuckle.compile.structure import DOFS, joint_type
from knuckle.schema.enums import JointType
from knuckle.spec import Joint

ROTATIONAL = (JointType.HINGE, JointType.BALL)
SCALAR = (JointType.HINGE, JointType.SLIDE)
PLASTIC_STATES = {JointType.HINGE: 1, JointType.SLIDE: 1, JointType.BALL: 4}
PLAIN = Joint()  # what a <freejoint> leaves at its default


def fill_joints(a: Assembly) -> None:
    joints = a.joints
    nodes = [_attributes(joint) for joint in joints]
    kinds = [joint_type(joint) for joint in joints]
    limits = [_limits(a, *item) for item in zip(joints, nodes, kinds, strict=True)]
    forces = [_force_limits(a, *item) for item in zip(joints, nodes, kinds, strict=True)]
    for joint, node in zip(joints, nodes, strict=True):
        _check_springdamper(a, joint, node)
    a.arrays |= {
        "jnt_actuatorid": [-1] * len(joints),
        "jnt_group": [joint.node.group for joint in joints],
        "jnt_pos": [joint.pos for joint in joints],
        "jnt_axis": [joint.axis for joint in joints],
        "jnt_limited": [limited for limited, _ in limits],
        "jnt_range": [range_ for _, range_ in limits],
        "jnt_actfrclimited": [limited for limited, _ in forces],
        "jnt_actfrcrange": [range_ for _, range_ in forces],
        "jnt_actgravcomp": [node.actuatorgravcomp for node in nodes],
        "jnt_solref": [node.solreflimit for node in nodes],
        "jnt_solimp": [node.solimplimit for node in nodes],
        "jnt_margin": [node.margin for node in nodes],
        "jnt_stiffness": [node.stiffness[0] for node in nodes],
        "jnt_stiffnesspoly": [node.stiffness[1:] for node in nodes],
    }
    _fill_dofs(a, nodes, kinds)
    _fill_positions(a, joints, nodes, kinds)
    _fill_plasticity(a, joints, nodes, kinds)


def _attributes(joint: JointPart):
    """The attributes of a joint; a <freejoint> takes none but its own from the file."""
    return PLAIN if joint.node.tag == "freejoint" else joint.node


def _is_limited(a: Assembly, node, switch: bool | None, range_: tuple, name: str, flag: str) -> bool:
    """The switch, or for auto whether a range was given."""
    given = range_[0] < range_[1]
    if switch is None and (range_[0] or range_[1]) and not a.spec.compiler.autolimits:
        a.problems.add(
            node,
            f'{name}="{words(range_)}" without {flag}: write {flag}="true" or "false", or set autolimits="true" in '
            "<compiler>",
        )
    return given if switch is None else switch


def _limits(a: Assembly, joint: JointPart, node, kind: JointType) -> tuple[bool, tuple]:
    """Whether the joint is limited, and its range, in radians where it turns and is limited."""
    limited = _is_limited(a, joint.node, node.limited, node.range, "range", "limited") and kind != JointType.FREE
    if not limited:
        return False, node.range
    if node.range[0] >= node.range[1]:
        a.problems.add(joint.node, f'range="{words(node.range)}": the first value must be below the second')
    if kind == JointType.BALL and node.range[0]:
        a.problems.add(joint.node, f'range="{words(node.range)}": the first value must be 0 for a ball joint')
    factor = joint.scaling.length if kind == JointType.SLIDE else 1.0
    return True, tuple(angle(x, a.spec.compiler) if kind in ROTATIONAL else factor * x for x in node.range)


def _force_limits(a: Assembly, joint: JointPart, node, kind: JointType) -> tuple[bool, tuple]:
    limited = _is_limited(
        a, joint.node, node.actuatorfrclimited, node.actuatorfrcrange, "actuatorfrcrange", "actuatorfrclimited"
    )
    if limited and kind in SCALAR and node.actuatorfrcrange[0] >= node.actuatorfrcrange[1]:
        found = words(node.actuatorfrcrange)
        a.problems.add(joint.node, f'actuatorfrcrange="{found}": the first value must be below the second')
    return limited and kind in SCALAR, node.actuatorfrcrange


def _check_springdamper(a: Assembly, joint: JointPart, node) -> None:
    if any(node.springdamper) and min(node.springdamper) <= 0:
        a.problems.add(joint.node, f'springdamper="{words(node.springdamper)}": both values must be positive')


def _fill_dofs(a: Assembly, nodes: list, kinds: list[JointType]) -> None:
    """The attributes of a joint, repeated for each of its dofs."""
    repeated = [node for node, kind in zip(nodes, kinds, strict=True) for _ in range(DOFS[kind])]
    a.arrays |= {
        "dof_solref": [node.solreffriction for node in repeated],
        "dof_solimp": [node.solimpfriction for node in repeated],
        "dof_frictionloss": [node.frictionloss for node in repeated],
        "dof_armature": [node.armature for node in repeated],
        "dof_damping": [node.damping[0] for node in repeated],
        "dof_dampingpoly": [node.damping[1:] for node in repeated],
    }


def _fill_positions(a: Assembly, joints: list, nodes: list, kinds: list[JointType]) -> None:
    """qpos0 and qpos_spring: the pose of the body for a free joint, no turn for a ball, ref and springref else."""
    initial: list[float] = []
    spring: list[float] = []
    for joint, node, kind in zip(joints, nodes, kinds, strict=True):
        if kind == JointType.FREE:
            body = a.bodies[joint.body]
            values = [(*body.pos, *body.quat)] * 2
        elif kind == JointType.BALL:
            values = [(1.0, 0.0, 0.0, 0.0)] * 2
        elif kind == JointType.HINGE:
            values = [(angle(x, a.spec.compiler),) for x in (node.ref, node.springref)]
        else:
            values = [(joint.scaling.length * x,) for x in (node.ref, node.springref)]
        initial.extend(values[0])
        spring.extend(values[1])
    a.arrays |= {"qpos0": initial, "qpos_spring": spring}


def _fill_plasticity(a: Assembly, joints: list, nodes: list, kinds: list[JointType]) -> None:
    """The yield threshold of each spring, and where its resting position is kept in the plastic state."""
    addresses, thresholds, size = [], [], 0
    for joint, node, kind in zip(joints, nodes, kinds, strict=True):
        if node.springyield < 0:
            a.problems.add(joint.node, f'springyield="{node.springyield:g}" must not be negative')
        elif node.springyield and kind == JointType.FREE:
            a.problems.add(joint.node, "springyield cannot be used with a free joint")
        plastic = node.springyield > 0 and kind != JointType.FREE
        addresses.append(size if plastic else -1)
        size += PLASTIC_STATES[kind] if plastic else 0
        thresholds.append(angle(node.springyield, a.spec.compiler) if kind in ROTATIONAL else node.springyield)
    a.counts["nplastic"] = size
    a.arrays |= {"jnt_plasticadr": addresses, "jnt_springyield": thresholds}
