"""The process that tries models tells of everything that a model may never do, and goes on with the next."""

import pytest
from fuzz.judge import Fault, Judge

TOLD = {"memory": "MemoryError", "accident": "TypeError", "hang": "Timeout", "crash": "Aborted"}


def test_what_no_model_may_do_is_told():
    judge = Judge(seconds=3)
    for how, word in TOLD.items():
        with pytest.raises(Fault, match=rf"(?s){word}.*misbehave|misbehave.*{word}"):
            judge.ask("misbehave", how)
    assert judge.try_text("<mujoco/>") == "model"
    assert judge.try_text("<mujoko/>") == "refused"
    judge.close()
