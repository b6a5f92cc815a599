"""From which stage and field on two engines differ on a model: the model, then every stage along a rollout."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from knuckle.comparison.both import Both, converge, goes_through, solve_to_the_end
from knuckle.comparison.contacts import compare_contacts
from knuckle.comparison.findings import Findings
from knuckle.comparison.scales import natural_scale, sensor_scale
from knuckle.functions.calls import machine
from knuckle.memory.capacity import row_counts
from knuckle.model.model import Model
from knuckle.schema.enums import Jacobian, SensorType
from knuckle.schema.fields import data_fields, model_fields, sizes

ROUNDING, SEARCH, SOLVED, STEPPED = 1e-9, 1e-6, 1e-6, 1e-3
# stages in the order of the pipeline, with the share of its scale by which a field may differ
BARS = {
    "model": ROUNDING,
    **dict.fromkeys(("kinematics", "camlight", "com_pos", "tendon", "crb", "factor_M"), ROUNDING),
    "collision": SEARCH,
    **dict.fromkeys(("constraint", "transmission", "com_vel", "velocity", "passive", "reference", "bias"), ROUNDING),
    **dict.fromkeys(("energy", "subtree_vel", "actuation", "acceleration"), ROUNDING),
    "solve": SOLVED,
    "sensor": SOLVED,
    "step": STEPPED,
}
OF_THE_SOLUTION = ("qacc", "qfrc_constraint", "efc_force")
# what one engine has alone, what is in another order (hulls), drawn only, or the length of all names
NOT_COMPARED = {
    *("opt_position_update", "opt_collision", "has_callbacks", "actuator_actspec", "mesh_normal"),
    *("trn_rownnz", "trn_rowadr", "trn_colind"),
    *("mesh_graph", "mesh_extrema", "mesh_polynormal", "mesh_polyvert", "mesh_polyvertadr", "mesh_polyvertnum"),
    *("mesh_polymap", "names", "names_map", "paths"),
    *("ten_wrapadr", "wrap_obj", "wrap_xpos", "ncon", "nJ"),
    *("moment_rownnz", "moment_rowadr", "moment_colind", "actuator_moment"),
}
UNCOUNTED = {"nnames", "nnames_map", "npaths", "nbuffer", "narena"}
SINGLE = 1e-6  # of fields that are kept in single precision, for display
LENGTHS = ("pos", "ipos", "pos0", "poscom0", "center", "qpos", "qpos0", "length0", "spring", "mpos", "vert")
SMALLEST_LENGTH = 1e-3  # [m] to which positions are compared at least, since they may cancel
STATE = ("qpos", "qvel", "act", "plastic", "time")


def compare(both: Both, states: list[np.ndarray], advance: Callable[[], object] = lambda: None) -> Findings:
    """Compare models, every stage in every state, and one step from each; `advance` is called after each state."""
    through = goes_through(both)
    bars = {name: max(bar, SEARCH) if through else bar for name, bar in BARS.items()}
    findings = Findings(both.m, bars)
    compare_models(both, findings)
    for findings.state, state in enumerate(states):  # with the model's own options
        compare_steps(both, findings, state)
        advance()
    solve_to_the_end(both)
    both.their_m.opt.jacobian = int(Jacobian.SPARSE)
    for findings.state, state in enumerate(states):
        compare_stages(both, findings, state)
        advance()
    findings.in_order(tuple(BARS))
    return findings


def compare_sizes(m: Model, their_m: Any, findings: Findings) -> bool:
    """Note sizes that differ; returns whether all are the same, without which nothing else can be compared."""
    for name in sizes():
        theirs = getattr(their_m, name, None)
        if name not in UNCOUNTED and theirs is not None and int(theirs) != int(getattr(m, name)):
            findings.miss("model", name, f"{getattr(m, name)}, MuJoCo has {theirs}")
    return not findings.stages


def compare_models(both: Both, findings: Findings) -> None:
    """Every field of the compiled model."""
    for field in model_fields():
        theirs = None if field.name in NOT_COMPARED else _their_field(both.their_m, field.name)
        if theirs is None or field.dtype.kind not in "fiub":
            continue
        ours, wanted = both.m._arrays[field.name], np.asarray(theirs)
        if field.kind == "float" or field.name == "cam_fovy":  # of a sensor's size, through single precision
            with np.errstate(invalid="ignore"):
                near = np.abs(ours.reshape(-1) - wanted.reshape(-1)) <= SINGLE * np.abs(wanted).max(initial=0.0)
            wanted = np.where(near.reshape(ours.shape), ours, wanted.reshape(ours.shape))
        floor = SMALLEST_LENGTH if field.name.split("_")[-1] in LENGTHS else 0.0
        findings.add("model", field.name, ours, wanted, floor)


def _their_field(their_m: Any, name: str) -> Any:
    owner, _, rest = name.partition("_")
    if owner in ("opt", "stat"):
        return getattr(getattr(their_m, owner), rest, None)
    return getattr(their_m, name, None)


def compare_steps(both: Both, findings: Findings, state: np.ndarray) -> None:
    """The state after one step from a common one, each engine with contacts and iterations of its own."""
    both.set_state(state)
    both.library.mj_step(both.their_m, both.their_d)
    machine().step(both.m, both.d)
    for name in STATE:
        findings.add("step", name, getattr(both.d, name), getattr(both.their_d, name), SMALLEST_LENGTH)


def compare_stages(both: Both, findings: Findings, state: np.ndarray) -> None:
    """All that forward dynamics computes; behind collision both engines go on with the contacts of MuJoCo."""
    m, d = both.m, both.d
    both.set_state(state)
    both.library.mj_forward(both.their_m, both.their_d)
    converge(both)
    both.library.mj_subtreeVel(both.their_m, both.their_d)
    machine().forward(m, d)
    machine().subtree_vel(m, d)
    compare_contacts(both, findings)
    both.take_contacts()
    for stage in REST:
        getattr(machine(), stage)(m, d)
    _read_sensors(both)
    for name, stage in compared_fields():
        theirs = getattr(both.their_d, name, None)
        if theirs is not None:
            findings.add(stage, name, getattr(d, name), theirs, natural_scale(name, both))
    findings.add("transmission", "actuator_moment", _dense_moment(d, m), _dense_moment(both.their_d, m))
    for kind, ours, theirs in sensor_readings(both):
        findings.add("sensor", f"sensordata of {kind}", ours, theirs, sensor_scale(str(kind), both))


REST = (
    *("make_constraint", "islands", "project_constraint", "passive", "reference_constraint"),
    *("smooth_acceleration", "constraint_solve"),
)


def compared_fields() -> Iterable[tuple[str, str]]:
    """The fields of Data that are compared after forward dynamics, with their stages."""
    rows = set(row_counts())
    for field in data_fields():
        stage = "" if field.name in OF_THE_SOLUTION else field.stage
        is_row = field.name in rows and not field.name.startswith("efc_")
        if stage in BARS and stage not in ("sensor", "solve") and field.name not in NOT_COMPARED and not is_row:
            yield field.name, stage
    for name in OF_THE_SOLUTION:
        yield name, "solve"


def _read_sensors(both: Both) -> None:
    """All sensors of both engines, from the forces that were found last."""
    if not both.m.nsensor:
        return
    both.library.mj_rnePostConstraint(both.their_m, both.their_d)
    for stage in ("Pos", "Vel", "Acc"):
        getattr(both.library, f"mj_sensor{stage}")(both.their_m, both.their_d)
        getattr(machine(), f"sensor_{stage.lower()}")(both.m, both.d)


def sensor_readings(both: Both) -> Iterable[tuple[SensorType, np.ndarray, np.ndarray]]:
    """(kind, ours, theirs) of every kind of sensor but those that only callbacks write."""
    m = both.m
    for kind in sorted(set(m.sensor_type.tolist()) - {int(SensorType.USER)}):
        chosen = np.flatnonzero(m.sensor_type == kind)
        place = np.concatenate([np.arange(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]) for s in chosen])
        yield SensorType(kind), both.d.sensordata[place], both.their_d.sensordata[place]


def _dense_moment(d: Any, m: Model) -> np.ndarray:
    """Moments of actuators as a matrix: the pattern of ours is fixed, that of MuJoCo is not."""
    moment = np.zeros((m.nout, m.nv))
    for row in range(m.nout):
        entries = slice(d.moment_rowadr[row], d.moment_rowadr[row] + d.moment_rownnz[row])
        moment[row, d.moment_colind[entries]] = d.actuator_moment[entries]
    return moment
