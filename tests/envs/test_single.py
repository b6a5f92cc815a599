"""The single environment passes gymnasium's own checks, and says what is wrong with arguments."""

import os
import pickle
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.gym_reference import NAMES

import knuckle as kn
import knuckle.envs
from knuckle.envs.gym.parts import ASSETS

SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize("name", sorted(knuckle.envs.TASKS))
def test_gymnasium_finds_nothing_to_complain_of(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on bounds of spaces, which are gymnasium's own
        check_env(knuckle.envs.Env(name))


def test_importing_the_package_does_not_import_gymnasium():
    code = "import sys, knuckle; assert 'gymnasium' not in sys.modules; import knuckle.envs, gymnasium; "
    code += "print(sum(name.startswith('knuckle/') for name in gymnasium.registry))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == len(knuckle.envs.TASKS)


def test_gymnasium_can_import_the_module_by_the_name_of_an_environment():
    code = "import gymnasium; print(gymnasium.make('knuckle.envs:knuckle/Swimmer-v5').reset(seed=0)[0].shape)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "(8,)"


def test_arguments_of_the_renderer_are_accepted():
    env = knuckle.envs.Env("Ant", width=100, height=100, camera_id=0, default_camera_config={"distance": 4.0})
    assert env.render_mode is None and env.reset(seed=0)[0].shape == knuckle.envs.Env("Ant").observation_space.shape


def test_bad_arguments_are_refused_with_advice():
    with pytest.raises(KeyError, match=r"no task named 'Cheetah'.*HalfCheetah"):
        knuckle.envs.Env("Cheetah")
    with pytest.raises(TypeError, match=r"unknown options 'ctrl_cost'.*'foo'.*expected: frame_skip, xml_file"):
        knuckle.envs.Env("HalfCheetah", ctrl_cost=1.0, foo=2)
    with pytest.raises(ValueError, match="frame_skip: expected a whole number from 1 on, found 0"):
        knuckle.envs.Env("HalfCheetah", frame_skip=0)
    with pytest.raises(FileNotFoundError, match=r"no file 'half_cheeta.xml'.*half_cheetah.xml"):
        knuckle.envs.Env("HalfCheetah", xml_file="half_cheeta.xml")
    env = knuckle.envs.Env("HalfCheetah")
    env.reset()
    with pytest.raises(ValueError, match=r"action: expected shape \(6,\), found \(5,\)"):
        env.step(np.zeros(5))


def test_a_model_of_ones_own_can_take_the_place_of_the_file(tmp_path):
    text = (Path(gymnasium.__file__).parent / "envs/mujoco/assets/swimmer.xml").read_text(encoding="utf-8")
    file = tmp_path / "heavy.xml"
    file.write_text(text.replace('density="4000"', 'density="5000"'), encoding="utf-8")
    env = knuckle.envs.Env("Swimmer", xml_file=str(file))
    assert env.model.opt.density == 5000.0


def test_a_task_of_ones_own_is_a_table():
    from knuckle import models

    def start(s, generator):
        return knuckle.envs.Start({"qpos": s.qpos0 + generator.uniform(-0.1, 0.1, s.model.nq)})

    task = knuckle.envs.Task(
        name="swing",
        load=lambda options: kn.Model.from_xml_path(models.path("double_pendulum")),
        frame_skip=4,
        observation=(knuckle.envs.Part("qpos", lambda t: t.w.qpos), knuckle.envs.Part("qvel", lambda t: t.w.qvel)),
        start=start,
        rewards={"slow": lambda t: -np.abs(t.w.qvel).max(axis=1)},
    )
    env, many = knuckle.envs.Env(task), knuckle.envs.VectorEnv(task, 6)
    observation, _ = env.reset(seed=2)
    rows, _ = many.reset(seed=1)
    np.testing.assert_array_equal(rows[1], observation)
    action = np.zeros(env.action_space.shape, np.float32)
    np.testing.assert_array_equal(many.step(np.zeros(many.action_space.shape))[1][1], env.step(action)[1])


@pytest.mark.parametrize("name", NAMES)
def test_what_was_returned_stays_as_it_is(name):
    env = knuckle.envs.Env(name)
    first, info = env.reset(seed=0)
    kept = first.copy(), {key: np.copy(value) for key, value in info.items()}
    env.step(env.action_space.sample())
    np.testing.assert_array_equal(first, kept[0])
    for key, value in info.items():
        np.testing.assert_array_equal(value, kept[1][key])


def test_the_page_names_every_task():
    page = (SOURCE.parent / "docs" / "environments.md").read_text(encoding="utf-8")
    for name in knuckle.envs.TASKS:
        domain, _, task = name.partition("-")
        if not task:
            assert f"`{name}`" in page or f"knuckle/{name}-v5" in page, name
        else:
            row = next(line for line in page.splitlines() if line.startswith(f"| {domain} |"))
            assert task in row.replace("|", ",").replace(" ", "").split(","), name


def test_the_suite_is_refused_kindly_where_its_files_are_missing(monkeypatch):
    monkeypatch.setattr("knuckle.envs.suite.files.find_spec", lambda name: None)
    with pytest.raises(kn.KnuckleError, match="dm_control is not installed: pip install --no-deps dm_control"):
        knuckle.envs.Env("cheetah-run")


def test_a_field_that_the_task_does_not_list_is_an_error():
    task = replace(knuckle.envs.TASKS["HalfCheetah"], rewards={"height": lambda t: t.w.xpos[:, 1, 2]})
    for env in (knuckle.envs.Env(task), knuckle.envs.VectorEnv(task, 3)):
        env.reset(seed=0)
        with pytest.raises(AttributeError, match="reads 'xpos', which is not among its `fields`"):
            env.step(np.zeros(env.action_space.shape))


@pytest.mark.parametrize("name", ["Hopper", "Humanoid", "finger-turn_easy", "quadruped-escape"])
def test_environments_can_be_pickled_in_the_midst_of_an_episode(name):
    for env in (knuckle.envs.Env(name), knuckle.envs.VectorEnv(name, 3)):
        env.reset(seed=0)
        action = np.ones(env.action_space.shape, np.float32)
        env.step(action)
        twin = pickle.loads(pickle.dumps(env))
        for mine, other in zip(twin.step(action)[:4], env.step(action)[:4], strict=True):
            np.testing.assert_equal(mine, other)


def test_a_world_that_diverges_and_is_not_reset_is_observed(tmp_path):
    """As in a vector of such worlds, and as in gymnasium."""
    text = (ASSETS / "half_cheetah.xml").read_text(encoding="utf-8")
    file = tmp_path / "lost.xml"
    file.write_text(
        text.replace("<option ", "<option><flag autoreset='disable'/></option><option ", 1), encoding="utf-8"
    )
    for env in (
        knuckle.envs.Env("HalfCheetah", xml_file=file),
        knuckle.envs.VectorEnv("HalfCheetah", 2, xml_file=file),
    ):
        env.reset(seed=0)
        world = env.data if isinstance(env, knuckle.envs.Env) else env.batch
        world.qvel[:] = np.nan
        with pytest.warns(kn.SimulationWarning, match="qvel"):
            observation, *_ = env.step(np.zeros(env.action_space.shape))
        assert np.isnan(observation).any()
        env.reset(seed=0)
        assert np.isfinite(env.step(np.zeros(env.action_space.shape))[0]).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"xml_file": 3}, "xml_file: expected a path"),
        ({"reset_noise_scale": -1.0}, "reset_noise_scale: expected a finite number from 0 on"),
        ({"reset_noise_scale": np.inf}, "reset_noise_scale: expected a finite number"),
        ({"exclude_current_positions_from_observation": "no"}, "exclude_current_positions_from_observation: expected"),
        ({"main_body": 1.5}, "body: expected a whole number"),
        ({"flat": "x"}, "flat: expected"),
    ],
)
def test_options_that_make_no_sense_are_named(options, words):
    with pytest.raises((TypeError, ValueError, KeyError, IndexError), match=words):
        env = knuckle.envs.Env("Ant", **options)
        env.reset(seed=0)
        env.step(np.zeros(env.action_space.shape))
