"""single ≡ every lane of lanes64 on every stage of real models, to the bit, without constraints.

What constraints add goes world by world where a stage is called alone; in whole steps lock step is compared with one
world alone on the same models (tests/batch/test_lockstep.py).
"""

import os

import pytest
from support import corpus
from support.stage_runs import RUNS
from support.worlds import Singles, batch_of, differences, poison, states, unconstrained

import knuckle as kn

NWORLD = 3  # no multiple of the lanes of a register
# all of the corpus with KNUCKLE_WHOLE_CORPUS=1
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_CORPUS"))
FEW = ("agility_cassie/scene.xml", "shadow_hand/scene_right.xml", "robotiq_2f85/scene.xml", "suite/dog.xml")
PATHS = [path for path in corpus.model_paths() if WHOLE or corpus.model_id(path).endswith(FEW)]


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=corpus.model_id)
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
            field, error = next(iter(differences(lanes, single).items()))
            assert error == 0.0, f"{field} after {stage} of {name}"
