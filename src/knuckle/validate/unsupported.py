"""Options that ask for what this version does not simulate."""

from enum import IntEnum, IntFlag

from knuckle.errors import UnsupportedError
from knuckle.schema.not_yet import NOT_YET


def refuse_unsupported(name: str, value: int, label: str) -> None:
    """Raise UnsupportedError where an option asks for what this version does not simulate."""
    for member in NOT_YET.get(name, ()):
        if member == value or (isinstance(member, IntFlag) and member & value):
            raise UnsupportedError(f"{label}: {str(member)!r} is not simulated yet; {_way_out(name, member)}")


def _way_out(name: str, member: IntEnum | IntFlag) -> str:
    """What to do instead: leave a flag off, take another member of a choice."""
    if isinstance(member, IntFlag):
        return "leave it off"
    others = [str(other) for other in type(member) if other not in NOT_YET[name]]
    return f"take one of {', '.join(others)}"
