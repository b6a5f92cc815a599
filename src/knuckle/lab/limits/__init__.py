"""Limits in which formulations of contact must agree, and two in which they must not."""

from functools import cache

from knuckle.lab.limits.limit import Finding, Limit

__all__ = ["Finding", "Limit", "limits"]


@cache
def limits() -> dict[str, Limit]:
    """All limits by name."""
    from knuckle.lab.limits import engine, friction, softness

    found = [*engine.limits(), *friction.limits(), *softness.limits()]
    return {each.name: each for each in sorted(found, key=lambda each: int(each.name[1:]))}
