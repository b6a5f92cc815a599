"""Worlds that go in lock step beside worlds alone: such worlds, and how far both are from each other."""

import numpy as np
from support.worlds import REPORTED

import knuckle as kn
from knuckle.memory.capacity import row_counts
from knuckle.schema.fields import data_fields

CLOSE = 1e-10  # of the largest number of a field: the same sums in another order
# what only one world alone has: its way of solving, and what it leaves behind
OF_THE_WAY = {"ntouching"}
OF_SOLVES = {"contact_H", "efc_b"}  # not of inverse dynamics
FIELDS = [
    field
    for field in data_fields()
    if field.stage not in ("scratch", "check", "sleep", "island") and field.kind in ("real", "int", "size")
]
PILE = """
<mujoco>
  <option cone="{cone}" solver="{solver}"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .2"><freejoint/><geom type="box" size=".15 .1 .1" condim="4"/></body>
    <body pos=".05 0 .45"><freejoint/><geom type="capsule" size=".08 .1" condim="6"/></body>
    <body pos="-.1 .05 .7"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos=".02 .1 .9"><freejoint/><geom type="ellipsoid" size=".1 .15 .08"/></body>
    <body pos=".3 -.1 .4"><joint type="slide" range="-.1 .1"/><joint type="ball" range="0 30"/>
      <geom type="cylinder" size=".1 .08" pos=".1 0 0" surfacevel="0 .2 0 0 0 1" condim="3"/></body>
  </worldbody>
</mujoco>
"""


def falling(m: kn.Model, steps: int = 120, nworld: int = 7) -> list[kn.Data]:
    """Worlds that started apart and have fallen for a while, each for longer than the one before."""
    worlds = []
    for seed in range(nworld):
        d = kn.Data(m)
        d.qvel[:] = np.random.default_rng(seed).normal(0, 0.4, m.nv)
        kn.step(m, d, steps + 9 * seed)
        worlds.append(d)
    return worlds


def furthest(batch: kn.Batch, worlds: list[kn.Data], stage: str = "forward") -> tuple[float, str]:
    """The field that is furthest from that of worlds alone, relative to its scale; of rows, those in use."""
    found, unsolved = [(0.0, "")], OF_SOLVES if stage == "inverse" else set()
    for field in FIELDS:
        if field.name in OF_THE_WAY | REPORTED | unsolved or field.name not in batch.fields:
            continue
        values = batch.read(field.name)
        for row, d in zip(values, worlds, strict=True):
            count = d._arrays[row_counts()[field.name]].item() if field.name in row_counts() else None
            other = d._arrays[field.name]
            mine, other = (row, other) if count is None else (row[:count], other[:count])
            scale = np.abs(other).max(initial=1e-3) if field.kind == "real" else 1.0
            found.append((float(np.abs(mine - other).max(initial=0.0)) / scale, field.name))
    return max(found)
