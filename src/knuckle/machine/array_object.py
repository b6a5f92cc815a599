"""NumPy's arrays and Python's numbers as compiled code finds them in memory, checked once against this process."""

import ctypes
from functools import cache

import numpy as np

TYPE, VALUE = 8, 16  # of every object: its type; of a float: the number
DATA, NDIM, SHAPE, BASE, DTYPE, FLAGS = 16, 24, 32, 48, 56, 64  # of an array
CONTIGUOUS, OWNS, ALIGNED, WRITEABLE = 0x1, 0x4, 0x100, 0x400  # bits of its flags
REAL_TYPES = ("float", "float64")  # both hold one double

# objects that compiled code compares with, by the name it knows them under
OBJECTS = {
    "int": int,
    "float": float,
    "float64": np.float64,
    "array": np.ndarray,
    "true": True,
    "false": False,
    "reals": np.dtype(np.float64),
    "ints": np.dtype(np.int32),
}


def object_symbol(name: str) -> str:
    """The name of an object in LLVM code."""
    return f"knuckle.object.{name}"


def object_symbols() -> dict[str, int]:
    """The addresses of all objects that compiled code compares with."""
    return {object_symbol(name): id(each) for name, each in OBJECTS.items()}


@cache
def is_as_expected() -> bool:
    """Whether objects lie in memory as written above; else queries take the trampoline of addresses."""
    array = np.zeros((3, 5))[1:, :].T
    own = np.zeros((2, 7), np.int32)
    return all(
        (
            _word(array, TYPE) == id(np.ndarray),
            _word(array, DATA) == array.ctypes.data,
            _word(array, BASE) == id(array.base),
            _word(array, DTYPE) == id(OBJECTS["reals"]),
            _word(own, DTYPE) == id(OBJECTS["ints"]),
            _word(own, BASE) == 0,
            _half(own, NDIM) == 2,
            _shape(own) == own.shape,
            _half(array, FLAGS) & (CONTIGUOUS | OWNS | ALIGNED | WRITEABLE) == ALIGNED | WRITEABLE,
            _half(own, FLAGS) & (CONTIGUOUS | OWNS | ALIGNED | WRITEABLE) == CONTIGUOUS | OWNS | ALIGNED | WRITEABLE,
            all(ctypes.c_double.from_address(id(each) + VALUE).value == 0.3 for each in (0.3, np.float64(0.3))),
        )
    )


def _word(owner: object, offset: int) -> int:
    return ctypes.c_int64.from_address(id(owner) + offset).value


def _half(owner: object, offset: int) -> int:
    return ctypes.c_int32.from_address(id(owner) + offset).value


def _shape(array: np.ndarray) -> tuple[int, ...]:
    sizes = ctypes.POINTER(ctypes.c_int64).from_address(id(array) + SHAPE)
    return tuple(sizes[k] for k in range(array.ndim))
