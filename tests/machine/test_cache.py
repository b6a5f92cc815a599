"""The artifact cache: found by content, written whole, safe for several processes, kind where it cannot be written."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from knuckle.errors import CacheWarning, CompileError
from knuckle.machine import artifact, cache, targets, workers
from knuckle.machine.programs import units_of
from knuckle.machine.reach import unit_key


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KNUCKLE_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def builds(monkeypatch):
    """Replaces the compiler by a counter."""
    made = []

    def build(machine, target):
        made.append(machine)
        return [b"code of " + machine.encode(), b"more"]

    monkeypatch.setattr(artifact, "build", build)
    return made


def code():
    return artifact.object_code("single", targets.SINGLE)


def test_second_request_reads_what_the_first_one_built(folder, builds):
    assert code() == code() == [b"code of single", b"more"]
    assert builds == ["single"]


def test_changed_sources_are_compiled_anew(folder, builds, monkeypatch):
    code()
    monkeypatch.setattr(cache, "source_hash", lambda: "another")
    code()
    assert builds == ["single", "single"]


def test_key_depends_on_the_machine(folder):
    keys = {cache.artifact_key(target) for target in (targets.SINGLE, targets.lanes(64), targets.lanes(32))}
    assert len(keys) == 3


@pytest.mark.parametrize("damage", [b"", b"not an artifact", None])
def test_damaged_artifact_is_built_again(folder, builds, damage):
    code()
    path = cache.artifact_path(targets.SINGLE)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\0" if damage is None else damage)
    assert code() == [b"code of single", b"more"]
    assert len(builds) == 2
    assert path.read_bytes() == whole


def test_nothing_partial_is_left_behind(folder, monkeypatch):
    path = cache.artifact_path(targets.SINGLE)
    path.parent.mkdir(parents=True)

    def fail(*args):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        cache.write_artifact(path, [b"code"])
    assert list(path.parent.iterdir()) == []


def test_unwritable_cache_warns_and_still_works(tmp_path, builds, monkeypatch):
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    monkeypatch.setenv("KNUCKLE_CACHE", str(blocked / "cache"))
    with pytest.warns(CacheWarning, match="cannot be written.*Set KNUCKLE_CACHE"):
        assert code() == [b"code of single", b"more"]


def test_a_full_disk_warns_after_the_build_and_the_objects_are_used(folder, builds, monkeypatch):
    def fail(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.warns(CacheWarning, match="No space left on device"):
        assert code() == [b"code of single", b"more"]
    assert builds == ["single"]
    assert [file.suffix for file in (folder / "artifacts").iterdir()] == [".lock"]


def test_a_lock_of_another_user_is_taken_by_reading_it(folder, builds, monkeypatch):
    code()
    path = cache.artifact_path(targets.SINGLE)
    path.unlink()
    really_open = os.open

    def refuse_writing(file, flags, *mode, **options):
        if str(file).endswith(".lock") and flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied", str(file))
        return really_open(file, flags, *mode, **options)

    monkeypatch.setattr(os, "open", refuse_writing)
    assert code() == [b"code of single", b"more"]
    assert len(builds) == 2 and path.exists()


def test_a_folder_of_another_user_warns_and_still_works(folder, builds, monkeypatch):
    def refuse(*args, **options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.warns(CacheWarning, match="Permission denied"):
        assert code() == [b"code of single", b"more"]


def test_other_users_may_read_what_is_kept(folder, builds):
    former = os.umask(0o022)
    try:
        code()
    finally:
        os.umask(former)
    assert cache.artifact_path(targets.SINGLE).stat().st_mode & 0o777 == 0o644


def test_leftovers_of_killed_processes_are_removed_in_time(folder, builds):
    artifacts = folder / "artifacts"
    artifacts.mkdir()
    old, fresh = artifacts / ".knuckle-old", artifacts / ".knuckle-fresh"
    for file in (old, fresh):
        file.touch()
    os.utime(old, (0, 0))
    code()
    assert fresh.exists() and not old.exists()


def test_a_user_without_a_home_is_warned_and_can_work(builds, monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    for name in ("KNUCKLE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.warns(CacheWarning, match="Set KNUCKLE_CACHE"):
        assert code() == [b"code of single", b"more"]


def test_failed_build_says_why(folder):
    with pytest.raises(CompileError, match="KeyError"):
        artifact.build("no such machine", targets.SINGLE)


def test_objects_of_units_are_read_and_only_others_compiled(folder, monkeypatch):
    names = [unit.name for unit in units_of(targets.SINGLE)]
    asked = []

    def compile_all(module, jobs, count, taken):
        for job in jobs:
            asked.append(json.loads(job)["name"])
            taken(job, asked[-1].encode())
        return []

    monkeypatch.setattr(workers, "run_workers", compile_all)
    objects = artifact.build("single", targets.SINGLE)
    assert objects == [name.encode() for name in names] and sorted(asked) == sorted(names)
    assert artifact.build("single", targets.SINGLE) == objects and len(asked) == len(names)
    key = unit_key(targets.SINGLE, units_of(targets.SINGLE)[3])
    cache.unit_path(targets.SINGLE, names[3], key).unlink()
    assert artifact.build("single", targets.SINGLE) == objects and asked[len(names) :] == [names[3]]


def test_objects_that_no_build_has_read_for_long_are_removed(folder, monkeypatch):
    old, fresh = folder / "some-old.o", folder / "some-fresh.o"
    for file in (old, fresh):
        file.touch()
    os.utime(old, (0, 0))
    cache.remove_unused(folder)
    assert fresh.exists() and not old.exists()


def test_processes_that_start_together_build_once(folder):
    script = (
        "import pathlib, time\n"
        "from knuckle.machine import artifact, targets\n"
        "def build(machine, target):\n"
        "    with open(pathlib.Path(r'{log}'), 'a') as file: file.write('built\\n')\n"
        "    time.sleep(0.5)\n"
        "    return [b'code' * 1000]\n"
        "artifact.build = build\n"
        "assert artifact.object_code('single', targets.SINGLE) == [b'code' * 1000]\n"
    ).format(log=folder / "log")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    running = [subprocess.Popen([sys.executable, "-P", "-c", script], env=environment) for _ in range(4)]
    assert [process.wait() for process in running] == [0, 0, 0, 0]
    assert (folder / "log").read_text() == "built\n"
