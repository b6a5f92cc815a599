"""single ≡ every lane of lanes64 on states with contacts, and batches make room for them.

All that is computed before the solve, contacts and rows among it, is equal to the bit. What is solved in lock step
comes to the same minimum (tests/batch/test_lockstep.py); what goes world by world has the bits of one world.
"""

import numpy as np
import pytest
from support.worlds import ALL, UNSOLVED, batch_of, unequal

import knuckle as kn
from knuckle import models

# shapes whose contacts are formulas, and shapes whose contacts are searched: a search that ends at a threshold turns
# the last digit of a pose into another normal, so nothing less than equal bits keeps them together
FORMULAS = """
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .2 .1" condim="4"/></body>
    <body pos=".05 0 .35"><freejoint/><geom type="capsule" size=".08 .1" condim="6"/></body>
    <body pos="-.1 .05 .6"><freejoint/><geom type="capsule" size=".1 .05"/></body>
    <body pos=".02 .1 .85"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos="0 -.3 .5"><joint range="-20 20" damping=".1"/><geom type="box" size=".05 .3 .05" pos="0 .3 0"/></body>
"""
SEARCHED = """
    <geom type="hfield" hfield="hills" pos="1 0 0"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .2 .1" condim="4"/></body>
    <body pos=".05 0 .35"><freejoint/><geom type="capsule" size=".08 .1" condim="6"/></body>
    <body pos="-.1 .05 .6"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos=".02 .1 .85"><freejoint/><geom type="ellipsoid" size=".1 .15 .08" condim="1"/></body>
    <body pos=".05 .05 1.1"><freejoint/><geom type="mesh" mesh="stone" condim="4"/></body>
    <body pos="1 0 .3"><freejoint/><geom type="mesh" mesh="stone"/></body>
    <body pos="1.05 .1 .5"><freejoint/><geom type="cylinder" size=".1 .05"/></body>
    <body pos="1.1 -.1 .7"><freejoint/><geom type="ellipsoid" size=".1 .07 .12"/></body>
    <body pos="0 -.3 .5"><joint range="-20 20" damping=".1"/><geom type="box" size=".05 .3 .05" pos="0 .3 0"/></body>
"""
SCENE = """
<mujoco>
  <option cone="{cone}"/>
  <asset>
    <hfield name="hills" size=".6 .6 .1 .1" nrow="4" ncol="5"
            elevation="0 1 .3 .8 .2  .5 .2 .6 .1 .9  .7 .4 0 .5 .3  .1 .8 .6 .2 1"/>
    <mesh name="stone"
          vertex="-.1 0 -.08  .1 .02 -.09  0 .12 -.05  .02 -.11 -.04  0 .01 .1  .09 .08 .03  -.06 .07 .06"/>
  </asset>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>{bodies}
  </worldbody>
</mujoco>
"""
PILES = {"formulas": FORMULAS, "searched": SEARCHED}
NWORLD = 5


def falling(m: kn.Model, steps: int) -> list[kn.Data]:
    """Worlds that started apart and have fallen for a while."""
    worlds = []
    for seed in range(NWORLD):
        d = kn.Data(m)
        d.qvel[:] = np.random.default_rng(seed).normal(0, 0.3, m.nv)
        kn.step(m, d, steps)
        worlds.append(d)
    return worlds


def unequal_after(m: kn.Model, worlds: list[kn.Data], stage: str) -> list[str]:
    """Fields that differ between the machines after a stage from the same states."""
    batch = batch_of(m, worlds, "float64")
    batch.run(stage)
    for d in worlds:
        getattr(kn, stage)(m, d)
    return unequal(batch, worlds, UNSOLVED if batch.lockstep else ALL)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", ["newton", "cg", "pgs"])
@pytest.mark.parametrize("pile", PILES)
def test_one_pass_in_lanes_is_one_pass_alone(pile, solver, cone):
    m = kn.load(SCENE.format(cone=cone, bodies=PILES[pile]))
    m.opt.solver = solver
    worlds = falling(m, 150)
    assert unequal_after(m, worlds, "forward") == []
    assert min(d.ncon for d in worlds) >= 4


@pytest.mark.filterwarnings("ignore")
def test_long_falls_world_by_world_are_long_falls_alone():
    """Contacts come and go, and what a pile does is chaos: any bit that differs once would be seen by now."""
    m = kn.load(SCENE.format(cone="elliptic", bodies=SEARCHED))
    m.opt.noslip_iterations = 1
    worlds = falling(m, 0)
    batch = batch_of(m, worlds, "float64", keep=["qacc"])
    assert batch.lanes == 1
    batch.step(600)
    for w, d in enumerate(worlds):
        kn.step(m, d, 600)
        assert (batch.read("qpos")[w] == d.qpos).all() and (batch.read("qacc")[w] == d.qacc).all()


@pytest.mark.filterwarnings("ignore")
def test_humanoids_on_the_floor_agree():
    m = kn.load(models.path("humanoid"))
    worlds = falling(m, 400)
    assert unequal_after(m, worlds, "inverse") == []
    assert unequal_after(m, worlds, "forward") == []
    assert min(d.ncon for d in worlds) > 0


def test_a_batch_makes_room_for_many_contacts():
    bodies = "".join(
        f'<body pos="{x} {y} .09"><freejoint/><geom size=".1"/></body>' for x in range(8) for y in range(8)
    )
    m = kn.load(f'<mujoco><worldbody><geom type="plane" size="9 9 1"/>{bodies}</worldbody></mujoco>')
    batch = kn.Batch(m, NWORLD)
    batch.step(3)
    d = kn.Data(m)
    kn.step(m, d, 3)
    assert d.ncon == 64 and (batch.read("ncon") == 64).all()
    assert (batch.read("qpos") == d.qpos).all() and (batch.read("time") == d.time).all()
