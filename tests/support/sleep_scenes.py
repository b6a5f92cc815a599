"""Scenes in which trees fall asleep and are woken, each in its own way."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Poke = Callable[[Any, Any], None]  # what a user does to a model and a world, of either engine


@dataclass(frozen=True)
class Scene:
    """A model, how many steps to take, and what the user does before some of them."""

    xml: str
    steps: int
    pokes: dict[int, Poke] = field(default_factory=dict)
    asleep: int = 1  # trees that sleep at some time, at least
    shares_frame: bool = False  # whether trees asleep share their frame about the mass centre with others awake


def model(bodies: str, extra: str = "", option: str = "", flags: str = "") -> str:
    return (
        f'<mujoco><option {option}><flag sleep="enable" {flags}/></option><worldbody><geom type="plane" size="5 5 .1"/>'
        f"{bodies}</worldbody>{extra}</mujoco>"
    )


def box(name: str, pos: str, attributes: str = "", inside: str = "") -> str:
    return (
        f'<body name="{name}" pos="{pos}" {attributes}><freejoint/><geom type="box" size=".1 .1 .1"/>'
        f'<site name="s{name}"/>{inside}</body>'
    )


def ball(name: str, pos: str) -> str:
    return f'<body name="{name}" pos="{pos}"><freejoint/><geom size=".1" friction="1 .1 .1" condim="6"/></body>'


def arm(name: str, pos: str) -> str:
    """A hinge with a damper that hangs nearly straight, and touches nothing."""
    return (
        f'<body pos="{pos}"><joint name="{name}" axis="0 1 0" damping=".5"/><geom type="capsule" '
        'fromto="0 0 0 .01 0 -.4" size=".04" contype="0" conaffinity="0"/></body>'
    )


def assign(name: str, index, value) -> Poke:
    def poke(m, d) -> None:
        getattr(d, name)[index] = value

    return poke


def raise_by(index: int, amount: float) -> Poke:
    def poke(m, d) -> None:
        d.qpos[index] += amount

    return poke


def enable(bits: int) -> Poke:
    def poke(m, d) -> None:
        m.opt.enableflags = bits

    return poke


def disable(bits: int) -> Poke:
    def poke(m, d) -> None:
        m.opt.disableflags = bits

    return poke


HINGE = (
    '<body pos="0 0 .15"><joint axis="0 1 0" damping="1" stiffness="3"/><geom type="capsule" size=".02 .05"/></body>'
)
STACK = box("b", "1 0 .0995") + box("c", "1.01 .02 .2985")
MOCAP = '<body name="mo" mocap="true" pos="5 5 5"><geom size=".1"/></body>'
PAIR = box("a", "0 0 .0995") + box("c", "2 0 .0995")
ROOTS = f'<body pos="0 0 2"><geom size=".05"/>{arm("j1", "0 0 0")}{arm("j2", ".5 0 0")}</body>'
ALLOWED = '<body pos="0 0 1" sleep="allowed"><joint name="j" damping="5"/><geom size=".1"/></body>'
ISLAND, SLEEP = 1 << 18, 16


def tendon(attributes: str) -> str:
    return f'<tendon><spatial {attributes}><site site="sa"/><site site="sc"/></spatial></tendon>'


SCENES = {
    "coming to rest": Scene(model(box("a", "0 0 .0995", inside=HINGE) + STACK), 60),
    "a ball rolls into a stack": Scene(
        model(box("a", "0 0 .0995") + box("c", "0 .05 .2985") + ball("b", ".8 0 .0995")),
        130,
        {70: assign("qvel", 12, -2.0)},
        3,
    ),
    "implicit": Scene(
        model(box("a", "0 0 .0995", inside=HINGE) + ball("b", ".8 0 .0995"), option='integrator="implicit"'),
        110,
        {70: assign("qvel", 7, -2.0)},
    ),
    "implicitfast": Scene(
        model(box("a", "0 0 .0995", inside=HINGE) + ball("b", ".8 0 .0995"), option='integrator="implicitfast"'),
        110,
        {70: assign("qvel", 7, -2.0)},
    ),
    "elliptic, CG": Scene(model(STACK, option='cone="elliptic" solver="CG"'), 75, asleep=2),
    "PGS": Scene(model(STACK, option='solver="PGS"'), 75, asleep=2),
    "pushed": Scene(
        model(box("a", "0 0 .0995") + STACK),
        120,
        {
            60: assign("xfrc_applied", (0, 0), 0.5),  # on the world
            75: assign("qfrc_applied", 1, 1e-300),
            78: assign("qfrc_applied", 1, 0.0),
            90: assign("qvel", 6, -0.0),
            100: assign("xfrc_applied", (3, 0), 0.5),
            102: assign("xfrc_applied", (3, 0), 0.0),
        },
        3,
    ),
    "a small force for ever": Scene(model(PAIR), 60, {0: assign("qfrc_applied", 2, 0.01)}),
    "moved": Scene(model(box("a", "0 0 .0995") + STACK), 90, {75: raise_by(9, 0.01)}, 2),
    "a mocap body comes and goes": Scene(
        model(box("a", "0 0 .0995") + STACK + MOCAP),
        90,
        {75: assign("mocap_pos", 0, (1.1, 0.0, 0.35)), 80: assign("mocap_pos", 0, (5.0, 5.0, 5.0))},
        2,
    ),
    "starting asleep in the air": Scene(model(box("a", "0 0 3", 'sleep="init"') + box("b", "1 0 3")), 5),
    "starting asleep in a pile": Scene(
        model("".join(box(f"b{z}", f"{x} 0 {z}", 'sleep="init"') for x, z in ((0, 0.05), (0, 0.2), (0, 0.35), (3, 1)))),
        5,
        asleep=4,
    ),
    "starting awake against the will": Scene(
        model(box("a", "0 0 .05", 'sleep="init"') + box("b", "0 0 .2") + box("c", "3 0 2", 'sleep="init"')), 5
    ),
    "starting asleep in an equality": Scene(
        model(
            box("a", "0 0 3", 'sleep="init"') + box("b", "1 0 3", 'sleep="init"'),
            '<equality><weld body1="a" body2="b"/></equality>',
        ),
        12,
        {8: assign("qvel", 1, 0.1)},
        2,
    ),
    "starting asleep, held by a mocap body": Scene(
        model(box("a", "0 0 3", 'sleep="init"') + MOCAP, '<equality><weld body1="a" body2="mo"/></equality>'),
        5,
        asleep=0,
    ),
    "never": Scene(model(box("a", "0 0 .0995", 'sleep="never"') + box("b", "2 0 .0995")), 70),
    "never, in an island": Scene(model(box("a", "0 0 .0995", 'sleep="never"') + box("b", ".01 0 .2985")), 70, asleep=0),
    "trees that share a root": Scene(
        model(ROOTS + f'<body pos="2 0 2">{arm("j3", ".3 0 0")}</body>', option='sleep_tolerance="0.02"'),
        300,
        {0: assign("qvel", 0, 0.3), 150: assign("qvel", 1, 0.3)},
        3,
        True,
    ),
    "a tree that a mocap body carries": Scene(
        model(f'<body mocap="true" pos="0 0 1">{arm("j", "0 0 0")}</body>', option='sleep_tolerance="0.05"'),
        60,
        {40: assign("mocap_pos", 0, (0.0, 0.1, 1.0))},
    ),
    "activations stay": Scene(
        model(
            ALLOWED,
            '<actuator><general joint="j" dyntype="integrator"/>'
            '<general joint="j" dyntype="filter" dynprm="1"/></actuator>',
        ),
        20,
        {12: assign("ctrl", slice(None), 1.0), 14: assign("act", slice(None), 0.5), 17: assign("qvel", 0, -0.0)},
    ),
    "a tendon with friction": Scene(model(PAIR, tendon('frictionloss="3"')), 80, {70: assign("qvel", 0, 0.1)}, 2),
    "a tendon with inertia": Scene(model(PAIR, tendon('armature="3"')), 80, {70: assign("qvel", 0, 0.1)}, 2),
    "a tendon at its limit": Scene(
        model(PAIR, tendon('limited="true" range="0 2.002"')), 90, {70: assign("qvel", 0, -0.3)}, 2
    ),
    "woken by others that are nearly asleep": Scene(
        model(
            box("a", "0 0 1", 'sleep="init"')
            + box("a2", "0 .19 1", 'sleep="init"')
            + box("b", ".5 0 1")
            + box("c", "-.5 .19 1"),
            option='gravity="0 0 0" sleep_tolerance=".5"',
        ),
        20,
        {
            4: assign("qvel", 12, 1.0),
            5: assign("qvel", 12, 0.0),
            7: lambda m, d: (assign("qpos", 14, 0.195)(m, d), assign("qpos", 21, -0.195)(m, d)),
        },
        2,
    ),
    "a tendon of two that are nearly asleep": Scene(
        model(
            box("a", "0 0 1", 'sleep="init"') + box("c", ".5 0 1"),
            tendon('limited="true" range="0 .6"'),
            'gravity="0 0 0" sleep_tolerance=".5"',
        ),
        12,
        {4: assign("qpos", 7, 0.61)},
    ),
    "flags": Scene(
        model(PAIR),
        140,
        {60: enable(0), 65: enable(SLEEP), 115: disable(ISLAND), 119: disable(0)},
        2,
    ),
    "energy": Scene(model(PAIR, flags='energy="enable"'), 60, asleep=2),
}
