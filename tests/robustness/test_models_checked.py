"""Every real model on the machine that checks every index: nothing is found, and the bits are those of `single`."""

import numpy as np
import pytest
from support import corpus
from support.pairs import Pair, load_constrained

import knuckle as kn
from knuckle.data.data import SCRATCH

if kn.machine().name != "checked":
    pytest.skip("`make test-checked` runs it", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore")
WAYS = [(solver, cone) for solver in ("newton", "cg", "pgs") for cone in ("pyramidal", "elliptic")]
FEW = 2000  # constraint rows: the matrix of the dual solver grows with their square
TRACES = ("need_", "steps_done")  # what differs where room grew another time


@pytest.mark.parametrize("path", corpus.outermost_paths(), ids=corpus.model_id)
def test_a_model_steps_and_inverts_with_every_index_checked(path):
    pair = load_constrained(path)
    if not isinstance(pair, Pair):
        pytest.skip(pair)
    m = pair.m
    worlds = {name: disturbed(m) for name in ("checked", "single")}
    for solver, cone in WAYS:
        if solver == "pgs" and worlds["single"].nefc > FEW:
            continue
        m.opt.solver, m.opt.cone, m.opt.iterations = solver, cone, 5
        for name, d in worlds.items():
            kn.machine(name).step(m, d)
            kn.machine(name).forward(m, d)
            kn.machine(name).inverse(m, d)
            kn.machine(name).rne_post_constraint(m, d)
    checked, single = worlds.values()
    assert [name for name in checked._arrays if not equal(checked, single, name)] == []


def disturbed(m: kn.Model) -> kn.Data:
    """A world a little off the reference pose, in motion."""
    d = kn.Data(m)
    random = np.random.default_rng(1)
    d.qpos[:] = kn.integrate_pos(m, d.qpos, random.normal(scale=0.03, size=m.nv), 1.0)
    d.qvel[:] = random.normal(scale=0.1, size=m.nv)
    d.ctrl[:] = random.uniform(-1, 1, size=m.nu)
    return d


def equal(first: kn.Data, second: kn.Data, name: str) -> bool:
    """Whether a public field has the same bits in both."""
    if name in SCRATCH or name.startswith(TRACES):
        return True
    return np.asarray(getattr(first, name)).tobytes() == np.asarray(getattr(second, name)).tobytes()
