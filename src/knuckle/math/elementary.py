"""Elementary functions of reals."""

import math

import numpy as np

from knuckle.machine.kernel import elementary, kernel


@elementary(libm=math.sin)
def sin(x):
    return np.sin(x)


@elementary(libm=math.cos)
def cos(x):
    return np.cos(x)


@kernel
def sincos(x):
    return sin(x), cos(x)


@elementary(libm=math.tan)
def tan(x):
    return np.tan(x)


@elementary(libm=math.asin)
def asin(x):
    return np.arcsin(x)


@elementary(libm=math.acos)
def acos(x):
    return np.arccos(x)


@elementary(libm=math.atan)
def atan(x):
    return np.arctan(x)


@elementary(libm=math.atan2)
def atan2(y, x):
    return np.arctan2(y, x)


@elementary(libm=math.exp)
def exp(x):
    return np.exp(x)


@elementary(libm=math.expm1)
def expm1(x):
    return np.expm1(x)


@elementary(libm=math.log)
def log(x):
    return np.log(x)


@elementary(libm=math.log1p)
def log1p(x):
    return np.log1p(x)


@elementary(libm=math.pow)
def pow(x, y):
    return x**y


@elementary(libm=math.tanh)
def tanh(x):
    return np.tanh(x)


@kernel
def cbrt(x):
    return np.cbrt(x)


@elementary(libm=math.hypot)
def hypot(x, y):
    return np.hypot(x, y)
