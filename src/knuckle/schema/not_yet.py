"""Values of options that this version does not simulate yet."""

from enum import IntEnum, IntFlag

from knuckle.schema.enums import EnableBit, Integrator

NOT_YET: dict[str, tuple[IntEnum | IntFlag, ...]] = {
    "opt_integrator": (Integrator.DISCRETE,),
    "opt_enableflags": (EnableBit.IPC, EnableBit.SPECULATIVE),
}
