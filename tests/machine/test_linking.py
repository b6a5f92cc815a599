"""Compiled code finds its parts wherever the system puts them: sections and objects may lie far apart."""

import subprocess
import sys

import pytest

KIB = 1 << 10

# memory in which holes of one size lie far above everything else that is free: parts that fit go there, others do not
FAR_HOLES = """
import ctypes, sys
import numpy as np
import llvmlite.binding
import knuckle as kn
from knuckle import models
from knuckle.batch.batch import Batch

hole = int(sys.argv[1])
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long
libc.munmap.argtypes = ctypes.c_void_p, ctypes.c_size_t
PRIVATE_ANONYMOUS_UNRESERVED = 0x4022

def reserve(size):
    return libc.mmap(None, size, 0, PRIVATE_ANONYMOUS_UNRESERVED, -1, 0)

high, low = reserve(64 << 20), reserve(8 << 30)
for size in [1 << k for k in range(32, 11, -1)]:
    while (address := reserve(size)) > low:
        pass
    libc.munmap(address, size)
for k in range(16):
    libc.munmap(high + k * (4 << 20), hole)

m = kn.Model.from_xml_path(models.path("pendulum"))
d = kn.Data(m)
kn.step(m, d)
batch = Batch(m, 3, dtype="float32")
batch.step()
assert np.allclose(batch.read("qpos"), d.qpos)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="arranges memory with Linux's own numbers")
@pytest.mark.parametrize("hole", [4 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB])
def test_parts_far_from_each_other_are_linked(hole):
    program = [sys.executable, "-c", FAR_HOLES, str(hole)]
    result = subprocess.run(program, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
