"""Spatial vectors (angular; linear) and spatial inertias about a common point.

A motion vector is (ω; v), a force vector (τ; f). An inertia is ten numbers (xx, yy, zz, xy, xz, yz, mx, my, mz, m):
the rotational inertia about the point, the mass times the offset of the centre of mass from it, the mass.
"""

from knuckle.kernel import kernel


@kernel
def angular(v):
    """The first three: ω of a motion, τ of a force."""
    return (v[0], v[1], v[2])


@kernel
def linear(v):
    """The last three: v of a motion, f of a force."""
    return (v[3], v[4], v[5])


@kernel
def join6(a, b):
    """(a; b)."""
    return (a[0], a[1], a[2], b[0], b[1], b[2])


@kernel
def add6(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel
def add_scaled6(a, b, s):
    """a + s b."""
    return (
        a[0] + b[0] * s,
        a[1] + b[1] * s,
        a[2] + b[2] * s,
        a[3] + b[3] * s,
        a[4] + b[4] * s,
        a[5] + b[5] * s,
    )


@kernel
def dot6(a, b):
    """a · b: the power of a force on a motion."""
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])


@kernel
def add10(a, b):
    """The inertia of two bodies together."""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
        a[8] + b[8],
        a[9] + b[9],
    )


@kernel
def inertia_mul(I, v):
    """I v: the momentum (angular; linear) of inertia I at the velocity v."""
    return (
        I[0] * v[0] + I[3] * v[1] + I[4] * v[2] + I[7] * v[5] - I[8] * v[4],
        I[3] * v[0] + I[1] * v[1] + I[5] * v[2] + I[8] * v[3] - I[6] * v[5],
        I[4] * v[0] + I[5] * v[1] + I[2] * v[2] + I[6] * v[4] - I[7] * v[3],
        I[9] * v[3] + I[8] * v[1] - I[7] * v[2],
        I[9] * v[4] + I[6] * v[2] - I[8] * v[0],
        I[9] * v[5] + I[7] * v[0] - I[6] * v[1],
    )


@kernel
def cross_motion(v, s):
    """v × s: the rate of a motion s that moves with velocity v, (ω × s_ω; ω × s_v + v × s_ω)."""
    return (
        v[1] * s[2] - v[2] * s[1],
        v[2] * s[0] - v[0] * s[2],
        v[0] * s[1] - v[1] * s[0],
        v[1] * s[5] - v[2] * s[4] + v[4] * s[2] - v[5] * s[1],
        v[2] * s[3] - v[0] * s[5] + v[5] * s[0] - v[3] * s[2],
        v[0] * s[4] - v[1] * s[3] + v[3] * s[1] - v[4] * s[0],
    )


@kernel
def cross_force(v, f):
    """v ×* f: the rate of a force or momentum f that moves with velocity v, (ω × f_τ + v × f_f; ω × f_f)."""
    return (
        v[1] * f[2] - v[2] * f[1] + v[4] * f[5] - v[5] * f[4],
        v[2] * f[0] - v[0] * f[2] + v[5] * f[3] - v[3] * f[5],
        v[0] * f[1] - v[1] * f[0] + v[3] * f[4] - v[4] * f[3],
        v[1] * f[5] - v[2] * f[4],
        v[2] * f[3] - v[0] * f[5],
        v[0] * f[4] - v[1] * f[3],
    )
