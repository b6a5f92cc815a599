"""single ≡ every lane of lanes64 on states with contacts, and batches make room for them."""

import numpy as np
import pytest
from machines.worlds import batch_of

import knuckle as kn
from knuckle import models

PILE = """
<mujoco>
  <option {option}/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .2 .1" condim="4"/></body>
    <body pos=".05 0 .35"><freejoint/><geom type="capsule" size=".08 .1" condim="6"/></body>
    <body pos="-.1 .05 .6"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos=".02 .1 .85"><freejoint/><geom type="ellipsoid" size=".1 .15 .08" condim="1"/></body>
    <body pos="0 -.3 .5"><joint range="-20 20" damping=".1"/><geom type="box" size=".05 .3 .05" pos="0 .3 0"/></body>
  </worldbody>
</mujoco>
"""
# shapes whose contacts are formulas: a search ends anywhere within its tolerance, with normals that differ by 1e-7
FORMULAS = PILE.replace('type="cylinder" size=".1 .1"', 'type="capsule" size=".1 .05"').replace(
    'type="ellipsoid" size=".1 .15 .08"', 'size=".1"'
)
NWORLD = 5
FIELDS = ("ncon", "nefc", "qacc", "qfrc_constraint", "qpos", "qvel")


def falling(m: kn.Model, steps: int) -> list[kn.Data]:
    """Worlds that started apart and have fallen for a while."""
    worlds = []
    for seed in range(NWORLD):
        d = kn.Data(m)
        d.qvel[:] = np.random.default_rng(seed).normal(0, 0.3, m.nv)
        kn.step(m, d, steps)
        worlds.append(d)
    return worlds


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("solver", ["newton", "cg", "pgs"])
def test_one_step_in_lanes_is_one_step_alone(solver, cone):
    """1e-9: sums in another order, times the condition of the contact problem."""
    assert_lanes_agree(FORMULAS.format(option=f'cone="{cone}"'), solver)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("solver", ["newton", "cg", "pgs"])
def test_one_step_with_searched_contacts_in_lanes_is_one_step_alone(solver):
    assert_lanes_agree(PILE.format(option=""), solver)


def assert_lanes_agree(xml: str, solver: str) -> None:
    m = kn.load(xml)
    # where a solver stops is not compared: first-order ones run to the end of their iterations
    m.opt.solver, m.opt.tolerance, m.opt.iterations = solver, 1e-15 if solver == "newton" else 0.0, 1000
    worlds = falling(m, 150)
    batch = batch_of(m, worlds, "float64")
    batch.step()
    for d in worlds:
        kn.step(m, d)
    assert min(d.ncon for d in worlds) >= 4
    for name in FIELDS:
        alone = np.stack([d._arrays[name] for d in worlds])
        scale = max(np.abs(alone).max(), 1.0)
        assert np.abs(batch.read(name) - alone).max() <= 1e-9 * scale, name


@pytest.mark.filterwarnings("ignore")
def test_humanoids_on_the_floor_agree():
    m = kn.load(models.path("humanoid"), omit=["sensor"])
    worlds = falling(m, 400)
    batch = batch_of(m, worlds, "float64", keep=["qacc"])
    batch.step()
    for d in worlds:
        kn.step(m, d)
    alone = np.stack([d.qacc for d in worlds])
    assert np.abs(batch.read("qacc") - alone).max() <= 1e-9 * np.abs(alone).max()


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
    assert np.allclose(batch.read("qpos"), d.qpos, rtol=0, atol=1e-12)
    assert np.allclose(batch.read("time"), d.time)
