"""`python benchmarks/queries.py`: every query, ours and MuJoCo's in turns in one process, as parts of MuJoCo's time.

Below 1, Knuckle is faster. MuJoCo is called as its users must, with arrays that are there already; ours with such
arrays (`out=`), and without. Both engines load the same text and stand at the same state.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import mujoco
import numpy as np
from alternate import compare, take_turns
from environment import environment

import knuckle as kn
from knuckle import models

LARGEST = 1.5  # what a query may take, in times of MuJoCo's
ROUNDS = 30
Call = Callable[[], object]

SMALL = """
<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body name="arm" pos="0 0 1"><joint axis="0 1 0"/><geom name="a" type="capsule" size=".05 .3"/>
    <body pos="0 0 .6"><joint axis="1 0 0"/><geom name="b" size=".1"/><site name="tip" pos="0 0 .1"/></body></body>
  <body pos="1 0 .09"><freejoint/><geom name="c" size=".1"/></body>
</worldbody></mujoco>
"""


class Scene:
    """One model and one state with contacts in both engines, and arrays for all answers."""

    def __init__(self, text: str, omit: tuple[str, ...] = ()):
        self.m, self.model = kn.load(text, omit=omit), mujoco.MjModel.from_xml_string(text)
        self.d, self.data = kn.Data(self.m), mujoco.MjData(self.model)
        assert (self.m.nq, self.m.nv, self.m.ngeom) == (self.model.nq, self.model.nv, self.model.ngeom)
        self.data.qvel[:] = np.random.default_rng(0).normal(size=self.model.nv)
        mujoco.mj_step(self.model, self.data, 100)
        mujoco.mj_forward(self.model, self.data)
        mujoco.mj_rnePostConstraint(self.model, self.data)
        self.d.qpos[:], self.d.qvel[:] = self.data.qpos, self.data.qvel
        kn.forward(self.m, self.d)
        kn.rne_post_constraint(self.m, self.d)
        assert self.d.ncon and self.data.ncon


def jacobians(s: Scene) -> Iterator[tuple[str, Call, Call, Call]]:
    """Name, ours without `out=`, ours with it, and theirs."""
    m, d, model, data = s.m, s.d, s.model, s.data
    jacp, jacr, point, b, g = np.zeros((3, m.nv)), np.zeros((3, m.nv)), np.ones(3), m.nbody - 2, m.ngeom - 1
    out = (jacp, jacr)
    for name, theirs, key in (
        ("jac_body", mujoco.mj_jacBody, b),
        ("jac_body_com", mujoco.mj_jacBodyCom, b),
        ("jac_geom", mujoco.mj_jacGeom, g),
        ("jac_site", mujoco.mj_jacSite, 0),
    ):
        ours = getattr(kn, name)
        yield (
            name,
            lambda ours=ours, key=key: ours(m, d, key),
            lambda ours=ours, key=key: ours(m, d, key, out=out),
            lambda theirs=theirs, key=key: theirs(model, data, jacp, jacr, key),
        )
    for name, theirs in (("jac", mujoco.mj_jac), ("jac_dot", mujoco.mj_jacDot)):
        ours = getattr(kn, name)
        yield (
            name,
            lambda ours=ours: ours(m, d, point, b),
            lambda ours=ours: ours(m, d, point, b, out=out),
            lambda theirs=theirs: theirs(model, data, jacp, jacr, point, b),
        )
    for name, theirs in (("jac_subtree_com", mujoco.mj_jacSubtreeCom), ("angmom_mat", mujoco.mj_angmomMat)):
        ours = getattr(kn, name)
        yield (
            name,
            lambda ours=ours: ours(m, d, 1),
            lambda ours=ours: ours(m, d, 1, out=jacp),
            lambda theirs=theirs: theirs(model, data, jacp, 1),
        )


def vectors(s: Scene) -> Iterator[tuple[str, Call, Call, Call]]:
    m, d, model, data = s.m, s.d, s.model, s.data
    rng = np.random.default_rng(1)
    v, w, full = rng.normal(size=m.nv), np.zeros(m.nv), np.zeros((m.nv, m.nv))
    row, rows = v.reshape(1, -1), np.zeros((1, m.nv))
    q, p, moved = data.qpos.copy(), data.qpos + 0.1, data.qpos.copy()
    mul, solve, rne, dt = mujoco.mj_mulM, mujoco.mj_solveM, mujoco.mj_rne, 1e-9
    yield "mul_M", lambda: kn.mul_M(m, d, v), lambda: kn.mul_M(m, d, v, out=w), lambda: mul(model, data, w, v)
    yield (
        "solve_M",
        lambda: kn.solve_M(m, d, v),
        lambda: kn.solve_M(m, d, v, out=w),
        lambda: solve(model, data, rows, row),
    )
    yield (
        "full_M",
        lambda: kn.full_M(m, d),
        lambda: kn.full_M(m, d, out=full),
        lambda: mujoco.mj_fullM(model, data, full),
    )
    yield "rne", lambda: kn.rne(m, d), lambda: kn.rne(m, d, out=w), lambda: rne(model, data, 0, w)
    yield (
        "integrate_pos",
        lambda: kn.integrate_pos(m, q, v, dt),
        lambda: kn.integrate_pos(m, q, v, dt, out=moved),
        lambda: mujoco.mj_integratePos(model, moved, v, dt),
    )
    yield (
        "differentiate_pos",
        lambda: kn.differentiate_pos(m, 0.1, q, p),
        lambda: kn.differentiate_pos(m, 0.1, q, p, out=w),
        lambda: mujoco.mj_differentiatePos(model, w, 0.1, q, p),
    )


def motions(s: Scene) -> Iterator[tuple[str, Call, Call, Call]]:
    m, d, model, data = s.m, s.d, s.model, s.data
    six, w, f, b = np.zeros(6), np.zeros(m.nv), np.ones(3), m.nbody - 2
    kind = int(mujoco.mjtObj.mjOBJ_GEOM)
    yield (
        "apply_ft",
        lambda: kn.apply_ft(m, d, f, f, f, b),
        lambda: kn.apply_ft(m, d, f, f, f, b, out=w),
        lambda: mujoco.mj_applyFT(model, data, f, f, f, b, w),
    )
    yield (
        "contact_force",
        lambda: kn.contact_force(m, d, 0),
        lambda: kn.contact_force(m, d, 0, out=six),
        lambda: mujoco.mj_contactForce(model, data, 0, six),
    )
    for name, theirs in (
        ("object_velocity", mujoco.mj_objectVelocity),
        ("object_acceleration", mujoco.mj_objectAcceleration),
    ):
        ours = getattr(kn, name)
        yield (
            name,
            lambda ours=ours: ours(m, d, "geom", 1),
            lambda ours=ours: ours(m, d, "geom", 1, out=six),
            lambda theirs=theirs: theirs(model, data, kind, 1, six, 0),
        )


def distances(s: Scene) -> Iterator[tuple[str, Call, Call, Call]]:
    m, d, model, data = s.m, s.d, s.model, s.data
    last = m.ngeom - 1
    points, points6, normal, which = np.zeros((2, 3)), np.zeros((6, 1)), np.zeros(3), np.zeros((1, 1), np.int32)
    point, down = np.array([0.1, 0.1, 5.0]), np.array([0.0, 0.0, -1.0])
    fan = np.random.default_rng(2).normal(size=(100, 3)) - np.array([0.0, 0.0, 3.0])
    flat, x, geoms, normals = fan.ravel(), np.zeros(100), np.zeros(100, np.int32), np.zeros((100, 3))
    normals_flat, out, far = normals.ravel(), (x, geoms, normals), 1e10
    yield (
        "geom_distance",
        lambda: kn.geom_distance(m, d, 1, last, 9.0),
        lambda: kn.geom_distance(m, d, 1, last, 9.0, out=points),
        lambda: mujoco.mj_geomDistance(model, data, 1, last, 9.0, points6),
    )
    yield (
        "ray",
        lambda: kn.ray(m, d, point, down),
        lambda: kn.ray(m, d, point, down, out=normal),
        lambda: mujoco.mj_ray(model, data, point, down, None, True, -1, which, normal),
    )
    yield (
        "multi_ray, 100 rays",
        lambda: kn.multi_ray(m, d, point, fan, cutoff=far),
        lambda: kn.multi_ray(m, d, point, fan, cutoff=far, out=out),
        lambda: mujoco.mj_multiRay(model, data, point, flat, None, True, -1, geoms, x, normals_flat, 100, far),
    )
    size, kind = model.geom_size[1], int(model.geom_type[1])
    yield (
        "ray_geom",
        lambda: kn.ray_geom(m, d, 1, point, down),
        lambda: kn.ray_geom(m, d, 1, point, down, out=normal),
        lambda: mujoco.mju_rayGeom(data.geom_xpos[1], data.geom_xmat[1], size, point, down, kind, normal),
    )


def measure(s: Scene) -> list[tuple[str, float, float, float]]:
    """Name, MuJoCo's time, and ours with and without `out=` in parts of it."""
    rows = []
    for family in (jacobians, vectors, motions, distances):
        for name, ours, ours_out, theirs in family(s):
            with_out, without = compare(take_turns(ours_out, theirs, ROUNDS)), compare(take_turns(ours, theirs, ROUNDS))
            rows.append((name, with_out.theirs, 1 / with_out.ratio, 1 / without.ratio))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    humanoid = Path(models.path("humanoid")).read_text(encoding="utf-8")
    print(f"Measured with {environment()}.\n")
    for title, scene in (("small", Scene(SMALL)), ("humanoid", Scene(humanoid, omit=("tendon",)))):
        print(f"{title}: {scene.m.nv} dofs\n\n| query | MuJoCo, µs | with out= | without |\n| --- | --- | --- | --- |")
        for name, theirs, with_out, without in measure(scene):
            mark = " (above the aim)" if with_out > LARGEST else ""
            print(f"| {name} | {1e6 * theirs:.2f} | {with_out:.2f}{mark} | {without:.2f} |")
        print()


if __name__ == "__main__":
    main()
