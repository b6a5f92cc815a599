"""Our environments do what gymnasium's do on MuJoCo: starts, observations, rewards, infos, ends, spaces, options."""

import inspect

import gymnasium
import numpy as np
import pytest
from support.gym_reference import NAMES, reference_env

import knuckle as kn
import knuckle.envs
from knuckle.envs.gym.parts import ASSETS

STEPS = 60
BESIDE_THE_TASK = {"self", "kwargs", "default_camera_config"}
CLOSE = {"rtol": 1e-9, "atol": 1e-9}  # one step from the same state; forces are solved for to 1e-8 of their scale
FORCES = {"rtol": 1e-6, "atol": 1e-6}

# values of options that are not the defaults, each of which changes something
CHOICES = {
    "Ant": {
        "frame_skip": 3,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.1,
        "contact_cost_weight": 0.3,
        "healthy_reward": 0.5,
        "main_body": "front_left_leg",
        "terminate_when_unhealthy": False,
        "healthy_z_range": (0.5, 0.8),
        "contact_force_range": (-0.3, 0.2),
        "reset_noise_scale": 0.2,
        "exclude_current_positions_from_observation": False,
        "include_cfrc_ext_in_observation": False,
        "xml_file": "ant.xml",
    },
    "HalfCheetah": {
        "frame_skip": 2,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.3,
        "reset_noise_scale": 0.3,
        "exclude_current_positions_from_observation": False,
    },
    "Hopper": {
        "frame_skip": 2,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.3,
        "healthy_reward": 3.0,
        "terminate_when_unhealthy": False,
        "healthy_state_range": (-2.0, 2.0),
        "healthy_z_range": (1.2, 1.3),
        "healthy_angle_range": (-0.05, 0.05),
        "reset_noise_scale": 0.03,
        "exclude_current_positions_from_observation": False,
    },
    "Humanoid": {
        "frame_skip": 3,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.3,
        "contact_cost_weight": 1e-4,
        "contact_cost_range": (0.1, 5.0),
        "healthy_reward": 3.0,
        "terminate_when_unhealthy": False,
        "healthy_z_range": (1.3, 1.6),
        "reset_noise_scale": 0.03,
        "exclude_current_positions_from_observation": False,
        "include_cinert_in_observation": False,
        "include_cvel_in_observation": False,
        "include_qfrc_actuator_in_observation": False,
        "include_cfrc_ext_in_observation": False,
    },
    "HumanoidStandup": {
        "frame_skip": 3,
        "ctrl_cost_weight": 0.3,
        "impact_cost_weight": 1e-4,
        "impact_cost_range": (0.1, 5.0),
        "reset_noise_scale": 0.03,
        "exclude_current_positions_from_observation": False,
        "include_cinert_in_observation": False,
        "include_cvel_in_observation": False,
        "include_qfrc_actuator_in_observation": False,
        "include_cfrc_ext_in_observation": False,
    },
    "InvertedDoublePendulum": {"frame_skip": 2, "healthy_reward": 3.0, "reset_noise_scale": 0.3},
    "InvertedPendulum": {"frame_skip": 3, "reset_noise_scale": 0.1},
    "Pusher": {"frame_skip": 2, "reward_near_weight": 2.0, "reward_dist_weight": 3.0, "reward_control_weight": 0.5},
    "Reacher": {"frame_skip": 3, "reward_dist_weight": 3.0, "reward_control_weight": 0.5},
    "Swimmer": {
        "frame_skip": 2,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.3,
        "reset_noise_scale": 0.3,
        "exclude_current_positions_from_observation": False,
    },
    "Walker2d": {
        "frame_skip": 2,
        "forward_reward_weight": 2.0,
        "ctrl_cost_weight": 0.3,
        "healthy_reward": 3.0,
        "terminate_when_unhealthy": False,
        "healthy_z_range": (1.2, 1.3),
        "healthy_angle_range": (-0.05, 0.05),
        "reset_noise_scale": 0.03,
        "exclude_current_positions_from_observation": False,
    },
}


def our_env(name: str, **options):
    return gymnasium.make(f"knuckle/{name}-v5", **options).unwrapped


def assert_same_infos(ours: dict, theirs: dict, **tolerance) -> None:
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        np.testing.assert_allclose(ours[key], value, err_msg=key, **tolerance)


def compare_steps(ours, theirs, seed: int) -> None:
    """Both take the same steps; before each the reference takes over our state, so that differences do not grow."""
    observation, info = ours.reset(seed=seed)
    expected, expected_info = theirs.reset(seed=seed)
    np.testing.assert_array_equal(ours.data.qpos, theirs.data.qpos)
    np.testing.assert_array_equal(ours.data.qvel, theirs.data.qvel)
    np.testing.assert_allclose(observation, expected, **CLOSE)
    assert_same_infos(info, expected_info, **CLOSE)
    generator = np.random.default_rng(seed)
    for _ in range(STEPS):
        action = generator.uniform(ours.action_space.low, ours.action_space.high).astype(np.float32)
        theirs.data.qpos[:], theirs.data.qvel[:] = ours.data.qpos, ours.data.qvel
        theirs.data.qacc_warmstart[:] = ours.data.qacc_warmstart
        observation, reward, terminated, truncated, info = ours.step(action)
        expected, expected_reward, expected_end, _, expected_info = theirs.step(action)
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(observation / scale, expected / scale, **CLOSE)
        assert_same_infos(info, expected_info, **FORCES)
        np.testing.assert_allclose(reward, expected_reward, **FORCES)
        assert (terminated, truncated) == (expected_end, False)
        assert type(terminated) is bool and type(reward) is float


@pytest.mark.parametrize("name", NAMES)
def test_steps_are_those_of_gymnasium(name):
    compare_steps(our_env(name), reference_env(name), seed=3)


@pytest.mark.parametrize("name", NAMES)
def test_steps_with_all_options_are_those_of_gymnasium(name):
    compare_steps(our_env(name, **CHOICES[name]), reference_env(name, **CHOICES[name]), seed=5)


@pytest.mark.parametrize("name", NAMES)
def test_options_and_defaults_are_those_of_gymnasium(name):
    parameters = inspect.signature(type(reference_env(name)).__init__).parameters
    expected = {key: value.default for key, value in parameters.items() if key not in BESIDE_THE_TASK}
    task = knuckle.envs.TASKS[name]
    assert {"frame_skip": task.frame_skip, **task.options} == expected
    assert CHOICES[name].keys() | {"xml_file"} == expected.keys() - {"uph_cost_weight"}


def test_the_weight_of_rising_is_what_the_documentation_says():
    """gymnasium documents this weight and does not use it; here it scales the term."""
    plain, weighted = our_env("HumanoidStandup"), our_env("HumanoidStandup", uph_cost_weight=3.0)
    action = np.zeros(plain.action_space.shape, np.float32)
    plain.reset(seed=0)
    weighted.reset(seed=0)
    _, reward, *_, info = plain.step(action)
    _, more, *_, more_info = weighted.step(action)
    assert more_info["reward_linup"] == 3.0 * info["reward_linup"]
    np.testing.assert_allclose(more - reward, 2.0 * info["reward_linup"], rtol=1e-14)


@pytest.mark.parametrize("name", NAMES)
def test_spaces_are_those_of_gymnasium(name):
    ours, theirs = our_env(name), reference_env(name)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.dt == theirs.dt
    ours_spec, theirs_spec = gymnasium.spec(f"knuckle/{name}-v5"), gymnasium.spec(f"{name}-v5")
    assert ours_spec.max_episode_steps == theirs_spec.max_episode_steps
    assert ours_spec.reward_threshold == theirs_spec.reward_threshold
    structure = getattr(theirs, "observation_structure", None)
    if structure is not None:
        parts = {key: size for key, size in structure.items() if size and key != "skipped_qpos"}
        assert ours.observation_structure == parts


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", NAMES)
def test_same_seeds_give_the_same_starts(name, seed):
    ours, theirs = our_env(name), reference_env(name)
    for given in (seed, None):  # the second start goes on with the same generator
        ours.reset(seed=given)
        theirs.reset(seed=given)
        np.testing.assert_array_equal(ours.data.qpos, theirs.data.qpos)
        np.testing.assert_array_equal(ours.data.qvel, theirs.data.qvel)


# states at the edge of what is healthy: (name, entry of qpos, value)
EDGES = [
    *[("Ant", 2, value) for value in (0.2, 1.0, 0.1999, 1.0001, np.nan)],
    *[("Humanoid", 2, value) for value in (1.0, 2.0, 1.0001, 1.9999)],
    *[("Hopper", 1, value) for value in (0.7, 0.7001)],
    *[("Hopper", 2, value) for value in (0.2, 0.1999, -0.2)],
    *[("Hopper", 3, value) for value in (100.0, 99.99, -100.0)],
    *[("Walker2d", 1, value) for value in (0.8, 2.0, 1.99)],
    *[("Walker2d", 2, value) for value in (1.0, -1.0, 0.99)],
]


@pytest.mark.parametrize(("name", "index", "value"), EDGES)
def test_the_edge_of_health_is_that_of_gymnasium(name, index, value):
    ours, theirs = our_env(name), reference_env(name)
    ours.reset(seed=0)
    theirs.reset(seed=0)
    for env in (ours, theirs):
        env.data.qpos[:] = env.model.qpos0 if env is ours else env.init_qpos
        env.data.qvel[:] = 0.0
        env.data.qpos[index] = value
    moment = knuckle.envs.Moment(ours._worlds, ours._simulation.setting, {})
    assert bool(ours.task.healthy(moment)[0]) == bool(theirs.is_healthy)


@pytest.mark.parametrize("name", [name for name in NAMES if knuckle.envs.TASKS[name].place is not None])
def test_a_state_that_was_set_between_steps_is_where_the_next_begins(name):
    ours, theirs = our_env(name), reference_env(name)
    ours.reset(seed=0)
    theirs.reset(seed=0)
    action = np.zeros(ours.action_space.shape, np.float32)
    for env in (ours, theirs):
        env.step(action)
    qpos, qvel = theirs.data.qpos.copy(), theirs.data.qvel.copy()
    qpos[0] += 1.0
    theirs.set_state(qpos, qvel)
    ours.data.qpos[:], ours.data.qvel[:] = qpos, qvel
    kn.forward(ours.model, ours.data)
    np.testing.assert_allclose(ours.step(action)[1], theirs.step(action)[1], **FORCES)


def test_time_from_action_to_action_follows_the_time_step():
    ours, theirs = our_env("HalfCheetah"), reference_env("HalfCheetah")
    for env in (ours, theirs):
        env.model.opt.timestep = 0.002
        env.reset(seed=0)
    assert ours.dt == theirs.dt == 0.01
    action = np.ones(ours.action_space.shape, np.float32)
    np.testing.assert_allclose(ours.step(action)[1], theirs.step(action)[1], **CLOSE)


def test_a_file_in_the_working_folder_does_not_replace_one_of_gymnasium(tmp_path, monkeypatch):
    text = (ASSETS / "hopper.xml").read_text(encoding="utf-8").replace('timestep="0.002"', 'timestep="0.004"')
    (tmp_path / "hopper.xml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert our_env("Hopper").dt == reference_env("Hopper").dt == 0.008
    assert our_env("Hopper", xml_file="./hopper.xml").dt == 0.016


@pytest.mark.parametrize("name", NAMES)
def test_free_cameras_are_those_of_gymnasium(name):
    """What their own pictures look from; bodies that a free camera is said to track do not matter."""
    config = inspect.signature(type(reference_env(name)).__init__).parameters["default_camera_config"].default or {}
    config = {key: value for key, value in config.items() if key != "trackbodyid"}
    task = knuckle.envs.TASKS[name].camera
    assert task is not None and task.keys() == config.keys()
    for key, value in config.items():
        np.testing.assert_array_equal(task[key], value)


@pytest.mark.parametrize("name", ["Ant", "Humanoid", "Reacher"])
def test_free_cameras_look_at_the_middle_of_the_geoms_unless_the_task_says_where(name):
    env = our_env(name, render_mode="rgb_array")
    env.reset(seed=0)
    env._drawing._aim(lambda: env.data)
    camera, config = env._drawing._camera, knuckle.envs.TASKS[name].camera
    np.testing.assert_array_equal(camera.lookat, config.get("lookat", np.median(env.data.geom_xpos, axis=0)))
    assert camera.distance == config.get("distance", env.model.stat.extent)
    assert (camera.azimuth, camera.elevation) == (90.0, config.get("elevation", -45.0))
