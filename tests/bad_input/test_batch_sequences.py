"""Random calls of batches, right and wrong, with threads and forks in between: they return or say what is wrong."""

import pytest
from support.subprocesses import run_script


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_of_batches_return_or_say_what_is_wrong(seed):
    assert run_script(f"from support.batch_sequences import sequences\nsequences({seed}, rounds=10)") == ""
