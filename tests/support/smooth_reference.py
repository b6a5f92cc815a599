"""Kernels on the `python` machine beside the reference engine: views over its arrays, stages with poisoned outputs."""

from pathlib import Path

import gymnasium
import mujoco
import numpy as np
from support.reference import OURS, field_value

from knuckle.machine.python import DataView, ModelView, run_query
from knuckle.memory.capacity import row_counts
from knuckle.program import queries
from knuckle.schema.fields import capacities, data_fields, model_fields, sizes

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"

TREE = """
<mujoco>
  <option gravity="0.3 -1 -9.81"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <site name="fixed" pos="1 2 3" quat="1 0.2 0 0"/>
    <body name="flyer" pos="1 2 3" quat="1 2 3 4">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0.2" quat="1 0.3 0.2 0.1"/>
      <geom type="capsule" size="0.05 0.2" pos="0 0.3 0"/>
      <site name="tip" pos="0.1 0.2 0.3" euler="10 20 30"/>
      <site name="origin"/>
      <body name="arm" pos="0.5 0 0.1" quat="1 0.1 0 0.4">
        <joint name="shoulder" type="ball" pos="0.1 0.2 0.3"/>
        <geom type="ellipsoid" size="0.1 0.15 0.2" pos="0.2 0 0"/>
        <body name="plate" pos="0 0.1 0.2"><geom type="box" size="0.1 0.1 0.02"/>
          <body name="finger" pos="0.3 0 0">
            <joint name="bend" axis="1 1 0" pos="0.1 0 0" ref="20"/>
            <joint name="reach" type="slide" axis="0 1 1" ref="0.3"/>
            <joint name="twist" axis="0 1 0" armature="0.2"/>
            <geom size="0.1" pos="0.05 0.1 0"/>
            <site name="nail" pos="0 0 0.1"/>
          </body>
        </body>
      </body>
      <body name="leg" pos="-0.4 0 0">
        <joint name="hip" axis="0 1 0"/>
        <joint name="socket" type="ball" pos="0 0 0.1"/>
        <joint name="shin" type="slide" axis="1 0 0"/>
        <geom type="cylinder" size="0.1 0.2" pos="0 0 -0.2" euler="0 30 0"/>
      </body>
    </body>
    <body name="ball" pos="-2 0 0"><freejoint/><geom size="0.2"/></body>
    <body name="cart" pos="0 3 0">
      <joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
      <geom type="box" size="0.1 0.2 0.1"/>
    </body>
    <body name="ghost" mocap="true" pos="0 0 1" quat="1 1 0 0">
      <geom size="0.1" pos="0.1 0 0"/>
      <body name="attached" pos="1 0 0"><geom size="0.1"/><site name="hung" pos="0 0.1 0"/></body>
    </body>
    <body name="post" pos="4 0 0"><inertial pos="0.1 0 0" mass="0" diaginertia="0 0 0"/></body>
  </worldbody>
</mujoco>
"""

FOLLOWERS = """
<mujoco>
  <worldbody>
    <body name="seen" pos="3 1 2"><freejoint/><geom size="0.1" pos="0.1 0 0.2"/>
      <body pos="1 0 0"><joint/><geom size="0.1" pos="0 0.2 0"/></body>
    </body>
    <body name="carrier" pos="0 0 1"><freejoint/><geom size="0.1"/>
      <camera mode="fixed" pos="0.3 0.2 0.5" quat="1 0.2 0.3 0.1"/>
      <camera mode="track" pos="0.3 0.2 0.5" quat="1 0.2 0.3 0.1"/>
      <camera mode="trackcom" pos="0.3 0.2 0.5" quat="1 0.2 0.3 0.1"/>
      <camera mode="targetbody" target="seen" pos="0.3 0.2 0.5"/>
      <camera mode="targetbodycom" target="seen" pos="0.3 0.2 0.5"/>
      <light mode="fixed" pos="0.3 0.2 0.5" dir="1 2 3"/>
      <light mode="track" pos="0.3 0.2 0.5" dir="1 2 3"/>
      <light mode="trackcom" pos="0.3 0.2 0.5" dir="1 2 3"/>
      <light mode="targetbody" target="seen" pos="0.3 0.2 0.5"/>
      <light mode="targetbodycom" target="seen" pos="0.3 0.2 0.5"/>
      <body pos="1 0 0"><joint/><geom size="0.1" pos="0 0.2 0"/></body>
    </body>
  </worldbody>
</mujoco>
"""

SPRINGS = """
<mujoco>
  <worldbody>
    <body pos="0 0 1"><joint type="free" stiffness="2 3 5"/><geom size="0.1" pos="0.1 0.2 0"/>
      <body pos="1 0 0"><joint type="ball" stiffness="3 1 2" pos="0.1 0 0"/><geom size="0.1" pos="0 0.1 0"/>
        <body pos="1 0 0"><joint stiffness="2 3 5" springref="20" axis="1 0 0"/><geom size="0.1" pos="0 0.1 0"/>
          <body pos="1 0 0"><joint type="slide" stiffness="4" springref="0.2" springyield="0.1"/><geom size="0.1"/>
            <body pos="1 0 0"><joint type="ball" stiffness="1" springyield="10"/><geom size="0.1"/></body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

INLINE = {"tree": TREE, "followers": FOLLOWERS, "springs": SPRINGS}
MODELS = (*INLINE, "ant", "half_cheetah", "humanoid", "walker2d_v5", "swimmer", "pusher_v5")


def load(name: str) -> mujoco.MjModel:
    """A model of this file, or one that gymnasium ships."""
    if name in INLINE:
        return mujoco.MjModel.from_xml_string(INLINE[name])
    return mujoco.MjModel.from_xml_path(str(ASSETS / f"{name}.xml"))


class Bench:
    """The reference at a random state with all stages done, and views of our kernels over copies of its arrays."""

    def __init__(self, name: str, seed: int = 0):
        self.model = load(name)
        self.data = mujoco.MjData(self.model)
        self.random = np.random.default_rng(seed)
        self._randomize()
        self.counts = {size: int(getattr(self.model, size, 0)) for size in sizes()} | dict.fromkeys(capacities(), 0)
        self.m = ModelView({f.name: self._model_array(f) for f in model_fields()}, self.counts)
        self.arrays = {f.name: self._data_array(f) for f in data_fields()}
        self.d = DataView(self.arrays)

    def _randomize(self) -> None:
        m, d, normal = self.model, self.data, self.random.normal
        d.qpos[:], d.qvel[:] = normal(size=m.nq), 2 * normal(size=m.nv)
        d.qfrc_applied[:], d.xfrc_applied[1:] = normal(size=m.nv), normal(size=(m.nbody - 1, 6))
        d.mocap_pos[:], d.mocap_quat[:] = normal(size=(m.nmocap, 3)), normal(size=(m.nmocap, 4))
        d.plastic[:] = normal(size=d.plastic.shape)
        mujoco.mj_fwdPosition(m, d)
        mujoco.mj_fwdVelocity(m, d)
        mujoco.mj_subtreeVel(m, d)
        mujoco.mj_energyPos(m, d)
        mujoco.mj_energyVel(m, d)
        d.qacc[:], d.efc_force[:] = normal(size=m.nv), normal(size=d.nefc)  # else the forces are stray memory
        mujoco.mj_rnePostConstraint(m, d)

    def _model_array(self, field) -> np.ndarray:
        if field.name in OURS:
            return np.array(field_value(self.model, field.name), field.dtype)
        owner, _, name = field.name.partition("_")
        source = getattr(self.model, owner) if owner in ("opt", "stat") else self.model
        value = getattr(source, name if source is not self.model else field.name, 0)
        shape = field.resolve(self.counts)
        if field.kind == "char":
            return np.zeros(shape, field.dtype)
        return np.broadcast_to(np.asarray(value, field.dtype).reshape(-1), int(np.prod(shape))).reshape(shape).copy()

    def _data_array(self, field) -> np.ndarray:
        value = getattr(self.data, field.name, None)
        shape = field.resolve(self.counts)
        if value is None or field.name in row_counts() or field.name.startswith("island_"):
            return np.full(shape, np.nan if field.kind == "real" else 0, field.dtype)
        return np.array(value, field.dtype).reshape(shape)

    def poison(self, *names: str) -> None:
        for name in names:
            self.arrays[name][...] = np.nan

    def ask(self, name: str, **arguments) -> dict[str, np.ndarray]:
        """The outputs of a query, which were poisoned before."""
        query = next(query for query in queries() if query.name == name)
        outputs = {f.name: np.full(f.resolve(self.counts), np.nan, f.dtype) for f in query.outputs}
        values = {k: v if isinstance(v, int) else np.asarray(v, np.float64) for k, v in arguments.items()}
        code = run_query(query, self.m._arrays, self.counts, self.arrays if query.has_data else None, values | outputs)
        assert code == 0
        return outputs

    def error(self, name: str, expected=None) -> float:
        """How far a field is from the reference."""
        return scaled_error(self.arrays[name], getattr(self.data, name) if expected is None else expected)


def scaled_error(found: np.ndarray, expected) -> float:
    """Largest difference from the reference, over the scale of its numbers; infinite where it is not finite."""
    expected = np.asarray(expected).reshape(found.shape)
    if not found.size:
        return 0.0
    gap = np.abs(found - expected).max()
    return float(gap / max(np.abs(expected).max(), 1e-3)) if np.isfinite(gap) else np.inf
