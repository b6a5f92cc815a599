"""One process that tries models, for all tests of a file."""

import pytest
from fuzz.judge import Judge
from support.subprocesses import compile_first


@pytest.fixture(scope="module")
def judge():
    compile_first("single", "checked")
    made = Judge()
    yield made
    made.close()
