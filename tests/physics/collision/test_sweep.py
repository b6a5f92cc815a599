"""The broad phase drops nothing: it finds what a test of all pairs of geoms finds."""

import itertools

import mujoco
import numpy as np
import pytest
from support.contact_reference import contacts
from support.reference import both

import knuckle as kn

SIZES = {"sphere": ".2", "capsule": ".1 .6", "box": ".1 .3 .7"}


def scattered(seed: int, count: int) -> tuple[str, list[float]]:
    """Free geoms in a flat, wide region, and their margins."""
    random = np.random.default_rng(seed)
    margins = random.uniform(0, 0.3, count) * random.integers(0, 2, count)
    bodies = ""
    for g, margin in enumerate(margins):
        shape = random.choice(list(SIZES))
        pos = " ".join(map(str, random.uniform(-1, 1, 3) * (3, 2, 0.5)))
        quat = " ".join(map(str, random.normal(size=4)))
        bodies += (
            f'<body pos="{pos}" quat="{quat}"><freejoint/>'
            f'<geom name="g{g}" type="{shape}" size="{SIZES[shape]}" margin="{margin}"/></body>'
        )
    return f'<geom name="floor" type="plane" size="9 9 1" pos="0 0 -.3"/>{bodies}', [0.0, *margins]


def found(xml: str) -> dict[str, np.ndarray]:
    m, reference = both(xml)
    d, state = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, state)
    return contacts(m, d, state)


@pytest.mark.parametrize("seed", range(5))
def test_the_sweep_finds_what_a_list_of_all_pairs_finds(seed):
    bodies, margins = scattered(seed, 40)
    names = ["floor", *(f"g{g}" for g in range(40))]
    pairs = "".join(
        f'<pair geom1="{names[a]}" geom2="{names[b]}" margin="{margins[a] + margins[b]}"/>'
        for a, b in itertools.combinations(range(41), 2)
    )
    dynamic = found(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    listed = found(f"<mujoco><worldbody>{bodies}</worldbody><contact>{pairs}</contact></mujoco>")
    assert len(dynamic["dist"]) > 40
    for field in ("geom", "dist", "pos", "frame", "includemargin"):
        np.testing.assert_array_equal(dynamic[field], listed[field])


def test_a_geom_nowhere_is_no_contact_and_no_crash():
    m, reference = both(f"<mujoco><worldbody>{scattered(0, 20)[0]}</worldbody></mujoco>")
    d, state = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_kinematics(reference, state)
    state.geom_xpos[5] = np.nan
    assert 5 not in contacts(m, d, state)["geom"]


CAPSULE = '<geom name="{name}" type="capsule" size=".08 .3" pos="{pos}" euler="{euler}" contype="{mask}"/>'


def jointed(seed: int) -> str:
    """Chains of overlapping capsules under all that a parent can be: the world, what is welded to it, a mocap body."""
    random = np.random.default_rng(seed)

    def capsule(name: str) -> str:
        pos, euler = (" ".join(map(str, random.uniform(-x, x, 3))) for x in (0.15, 90))
        return CAPSULE.format(name=name, pos=pos, euler=euler, mask=random.integers(1, 4))

    def chain(name: str, depth: int) -> str:
        joint = '<joint axis="0 1 0"/>' if random.integers(4) else ""  # else it is welded to its parent
        below = "".join(chain(f"{name}{k}", depth - 1) for k in range(2)) if depth else ""
        return f'<body name="{name}" pos=".1 0 .1">{joint}{capsule(name)}{below}</body>'

    mocap = f'<body name="m" mocap="true" pos="0 .2 0">{capsule("m")}</body>'
    fixed = f'<body name="f">{capsule("f")}{chain("g", 1)}</body>'
    return f'<geom name="floor" type="plane" size="9 9 1"/>{chain("a", 2)}{chain("b", 2)}{fixed}{mocap}'


@pytest.mark.parametrize("flag", ["enable", "disable"])
@pytest.mark.parametrize("seed", range(6))
def test_parents_and_children_are_left_out_as_the_rule_says(seed, flag):
    xml = f'<mujoco><option><flag filterparent="{flag}"/></option><worldbody>{jointed(seed)}</worldbody></mujoco>'
    m, reference = both(xml)
    d, state = kn.Data(m), mujoco.MjData(reference)
    kn.forward(m, d)
    mujoco.mj_forward(reference, state)
    assert d.ncon > 10
    np.testing.assert_array_equal(d.contact.geom, state.contact.geom)
    weld, parent = m.body_weldid[m.geom_bodyid], m.body_weldid[m.body_parentid[m.body_weldid[m.geom_bodyid]]]
    for g, h in d.contact.geom:
        rule = flag == "enable" and 0 not in (weld[g], weld[h])
        assert weld[g] != weld[h] and not (rule and (parent[g] == weld[h] or parent[h] == weld[g]))
