"""single ≡ every lane of lanes64 on every stage of real models, to the bit, without constraints.

What constraints add goes world by world where a stage is called alone; in whole steps lock step is compared with one
world alone on the same models (tests/batch/test_lockstep.py).
"""

import pytest
from support import corpus
from support.stage_runs import RUNS
from support.worlds import Singles, batch_of, poison, states, unconstrained, unequal

import knuckle as kn

NWORLD = 3  # no multiple of the lanes of a register


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", corpus.model_paths(), ids=corpus.model_id)
def test_every_stage_of_a_model_agrees_to_the_bit(path):
    try:
        m = unconstrained(kn.load(path, omit=("skin",)))
    except kn.ModelError as error:
        pytest.skip(f"it is refused: {str(error)[:80]}")
    data = states(m, NWORLD)
    for d in data:
        poison(d)
    for name, run in RUNS.items():
        single, lanes = Singles("single", m, data), batch_of(m, data, "float64")
        for stage in run:
            single.run(stage)
            lanes.run(stage)
            assert unequal(lanes, single.worlds) == [], f"after {stage} of {name}"
