"""Pass: the arrays of joints and of their degrees of freedom."""

from knuckle.compile.elements.joint_limits import angular, force_limits, position_limits
from knuckle.compile.frames.scaling import UNSCALED
from knuckle.compile.parts import Assembly, JointPart
from knuckle.compile.problems import words
from knuckle.schema.enums import JointType
from knuckle.schema.joints import DOF_WIDTH
from knuckle.spec.orientation import angle
from knuckle.spec.tree import Joint

PLASTIC_STATES = {JointType.HINGE: 1, JointType.SLIDE: 1, JointType.BALL: 4}
PLAIN = Joint()  # what a <freejoint> leaves at its default


def fill_joints(a: Assembly) -> None:
    joints = a.joints
    for joint in joints:
        if joint.node.tag != "freejoint":
            _check(a, joint)
    nodes = [attributes(joint) for joint in joints]
    both = list(zip(joints, nodes, strict=True))
    limits = [position_limits(a, joint, node) for joint, node in both]
    forces = [force_limits(a, joint, node) for joint, node in both]
    springs = [_polynomial(joint, node.stiffness) for joint, node in both]
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
        "jnt_solimp": [_impedance(joint, node.solimplimit) for joint, node in both],
        "jnt_margin": [_length(joint) * node.margin for joint, node in both],
        "jnt_stiffness": [spring[0] for spring in springs],
        "jnt_stiffnesspoly": [spring[1:] for spring in springs],
    }
    _fill_dofs(a)
    _fill_positions(a)
    _fill_plasticity(a)


def attributes(joint: JointPart):
    """The attributes of a joint; a <freejoint> takes none but its own from the file."""
    return PLAIN if joint.node.tag == "freejoint" else joint.node


def _check(a: Assembly, joint: JointPart) -> None:
    node = joint.node
    if any(node.springdamper) and min(node.springdamper) <= 0:
        a.problems.about(node, f'springdamper="{words(node.springdamper)}": both values must be positive')
    if node.springyield < 0:
        a.problems.about(node, f'springyield="{node.springyield:g}" must not be negative')
    elif node.springyield and node.type == JointType.FREE:
        a.problems.about(node, "springyield cannot be used with a free joint")
    if node.frictionloss < 0:
        a.warnings.append(f"{node.place}: {node.label}: a negative frictionloss drives the joint instead of braking it")


def _length(joint: JointPart) -> float:
    """The factor of the joint's own coordinate: that of lengths for a slider, 1 for what turns."""
    return joint.factor if joint.kind == JointType.SLIDE else 1.0


def _impedance(joint: JointPart, solimp: tuple) -> tuple:
    if joint.scaling is UNSCALED:
        return solimp
    return (*solimp[:2], _length(joint) * solimp[2], *solimp[3:])


def _polynomial(joint: JointPart, values: tuple) -> tuple:
    """Coefficients a, b, c of a x + b x² + c x³ in the units of a scaled frame; a free joint keeps them."""
    if joint.scaling is UNSCALED or joint.kind == JointType.FREE:
        return values
    kind, unit = joint.kind, joint.scaling.unit
    if kind == JointType.SLIDE:
        return tuple(value * unit(-power, 1) for power, value in enumerate(values))
    return tuple(value * unit(2, 1) for value in values)


def _fill_dofs(a: Assembly) -> None:
    """The attributes of a joint, repeated for each of its dofs."""
    dofs = [(joint, attributes(joint)) for joint in a.joints for _ in range(DOF_WIDTH[joint.kind])]
    dampers = [_polynomial(joint, node.damping) for joint, node in dofs]
    a.arrays |= {
        "dof_solref": [node.solreffriction for _, node in dofs],
        "dof_solimp": [_impedance(joint, node.solimpfriction) for joint, node in dofs],
        "dof_frictionloss": [_unit(joint, 1) * node.frictionloss for joint, node in dofs],
        "dof_armature": [_unit(joint, 0) * node.armature for joint, node in dofs],
        "dof_damping": [damper[0] for damper in dampers],
        "dof_dampingpoly": [damper[1:] for damper in dampers],
    }


def _unit(joint: JointPart, lengths: int) -> float:
    """The factor of a quantity of a slider with this power of length; that of what turns has the second power."""
    if joint.scaling is UNSCALED or joint.kind == JointType.FREE:
        return 1.0
    return joint.scaling.unit(lengths if joint.kind == JointType.SLIDE else 2, 1)


def _fill_positions(a: Assembly) -> None:
    """qpos0 and qpos_spring: the pose of the body for a free joint, no turn for a ball, ref and springref else."""
    initial: list[float] = []
    spring: list[float] = []
    for joint in a.joints:
        kind, node = joint.kind, attributes(joint)
        if kind == JointType.FREE:
            body = a.bodies[joint.body]
            values = [(*body.pos, *body.quat)] * 2
        elif kind == JointType.BALL:
            values = [(1.0, 0.0, 0.0, 0.0)] * 2
        elif kind == JointType.HINGE:
            values = [(angle(x, a.spec.compiler_of(joint.node)),) for x in (node.ref, node.springref)]
        else:
            values = [(joint.factor * x,) for x in (node.ref, node.springref)]
        initial.extend(values[0])
        spring.extend(values[1])
    a.arrays |= {"qpos0": initial, "qpos_spring": spring}


def _fill_plasticity(a: Assembly) -> None:
    """The yield threshold of each spring, and where its resting position is kept in the plastic state."""
    addresses, thresholds, size = [], [], 0
    for joint in a.joints:
        threshold, kind = attributes(joint).springyield, joint.kind
        plastic = threshold > 0 and kind != JointType.FREE
        addresses.append(size if plastic else -1)
        size += PLASTIC_STATES[kind] if plastic else 0
        thresholds.append(
            angle(threshold, a.spec.compiler_of(joint.node)) if angular(kind) else _length(joint) * threshold
        )
    a.counts["nplastic"] = size
    a.arrays |= {"jnt_plasticadr": addresses, "jnt_springyield": thresholds}
