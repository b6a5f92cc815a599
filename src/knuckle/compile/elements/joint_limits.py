"""The limits of a joint: of its position, and of the actuator force on it."""

from knuckle.compile.frames.scaling import UNSCALED
from knuckle.compile.parts import Assembly, JointPart
from knuckle.compile.problems import words
from knuckle.schema.enums import JointType
from knuckle.spec.orientation import angle


def angular(kind: JointType) -> bool:
    return kind in (JointType.HINGE, JointType.BALL)


def position_limits(a: Assembly, joint: JointPart, node) -> tuple[bool, tuple]:
    """Whether the joint is limited, and its range, in radians where it turns and is limited."""
    kind = joint.kind
    limited = is_limited(a, joint.node, node.limited, node.range, "range", "limited") and kind != JointType.FREE
    if limited:
        check_order(a, joint.node, "range", node.range)
        if kind == JointType.BALL and node.range[0]:
            a.problems.about(joint.node, f'range="{words(node.range)}": the first value must be 0 for a ball joint')
    if kind == JointType.SLIDE:
        return limited, tuple(joint.factor * x for x in node.range)
    if not limited:
        return limited, node.range
    (low, high), compiler = node.range, a.spec.compiler_of(joint.node)
    return limited, (angle(low, compiler), angle(high, compiler))


def force_limits(a: Assembly, joint: JointPart, node) -> tuple[bool, tuple]:
    """Whether the sum of the actuator forces is limited, which only sliders and hinges can be, and to which range."""
    kind, range_ = joint.kind, node.actuatorfrcrange
    switch = is_limited(a, joint.node, node.actuatorfrclimited, range_, "actuatorfrcrange", "actuatorfrclimited")
    limited = switch and kind in (JointType.HINGE, JointType.SLIDE)
    if limited:
        check_order(a, joint.node, "actuatorfrcrange", range_)
    if joint.scaling is UNSCALED or kind == JointType.FREE:
        return limited, range_
    unit = joint.scaling.unit(1 if kind == JointType.SLIDE else 2, 1)
    return limited, tuple(unit * x for x in range_)


def is_limited(a: Assembly, node, switch: bool | None, range_: tuple, name: str, flag: str) -> bool:
    """The switch itself, or for auto whether a range is given; without autolimits a range needs a switch."""
    if switch is not None:
        return switch
    if any(range_) and not a.spec.compiler_of(node).autolimits:
        a.problems.about(
            node,
            f'{name}="{words(range_)}" without {flag}: write {flag}="true" or "false", or set autolimits="true" in '
            "<compiler>",
        )
    return range_[0] < range_[1]


def check_order(a: Assembly, node, name: str, range_: tuple) -> None:
    if range_[0] >= range_[1]:
        a.problems.about(node, f'{name}="{words(range_)}": the first value must be below the second')
