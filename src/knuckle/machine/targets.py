"""The compiled machines: what `real` is, and how wide."""

from dataclasses import dataclass

from knuckle.machine.processor import processor


@dataclass(frozen=True)
class Target:
    """A machine to compile for: `lanes` worlds of `bits`-bit reals in one register; 0 lanes is one plain world.

    `checks` asks for a check of every index and every integer division.
    """

    name: str
    bits: int
    lanes: int
    checks: bool = False

    @property
    def is_group(self) -> bool:
        return self.lanes > 0


SINGLE = Target("single", 64, 0)
CHECKED = Target("checked", 64, 0, checks=True)


def lanes(bits: int) -> Target:
    """The lane machine for the processor: one full register of reals, at least four worlds."""
    width = max(4, processor().register_bits // bits)
    return Target(f"lanes{bits}x{width}", bits, width)


def by_name(name: str) -> Target:
    """single, checked, lanes64 or lanes32."""
    known = {"single": SINGLE, "checked": CHECKED, "lanes64": lanes(64), "lanes32": lanes(32)}
    return known[name]
