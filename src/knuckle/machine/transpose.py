"""Values moved as bits between rows of worlds and lanes of a workspace: words of compiled code, and their LLVM code.

Of a workspace (element, lane) `lanes` elements are a square of registers. Transposed, each of them is a part of one
world's row.
"""

from collections.abc import Callable

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

I32, I64 = ir.IntType(32), ir.IntType(64)
FLOAT, DOUBLE = ir.FloatType(), ir.DoubleType()


def _integer_at(bits: int) -> Callable:
    """A function in compiled code: the integer of so many bits at an address."""

    @intrinsic
    def at(typingctx, address):
        def emit(context, builder, sig, args):
            value = _load(builder, args[0], ir.IntType(bits))
            return value if bits == 64 else builder.sext(value, I64)

        return types.int64(types.int64), emit

    return at


def _mover(bits: int) -> Callable:
    """A function in compiled code: so many bits from one address to another."""

    @intrinsic
    def move(typingctx, target, source):
        def emit(context, builder, sig, args):
            _move(builder, args[0], args[1], ir.IntType(bits))
            return context.get_dummy_value()

        return types.none(types.int64, types.int64), emit

    return move


@intrinsic
def store_long(typingctx, address, value):
    """Write an integer of 64 bits at an address."""

    def emit(context, builder, sig, args):
        _store(builder, args[1], args[0])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), emit


long_at, word_at = _integer_at(64), _integer_at(32)
move_long, move_word, move_byte = _mover(64), _mover(32), _mover(8)


def transposition(lanes: int, bits: int, inward: bool) -> Callable:
    """A function in compiled code: elements of so many bits from the rows of all lanes into the workspace, or back.

    `row` is the row of world 0, `stride` the bytes from one to the next, `worlds` where the lanes' worlds are listed.
    """

    @intrinsic
    def transpose(typingctx, place, row, stride, worlds, length):
        def emit(context, builder, sig, args):
            place, row, stride, worlds, length = args
            _transpose(builder, place, _rows(builder, row, stride, worlds, lanes), length, bits, inward)
            return context.get_dummy_value()

        return types.none(*[types.int64] * 5), emit

    return transpose


def rounding(lanes: int) -> Callable:
    """A function in compiled code: reals of 64 bits from the rows of all lanes, rounded to 32 in the workspace."""

    @intrinsic
    def round_in(typingctx, place, row, stride, worlds, length):
        def emit(context, builder, sig, args):
            place, row, stride, worlds, length = args
            rows = _rows(builder, row, stride, worlds, lanes)
            with cgutils.for_range(builder, length, intp=I64) as loop:
                start = builder.add(place, builder.mul(loop.index, I64(4 * lanes)))
                for lane, row in enumerate(rows):
                    source = builder.inttoptr(builder.add(row, builder.mul(loop.index, I64(8))), DOUBLE.as_pointer())
                    target = builder.inttoptr(builder.add(start, I64(4 * lane)), FLOAT.as_pointer())
                    builder.store(builder.fptrunc(builder.load(source), FLOAT), target)
            return context.get_dummy_value()

        return types.none(*[types.int64] * 5), emit

    return round_in


def _rows(builder, row, stride, worlds, lanes: int) -> list:
    """Where the rows of the lanes' worlds are."""
    numbers = [_load(builder, builder.add(worlds, I64(8 * lane)), I64) for lane in range(lanes)]
    return [builder.add(row, builder.mul(number, stride)) for number in numbers]


def _transpose(builder, place, rows: list, length, bits: int, inward: bool) -> None:
    """All whole squares in registers, then the elements that are left one by one."""
    lanes, width = len(rows), bits // 8
    squares = builder.udiv(length, I64(lanes))
    with cgutils.for_range(builder, squares, intp=I64) as loop:
        outside = [builder.add(row, builder.mul(loop.index, I64(lanes * width))) for row in rows]
        start = builder.add(place, builder.mul(loop.index, I64(lanes * lanes * width)))
        inside = [builder.add(start, I64(k * lanes * width)) for k in range(lanes)]
        sources, targets = (outside, inside) if inward else (inside, outside)
        square = [_load(builder, source, ir.VectorType(ir.IntType(bits), lanes)) for source in sources]
        for value, target in zip(_turned(builder, square), targets, strict=True):
            _store(builder, value, target)
    done = builder.mul(squares, I64(lanes))
    with cgutils.for_range(builder, builder.sub(length, done), intp=I64) as loop:
        element = builder.mul(builder.add(done, loop.index), I64(width))
        start = builder.add(place, builder.mul(element, I64(lanes)))
        for lane, row in enumerate(rows):
            source, target = builder.add(row, element), builder.add(start, I64(lane * width))
            _move(builder, *((target, source) if inward else (source, target)), ir.IntType(bits))


def _turned(builder, square: list) -> list:
    """The square transposed: halves are interleaved, as often as its side can be halved."""
    side, half = len(square), len(square) // 2
    masks = [[first + k // 2 + k % 2 * side for k in range(side)] for first in (0, half)]
    for _ in range(side.bit_length() - 1):
        pairs = [(square[k], square[k + half]) for k in range(half)]
        square = [
            builder.shuffle_vector(*pair, ir.Constant(ir.VectorType(I32, side), mask))
            for pair in pairs
            for mask in masks
        ]
    return square


def _move(builder, target, source, kind) -> None:
    _store(builder, _load(builder, source, kind), target)


def _load(builder, address, kind):
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = _alignment(kind)
    return value


def _store(builder, value, address) -> None:
    stored = builder.store(value, builder.inttoptr(address, value.type.as_pointer()))
    stored.align = _alignment(value.type)


def _alignment(kind) -> int:
    """Bytes that addresses are multiples of: those of one element."""
    return getattr(kind, "element", kind).width // 8
