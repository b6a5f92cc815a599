"""Flags that this version does not simulate yet."""

from enum import IntFlag

from knuckle.schema.enums import EnableBit

NOT_YET: dict[str, tuple[IntFlag, ...]] = {
    "opt_enableflags": (EnableBit.IPC,),
}
