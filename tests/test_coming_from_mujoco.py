"""The page for users of MuJoCo is true: every name on it exists on its side, and functions in one row do the same."""

import re
from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.program import entries
from knuckle.schema.fields import data_fields

PAGE = (Path(__file__).parents[1] / "docs" / "coming_from_mujoco.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(mj\w+)` \| `kn\.(\w+)`", PAGE, re.M)
STAGES = {entry.name for entry in entries() if not entry.is_query}
STAGE_ROWS = [row for row in ROWS if row[1] in STAGES]
ENUM_ROWS = [row for row in ROWS if row[0].startswith("mjt")]
MODEL = """<mujoco>
  <option density="1.2"/>
  <worldbody>
    <light name="light"/><camera name="camera" mode="targetbodycom" target="arm" pos="1 1 1"/>
    <geom type="plane" size="2 2 1"/>
    <body name="arm" pos="0 0 0.6"><joint name="shoulder" axis="0 1 0" range="-20 20" stiffness="1" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/>
      <body name="hand" pos="0.4 0 0"><joint name="elbow" axis="0 1 0" frictionloss="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/><site name="tip"/></body></body>
    <body name="ball" pos="0 1 0.09"><freejoint/><geom size="0.1"/></body>
  </worldbody>
  <tendon><fixed><joint joint="shoulder" coef="2"/><joint joint="elbow" coef="1"/></fixed></tendon>
  <actuator><motor joint="shoulder" gear="3"/></actuator>
  <sensor><jointpos joint="elbow"/><gyro site="tip"/><jointactuatorfrc joint="shoulder"/></sensor>
</mujoco>"""
POSITION = ["kinematics", "com_pos", "camlight", "tendon", "crb", "factor_M", "collision", "make_constraint", "islands"]
POSITION += ["project_constraint", "transmission"]
FORCES = ["fwd_position", "fwd_velocity", "actuation"]
WHOLE = ("step", "step1", "forward", "inverse", "fwd_position", "check_state")
NEEDS = [
    (WHOLE, []),
    (("fwd_velocity", "com_vel", "reference_constraint", "energy_pos", "energy_vel"), ["fwd_position"]),
    (("sensor_pos",), ["fwd_position"]),
    (("sensor_vel",), ["fwd_position", "fwd_velocity"]),
    (("sensor_acc",), [*FORCES, "smooth_acceleration", "constraint_solve"]),
    (("passive", "subtree_vel"), ["fwd_position", "com_vel"]),
    (("actuation", "step2"), ["fwd_position", "fwd_velocity"]),
    (("smooth_acceleration",), FORCES),
    (("constraint_solve",), [*FORCES, "smooth_acceleration"]),
    (("rne_post_constraint", "compare_fwd_inv", "check_acceleration"), ["forward"]),
    (("euler", "implicit", "runge_kutta"), ["forward"]),
]
INTEGRATORS = {"implicit": "implicit", "runge_kutta": "RK4"}
# stages that write only rows of constraints, or nothing while all is well
OF_ROWS = (
    "collision",
    "make_constraint",
    "islands",
    "project_constraint",
    "reference_constraint",
    "check_acceleration",
)
TOLERANCE = 1e-9  # relative to the scale of a field: one stage, far above rounding


def plain_names(text: str) -> set[str]:
    return set(re.findall(r"\b(mj_\w+|mju_\w+|mjt[A-Z]\w+|Mj[A-Z]\w+)", text))


def test_every_name_of_ours_on_the_page_exists():
    names = re.findall(r"\bkn\.(\w+)(?:\.(\w+))?", PAGE)
    assert len(names) > 100
    for name, attribute in names:
        assert name in dir(kn), f"kn.{name}"
        assert not attribute or hasattr(getattr(kn, name), attribute), f"kn.{name}.{attribute}"


def test_every_name_of_mujoco_on_the_page_exists():
    assert len(plain_names(PAGE)) > 100
    for name in plain_names(PAGE):
        assert hasattr(mujoco, name), name
    for name in re.findall(r"MjModel\.(\w+)", PAGE):
        assert hasattr(mujoco.MjModel, name), name
    for name in re.findall(r"\bmjOBJ_\w+", PAGE):
        assert hasattr(mujoco.mjtObj, name), name


def test_every_stage_and_query_of_ours_is_on_the_page():
    own = {"detect", "constrain", "fwd_acceleration", "actuator_velocity", "bias", "smooth_derivative"}
    own |= {"passive_derivative", "implicit_fast", "integrate", "fwd_control"}  # inside of others in MuJoCo
    assert set(re.findall(r"`kn\.(\w+)`", PAGE)) >= STAGES - own


@pytest.mark.parametrize(("theirs", "ours"), ENUM_ROWS)
def test_enumerations_in_one_row_have_the_same_numbers(theirs, ours):
    numbers = {int(member) for member in getattr(mujoco, theirs).__members__.values()}
    assert {int(member) for member in getattr(kn, ours)} <= numbers


@cache
def pair(integrator: str):
    text = MODEL.replace("<option", f'<option integrator="{integrator}"')
    return mujoco.MjModel.from_xml_string(text), kn.load(text)


def moving_worlds(m, mk):
    """A world of each engine that was computed at one state, and then moved to another."""
    d, dk = mujoco.MjData(m), kn.Data(mk)
    random = np.random.default_rng(0)
    for world, forward in ((d, lambda: mujoco.mj_forward(m, d)), (dk, lambda: kn.forward(mk, dk))):
        world.ctrl[:] = 0.3
        forward()
    qpos, qvel = d.qpos + random.normal(0, 0.02, m.nq), random.normal(0, 0.5, m.nv)
    for world in (d, dk):
        world.qpos[:], world.qvel[:], world.ctrl[:] = qpos, qvel, 0.7
    return d, dk


def stages_before(ours: str) -> list[str]:
    """What is called first, so that a stage finds what it reads at the new state, and has something to do."""
    if ours in POSITION:
        return POSITION[: POSITION.index(ours)]
    return next(first for stages, first in NEEDS if ours in stages)


@pytest.mark.parametrize(("theirs", "ours"), STAGE_ROWS)
def test_functions_in_one_row_write_the_same(theirs, ours):
    m, mk = pair(INTEGRATORS.get(ours, "Euler"))
    d, dk = moving_worlds(m, mk)
    for name in stages_before(ours):
        call(mujoco, {row[1]: row[0] for row in STAGE_ROWS}[name], m, d)
        call(kn, name, mk, dk)
    before = {field.name: np.copy(getattr(dk, field.name)) for field in shared_fields(d, dk)}
    call(mujoco, theirs, m, d)
    call(kn, ours, mk, dk)
    for field in shared_fields(d, dk):
        want, got = np.asarray(getattr(d, field.name)), np.asarray(getattr(dk, field.name))
        scale = max(1.0, float(np.abs(want).max(initial=0.0)))
        assert np.abs(want - got).max(initial=0.0) <= TOLERANCE * scale, field.name
    if ours not in OF_ROWS:
        changed = [name for name, value in before.items() if not np.array_equal(value, getattr(dk, name))]
        assert changed, "nothing was computed, so nothing was compared"


def call(engine, name: str, m, d) -> None:
    getattr(engine, name)(*((m, d, 4) if name == "mj_RungeKutta" else (m, d)))


def shared_fields(d, dk) -> list:
    """Real fields of Data that both engines have with one shape; contacts and rows are compared by the parity tests."""
    public = [field for field in data_fields() if field.stage != "scratch" and field.kind == "real" and field.shape]
    fixed = [field for field in public if not str(field.shape[0]).startswith("max") and hasattr(d, field.name)]
    return [field for field in fixed if np.shape(getattr(d, field.name)) == np.shape(getattr(dk, field.name))]
