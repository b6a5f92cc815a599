"""The vector environment is the single one many times: to the bit, in every autoreset mode."""

import copy
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from support.gym_reference import NAMES

import knuckle as kn
import knuckle.envs

pytestmark = pytest.mark.usefixtures("world_by_world")

IDS = {task.name: name for name, task in knuckle.envs.environments().items()}
# the suite's tasks take long together: three of them always: with a target, a start that is placed, a terrain
ALWAYS = {*NAMES, "finger-turn_easy", "manipulator-insert_peg", "quadruped-escape"}
CASES = [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.sweep) for name in IDS]
NWORLD = 5  # not a multiple of the lanes of a register
SHORT = 7  # steps after which episodes are cut off, so that tasks that never end do


def singles(name: str, mode: AutoresetMode, count: int = NWORLD, **options) -> SyncVectorEnv:
    make = lambda: gymnasium.make(IDS[name], max_episode_steps=SHORT, **options)  # noqa: E731
    return SyncVectorEnv([make] * count, autoreset_mode=mode)


def native(name: str, mode: AutoresetMode, count: int = NWORLD, **options):
    options = {"max_episode_steps": SHORT, "autoreset_mode": mode, **options}
    return gymnasium.make_vec(IDS[name], count, "vector_entry_point", **options)


def single(name: str, _: AutoresetMode, **options):
    return gymnasium.make(IDS[name], **options).unwrapped


def assert_same(ours, theirs, path: str = "") -> None:
    """Equal bits, kinds and shapes, in nested dictionaries and arrays of objects too."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), path
        for key in theirs:
            assert_same(ours[key], theirs[key], f"{path}/{key}")
    elif theirs.dtype == object:
        for mine, other in zip(ours, theirs, strict=True):
            assert (mine is None) == (other is None), path
            if other is not None:
                assert_same(mine, other, path)
    else:
        assert ours.dtype == theirs.dtype, path
        np.testing.assert_array_equal(ours, theirs, err_msg=path)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", CASES)
def test_vector_and_single_agree_to_the_bit(name, mode):
    if name not in ALWAYS and mode is AutoresetMode.SAME_STEP:
        pytest.skip("how episodes start anew is shown with other tasks")
    ours, theirs = native(name, mode), singles(name, mode)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is mode
    for given, expected in zip(ours.reset(seed=11), theirs.reset(seed=11), strict=True):
        assert_same(given, expected)
    theirs.action_space.seed(0)
    for _ in range(2 * SHORT + 3):
        actions = theirs.action_space.sample()
        for given, expected in zip(ours.step(actions), theirs.step(actions), strict=True):
            assert_same(given, expected)


def test_episodes_that_end_at_different_times_agree_too():
    """Without a limit of time the hoppers fall one by one."""
    ours = native("Hopper", AutoresetMode.SAME_STEP, 40, max_episode_steps=None)
    make = lambda: gymnasium.make("knuckle/Hopper-v5", max_episode_steps=1000)  # noqa: E731
    theirs = SyncVectorEnv([make] * 40, autoreset_mode=AutoresetMode.SAME_STEP)
    ours.reset(seed=2)
    theirs.reset(seed=2)
    theirs.action_space.seed(1)
    ends = set()
    for step in range(60):
        actions = theirs.action_space.sample()
        given, expected = ours.step(actions), theirs.step(actions)
        ends |= {step} if expected[2].any() else set()
        for mine, other in zip(given, expected, strict=True):
            assert_same(mine, other)
    assert len(ends) > 5


def test_episodes_may_have_numbers_of_the_model_of_their_own():
    """Masses and gears of each world are drawn anew; what follows from them is computed, the task's model stays."""
    plain = knuckle.envs.environments()["knuckle/Hopper-v5"]

    def start(s, generator):
        begun = plain.start(s, generator)
        own = {name: getattr(s.model, name) * generator.uniform(0.5, 1.5) for name in ("body_mass", "actuator_gear")}
        return replace(begun, numbers=own)

    task = replace(plain, name="varied", start=start)
    many, alone = knuckle.envs.VectorEnv(task, NWORLD), [knuckle.envs.Env(task) for _ in range(NWORLD)]
    mass = many.model.body_mass.copy()
    for seed in (3, 4):
        observed = many.reset(seed=seed)[0]
        for w, env in enumerate(alone):
            np.testing.assert_array_equal(env.reset(seed=seed + w)[0], observed[w])
    action = np.full(many.action_space.shape, 0.4)
    for _ in range(5):
        observed, rewards, *_ = many.step(action)
        for w, env in enumerate(alone):
            given, reward, *_ = env.step(action[w])
            np.testing.assert_array_equal(given, observed[w])
            assert reward == rewards[w]
    for env in alone:
        assert (env.model.body_mass[1:] / mass[1:]).min() > 0.5 and (env.model.body_mass[1:] != mass[1:]).all()
        assert env.model.body_subtreemass[0] == pytest.approx(env.model.body_mass.sum())
        assert env.data.model is env.model
    assert (many.model.body_mass == mass).all() and len(np.unique(many.batch.expand("body_mass")[:, 1])) == NWORLD


def test_numbers_that_cannot_differ_are_refused():
    plain = knuckle.envs.environments()["knuckle/Hopper-v5"]
    task = replace(plain, start=lambda s, g: replace(plain.start(s, g), numbers={"body_mas": s.model.body_mass}))
    for make in (knuckle.envs.Env, lambda task: knuckle.envs.VectorEnv(task, 2)):
        with pytest.raises(KeyError, match="body_mass"):
            make(task)


def test_a_masked_reset_leaves_the_other_worlds_alone():
    ours, theirs = native("Ant", AutoresetMode.DISABLED), singles("Ant", AutoresetMode.DISABLED)
    mask = np.array([False, True, False, True, True])
    ours.reset(seed=0)
    theirs.reset(seed=0)
    theirs.action_space.seed(0)
    for round_ in range(4):
        actions = theirs.action_space.sample()
        for given, expected in zip(ours.step(actions), theirs.step(actions), strict=True):
            assert_same(given, expected)
        seed = None if round_ % 2 else [7, 8, None, 9, None]
        given, expected = (env.reset(seed=seed, options={"reset_mask": mask.copy()}) for env in (ours, theirs))
        for mine, other in zip(given, expected, strict=True):
            assert_same(mine, other)


def test_without_autoreset_a_world_that_is_over_must_be_reset():
    env = native("Hopper", AutoresetMode.DISABLED)
    env.reset(seed=0)
    for _ in range(SHORT):
        *_, truncated, _ = env.step(env.action_space.sample())
    assert truncated.all()
    with pytest.raises(
        kn.KnuckleError, match=r"over in 5 of 5 worlds, the first of them \[0, 1, 2, 3, 4\].*reset_mask"
    ):
        env.step(env.action_space.sample())
    env.reset(options={"reset_mask": np.ones(NWORLD, bool)})
    env.step(env.action_space.sample())


@pytest.mark.parametrize("name", ["HalfCheetah", "Humanoid"])
def test_threads_and_company_do_not_matter(name):
    """A world goes the same way on one thread or two, among few worlds or many."""
    ways = []
    for count, threads in ((NWORLD, 1), (NWORLD, 2), (3 * NWORLD, 2)):
        env = native(name, AutoresetMode.NEXT_STEP, count, threads=threads)
        first, _ = env.reset(seed=3)
        env.action_space.seed(0)
        generator = np.random.default_rng(0)
        rows = [first[:NWORLD]]
        for _ in range(12):
            action = generator.uniform(-0.4, 0.4, (NWORLD, env.single_action_space.shape[0])).astype(np.float32)
            rows.append(env.step(np.resize(action, env.action_space.shape))[0][:NWORLD])
        ways.append(np.array(rows))
    np.testing.assert_array_equal(ways[0], ways[1])
    np.testing.assert_array_equal(ways[0], ways[2])


@pytest.mark.parametrize("name", NAMES)
def test_float32_is_near_float64(name):
    coarse, fine = (native(name, AutoresetMode.NEXT_STEP, dtype=dtype) for dtype in ("float32", "float64"))
    assert coarse.single_observation_space.dtype == np.float32
    first, _ = coarse.reset(seed=0)
    assert first.dtype == np.float32 and coarse.observation_space.contains(first)
    np.testing.assert_allclose(first, fine.reset(seed=0)[0], rtol=1e-4, atol=1e-4)
    actions = np.zeros(coarse.action_space.shape, np.float32)
    observed, reward, *_ = coarse.step(actions)
    expected, expected_reward, *_ = fine.step(actions)
    assert reward.dtype == np.float64
    scale = np.maximum(1.0, np.abs(expected).max())
    np.testing.assert_allclose(observed / scale, expected / scale, atol=2e-3)  # velocities of a few steps in float32
    np.testing.assert_allclose(reward, expected_reward, atol=2e-2, rtol=2e-2)  # differences of places over dt


def test_arrays_that_were_returned_stay_as_they_are():
    env = native("Humanoid", AutoresetMode.NEXT_STEP)
    first, _ = env.reset(seed=0)
    kept = first.copy()
    second, *_, told = env.step(env.action_space.sample())
    second_kept, place = second.copy(), told["x_position"].copy()
    env.step(env.action_space.sample())
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(second, second_kept)
    np.testing.assert_array_equal(told["x_position"], place)


BAD_MASKS = [
    ([True] * NWORLD, TypeError, "5 booleans"),
    (np.ones(4, bool), TypeError, "5 booleans"),
    (np.ones(5, int), TypeError, "5 booleans"),
    (np.zeros(5, bool), ValueError, "at least one True"),
]


@pytest.mark.parametrize(("mask", "kind", "words"), BAD_MASKS)
def test_a_bad_mask_is_refused(mask, kind, words):
    env = native("Hopper", AutoresetMode.NEXT_STEP)
    env.reset(seed=0)
    with pytest.raises(kind, match=words):
        env.reset(options={"reset_mask": mask})


def test_bad_arguments_are_refused_with_advice():
    with pytest.raises(TypeError, match=r"Hopper: unknown options 'frame_skp'.*frame_skip"):
        native("Hopper", AutoresetMode.NEXT_STEP, frame_skp=2)
    with pytest.raises(kn.KnuckleError, match="float16"):
        native("Hopper", AutoresetMode.NEXT_STEP, dtype="float16")
    for name, value in (("max_episode_steps", 0), ("max_episode_steps", "9"), ("reset_noise_scale", np.nan)):
        with pytest.raises((ValueError, TypeError), match=f"{name}: expected"):
            native("Hopper", AutoresetMode.NEXT_STEP, **{name: value})
    with pytest.raises(TypeError, match="healthy_z_range: expected 2 numbers"):
        native("Hopper", AutoresetMode.NEXT_STEP, healthy_z_range=3.0)
    env = native("Hopper", AutoresetMode.NEXT_STEP)
    with pytest.raises(TypeError, match="options: expected a dictionary"):
        env.reset(options=3)
    with pytest.raises(ValueError, match=r"seed: expected one seed or 5 of them, found 2"):
        env.reset(seed=[1, 2])
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"actions: expected shape \(5, 3\), found \(3,\)"):
        env.step(np.zeros(3))


@pytest.mark.parametrize(
    ("seed", "kind", "words"),
    [
        (-1, ValueError, "seed: expected a whole number"),
        ((1, 2, 3, 4, -5), ValueError, "seed: expected a whole number"),
        ((1, 2, 3, 4, "5"), TypeError, "seed: expected a whole number"),
        (1.5, TypeError, "seed: expected a whole number, or one for each world"),
        ("12345", TypeError, "seed: expected a whole number, or one for each world"),
    ],
)
def test_a_bad_seed_is_refused_and_no_generator_changes(seed, kind, words):
    env = native("Hopper", AutoresetMode.NEXT_STEP)
    env.reset(seed=np.arange(5))
    before = [generator.bit_generator.state for generator in env.np_random]
    with pytest.raises(kind, match=words):
        env.reset(seed=seed)
    assert env.np_random_seed == tuple(range(5))
    assert [generator.bit_generator.state for generator in env.np_random] == before


@pytest.mark.parametrize("make", [native, single])
def test_a_copy_goes_on_by_itself(make):
    env = make("Hopper", AutoresetMode.NEXT_STEP, render_mode="rgb_array")
    env.reset(seed=0)
    action = np.full(env.action_space.shape, 0.3)
    env.step(action)
    twin = copy.deepcopy(env)
    expected = env.step(action)[0]
    env.step(-action)
    np.testing.assert_array_equal(twin.step(action)[0], expected)


@pytest.mark.parametrize("make", [native, single])
@pytest.mark.parametrize("wrong", [None, "a", 1j])
def test_an_action_that_is_no_number_moves_nothing(make, wrong):
    env = make("Hopper", AutoresetMode.NEXT_STEP)
    expected = env.reset(seed=0)[0]
    with pytest.raises(TypeError, match="expected numbers"):
        env.step(np.full(env.action_space.shape, wrong))
    worlds = env.batch if make is native else env.data
    assert not np.any(worlds.time)
    np.testing.assert_array_equal(env.reset(seed=0)[0], expected)


def test_wrappers_of_gymnasium_fit():
    """Statistics of episodes, as most programs for learning keep them."""
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(native("Hopper", AutoresetMode.NEXT_STEP))
    env.reset(seed=0)
    total = np.zeros(NWORLD)
    for _ in range(SHORT):
        _, reward, _, truncated, told = env.step(env.action_space.sample())
        total += reward
    assert truncated.all()
    np.testing.assert_allclose(told["episode"]["r"], total)
    assert (told["episode"]["l"] == SHORT).all()


@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # of JAX, where another test has used it in this process
def test_single_environments_work_in_processes_of_their_own():
    env = gymnasium.make_vec("knuckle/Hopper-v5", 2, "async", vector_kwargs={"context": "fork"})
    try:
        observations, _ = env.reset(seed=0)
        np.testing.assert_array_equal(observations, native("Hopper", AutoresetMode.NEXT_STEP, 2).reset(seed=0)[0])
        env.step(env.action_space.sample())
    finally:
        env.close()
