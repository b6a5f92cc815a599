"""Values of options that this version does not simulate yet."""

from enum import IntEnum, IntFlag

from knuckle.schema.enums import EnableBit

NOT_YET: dict[str, tuple[IntEnum | IntFlag, ...]] = {
    "opt_enableflags": (EnableBit.SLEEP, EnableBit.IPC, EnableBit.SPECULATIVE),
}
