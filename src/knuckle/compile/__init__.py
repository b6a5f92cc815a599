"""Spec -> arrays of Model: `compile_spec(spec)`."""

from knuckle.compile.compiler import compile_spec
from knuckle.compile.result import Compiled

__all__ = ["Compiled", "compile_spec"]
