"""Every query with arguments that fit a model, and what the reference says to them."""

from collections.abc import Callable
from dataclasses import dataclass, field

import mujoco
import numpy as np
from support.reference import both

import knuckle as kn

XML = """
<mujoco><option cone="elliptic"/><worldbody>
  <geom name="floor" type="plane" size="5 5 1"/>
  <body name="flyer" pos="0 0 .35"><freejoint/><geom name="box" type="box" size=".2 .3 .4" euler="10 20 30"/>
    <site name="hook" pos=".1 .2 .3"/><camera name="eye" pos="0 0 1" euler="0 30 0"/>
    <body pos=".5 0 0"><joint type="ball"/><geom name="rod" type="capsule" size=".1 .3"/>
      <body pos=".3 .1 0"><joint axis="0 1 0"/><joint type="slide" axis="1 0 0"/>
        <geom name="egg" type="ellipsoid" size=".3 .2 .1"/><site name="tip" pos="0 0 .2"/></body></body></body>
  <body pos="0 2 .3"><freejoint/><geom name="ball" size=".35"/></body>
</worldbody></mujoco>
"""
Arrays = tuple[np.ndarray, ...]


def state() -> tuple[kn.Model, kn.Data, mujoco.MjModel, mujoco.MjData]:
    """The same state with contacts and velocities in both engines, everything computed."""
    m, model = both(XML)
    d, data = kn.Data(m), mujoco.MjData(model)
    data.qvel[:] = np.random.default_rng(5).normal(size=model.nv)
    mujoco.mj_step(model, data, 20)
    mujoco.mj_forward(model, data)
    mujoco.mj_rnePostConstraint(model, data)
    d.qpos[:], d.qvel[:] = data.qpos, data.qvel
    d.qacc_warmstart[:] = data.qacc_warmstart
    kn.forward(m, d)
    kn.rne_post_constraint(m, d)
    assert d.ncon == data.ncon > 0
    return m, d, model, data


@dataclass(frozen=True)
class Question:
    """A public function with its arguments after the model and the data, and the reference's answer.

    `expected(model, data)` gives (numbers…, arrays…) in the order of the function; `machine` is its name on machines,
    and `raw` its arguments there, where they differ.
    """

    function: str
    arguments: Callable[[kn.Model], tuple]
    expected: Callable[[mujoco.MjModel, mujoco.MjData], tuple]
    options: dict = field(default_factory=dict)
    has_data: bool = True
    numbers: int = 0
    tolerance: float = 1e-12  # sums of tens of products in another order
    machine: str = ""
    raw: Callable[[kn.Model], tuple] | None = None
    raw_options: dict = field(default_factory=dict)

    def ask(self, m: kn.Model, d: kn.Data, machine: str = "", **more):
        """The answer of the public function, or of a machine."""
        first = (m, d) if self.has_data else (m,)
        if not machine:
            return getattr(kn, self.function)(*first, *self.arguments(m), **self.options, **more)
        function = getattr(kn.machine(machine), self.machine or self.function)
        options = self.raw_options if self.raw else self.options
        return function(*first, *(self.raw or self.arguments)(m), **options, **more)


def filled(call: Callable, *shapes: tuple[int, ...]) -> Arrays:
    """What a function of the reference writes to arrays of these shapes."""
    arrays = tuple(np.zeros(shape) for shape in shapes)
    call(*arrays)
    return arrays


def vector(size: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=size)


def jacobian(name: str, reference: Callable, key: int) -> Question:
    def expected(model, data):
        shape = (3, model.nv)
        return filled(lambda jacp, jacr: reference(model, data, jacp, jacr, key), shape, shape)

    return Question(name, lambda m: (key,), expected)


def jacobian_of_point(name: str, reference: Callable) -> Question:
    def expected(model, data):
        shape = (3, model.nv)
        return filled(lambda jacp, jacr: reference(model, data, jacp, jacr, vector(3), 3), shape, shape)

    return Question(name, lambda m: (vector(3), 3), expected)


def subtree(name: str, reference: Callable) -> Question:
    def expected(model, data):
        return filled(lambda matrix: reference(model, data, matrix, 2), (3, model.nv))

    return Question(name, lambda m: (2,), expected)


def of_object(name: str, reference: Callable, kind: str, code: int, local: bool, **more) -> Question:
    key = 0 if kind == "camera" else 1

    def expected(model, data):
        return filled(lambda motion: reference(model, data, code, key, motion, local), (6,))

    return Question(
        name,
        lambda m: (kind, key),
        expected,
        {"local": local},
        raw=lambda m: (code, key),
        raw_options={"local": local},
        **more,
    )


def one_ray(model, data) -> tuple:
    geom, normal = np.zeros((1, 1), np.int32), np.zeros(3)
    x = mujoco.mj_ray(model, data, POINT, DOWN, None, True, -1, geom, normal)
    return x, geom.item(), normal


def many_rays(model, data) -> Arrays:
    x, geom, normal = np.zeros(40), np.zeros(40, np.int32), np.zeros(120)
    mujoco.mj_multiRay(model, data, POINT, FAN.ravel(), None, True, 1, geom, x, normal, 40, 1e10)
    return x, geom, normal.reshape(40, 3)


def distance(model, data) -> tuple:
    points = np.zeros((6, 1))
    return mujoco.mj_geomDistance(model, data, 4, 2, 9.0, points), points.reshape(2, 3)


def ray_at_geom(model, data) -> tuple:
    normal = np.zeros(3)
    place = data.geom_xpos[1], data.geom_xmat[1], model.geom_size[1]
    return mujoco.mju_rayGeom(*place, POINT, data.geom_xpos[1] - POINT, int(model.geom_type[1]), normal), normal


def moved(model, data) -> Arrays:
    qpos = data.qpos.copy()
    mujoco.mj_integratePos(model, qpos, vector(model.nv), 0.3)
    return (qpos,)


POINT, DOWN = np.array([0.1, 0.1, 5.0]), np.array([0.0, 0.0, -1.0])
FAN = vector(120, 3).reshape(40, 3) - np.array([0.0, 0.0, 3.0])
BODY, XBODY, GEOM, SITE, CAMERA = (int(getattr(mujoco.mjtObj, f"mjOBJ_{kind}")) for kind in (
    "BODY", "XBODY", "GEOM", "SITE", "CAMERA"
))  # fmt: skip

QUESTIONS = [
    jacobian("jac_body", mujoco.mj_jacBody, 3),
    jacobian("jac_body_com", mujoco.mj_jacBodyCom, 3),
    jacobian("jac_geom", mujoco.mj_jacGeom, 3),
    jacobian("jac_site", mujoco.mj_jacSite, 1),
    jacobian_of_point("jac", mujoco.mj_jac),
    jacobian_of_point("jac_dot", mujoco.mj_jacDot),
    subtree("jac_subtree_com", mujoco.mj_jacSubtreeCom),
    subtree("angmom_mat", mujoco.mj_angmomMat),
    Question(
        "mul_M",
        lambda m: (vector(m.nv),),
        lambda model, data: filled(lambda out: mujoco.mj_mulM(model, data, out, vector(model.nv)), (model.nv,)),
    ),
    Question(
        "solve_M",
        lambda m: (vector(m.nv),),
        lambda model, data: (
            filled(lambda out: mujoco.mj_solveM(model, data, out, vector(model.nv)[None]), (1, model.nv))[0][0],
        ),
    ),
    Question(
        "full_M",
        lambda m: (),
        lambda model, data: filled(lambda out: mujoco.mj_fullM(model, data, out), (model.nv, model.nv)),
    ),
    Question(
        "rne",
        lambda m: (),
        lambda model, data: filled(lambda out: mujoco.mj_rne(model, data, 0, out), (model.nv,)),
        tolerance=1e-11,
    ),
    Question(
        "rne",
        lambda m: (),
        lambda model, data: filled(lambda out: mujoco.mj_rne(model, data, 1, out), (model.nv,)),
        {"with_acceleration": True},
        tolerance=1e-6,  # accelerations of the solver, within its tolerance
    ),
    Question("integrate_pos", lambda m: (PLACE[m], vector(m.nv), 0.3), moved, has_data=False),
    Question(
        "differentiate_pos",
        lambda m: (0.3, PLACE[m], vector(m.nq)),
        lambda model, data: filled(
            lambda out: mujoco.mj_differentiatePos(model, out, 0.3, data.qpos, vector(model.nq)), (model.nv,)
        ),
        has_data=False,
    ),
    Question(
        "apply_ft",
        lambda m: (vector(3, 1), vector(3, 2), vector(3, 3), 3),
        lambda model, data: filled(
            lambda out: mujoco.mj_applyFT(model, data, vector(3, 1), vector(3, 2), vector(3, 3), 3, out), (model.nv,)
        ),
    ),
    Question(
        "contact_force",
        lambda m: (0,),
        lambda model, data: filled(lambda out: mujoco.mj_contactForce(model, data, 0, out), (6,)),
        tolerance=1e-6,  # forces of the solver, within its tolerance
    ),
    of_object("object_velocity", mujoco.mj_objectVelocity, "body", XBODY, False),
    of_object("object_velocity", mujoco.mj_objectVelocity, "com", BODY, True),
    of_object("object_velocity", mujoco.mj_objectVelocity, "geom", GEOM, True),
    of_object("object_velocity", mujoco.mj_objectVelocity, "site", SITE, False),
    of_object("object_velocity", mujoco.mj_objectVelocity, "camera", CAMERA, True),
    # accelerations of the solver, within its tolerance
    of_object("object_acceleration", mujoco.mj_objectAcceleration, "site", SITE, True, tolerance=1e-6),
    of_object("object_acceleration", mujoco.mj_objectAcceleration, "com", BODY, False, tolerance=1e-6),
    Question("geom_distance", lambda m: (4, 2, 9.0), distance, numbers=1),
    Question(
        "ray",
        lambda m: (POINT, DOWN),
        one_ray,
        numbers=2,
        machine="cast_ray",
        raw=lambda m: (POINT, DOWN, 63, -1),
        raw_options={"static": True},
    ),
    Question(
        "multi_ray",
        lambda m: (POINT, FAN),
        many_rays,
        {"bodyexclude": 1},
        machine="cast_rays",
        raw=lambda m: (POINT, FAN, 63, 1, np.inf),
        raw_options={"static": True},
        tolerance=1e-9,  # near tangents rounding of the discriminant is magnified by its root
    ),
    Question("ray_geom", lambda m: (1, POINT, CENTRE[m] - POINT), ray_at_geom, numbers=1),
]
PLACE: dict[kn.Model, np.ndarray] = {}  # positions of a model's state, for questions that have no Data
CENTRE: dict[kn.Model, np.ndarray] = {}  # where its second geom is


def ready() -> tuple[kn.Model, kn.Data, mujoco.MjModel, mujoco.MjData]:
    """The state, known to the questions."""
    m, d, model, data = state()
    PLACE[m], CENTRE[m] = d.qpos.copy(), d.geom_xpos[1].copy()
    return m, d, model, data


def as_tuple(answer) -> tuple:
    return answer if isinstance(answer, tuple) else (answer,)
