"""Range reduction for the circular functions: x = q·π/2 + r with |r| ≤ π/4."""

from knuckle.kernel import absolute, any_lane, exponent2, floor, kernel, precision, real_of, rint, scale2, where
from knuckle.math.compensated import fast_two_sum, split, two_sum

# the first 1176 bits of 2/π after the point
TWO_OVER_PI_BITS = int(
    "a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73e"
    "e88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b7"
    "4f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d08560330",
    16,
)


def _digits(width: int, count: int, shift: int) -> tuple[float, ...]:
    """2/π·2ˢʰⁱᶠᵗ as `count` reals of `width` bits each, from the largest down; their sum is exact."""
    mask = (1 << width) - 1
    return tuple(
        float(TWO_OVER_PI_BITS >> (1176 - width * (i + 1)) & mask) * 2.0 ** (shift - width * (i + 1))
        for i in range(count)
    )


# scaled so that the digits are normal numbers and no product overflows; those that underflow no longer count
DIGITS_64 = _digits(24, 49, 200)
DIGITS_32 = _digits(12, 16, 70)
COUNT_64 = len(DIGITS_64)
COUNT_32 = len(DIGITS_32)


@kernel
def reduce_range(x):
    """(q, r, low): x = (q + 4n)·π/2 + r + low, with q in {0, 1, 2, 3}, |r| ≤ π/4 and low below the last digit of r.

    π/2 = P₁ + P₂ + P₃ + P₄, cut so that x - k·P₁ - k·P₂ and k·P₃ are exact for every k in the usual range.
    """
    k = rint(x * 0.6366197723675814)
    if precision(x) == 64:
        t = (x - k * 1.5707963267341256) - k * 6.077105485502443e-11
        r, e = two_sum(t, k * 4.9789962508669555e-17)
        r, low = fast_two_sum(r, e - k * 3.5215598651832e-27)
        huge = absolute(x) > 1.6e6
    else:
        t = (x - k * 1.57080078125) + k * 4.470348358154297e-06
        r, e = two_sum(t, k * -1.5890691429376602e-08)
        r, low = fast_two_sum(r, e - k * 2.5633440682570896e-12)
        huge = absolute(x) > 6.0e3
    q = k - 4.0 * floor(k * 0.25)
    if any_lane(huge):
        q, r, low = where(huge, _reduce_huge(x), (q, r, low))
    return q, r, low


@kernel
def _reduce_huge(x):
    """`quarter_turns` of a huge x, from as many digits of 2/π as its exponent asks for.

    x is cut in two and multiplied by each digit exactly; of a product only its remainder modulo 4 matters. The
    remainders are summed without error in windows of their digits. Infinity gives NaN.
    """
    zero = x - x
    high, middle, low = (zero, zero, zero)
    if precision(x) == 64:
        head, tail = _halves(x, real_of(x, 25.0), real_of(x, 200.0))
        for i in range(COUNT_64):
            digit = real_of(x, DIGITS_64[i])
            high, middle, low = _add_remainder(head * digit, high, middle, low)
            high, middle, low = _add_remainder(tail * digit, high, middle, low)
    else:
        head, tail = _halves(x, real_of(x, 11.0), real_of(x, 70.0))
        for i in range(COUNT_32):
            digit = real_of(x, DIGITS_32[i])
            high, middle, low = _add_remainder(head * digit, high, middle, low)
            high, middle, low = _add_remainder(tail * digit, high, middle, low)
    k = rint(high)
    f, e = two_sum(high - k, middle)
    f, e = two_sum(f, e + low)
    r, low = _times_half_pi(f, e)
    return k - 4.0 * floor(k * 0.25), r, low


@kernel
def _halves(x, bits, shift):
    """x·2⁻ˢʰⁱᶠᵗ cut into its first bits + 1 bits and the rest."""
    e = exponent2(x)
    mantissa = scale2(x, bits - e)
    head = rint(mantissa)
    return scale2(head, e - bits - shift), scale2(mantissa - head, e - bits - shift)


@kernel
def _add_remainder(product, high, middle, low):
    """The three window sums with `product` mod 4 added; the windows end at 2⁻⁴⁰ and 2⁻⁸⁰ (float32: 2⁻¹⁶, 2⁻³⁴)."""
    rest = product - 4.0 * rint(product * 0.25)
    if precision(product) == 64:
        first = rint(rest * 2.0**40) * 2.0**-40
        rest = rest - first
        second = rint(rest * 2.0**80) * 2.0**-80
    else:
        first = rint(rest * 2.0**16) * 2.0**-16
        rest = rest - first
        second = rint(rest * 2.0**34) * 2.0**-34
    return high + first, middle + second, low + (rest - second)


@kernel
def _times_half_pi(f, e):
    """(r, low) with r + low = (f + e)·π/2 in twice the precision."""
    h, t = split(f)
    if precision(f) == 64:
        product = h * 1.5707963407039642
        rest = t * 1.5707963407039642 + (f * -1.3909067614167116e-08 + e * 1.5707963267948966)
    else:
        product = h * 1.57080078125
        rest = t * 1.57080078125 + (f * -4.454455103380769e-06 + e * 1.5707963267948966)
    return fast_two_sum(product, rest)
