"""Options that ask for what this version does not simulate."""

from enum import IntFlag

from knuckle.errors import UnsupportedError
from knuckle.schema.not_yet import NOT_YET


def refuse_unsupported(name: str, value: int, label: str) -> None:
    """Raise UnsupportedError where an option asks for what this version does not simulate."""
    for member in NOT_YET.get(name, ()):
        if member == value or (isinstance(member, IntFlag) and member & value):
            raise UnsupportedError(f"{label}: {str(member.name).lower()!r} is not simulated yet")
