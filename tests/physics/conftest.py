"""What all tests of kernels on the `python` machine share."""

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def division_never_raises():
    """Compiled kernels give infinities and NaN in silence: so must the same source in Python."""
    with np.errstate(all="ignore"):
        yield
