"""The elementary functions of reals: sin, exp, pow, …, accurate to a few ulp and equal on all machines."""

from knuckle.math.exponential import exp, expm1, tanh
from knuckle.math.inverse_trigonometric import acos, asin, atan, atan2
from knuckle.math.logarithm import log, log1p
from knuckle.math.power import pow
from knuckle.math.roots import cbrt, hypot
from knuckle.math.trigonometric import cos, sin, sincos, tan

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "cos",
    "exp",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "pow",
    "sin",
    "sincos",
    "tan",
    "tanh",
]
