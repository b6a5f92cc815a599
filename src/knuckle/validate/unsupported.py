"""Options that ask for what this version does not simulate."""

from knuckle.errors import UnsupportedError
from knuckle.schema.not_yet import NOT_YET


def refuse_unsupported(name: str, value: int, label: str) -> None:
    """Raise UnsupportedError where an option asks for what this version does not simulate."""
    for bit in NOT_YET.get(name, ()):
        if bit & value:
            raise UnsupportedError(f"{label}: {str(bit)!r} is not simulated yet; leave it off")
