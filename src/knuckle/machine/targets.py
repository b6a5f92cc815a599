"""The compiled machines: what `real` is, and how wide."""

import platform
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Target:
    """A machine to compile for: `lanes` worlds of `bits`-bit reals in one register; 0 lanes is one plain world."""

    name: str
    bits: int
    lanes: int

    @property
    def is_group(self) -> bool:
        return self.lanes > 0


SINGLE = Target("single", 64, 0)


@cache
def register_bits() -> int:
    """Width of this CPU's widest SIMD register."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    return 512 if features.get("avx512f") else 256 if features.get("avx") else 128


@cache
def has_fused_product() -> bool:
    """Whether this CPU computes a·b + c with one rounding; a library that does it instead is a hundred times slower."""
    import llvmlite.binding as llvm

    return platform.machine() in ("aarch64", "arm64") or bool(llvm.get_host_cpu_features().get("fma"))


def lanes(bits: int) -> Target:
    """The lane machine for this CPU: one full register of reals, at least four worlds."""
    width = max(4, register_bits() // bits)
    return Target(f"lanes{bits}x{width}", bits, width)


def by_name(name: str) -> Target:
    """single, lanes64 or lanes32."""
    known = {"single": SINGLE, "lanes64": lanes(64), "lanes32": lanes(32)}
    return known[name]
