"""What the checks of the `checked` machine found: compiled code reports here, in the thread that called it."""

import ctypes
import threading

from knuckle.errors import CheckError

SYMBOL = "knuckle.violated"

_found = threading.local()


@ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64)
def _record(text: bytes, index: int, length: int) -> None:
    _found.report = (text.decode(), index, length)


def violation_symbols() -> dict[str, int]:
    """The address of the function that checks call."""
    return {SYMBOL: ctypes.cast(_record, ctypes.c_void_p).value or 0}


def violation() -> CheckError:
    """The error for what the last call of this thread found."""
    text, index, length = _found.__dict__.pop("report", ("?\n?\nan unknown error", -1, -1))
    kernel, place, what = text.split("\n")
    if length < 0:
        return CheckError(f"kernel {kernel} ({place}): {what}")
    return CheckError(f"kernel {kernel} ({place}): {what}[{index}] is outside: it has {length} rows")
