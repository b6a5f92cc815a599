"""What callers hand over, checked at the border: whole numbers, and memory that a call would take."""

import operator
import os

LARGEST_COUNT = 2**63 - 1  # what compiled code can count


def whole_number(value, name: str, least: int = 0, most: int = LARGEST_COUNT) -> int:
    """The value as an integer; TypeError where it is none, ValueError where it is out of range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {shown(value)}") from None
    if not least <= number <= most:
        bounds = f"at least {least}" if most == LARGEST_COUNT and number < least else f"from {least} to {most}"
        raise ValueError(f"{name}: expected a whole number {bounds}, found {shown(number)}")
    return number


def check_memory(nbytes: int, what: str) -> None:
    """Raise MemoryError for more than this machine has: the system itself would promise it, and fail later."""
    limit = physical_memory()
    if nbytes > limit:
        raise MemoryError(f"{what} needs {nbytes / 2**30:.4g} GiB, this machine has {limit / 2**30:.4g} GiB")


def physical_memory() -> int:
    """Bytes of memory of this machine; no bound where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 2**62


def shown(value) -> str:
    """The value as a message shows it: a long one is cut."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
