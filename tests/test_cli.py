"""The command line: every verb does its work, and errors are sentences with an exit code."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from knuckle import models
from knuckle.cli.examples import EXAMPLES
from knuckle.cli.main import VERBS, main
from knuckle.program import entries
from knuckle.timing import clock as timing
from knuckle.timing.shares import FORWARD_STAGES


@pytest.fixture
def short_loops(monkeypatch):
    """Time with loops too short to be exact: these tests look at words, not at times."""
    for function in (timing.seconds_per_call, timing.seconds_more):
        monkeypatch.setattr(function, "__defaults__", (1e-6, 2))


def test_help_lists_every_verb(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(verb in text for verb in VERBS)


def test_help_imports_nothing_heavy():
    program = (
        "import sys; from knuckle.cli.main import main; main(['--help']);"
        "heavy = {'numba', 'llvmlite', 'tyro', 'rich', 'scipy'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert f"usage: knuckle {verb}" in text
    assert all(command in text and what in text for command, what in EXAMPLES[verb])
    assert " STR " not in text.partition("options")[0].partition("positional arguments")[2] and "--no-json" not in text


@pytest.mark.parametrize("verb", VERBS)
def test_options_of_the_examples_in_help_exist(verb, capsys):
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    options = capsys.readouterr().out.partition("-h, --help")[2]
    for command, _ in EXAMPLES[verb]:
        assert command.split()[:2] == ["knuckle", verb]
        assert all(word in options for word in command.split() if word.startswith("--")), command


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["info", "cart_pole"], {"model", "sizes", "bodies", "mass", "notes"}),
        (["run", "pendulum", "--seconds", "0.02"], {"steps_per_second", "energy_drift", "seconds_per_step"}),
        (["bench", "pendulum", "--dtype", "none"], {"model", "seconds_per_world"}),
        (["check", "pendulum"], {"findings"}),
        (["convert", "MODEL", "TARGET"], {"file", "bytes", "notes"}),
        (["replay", "pendulum", "PAGE", "--seconds", "0.02"], {"file", "bytes", "frames", "time"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_a_program_reads_is_json_alone(words, keys, tmp_path, capsys, short_loops):
    places = {"MODEL": str(models.path("pendulum")), "TARGET": str(tmp_path / "pendulum.knm")}
    places["PAGE"] = str(tmp_path / "page.html")
    assert main([*(places.get(word, word) for word in words), "--json"]) == 0
    assert keys <= set(json.loads(capsys.readouterr().out))


def test_a_reader_that_ends_early_is_no_fault():
    command = [sys.executable, "-m", "knuckle", "info", "humanoid"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        running.stdout.close()
        told = running.stderr.read()
    assert (running.returncode, told) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "words", [["--help"], ["info", "--help"], ["info", "pendulum"], ["info", "pendulum", "--json"]]
)
def test_output_that_cannot_be_written_is_told_once(words):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "knuckle", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=buffered())
    assert done.returncode == 1
    assert re.fullmatch(r"knuckle: .*No space left on device\n", done.stderr)


def buffered() -> dict[str, str]:
    """An environment in which Python writes late, as it does for users."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def test_unknown_verb_offers_the_nearest(capsys):
    assert main(["rum"]) == 2
    assert "'run'" in capsys.readouterr().err


def test_missing_file_is_told_with_the_names_of_models(capsys):
    assert main(["info", "no_such_model"]) == 2
    error = capsys.readouterr().err
    assert "no_such_model" in error
    assert "humanoid" in error
    assert "Traceback" not in error


def test_broken_model_is_told_with_its_place(tmp_path, capsys):
    file = tmp_path / "bad.xml"
    file.write_text('<mujoco>\n<worldbody>\n<geom type="spere"/>\n</worldbody>\n</mujoco>')
    assert main(["run", str(file)]) == 2
    assert "bad.xml:3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "-1"],
        ["--seconds", "0"],
        ["--seconds", "1e300"],
        ["--seed", "-1"],
    ],
)
def test_a_number_that_makes_no_sense_is_told_with_its_option(words, capsys):
    assert main(["run", "pendulum", *words]) == 2
    assert f"knuckle: {words[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["replay", "pendulum", "FOLDER/r.html", "--keyframe", "nope"], 2, "--keyframe: no key named 'nope'"),
        (["replay", "pendulum", "FOLDER/none/r.html", "--seconds", ".01"], 1, "there is no folder"),
        (["replay", "pendulum", "FOLDER", "--seconds", ".01"], 1, "it is not a regular file"),
        (["replay", "pendulum", "FOLDER/r.html", "--seconds", "1e9"], 2, "--seconds: 1e+09 s are more than a replay"),
        (["convert", "MODEL", "FOLDER/none/m.xml"], 1, "there is no folder"),
        (["convert", "pendulum", "/proc/m.xml"], 1, "cannot write '/proc/m.xml': "),
        (["lab", "report", "FOLDER/none/r.html"], 1, "there is no folder"),
        (["lab", "run", "bounc"], 2, "did you mean 'bounce'"),
        (["studio", "pendulum", "--no-browser", "--host", ""], 1, "host: expected the name or address"),
        (["info", "FOLDER/junk.knm"], 2, "junk.knm: not a compiled model"),
        (["render", "pendulum", "FOLDER/p.png", "--show", "contactfroce"], 2, "did you mean 'contactforce'"),
        (["render", "pendulum", "FOLDER/p.png", "--hide", "geomgroup=6"], 2, "from 0 to 5, found '6'"),
        (["render", "pendulum", "FOLDER/p.png", "--label", "bodies"], 2, "--label: expected one of none, body"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(words, code, told, tmp_path, capsys):
    (tmp_path / "junk.knm").write_bytes(b"junk")
    places = {"FOLDER": str(tmp_path), "MODEL": str(models.path("pendulum"))}
    for place, path in places.items():
        words = [word.replace(place, path) for word in words]
    assert main(words) == code
    error = capsys.readouterr().err
    assert error.startswith("knuckle: ") and told in error and "Traceback" not in error


def test_a_name_too_long_for_a_file_is_a_missing_file(capsys):
    assert main(["info", "a" * 5000]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(tmp_path, capsys, monkeypatch):
    def refuse(*args, **options):
        raise PermissionError(13, "Permission denied", "model.knm")

    monkeypatch.setattr("knuckle.cli.opening.load", refuse)
    file = tmp_path / "model.knm"
    file.touch()
    assert main(["info", str(file)]) == 1
    assert "knuckle: " in (error := capsys.readouterr().err) and "Permission denied" in error


def test_unsupported_section_is_refused_unless_omitted(tmp_path, capsys):
    file = tmp_path / "extension.xml"
    file.write_text(
        '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>'
        '<extension><plugin plugin="p"/></extension></mujoco>'
    )
    assert main(["info", str(file)]) == 2
    assert "extension" in capsys.readouterr().err
    assert main(["info", str(file), "--omit", "extension"]) == 0
    assert "left out on request: extension" in capsys.readouterr().out


EXTENSION_AND_SKIN = """<mujoco>
<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
<deformable><skin name="s"/></deformable>
<extension><plugin plugin="p"/></extension>
</mujoco>"""


def test_a_refusal_says_which_words_to_add(tmp_path, capsys):
    file = tmp_path / "both.xml"
    file.write_text(EXTENSION_AND_SKIN)
    assert main(["info", str(file)]) == 2
    error = capsys.readouterr().err
    assert "both.xml:3" in error and "both.xml:4" in error
    assert error.splitlines()[-1] == "To leave them out of the model, add --omit deformable --omit extension"
    assert main(["info", str(file), *error.split(", add ")[1].split()]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--omit", "deformable", "--omit", "extension", "FILE"],
        ["--omit", "deformable", "extension", "FILE"],
        ["--omit", "deformable,extension", "FILE"],
        ["--omit=deformable,extension", "FILE"],
        ["FILE", "--omit", "deformable", "extension"],
    ],
    ids=" ".join,
)
def test_omit_leaves_the_file_to_the_command(words, tmp_path, capsys):
    file = tmp_path / "both.xml"
    file.write_text(EXTENSION_AND_SKIN)
    assert main(["info", *(str(file) if word == "FILE" else word for word in words)]) == 0
    assert "left out on request: deformable, extension" in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["info", "run", "bench"])
@pytest.mark.parametrize("model", ["pendulum", "FILE"])
def test_an_unknown_feature_is_an_error(verb, model, tmp_path, capsys):
    file = tmp_path / "both.xml"
    file.write_text(EXTENSION_AND_SKIN)
    assert main([verb, "--omit", "tendn", str(file) if model == "FILE" else model]) == 2
    error = capsys.readouterr().err
    assert "--omit: unknown feature 'tendn'; did you mean 'tendon'?" in error
    assert "sensor" in error


def test_a_feature_of_a_package_model_is_left_out_on_request(capsys):
    assert main(["info", "humanoid", "--omit", "actuator"]) == 0
    text = capsys.readouterr().out
    assert "left out on request: actuator" in text and "not supported yet" not in text
    assert "│ nu " not in text


@pytest.mark.parametrize("section", ["sensor", "tendon", "deformable", "extension"])
def test_an_empty_section_is_no_reason_to_refuse(section, tmp_path):
    file = tmp_path / "empty.xml"
    file.write_text(f"<mujoco><worldbody/><{section}/><{section}></{section}></mujoco>")
    assert main(["info", str(file)]) == 0


def test_a_folder_is_told_with_the_models_in_it(tmp_path, capsys):
    (tmp_path / "robot.xml").write_text("<mujoco/>")
    assert main(["info", str(tmp_path)]) == 2
    assert "it is a folder; name a file in it: robot.xml" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["info"], ["run", "--seconds", "0.01"], ["bench", "--dtype", "none"]])
def test_names_in_a_file_are_not_taken_for_markup(words, tmp_path, capsys, short_loops):
    file = tmp_path / "markup.xml"
    name = "[/bold]"
    file.write_text(
        f'<mujoco model="{name}"><worldbody><body name="{name}"><joint name="{name}" solreflimit="0.02 -1"/>'
        f'<geom name="{name}" size="1"/></body></worldbody></mujoco>'
    )
    assert main([words[0], str(file), *words[1:]]) == 0
    assert name in capsys.readouterr().out


def test_info_shows_bodies_joints_and_masses(capsys):
    assert main(["info", "cart_pole"]) == 0
    text = capsys.readouterr().out
    assert all(word in text for word in ("pole", "slide (slide)", "1.2 kg", "nbody"))


def test_run_reports_speed_drift_and_stages(capsys, short_loops):
    assert main(["run", "--seconds", "0.05"]) == 0
    text = capsys.readouterr().out
    assert "left out" not in text
    assert "constraints are off" not in text
    for word in ("steps per second", "times real time", "energy drift", *FORWARD_STAGES, "integration"):
        assert word in text


def test_run_of_a_free_model_leaves_nothing_out(capsys, short_loops):
    assert main(["run", "pendulum", "--seconds", "0.1"]) == 0
    text = capsys.readouterr().out
    assert "left out" not in text


def test_run_without_constraints_says_so(capsys, short_loops):
    assert main(["run", "quadruped", "--seconds", "0.02", "--no-constraints"]) == 0
    assert "constraints are off" in capsys.readouterr().out


def test_bench_times_every_stage(capsys, short_loops):
    assert main(["bench", "pendulum", "--dtype", "none"]) == 0
    text = capsys.readouterr().out
    assert all(entry.name in text for entry in entries() if not entry.is_query)


def test_bench_times_lanes(capsys, short_loops):
    assert main(["bench", "pendulum", "--dtype", "float32"]) == 0
    assert "lanes, float32" in capsys.readouterr().out


def test_bench_tells_the_shares_of_lanes(capsys, short_loops):
    assert main(["bench", "humanoid", "--lanes", "--json"]) == 0
    batches = json.loads(capsys.readouterr().out)["batches"]
    assert [batch["dtype"] for batch in batches] == ["float64", "float32"]
    for batch in batches:
        assert batch["lockstep"] == "yes" and {"contacts", "solve", "integrate"} <= set(batch["stages"])
        assert sum(stage["share"] for stage in batch["stages"].values()) == pytest.approx(1.0)
        for stage in batch["stages"].values():
            assert all(0 <= stage[part] <= stage["share"] for part in ("waiting", "lane_by_lane_at_most"))
        for use in (batch["contacts"], batch["solver_iterations"]):
            assert 0 < use["mean"] < use["most_in_group"]
    assert main(["bench", "humanoid", "--lanes", "--dtype", "float32", "--keep", "efc_force"]) == 0
    text = capsys.readouterr().out
    assert "lock step: published" in text and "iterations of the solver" in text


def test_bench_refuses_options_that_make_no_sense(capsys):
    assert main(["bench", "pendulum", "--keep", "qacc"]) == 2
    assert "--keep: expected --lanes with it" in capsys.readouterr().err
    assert main(["bench", "pendulum", "--lanes", "--keep", "efc_fore"]) == 2
    assert "--keep: Data has no field 'efc_fore'; did you mean 'efc_force'?" in capsys.readouterr().err


def test_warmup_says_where_the_kernels_are(capsys):
    assert main(["warmup", "single"]) == 0
    assert "single" in capsys.readouterr().out
    assert main(["warmup", "single", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["machine"] == "single"


def test_forward_stages_are_entries():
    assert set(FORWARD_STAGES) <= {entry.name for entry in entries()}
