"""Worlds on a cluster go the way they go on one machine, whatever becomes of the workers."""

import copy
import os
import pickle
import re
import runpy
import signal
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support.heap import HEAP

import knuckle as kn

ROOT = Path(__file__).parents[2]
PAGE, EXAMPLE = ROOT / "docs" / "cluster.md", ROOT / "examples" / "cluster_sampling.py"
NWORLD, PART, STEPS = 22, 6, 8
ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'knuckle[cluster]'")


def started(batch: kn.Batch) -> kn.Batch:
    batch.reset(noise=0.05, seed=3)
    return batch


@pytest.fixture(scope="module")
def shared(cluster, m):
    with cluster.ClusterBatch(m, NWORLD, part=PART, keep=["qacc"]) as batch:
        yield batch


@pytest.fixture
def pair(shared, m):
    """The same worlds here and on the cluster."""
    return started(kn.Batch(m, NWORLD, keep=["qacc"])), started(shared)


@pytest.fixture
def torques(m):
    return np.random.default_rng(1).uniform(-1, 1, (NWORLD, STEPS, m.nu))


def assert_same(here, there):
    assert here.keys() == there.keys()
    for name, values in here.items():
        assert np.array_equal(values, there[name]), name


def test_rollouts_are_those_of_one_machine(pair, torques):
    here, there = pair
    record, stop = ["qpos", "qacc"], lambda batch: np.abs(batch.qvel).max(axis=1) > 5
    found = here.rollout(STEPS, torques, record=record, stop=stop)
    out = {"qpos": np.zeros_like(found["qpos"])}
    assert_same(found, there.rollout(STEPS, torques, record=record, stop=stop, out=out))
    assert_same(found, {**found, **out})
    assert len(np.unique(found["steps"])) > 2  # some stop on the way
    assert_same(*({name: batch.read(name) for name in ("qacc", "status", "ctrl")} for batch in pair))
    assert np.array_equal(here.get_state(), there.get_state())


def test_inputs_by_name_and_rows_that_grow(cluster):
    m = kn.load(HEAP)
    random = np.random.default_rng(0)
    pushes = {
        "xfrc_applied": random.normal(scale=2.0, size=(NWORLD, 60, m.nbody, 6)),
        "qfrc_applied": random.normal(scale=0.1, size=(60, m.nv)),
    }
    record = ["ncon", "contact_dist", "xfrc_applied", "qfrc_applied"]
    here = kn.Batch(m, NWORLD, keep=record).rollout(60, pushes, record=record)
    with cluster.ClusterBatch(m, NWORLD, part=PART, keep=record) as batch:
        there = batch.rollout(60, pushes, record=record)
    for found in (here, there):  # without what is left over beyond those in use
        rows = found["contact_dist"] = found["contact_dist"][:, :, : found["ncon"].max()]
        rows[np.arange(rows.shape[2]) >= found["ncon"][..., None]] = 0
    assert_same(here, there)
    assert here["ncon"].max() > 32 and np.ptp(here["ncon"].max(axis=1)) > 0
    assert np.array_equal(here["xfrc_applied"], pushes["xfrc_applied"])
    assert all(np.array_equal(rows, pushes["qfrc_applied"]) for rows in here["qfrc_applied"])


def test_steps_of_some_worlds_with_numbers_of_their_own(cluster, m):
    masses = m.body_mass * np.random.default_rng(0).uniform(0.9, 1.1, (NWORLD, m.nbody))
    pair = started(kn.Batch(m, NWORLD, keep=["qacc"])), started(cluster.ClusterBatch(m, NWORLD, part=11, keep=["qacc"]))
    for batch in pair:
        batch.expand("body_mass")[:] = masses
        batch.step(5, slice(3, 17))
        m.opt.timestep, former = 0.001, m.opt.timestep  # the model is sent again
        batch.step(2)
        m.opt.timestep = former
        batch.forward()
    pair[1].close()
    assert_same(*({name: batch.read(name) for name in ("time", "qpos", "qvel", "qacc")} for batch in pair))


def test_functions_run_on_workers_and_know_their_worlds(pair, torques):
    here, there = pair
    found = here.rollout(STEPS, torques)
    streamed = list(there.stream(STEPS, lambda batch, k: torques[batch.world_numbers, k]))
    assert sorted(len(part.worlds) for part in streamed) == [NWORLD % PART, *[PART] * (NWORLD // PART)]
    for part in streamed:
        assert np.array_equal(part["qpos"], found["qpos"][part.worlds])


def test_samples_are_scores_of_the_state_that_stays(pair, torques):
    here, there = pair
    before = there.get_state()
    scores = there.sample(STEPS, torques, lambda found: found["qpos"][:, -1, :2], record=["qpos"])
    assert np.array_equal(there.get_state(), before)
    assert np.array_equal(scores, here.rollout(STEPS, torques)["qpos"][:, -1, :2])
    with pytest.raises(ValueError, match=f"score: expected values for {PART} worlds"):
        there.sample(STEPS, torques, lambda found: 1.0)


def test_scores_are_of_a_kind_that_holds_those_of_all_parts(pair, torques):
    _, there = pair
    scores = there.sample(STEPS, torques, lambda found: [0 if q < 0 else q for q in found["qpos"][:, -1, 0].tolist()])
    assert scores.dtype == float and len(np.unique(scores)) > PART
    with pytest.raises(ValueError, match=r"score: expected one shape for all worlds, found \(4,\), \(6,\)"):
        there.sample(STEPS, torques, lambda found: np.zeros((len(found["qpos"]), len(found["qpos"]))))


def test_a_number_that_is_none_is_told_with_its_world(cluster, m):
    with cluster.ClusterBatch(m, NWORLD, part=PART, keep=[]) as batch:
        batch.expand("body_mass")[10, 1] = np.nan
        for call in (batch.step, lambda: batch.rollout(2)):
            with pytest.raises(ValueError, match=r"world 10: body_mass\[1\] is nan"):
                call()


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM], ids=lambda way: way.name)
def test_a_worker_that_dies_is_replaced_and_its_part_done_again(pair, torques, tmp_path, way):
    here, there = pair
    deaths = tmp_path / "deaths"
    deaths.mkdir()

    def control(batch, k):
        if k == STEPS // 2 and 0 in batch.world_numbers and not list(deaths.iterdir()):
            (deaths / "one").touch()
            os.kill(os.getpid(), way)
        return torques[batch.world_numbers, k]

    assert_same(here.rollout(STEPS, torques), there.rollout(STEPS, control))
    assert list(deaths.iterdir())


def test_work_that_ends_every_worker_is_given_up_and_the_worlds_stay(pair, torques):
    here, there = pair
    before = there.get_state()

    def control(batch, k):
        if NWORLD - 1 in batch.world_numbers:
            os._exit(1)

    with pytest.raises(kn.KnuckleError, match=rf"4 workers died at worlds 18 to {NWORLD - 1}"):
        there.rollout(STEPS, control)
    assert np.array_equal(there.get_state(), before)
    assert_same(here.rollout(STEPS, torques), there.rollout(STEPS, torques))


def test_problems_are_told_here(pair):
    _, there = pair
    calls = (lambda: there.rollout(2), lambda: list(there.stream(2)), there.step)
    for call in calls:
        there.reset()
        there.qvel[7] = np.nan
        with pytest.warns(kn.SimulationWarning, match="world 7") as told:
            call()
        assert [warning.filename for warning in told] == [__file__]
        assert [problem.world for problem in there.problems()] == [7]


def test_problems_that_a_function_asks_for_are_told_here_too(pair):
    asked = []
    for batch in pair:
        batch.qvel[7] = np.nan
        with pytest.warns(kn.SimulationWarning, match="world 7") as told:
            batch.rollout(3, lambda batch, k: (batch.problems(), None)[1])
        assert len(told) == 1
        asked.append([(problem.world, problem.text) for problem in batch.problems()])
    assert asked[0] == asked[1] and asked[0][0][0] == 7


def test_a_function_gets_the_problems_of_its_worlds_alone(pair):
    def control(batch, k):
        batch.ctrl[:, 0] = len(batch.problems())

    _, there = pair
    there.qvel[7] = np.nan
    for count in (1.0, 0.0):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", kn.SimulationWarning)
            found = there.rollout(2, control, record=["ctrl"])["ctrl"][:, 1, 0]
        assert np.array_equal(found, np.where(np.arange(NWORLD) // PART == 1, count, 0.0))
        there.reset()


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_the_last_problem_of_worlds_that_go_on_is_told(cluster, m):
    options = {"keep": [], "on_divergence": "keep"}
    here, there = kn.Batch(m, NWORLD, **options), cluster.ClusterBatch(m, NWORLD, part=PART, **options)
    with there:
        for batch in (here, there):
            batch.qvel[7] = np.nan
            batch.rollout(3, lambda batch, k: None)
    told = [[(problem.world, problem.status, problem.text) for problem in batch.problems()] for batch in (here, there)]
    assert told[0] == told[1] and here.problems()[0].time > 0


def test_wrong_arguments_are_refused_at_the_call(pair):
    _, there = pair
    with pytest.raises(ValueError, match="control: expected shape"):
        there.stream(STEPS, np.zeros(3))
    with pytest.raises(KeyError, match="does not keep 'xpos'"):
        there.rollout(STEPS, record=["xpos"])
    for score in (None, "qpos"):
        with pytest.raises(TypeError, match=r"^score: expected a function"):
            there.sample(STEPS, None, score)


def test_scores_alone_travel_back(pair, monkeypatch):
    _, there = pair
    fetched = []

    def get(reference):
        fetched.append(ray.get(reference))
        return fetched[-1]

    monkeypatch.setattr("knuckle.cluster.workers.ray", SimpleNamespace(**{**vars(ray), "get": get}))
    there.sample(STEPS, None, lambda found: found["qpos"][:, -1, 0])
    done = [result for result in fetched if result is not None]
    assert len(done) == -(-NWORLD // PART)
    assert all(len(pickle.dumps(result)) < 1000 for result in done)


def test_rows_that_wait_for_the_last_part_hold_nothing_that_was_recorded(pair, monkeypatch):
    _, there = pair
    kept = []
    monkeypatch.setattr(type(there), "_take_back", lambda batch, finished: kept.extend(finished))
    for part in there.stream(STEPS):
        assert not part["qpos"].flags.writeable  # memory of the cluster
    assert len(kept) == -(-NWORLD // PART)
    assert all(rows.base is None for _, done in kept for rows in done.fields.values())


def test_a_stream_can_be_closed(pair):
    _, there = pair
    before = there.get_state()
    stream = there.stream(STEPS)
    next(stream)
    stream.close()
    assert not list(stream)
    assert np.array_equal(there.get_state(), before)


def test_what_a_function_expands_is_gone_with_its_part(pair):
    def control(batch, k):
        batch.expand("body_mass")[:] *= 1.5

    here, there = pair
    there.sample(2, control, lambda found: found["steps"])
    assert_same(here.rollout(STEPS), there.rollout(STEPS))


def test_copies_are_batches_of_this_process(pair):
    _, there = pair
    for twin in (there.copy(), copy.copy(there), copy.deepcopy(there), pickle.loads(pickle.dumps(there))):
        assert type(twin) is kn.Batch
        assert twin._threads == there._threads == 1
        twin.step()
        assert not np.array_equal(twin.get_state(), there.get_state())


def test_more_workers_than_processors_are_refused(cluster, m):
    with pytest.raises(kn.KnuckleError, match="the cluster has 2 processors"):
        cluster.ClusterBatch(m, 4, workers=3)


def test_code_of_the_page_runs(cluster, capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile("\n".join(blocks), str(PAGE), "exec"), {})
    assert capsys.readouterr().out


def test_the_example_finds_a_gait(cluster, capsys, monkeypatch):
    monkeypatch.setattr("ray.init", lambda **options: None)  # it is started
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--worlds", "128", "--rounds", "5"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    rounds = re.findall(r"best (\S+) m, mean (\S+) m", capsys.readouterr().out)
    best, mean = np.array(rounds, float).T
    assert len(rounds) == 5
    assert best[-1] > 0.6 and mean[-1] > mean[0] + 0.5  # most fall in the first round, and some walk in the last
