"""A Model and its Data as compiled code finds them in memory: tables in slots of both, and the Data's model in one."""

import ctypes
from typing import Any

from knuckle.machine.array_object import is_as_expected

TABLE, MODEL = 16, 24  # where a Model or Data has its table, an array, and a Data its model
DATA_TYPE = "knuckle.data_type"  # the cell below, in LLVM code

_data_type = ctypes.c_int64(0)  # the address of the type of a Data, 0 as long as nobody told it


def tell_data_type(kind: type) -> None:
    """Tell compiled code which objects are Data."""
    _data_type.value = id(kind)


def world_symbols() -> dict[str, int]:
    """The address of the cell that holds the type of a Data."""
    return {DATA_TYPE: ctypes.addressof(_data_type)}


def can_be_entered(m: Any, d: Any) -> bool:
    """Whether a Model and its Data lie in memory as written above; else entries take their addresses."""
    return is_as_expected() and all(
        ctypes.c_int64.from_address(id(owner) + offset).value == id(held)
        for owner, offset, held in ((m, TABLE, m._table), (d, TABLE, d._table), (d, MODEL, m))
    )
