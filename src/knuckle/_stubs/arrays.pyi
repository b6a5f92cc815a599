# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from typing import Generic, Never, TypeVar

from numpy import generic
from numpy.typing import ArrayLike, NDArray

T = TypeVar("T", bound=generic)
E = TypeVar("E")

class Array(Generic[T]):
    """An attribute that is an array; numbers that are assigned to it are written into it."""
    def __get__(self, owner: object, kind: type | None = None) -> NDArray[T]: ...
    def __set__(self, owner: object, value: ArrayLike) -> None: ...

class FixedArray(Generic[T]):
    """An attribute that is an array which can only be read."""
    def __get__(self, owner: object, kind: type | None = None) -> NDArray[T]: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Choice(Generic[E]):
    """An attribute that is a member of an enumeration, and takes one as itself, by name or by number."""
    def __get__(self, owner: object, kind: type | None = None) -> E: ...
    def __set__(self, owner: object, value: E | str | int) -> None: ...

class Bits(Generic[E]):
    """An attribute that is made of bits of an enumeration."""
    def __get__(self, owner: object, kind: type | None = None) -> E: ...
    def __set__(self, owner: object, value: E | int) -> None: ...
