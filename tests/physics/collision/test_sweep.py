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
