"""Small kernels over two fields, qpos → qvel, that use each word of the vocabulary once."""

from knuckle.kernel import (
    absolute,
    any_lane,
    as_written,
    exponent2,
    flat,
    floor,
    four,
    has_bits,
    in_lanes,
    kernel,
    maximum,
    minimum,
    per_world,
    precision,
    rint,
    same_bits,
    scale2,
    sqrt,
    stage,
    store_four,
    where,
)
from knuckle.machine.entry import Entry
from knuckle.math import elementary

UNARY = ("sin", "cos", "tan", "asin", "acos", "atan", "exp", "expm1", "log", "log1p", "tanh", "cbrt")
BINARY = ("atan2", "pow", "hypot")


def unary(name):
    """qvel_i ← f(qpos_i)."""
    function = getattr(elementary, name)

    @kernel
    def apply(m, d):
        for i in range(m.nq):
            d.qvel[i] = function(d.qpos[i])

    return Entry(f"elementary_{name}", apply)


def binary(name):
    """qvel_i ← f(qpos_i, qacc_i)."""
    function = getattr(elementary, name)

    @kernel
    def apply(m, d):
        for i in range(m.nq):
            d.qvel[i] = function(d.qpos[i], d.qacc[i])

    return Entry(f"elementary_{name}", apply)


@kernel
def elementary_sincos(m, d):
    """qvel_i, qacc_i ← sin, cos of qpos_i."""
    for i in range(m.nq):
        s, c = elementary.sincos(d.qpos[i])
        d.qvel[i] = s
        d.qacc[i] = c


@kernel
def choose(m, d):
    """where on reals and tuples, comparisons, & and |."""
    for i in range(m.nq):
        x = d.qpos[i]
        a, b = where((x > 0.0) & (x < 2.0), (x, 1.0), (-x, 2.0))
        d.qvel[i] = where((x <= -1.0) | (x >= 3.0), a * 10.0, a + b)


@kernel
def skip(m, d):
    """any_lane guards work that no world needs, where keeps it right for the worlds that do not."""
    for i in range(m.nq):
        x = d.qpos[i]
        y = 0.0
        if any_lane(x > 1.0):
            y = where(x > 1.0, sqrt(absolute(x)), 0.0)
        d.qvel[i] = y


@kernel
def rounding(m, d):
    """minimum, maximum, rint, floor."""
    for i in range(m.nq):
        x = d.qpos[i]
        d.qvel[i] = minimum(maximum(x, -2.0), 2.0) + 10.0 * rint(x) + 1000.0 * floor(x)


@kernel
def exponents(m, d):
    """x from its exponent and mantissa."""
    for i in range(m.nq):
        x = d.qpos[i]
        e = exponent2(x)
        d.qvel[i] = scale2(scale2(x, -e), e) + where(e > 2.0, 100.0, 0.0) + precision(x)


@kernel
def accumulate(m, d):
    """A literal zero that becomes a real, and a tuple that does."""
    s = 0.0
    t = (0.0, 0.0)
    for i in range(m.nq):
        s += d.qpos[i]
        t = (t[0] + d.qpos[i], t[1] - d.qpos[i])
    for i in range(m.nv):
        d.qvel[i] = s + 2.0 * t[1] + 3.0 * t[0]


@kernel
def fusing(m, d):
    """Products beside sums: what rounding took from a square, and a sum whose first product is one of the model's."""
    for i in range(m.nq):
        x = d.qpos[i]
        d.qacc[i] = x * x
        d.qvel[i] = x * x - d.qacc[i]
        d.qacc[i] = m.opt_timestep * m.opt_gravity[2] + x * d.qacc[i] - 0.3 * x


@as_written
def rounded_apart(x, y):
    return x * x - y


@kernel
def lost_of_square(x, y):
    return x * x - y


lost_by_its_twin = as_written(lost_of_square)


@kernel
def apart(m, d):
    """What is left of x² − x² where both are rounded: nothing, in a marked kernel and in the twin of another."""
    for i in range(m.nq):
        x = d.qpos[i]
        d.qacc[i] = x * x
        d.qvel[i] = rounded_apart(x, d.qacc[i])
        d.qacc[i] = lost_by_its_twin(x, d.qacc[i])


@per_world
def halve_until_small(m, d):
    """A loop whose length differs from world to world."""
    for i in range(m.nq):
        x = d.qpos[i]
        n = 0
        while x > 1.0:
            x = 0.5 * x
            n += 1
        d.qvel[i] = x + n
        if i == 0:
            d.status = n + 1


@stage
def varying(m, d):
    """A stage: called as a function of its own."""
    halve_until_small(m, d)


@per_world
def compare_bits(m, d):
    """Words that look at the bits of reals: zeros of both signs, numbers that are not."""
    for i in range(m.nq):
        d.qvel[i] = 2.0 * has_bits(d.qpos[i]) + same_bits(d.qpos[i], d.qpos[0])


@stage
def bits(m, d):
    compare_bits(m, d)


@kernel
def minus_one(m, d):
    return -1.0


@in_lanes(minus_one)
def own_status(m, d):
    """An integer of Data, which lanes do not read."""
    return 1.0 * d.status


@kernel
def alone_or_in_lanes(m, d):
    d.time = d.time + own_status(m, d)


@kernel
def rows(m, d):
    """Rows as tuples, single elements, values of fixed shape."""
    for b in range(m.nbody):
        x, y, z = d.xpos[b]
        d.xpos[b] = (y, z, x + d.xpos[b, 2])
        d.xpos[b, 1] = d.xpos[b, 1] + m.body_pos[b, 0]
    d.time = d.time + m.opt_timestep + m.opt_gravity[2]


@per_world
def sum_by_fours(m, d):
    """Numbers of one world four by four, and rows of the model number by number."""
    for i in range(0, m.nq, 4):
        x = four(d.qpos, i)
        store_four(d.qvel, i, 0.5 * x - d.qpos[0] * four(d.qpos, m.nq - 4 - i))
    numbers = flat(m.body_pos)
    for k in range(3 * m.nbody):
        d.qvel[0] = d.qvel[0] + numbers[k]


@kernel
def neighbours(m, d):
    sum_by_fours(m, d)


def entries():
    plain = (elementary_sincos, choose, skip, rounding, exponents, accumulate, fusing, apart, varying, bits, neighbours)
    return (
        *(Entry(f.__name__, f) for f in (*plain, rows, alone_or_in_lanes)),
        *(unary(name) for name in UNARY),
        *(binary(name) for name in BINARY),
    )
