"""The order in which the dual solver visits rows and elliptic contacts: shuffled anew before each sweep.

A sweep in one order lets errors travel along that order. The numbers are those of O'Neill's PCG from a fixed state, so
that equal problems are solved equally: the order is the reference's too.

    state ← 6364136223846793005 state + 1  mod 2⁶⁴,  kept in halves of 32 bits, whose products fit
"""

from knuckle.kernel import kernel
from knuckle.schema.enums import ConstraintType

HALF = 0xFFFFFFFF
FACTOR_HIGH = 0x5851F42D
FACTOR_LOW = 0x4C957F2D


@kernel
def list_sweep(d, s):
    """sweep_row from the first row of block s on: the first row of all that is visited there; returns how many."""
    first = d.island_iefcadr[s]
    last = first + d.island_nefc[s]
    n = 0
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        d.sweep_row[first + n] = r
        n += 1
        k += d.rows_left[r] if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC else 1
    return n


@kernel
def shuffle_sweep(d, first, n, high, low):
    """Put n visits from `first` on into a random order (Durstenfeld); the generator's state after it."""
    for back in range(n - 1):
        i = n - 1 - back
        j = random_bits(high, low) % (i + 1)
        high, low = next_state(high, low)
        r = d.sweep_row[first + i]
        d.sweep_row[first + i] = d.sweep_row[first + j]
        d.sweep_row[first + j] = r
    return high, low


@kernel
def random_bits(high, low):
    """32 bits of the state, mixed and turned by its five highest."""
    mixed_low = low ^ ((low >> 18) | ((high << 14) & HALF))
    mixed_high = high ^ (high >> 18)
    bits = (mixed_low >> 27) | ((mixed_high << 5) & HALF)
    turn = high >> 27
    return (bits >> turn) | ((bits << (32 - turn)) & HALF)


@kernel
def next_state(high, low):
    product = low * FACTOR_LOW + 1
    return (((high * FACTOR_LOW) & HALF) + ((low * FACTOR_HIGH) & HALF) + (product >> 32)) & HALF, product & HALF
