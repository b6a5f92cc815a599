"""What users ask of actuators: their inputs, and the range of their lengths."""

from types import SimpleNamespace

from knuckle.data.data import Data, check_model, check_pair
from knuckle.model.model import Model
from knuckle.model.names import find, id2name
from knuckle.physics.guard.reset import reset_controls
from knuckle.schema.enums import ControlChart, ControlInput, GainType

CHARTS = {ControlChart.EXPMAP: ("x", "y", "z"), ControlChart.QUAT: ("qw", "qx", "qy", "qz")}


def actuator_inputs(m: Model, actuator: int | str) -> tuple[str, ...]:
    """What each control of an actuator is: "pos", "vel", "ff", "voltage", "pressure"; "" for a plain command."""
    k = find(m, "actuator", actuator)
    bits = int(m.actuator_ctrlspec[k])
    if m.actuator_gaintype[k] == GainType.SO3:
        return CHARTS[ControlChart(bits)]
    names = tuple(str(kind.name).lower() for kind in ControlInput if kind and bits & kind and kind != ControlInput.NONE)
    return names or ("",) * int(m.actuator_ctrlnum[k])


def reset_ctrl(m: Model, d: Data) -> None:
    """Set `d.ctrl` to neutral values: zero, or no turn where an orientation is asked for by a quaternion."""
    check_pair(m, d)
    reset_controls(SimpleNamespace(**m._arrays, **m._counts), SimpleNamespace(**d._arrays))


def set_length_range(m: Model, actuator: int | str | None = None, **settings: float) -> None:
    """Find the range of lengths of an actuator, or of all, by simulation, and write it to `m.actuator_lengthrange`.

    Settings are those of <compiler><lengthrange/>: accel, maxforce, timeconst, timestep, inttotal, interval, tolrange.
    Raises an error, and leaves the model as it was, where the lengths do not settle.
    """
    from knuckle.compile.derived.length_range import LengthSearch, NotConverged, search_settings, unsound_settings

    check_model(m)
    chosen = range(m.nactuator) if actuator is None else [find(m, "actuator", actuator)]
    chosen_settings = search_settings(settings)
    told = unsound_settings(chosen_settings, float(m.opt.timestep))
    if told:
        raise ValueError(told)
    search, found = LengthSearch(m._counts, m._arrays, chosen_settings), {}
    for k in chosen:
        try:
            found[int(m.actuator_outadr[k])] = search.range_of(int(m.actuator_outadr[k]))
        except NotConverged as error:
            raise NotConverged(f"actuator {id2name(m, 'actuator', k) or k}: {error}") from None
    for output, limits in found.items():
        m._arrays["actuator_lengthrange"][output] = limits
