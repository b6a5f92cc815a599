"""A program for a Python that has dm_control and its own MuJoCo: what the suite observes, rewards, and starts from.

    python suite_oracle.py request.npz answer.npz

The request has, for each task `domain-task`, states and actions; the answer has observations and rewards after one
action from each state, and the states in which episodes start.
"""

import sys

import numpy as np

STARTS = 200
TERRAIN = slice(None, None, 2003)  # of the heights of a terrain, those that are compared where episodes start
HFIELD = 1  # the type of a geom
# where a task keeps its target: field of the model, element, columns
TARGETS: dict = {
    "reacher": ("geom_pos", "target", [0, 1]),
    "fish": ("geom_pos", "target", [0, 1, 2]),
    "swimmer": ("geom_pos", "target", [0, 1]),
    "finger": ("site_pos", "target", [0, 2]),
    "manipulator": ("body_pos", "target", [0, 2]),  # and its angle
    "stacker": ("body_pos", "target", [0, 2]),
}


def main(request_path: str, answer_path: str) -> None:
    from dm_control import suite

    request, answer = np.load(request_path), {}
    for name in sorted({key.split("/")[0] for key in request.files}):
        domain, _, task = name.partition("-")
        env = suite.load(domain, task, task_kwargs={"random": 0})
        for key, values in answers(env, domain, {k: request[f"{name}/{k}"] for k in keys_of(request, name)}).items():
            answer[f"{name}/{key}"] = values
    np.savez(answer_path, **answer)


def keys_of(request, name: str) -> list[str]:
    return [key.split("/", 1)[1] for key in request.files if key.startswith(f"{name}/")]


def answers(env, domain: str, request: dict) -> dict:
    physics, task = env.physics, env.task
    type(physics).contexts = None  # nothing draws, so nobody is told of new terrain
    has_target = request["target"].shape[1] > 0
    starts = [started(env, domain if has_target else "") for _ in range(STARTS)]
    found = {"starts": np.array(starts), "steps": np.array(env._step_limit), "substeps": np.array(env._n_sub_steps)}
    found["nq"], found["timestep"] = np.array(physics.model.nq), np.array(physics.model.opt.timestep)
    found["mass"] = np.array(physics.model.body_mass)
    rewards, observations, first = [], [], []
    for k in range(len(request["qpos"])):
        with physics.reset_context():
            if "stiffness" in request:
                physics.model.jnt_stiffness[:] = request["stiffness"][k]
            if "heights" in request:
                physics.model.hfield_data[:] = request["heights"][k]
            if "directions" in request:
                physics.model.wrap_prm[:] = request["directions"][k].ravel()
            if has_target:
                set_target(physics, domain, request["target"][k])
            for field in ("qpos", "qvel", "act"):
                getattr(physics.data, field)[:] = request[field][k]
        first.append(flat(task.get_observation(physics)))
        task.before_step(request["action"][k], physics)
        physics.step(env._n_sub_steps)
        task.after_step(physics)
        rewards.append(task.get_reward(physics))
        observations.append(flat(task.get_observation(physics)))
    found |= {"reward": np.array(rewards), "observation": np.array(observations), "first": np.array(first)}
    found["names"] = np.array(list(task.get_observation(physics)))
    return found


def started(env, domain: str) -> np.ndarray:
    """Positions, velocities, target and terrain at the start of an episode."""
    env.reset()
    physics = env.physics
    parts = [physics.data.qpos, physics.data.qvel]
    if domain in TARGETS:
        field, element, columns = TARGETS[domain]
        index = index_of(physics, field, element)
        parts.append(getattr(physics.model, field)[index, columns])
        if domain == "manipulator":
            quat = physics.model.body_quat[index]
            parts.append([2.0 * np.arctan2(quat[2], quat[0])])
    if HFIELD in physics.model.geom_type:
        parts.append(physics.model.hfield_data[TERRAIN])
    return np.concatenate(parts)


def set_target(physics, domain: str, target: np.ndarray) -> None:
    field, element, columns = TARGETS[domain]
    index = index_of(physics, field, element)
    getattr(physics.model, field)[index, columns] = target[: len(columns)]
    if domain == "manipulator":
        quat = np.cos(0.5 * target[2]), 0.0, np.sin(0.5 * target[2]), 0.0
        physics.model.body_quat[index] = quat
        for body in range(physics.model.nbody):
            if physics.model.id2name(body, "body") in ("cup", "slot"):
                physics.model.body_pos[body, columns] = target[: len(columns)]
                physics.model.body_quat[body] = quat


def index_of(physics, field: str, prefix: str) -> int:
    """The only element whose name begins so."""
    kind = field.split("_")[0]
    count = {"geom": physics.model.ngeom, "site": physics.model.nsite, "body": physics.model.nbody}[kind]
    return next(i for i in range(count) if physics.model.id2name(i, kind).startswith(prefix))


def flat(observation: dict) -> np.ndarray:
    return np.concatenate([np.ravel(value) for value in observation.values()])


if __name__ == "__main__":
    main(*sys.argv[1:])
