"""Random sequences of calls of batches, the same in every run but for what threads do at once."""

import copy
import os
import pickle
import random
import threading
import warnings

import numpy as np

import knuckle as kn

TEXT = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <body><joint/><geom size=".1" pos=".2 0 0"/></body>
    </body>
    <body pos="0 0 .6"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>
"""
OTHER = "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"
JUNK = [
    *(None, -1, 0, 1, 3, 10**30, 1.5, float("nan"), True, "qpos", "", b"x", ..., object()),
    *([], [0], [0, 0], [99], [[1]], {}, slice(None), slice(1, 3), slice(None, None, 0)),
    *(np.zeros(3), np.zeros((5, 15)), np.array(2), np.ones(5, bool)),
]
REFUSALS = (kn.KnuckleError, ValueError, TypeError, IndexError, KeyError, MemoryError)
DUPLICATES = (copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch)))


class Player:
    """Plays random calls on batches of one model."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.m, self.other = kn.load(TEXT), kn.load(OTHER)

    def batch(self) -> kn.Batch:
        choice = self.chance.choice
        return kn.Batch(
            self.m,
            choice([1, 5, 20]),
            dtype=choice(["float64", "float32"]),
            threads=choice([None, 1, 2, 3]),
            keep=choice([None, ["qacc"], ["xpos", "ncon"]]),
        )

    def some(self, *right):
        """One of the right arguments, or a wrong one."""
        return self.chance.choice(right if self.chance.random() < 0.6 else JUNK)

    def data(self) -> kn.Data:
        d = kn.Data(self.m)
        d.qpos[2] = self.chance.uniform(0, 1)
        return d

    def step(self, batch):
        batch.step(self.some(0, 1, 2, 7))

    def run(self, batch):
        batch.run(self.some("forward", "step", "kinematics", "collision", "inverse"), self.some(0, 1, 2))

    def read(self, batch):
        batch.read(self.some("qpos", "qacc", "xpos", "ncon"), self.worlds())
        batch.status  # noqa: B018
        repr(batch)

    def write(self, batch):
        nv = self.m.nv
        values = self.some(0.1, np.zeros((batch.nworld, nv)), np.zeros(nv))
        batch.write(self.some("qpos", "qvel", "ctrl", "ncon"), values, self.worlds())

    def load(self, batch):
        batch.load(self.some(self.data(), kn.Data(self.other)), self.worlds())

    def make(self, batch):
        some = self.some
        kn.Batch(some(self.m), some(3), dtype=some("float64"), threads=some(2), keep=some(None, ["qacc"])).step()

    def duplicate(self, batch):
        self.chance.choice(DUPLICATES)(batch).step()

    def worlds(self):
        return self.some(slice(None), 0, [0])

    def call(self, batch) -> None:
        """One random call: it returns, or refuses in words."""
        names = ("step", "step", "run", "read", "write", "load", "make", "duplicate")
        try:
            getattr(self, self.chance.choice(names))(batch)
        except REFUSALS as error:
            assert str(error)

    def on_threads(self, batch) -> None:
        failures = []

        def play():
            try:
                for _ in range(3):
                    self.call(batch)
            except BaseException as error:
                failures.append(error)

        team = [threading.Thread(target=play) for _ in range(3)]
        for thread in team:
            thread.start()
        for thread in team:
            thread.join()
        assert not failures, failures

    def forked(self, batch) -> None:
        child = os.fork()
        if not child:
            try:
                for _ in range(3):
                    self.call(batch)
            except BaseException as error:
                print(repr(error), flush=True)
                os._exit(1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def sequences(seed: int, rounds: int) -> None:
    """Random calls on so many batches, each of which then steps as one world does alone."""
    # worlds may diverge; forking while there are threads is what is tried here
    warnings.simplefilter("ignore")
    player = Player(seed)
    ways = [player.call] * 8 + [player.on_threads] + [player.forked] * hasattr(os, "fork")
    for _ in range(rounds):
        batch, d = player.batch(), kn.Data(player.m)
        for _ in range(12):
            player.chance.choice(ways)(batch)
        batch.load(d)
        batch.step(5)
        kn.step(player.m, d, 5)
        assert batch.dtype == "float32" or (batch.read("qpos") == d.qpos).all()
