"""Forward and inverse dynamics from where they are up to date."""

from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.model.options import member_of
from knuckle.schema.enums import Stage

_single = machine()


def forward_skip(m: Model, d: Data, skipstage: Stage | int | str = Stage.NONE, skipsensor: bool = False) -> None:
    """Compute what `forward` does, but for what depends on positions alone, or on positions and velocities.

    `skipstage` says what is up to date and left out: `Stage.NONE` nothing, `Stage.POS` what `fwd_position` computes,
    `Stage.VEL` what `fwd_velocity` computes, too. So many controls are tried at one state. `skipsensor` leaves out
    sensors.
    """
    stage = member_of(Stage, skipstage, "skipstage")
    if stage == Stage.NONE:
        _single.forward(m, d)
        return
    if stage == Stage.POS:
        _single.fwd_velocity(m, d)
    _single.fwd_acceleration(m, d)


def inverse_skip(m: Model, d: Data, skipstage: Stage | int | str = Stage.NONE, skipsensor: bool = False) -> None:
    """Compute what `inverse` does, but for what depends on positions alone, or on positions and velocities.

    The arguments are those of `forward_skip`.
    """
    stage = member_of(Stage, skipstage, "skipstage")
    if stage == Stage.NONE:
        _single.inverse(m, d)
        return
    if stage == Stage.POS:
        _single.fwd_velocity(m, d)
    _single.inv_acceleration(m, d)
