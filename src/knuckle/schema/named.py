"""Enumerations whose members are integers that print as words."""

from enum import IntEnum, IntFlag

NUMBER_FORMATS = frozenset("bcdeEfFgGnoxX%")  # last letters of a format that asks for a number


class NamedInt(IntEnum):
    """An integer that prints as its name in lower case, by which an option can be set: `euler`."""

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        """The name; the number for a format of numbers, such as `{kind:d}`."""
        return int.__format__(self, spec) if spec[-1:] in NUMBER_FORMATS else str.__format__(str(self), spec)


class NamedBits(IntFlag):
    """Bits that print as their names in lower case, `qpos|qvel`; `none` where no bit is set."""

    def __str__(self) -> str:
        return (self.name or (str(self.value) if self.value else "none")).lower()

    def __format__(self, spec: str) -> str:
        """The names; the number for a format of numbers, such as `{bits:#x}`."""
        return int.__format__(self, spec) if spec[-1:] in NUMBER_FORMATS else str.__format__(str(self), spec)
