# Written by `python docs/build.py` from the tables of the package; a test keeps it true.
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

class Vocabulary:
    """This module: `@kn.kernel` marks a function, `kn.kernel.where` and its like are words for it."""
    def __call__(self, function: F) -> F:
        """Mark a function as a kernel: compiled by every machine, left as it is for Python."""
    def kernel(self, *args: Any) -> Any:
        """Mark a function as a kernel: compiled by every machine, left as it is for Python."""
    def per_world(self, *args: Any) -> Any:
        """Mark a kernel whose control flow differs from world to world: lanes run it one lane at a time.

        Its arguments are views, integers and fields; it returns nothing.
        """
    def where(self, *args: Any) -> Any:
        """`yes` where the condition holds, else `no`; both are reals or both tuples of reals."""
    def any_lane(self, *args: Any) -> Any:
        """True where the condition holds in at least one world of the group."""
    def sqrt(self, *args: Any) -> Any:
        """…"""
    def absolute(self, *args: Any) -> Any:
        """…"""
    def minimum(self, *args: Any) -> Any:
        """…"""
    def maximum(self, *args: Any) -> Any:
        """…"""
    def rint(self, *args: Any) -> Any:
        """The nearest integer, as a real; ties go to the even one."""
    def floor(self, *args: Any) -> Any:
        """…"""
    def real_of(self, *args: Any) -> Any:
        """A constant, or a number of the model, as a real of x's kind."""

kernel: Vocabulary
