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
    sensing = not skipsensor and m.nsensor > 0
    _observe(m, d, member_of(Stage, skipstage, "skipstage"), sensing)
    _single.fwd_control(m, d)
    _single.fwd_acceleration(m, d)
    if sensing:
        _single.sensor_acc(m, d)


def inverse_skip(m: Model, d: Data, skipstage: Stage | int | str = Stage.NONE, skipsensor: bool = False) -> None:
    """Compute what `inverse` does, but for what depends on positions alone, or on positions and velocities.

    The arguments are those of `forward_skip`.
    """
    sensing = not skipsensor and m.nsensor > 0
    _observe(m, d, member_of(Stage, skipstage, "skipstage"), sensing)
    _single.inv_acceleration(m, d)
    if sensing:
        _single.sensor_acc(m, d)


def _observe(m: Model, d: Data, done: int, sensing: bool) -> None:
    """What depends on positions and velocities and is not up to date, with its sensors."""
    if done < Stage.POS:
        _single.fwd_position(m, d)
        if sensing:
            _single.sensor_pos(m, d)
    if done < Stage.VEL:
        _single.fwd_velocity(m, d)
        if sensing:
            _single.sensor_vel(m, d)
