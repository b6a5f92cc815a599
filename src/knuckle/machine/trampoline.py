"""Trampolines from the interpreter into compiled code: builtin functions made of machine code.

They are entered a few times faster than foreign functions, and other threads run meanwhile.
"""

import ctypes
from collections.abc import Callable
from typing import Any

from knuckle.machine.array_object import object_symbols
from knuckle.machine.world_object import world_symbols

METH_FASTCALL = 0x0080
USED = (
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyErr_Occurred",
    "PyErr_BadArgument",
    "PyErr_Clear",
    "Py_BuildValue",
)


class MethodDefinition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def interpreter_symbols() -> dict[str, int]:
    """Addresses of the interpreter's functions that trampolines call, and of objects that they compare with."""
    return {name: _address(getattr(ctypes.pythonapi, name)) for name in USED} | object_symbols() | world_symbols()


def trampoline(name: str, address: int, keep: Any) -> Callable[..., int]:
    """A builtin function whose code is at `address`; `keep` is what holds that code in memory."""
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.argtypes, make.restype = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p), ctypes.py_object
    definition = MethodDefinition(name.encode(), address, METH_FASTCALL, None)
    # both must outlive the function, also where the interpreter ends and clears modules in an order of its own: so they
    # are never freed
    ctypes.pythonapi.Py_IncRef(ctypes.py_object((definition, keep)))
    return make(ctypes.addressof(definition), None, None)


def _address(function) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0
