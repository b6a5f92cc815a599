"""Vectors of three reals and 3×3 matrices, every operation rounded by itself: twins of those in vec3 and mat3.

For searches among points that are equally far: rounding decides there, and so must not depend on the processor.
"""

from knuckle.kernel import as_written, sqrt, where
from knuckle.math import mat3, mat3_algebra, vec3
from knuckle.math.vec3 import TINY

add3 = as_written(vec3.add3)
sub3 = as_written(vec3.sub3)
scale3 = as_written(vec3.scale3)
add_scaled3 = as_written(vec3.add_scaled3)
neg3 = as_written(vec3.neg3)
dot3 = as_written(vec3.dot3)
cross3 = as_written(vec3.cross3)
mat_mul_vec = as_written(mat3.mat_mul_vec)
mat_t_mul_vec = as_written(mat3.mat_t_mul_vec)
mat_mul = as_written(mat3_algebra.mat_mul)


@as_written
def unit3(a):
    """a / ‖a‖; (1, 0, 0) where ‖a‖ < 1e-15."""
    n = sqrt(dot3(a, a))
    short = n < TINY
    return where(short, (1.0, 0.0, 0.0), scale3(a, 1.0 / where(short, 1.0, n)))
